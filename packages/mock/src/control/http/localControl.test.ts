import { createControlCaller } from '@latchkey/contract/controlCaller'
import { describe, expect, it } from 'vitest'
import { countListeners } from '../../../test/support/countListeners.ts'
import { createEventReader } from '../../../test/support/eventReader.ts'
import { createMock, type Mock } from '../../mock/createMock.ts'

const control = (mock: Mock) =>
  createControlCaller({ url: mock.baseUrl, fetch: (url, init) => mock.fetchControl(url, init) })
const stream = (mock: Mock) => `${mock.baseUrl}/__mock/v1/stream`

describe('mock.fetchControl', () => {
  it('answers the control interface in the process', async () => {
    const mock = createMock({ now: '2026-03-01T09:00:00.000Z', frozen: true })
    expect(await control(mock).call('POST clock/advance', { minutes: 10 })).toMatchObject({
      now: '2026-03-01T09:10:00.000Z',
    })
    await control(mock).call('POST create/user', { email: 'ada@example.com' })
    const { snapshotId } = await control(mock).call('POST snapshots', {})
    mock.reset()
    expect(mock.counts().users).toBe(0)
    await control(mock).call('POST snapshots/restore', { snapshotId })
    expect(mock.counts().users).toBe(1)
  })

  it('streams what happens until the caller aborts or cancels', async () => {
    const mock = createMock()
    const listeners = countListeners(mock)
    const aborting = new AbortController()
    const response = await mock.fetchControl(stream(mock), { signal: aborting.signal })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const events = createEventReader(response.body as ReadableStream<Uint8Array>)
    await mock.fetch(`${mock.baseUrl}/api/v0/nowhere`)
    expect((await events.nextOf('journal')).data).toMatchObject({ path: '/api/v0/nowhere', status: 404 })
    aborting.abort(new Error('enough'))
    await expect(events.nextOf('nothing')).rejects.toThrow('enough')
    const other = await mock.fetchControl(new Request(stream(mock)))
    expect(listeners.count).toBe(1)
    await other.body?.cancel()
    expect(listeners.count).toBe(0)
  })

  it('says that a mock without a server has no worlds', async () => {
    const mock = createMock()
    await expect(control(mock).call('GET worlds')).rejects.toThrow(
      'Failed to list the worlds: only a server has worlds. Copy the mock by `fork()`.',
    )
    await expect(control(mock).call('POST worlds', { name: 'ada' })).rejects.toThrow(
      'Failed to create the world "ada": only a server has worlds. Copy the mock by `fork()`.',
    )
    await expect(control(mock).call('POST worlds/drop', { name: 'ada' })).rejects.toThrow('there is no world "ada"')
  })

  it('refuses what a page of another origin has sent on, and paths that are not there', async () => {
    const mock = createMock()
    const ask = async (path: string, headers = {}) =>
      (await mock.fetchControl(`${mock.baseUrl}/__mock/v1/${path}`, { headers })).status
    expect(await ask('clock')).toBe(200)
    expect(await ask('clock', { origin: 'https://evil.example' })).toBe(403)
    expect(await ask('stream', { 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await ask('nothing/like/this')).toBe(404)
    await expect(mock.fetchControl('https://elsewhere.example/__mock/v1/clock')).rejects.toThrow(
      `this mock answers below ${mock.baseUrl}`,
    )
  })

  it('is the only way in: the service itself does not answer the control interface', async () => {
    const mock = createMock()
    expect((await mock.fetch(`${mock.baseUrl}/__mock/v1/clock`)).status).toBe(404)
    expect((await mock.fetch(stream(mock))).status).toBe(404)
  })
})
