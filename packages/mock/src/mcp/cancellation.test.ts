import { describe, expect, it } from 'vitest'
import { connectTools } from '../../test/support/mcpTools.ts'
import { createMock } from '../mock/createMock.ts'
import { createAccess } from './access.ts'

/** A mock whose operations answer only when a test says so, and what was asked of it. */
function slowMock() {
  const mock = createMock({ seed: 'cancellation' })
  const asked: string[] = []
  let arrive = (_signal: AbortSignal | null | undefined) => {}
  const arrived = new Promise<AbortSignal | null | undefined>((resolve) => (arrive = resolve))
  let answer = () => {}
  const released = new Promise<void>((resolve) => (answer = resolve))
  const fetch = async (url: string, init: RequestInit) => {
    asked.push(`${init.method} ${new URL(url).pathname}`)
    arrive(init.signal)
    await released
    return mock.fetchControl(url, init)
  }
  return { mock, asked, arrived, answer, access: createAccess({ url: mock.baseUrl, fetch }) }
}

describe('a call that the client cancels', () => {
  it('ends the request that runs, and sends no further one', async () => {
    const { mock, asked, arrived, answer, access } = slowMock()
    const client = await connectTools(access)
    const controller = new AbortController()
    const call = client.callTool(
      { name: 'call_operation', arguments: { operation: 'users.create', body: { email: 'ada@example.com' } } },
      { signal: controller.signal },
    )
    const signal = await arrived
    expect(signal?.aborted).toBe(false)
    const ended = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
    controller.abort('enough')
    await expect(call).rejects.toThrow('enough')
    await ended
    answer()
    // The next call shows that the connection lives, and gives the cancelled one time to go on, if it would.
    await client.callTool({ name: 'control', arguments: { route: 'GET clock' } })
    expect(asked).toEqual(['GET /__mock/v1/defaults', 'GET /__mock/v1/clock'])
    expect(mock.counts().users).toBe(0)
  })

  it('leaves the calls beside it alone', async () => {
    const { mock, arrived, answer, access } = slowMock()
    const client = await connectTools(access)
    const controller = new AbortController()
    const create = (email: string, signal?: AbortSignal) =>
      client.callTool(
        { name: 'call_operation', arguments: { operation: 'users.create', body: { email } } },
        signal && { signal },
      )
    const cancelled = create('ada@example.com', controller.signal)
    const other = create('grace@example.com')
    await arrived
    controller.abort('enough')
    await expect(cancelled).rejects.toThrow('enough')
    answer()
    expect((await other).isError).toBeFalsy()
    expect(mock.counts().users).toBe(1)
  })
})
