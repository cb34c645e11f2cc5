import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { countTimers } from '../../test/support/openTimers.ts'
import { createMock, type Mock } from '../mock/createMock.ts'
import { startServer } from './server.ts'

/** Longer than any test, and no length of any other timer. */
const delayMs = 599_999
const seed = 'closing'

/** A mock behind a host, and what ends both. */
interface Hosted {
  readonly mock: Mock
  readonly baseUrl: string
  readonly send: typeof fetch
  close(): void | Promise<void>
}

const hosts: Readonly<Record<string, () => Hosted | Promise<Hosted>>> = {
  'mock.fetch'() {
    const mock = createMock({ seed })
    return { mock, baseUrl: mock.baseUrl, send: mock.fetch, close: mock.close }
  },
  async 'a server with options'() {
    const { mock, url, close } = await startServer({ seed })
    return { mock, baseUrl: url, send: fetch, close }
  },
  async 'a server with a mock'() {
    const { mock, url, close } = await startServer(createMock({ seed }))
    return { mock, baseUrl: url, send: fetch, close }
  },
  async 'a world of a server that is dropped'() {
    const { url, worlds, close } = await startServer({ seed })
    onTestFinished(close)
    const mock = worlds.create('ada')
    return { mock, baseUrl: `${url}/w/ada`, send: fetch, close: () => void worlds.drop('ada') }
  },
  msw() {
    const mock = createMock({ seed })
    const server = setupServer(...mock.handlers({ http, HttpResponse }))
    server.listen()
    onTestFinished(() => server.close())
    return { mock, baseUrl: mock.baseUrl, send: fetch, close: mock.close }
  },
}

const post = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** A call of each kind that a fault can delay, by the fault's target. */
const calls = {
  'health.check': ({ mock, baseUrl, send }: Hosted) =>
    send(`${baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/healthcheck`),
  'chains.rpc': ({ baseUrl, send }: Hosted) =>
    send(`${baseUrl}/__mock/chains/evm/1`, post({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })),
  // A step at the relay meets its fault before anybody looks for the room.
  'relay.join': ({ baseUrl, send }: Hosted) => send(`${baseUrl}/__mock/relay/rooms/none/join`, post({})),
} as const

describe.each(Object.keys(hosts))('when %s is closed', (name) => {
  const open = () => hosts[name]?.() as Promise<Hosted>

  it.each(Object.keys(calls) as (keyof typeof calls)[])(
    'a delayed call of %s ends without a reply, and no timer is left',
    async (target) => {
      const hosted = await open()
      // The first call loads what the others use.
      expect((await calls[target](hosted)).status).toBeLessThan(500)
      const timers = countTimers(delayMs)
      hosted.mock.faults.set(target, { delayMs })
      const call = calls[target](hosted).then(
        () => 'answered',
        (error: unknown) => error,
      )
      await expect.poll(timers.open).toBe(1)
      await hosted.close()
      expect(await call).toBeInstanceOf(TypeError)
      expect(timers.open()).toBe(0)
    },
  )

  it('who waits for a message is told so, and no timer is left', async () => {
    const hosted = await open()
    const timers = countTimers(delayMs)
    const next = hosted.mock.outbox.email.next('ada@example.com', { timeoutMs: delayMs })
    const refused = expect(next).rejects.toThrow(
      /^Failed to call "outbox\.email\.next\(\)": the mock was closed while it waited\.$/,
    )
    expect(timers.open()).toBe(1)
    await hosted.close()
    await refused
    expect(timers.open()).toBe(0)
  })
})

describe('a mock that is closed', () => {
  it('ends a delayed call that was sent in the same turn, and one that is sent later', async () => {
    const hosted = (await hosts['mock.fetch']?.()) as Hosted
    hosted.mock.faults.set('health.check', { delayMs })
    const before = calls['health.check'](hosted)
    hosted.mock.close()
    await expect(before).rejects.toThrow(TypeError)
    await expect(calls['health.check'](hosted)).rejects.toThrow(TypeError)
  })

  it('ends a wait for a message that begins later, unless there is one', async () => {
    const mock = createMock({ seed })
    mock.close()
    await expect(mock.outbox.sms.next(undefined, { timeoutMs: delayMs })).rejects.toThrow('the mock was closed')
    const environment = mock.defaults.environments.sandbox.id
    const create = `${mock.baseUrl}/api/v0/sdk/${environment}/emailVerifications/create`
    const sent = await mock.fetch(create, post({ email: 'ada@example.com' }))
    expect(sent.status).toBe(201)
    expect((await mock.outbox.email.next()).to).toBe('ada@example.com')
  })

  it('still answers calls without a delay', async () => {
    const hosted = (await hosts['mock.fetch']?.()) as Hosted
    hosted.mock.close()
    expect((await calls['health.check'](hosted)).status).toBe(200)
  })
})

it('A mock outlives the servers that it is given to, and delays calls at the next one', async () => {
  const mock = createMock({ seed })
  const first = await startServer(mock)
  await first.close()
  const { url, close } = await startServer(mock)
  onTestFinished(close)
  mock.faults.set('health.check', { delayMs: 1 })
  const hosted = { mock, baseUrl: url, send: fetch, close }
  expect((await calls['health.check'](hosted)).status).toBe(200)
})
