import { createControlCaller } from '@latchkey/contract/controlCaller'
import { describe, expect, it } from 'vitest'
import { createControlClient } from '../../../test/support/controlClient.ts'
import { toServiceRequest } from '../../carriers/scriptRequest.ts'
import { toResponse } from '../../http/respond.ts'
import { createControlAnswer } from './controlAnswer.ts'

const server = createControlClient()
const control = () => createControlCaller({ url: server.server.url })

describe('createControlCaller', () => {
  it('sends the input of a GET as a query, and of a POST as JSON', async () => {
    const { mock } = server.server
    const user = await control().call('POST create/user', { email: 'ada@example.com' })
    expect(mock.export().tables.users).toMatchObject([{ id: user.id }])
    const address = `0x${'b'.repeat(40)}`
    await mock.chain.fund(address, { ether: '2' }, 8453)
    const { balance } = await control().call('GET chain/balance', { address, networkId: 8453, token: undefined })
    expect(balance).toBe('2')
  })

  it('gives nothing for a 204', async () => {
    expect(await control().call('POST reset')).toBeUndefined()
  })

  it("rejects with the interface's refusal, its status and code", async () => {
    await expect(control().call('POST clock/advance', { minutes: -1 })).rejects.toMatchObject({
      name: 'ControlRefusal',
      status: 400,
      code: 'validation_failed',
      message: expect.stringContaining('minutes'),
    })
    expect(server.server.mock.clock.iso()).toBe('2026-01-15T09:30:00.000Z')
  })

  it('rejects where something else answers', async () => {
    const elsewhere = createControlCaller({
      url: server.server.url,
      fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    })
    await expect(elsewhere.call('GET clock')).rejects.toMatchObject({
      status: 502,
      code: undefined,
      message: 'Something else than a mock answers there, with status 502.',
    })
  })

  it('controls a mock in the same process, without a network', async () => {
    const { mock, worlds } = server.server
    const answer = createControlAnswer(mock, worlds)
    const inProcess = createControlCaller({
      url: mock.baseUrl,
      fetch: async (url, init) => {
        const reply = await answer(toServiceRequest(url, init))
        return reply ? toResponse(reply) : new Response(null, { status: 404 })
      },
    })
    expect(await inProcess.call('POST clock/advance', { hours: 1 })).toEqual({
      now: '2026-01-15T10:30:00.000Z',
      isRunning: false,
    })
    expect(mock.clock.iso()).toBe('2026-01-15T10:30:00.000Z')
  })

  it('sends the control token', async () => {
    const sent: unknown[] = []
    const caller = createControlCaller({
      url: 'http://mock.example/w/ada/',
      token: 'a token',
      fetch: async (url, { headers }) => {
        sent.push(url, headers)
        return new Response('{"now":"","isRunning":true}')
      },
    })
    await caller.call('GET clock')
    expect(sent).toEqual(['http://mock.example/w/ada/__mock/v1/clock', { authorization: 'Bearer a token' }])
  })
})
