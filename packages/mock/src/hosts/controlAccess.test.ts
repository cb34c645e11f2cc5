import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { proxyRequests } from '../../test/support/proxyRequests.ts'
import { openConnection } from '../../test/support/rawConnection.ts'
import { createControlAccess } from './controlAccess.ts'
import { type MockServer, startServer } from './server.ts'
import type { ServerOptions } from './serverOptions.ts'

const controlToken = 'a long control token'
const bearer = { authorization: `Bearer ${controlToken}` }
const ada = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

const defaults: Call = { method: 'GET', path: '/__mock/v1/defaults' }

/** Ways to control a mock: of each kind one. */
const controlCalls: readonly Call[] = [
  defaults,
  { method: 'GET', path: '/__mock/v1/openapi.json' },
  { method: 'GET', path: '/__mock/v1/openapi-3.0.json' },
  { method: 'GET', path: '/__mock/v1/stream' },
  { method: 'GET', path: '/__mock/v1/state' },
  { method: 'GET', path: '/w/ada/__mock/v1/defaults' },
  { method: 'GET', path: 'http://127.0.0.1:4010/__mock/v1/defaults' },
  { method: 'GET', path: '/x/../__mock/v1/defaults' },
  { method: 'POST', path: '/__mock/v1/signIn', body: {} },
  { method: 'POST', path: '/__mock/v1/reset' },
  { method: 'OPTIONS', path: '/__mock/v1/reset' },
  { method: 'GET', path: '/__mock/v1/nothing' },
  { method: 'POST', path: '/__mock/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  { method: 'POST', path: '/w/ada/__mock/mcp?tools=all', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
]

let server: MockServer
const start = async (options: ServerOptions = {}) => {
  server = await startServer({ seed: 'proxies', now: '2026-01-15T09:30:00.000Z', frozen: true }, options)
}
const restart = async (options: ServerOptions) => {
  await server.close()
  await start(options)
}
beforeEach(() => start())
afterEach(() => server.close())

type Headers = Readonly<Record<string, string>>

/** Sends a request as a proxy would, over a connection of its own. */
async function send({ method, path, body }: Call, headers: Headers = {}, version = '1.1') {
  const text = body === undefined ? '' : JSON.stringify(body)
  const all = {
    host: '127.0.0.1:4010',
    'content-type': 'application/json',
    ...lowerCased(headers),
    connection: 'close',
  }
  const lines = Object.entries({ ...all, 'content-length': `${text.length}` }).map((pair) => `${pair.join(': ')}\r\n`)
  const connection = await openConnection(server.url)
  await connection.send(`${method} ${path} HTTP/${version}\r\n${lines.join('')}\r\n${text}`)
  const reply = await connection.ended()
  return { status: Number(reply.slice(9, 12)), reply }
}

const lowerCased = (headers: Headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const balanceCall: Call = {
  method: 'POST',
  path: '/__mock/chains/evm/1',
  body: { jsonrpc: '2.0', id: 1, method: 'anvil_setBalance', params: [ada, '0x1'] },
}
const balance = () => server.mock.chain.balance(ada)

describe('a request that a proxy has passed on', () => {
  it.each(Object.entries(proxyRequests))('does not control the mock: %s', async (_, { headers, version }) => {
    const { status, reply } = await send(defaults, headers, version)
    expect(status).toBe(403)
    expect(reply).toContain('A proxy has passed this request on')
    expect(reply).toContain('--control-token')
  })

  it('does not control the mock in any way', async () => {
    const before = server.mock.export()
    for (const call of controlCalls) {
      const { status } = await send(call, { 'x-forwarded-for': '203.0.113.7' })
      expect([call.path, status]).toEqual([call.path, 403])
    }
    expect((await send(balanceCall, { via: '1.1 proxy' })).reply).toContain('"code":4100')
    expect(server.mock.export()).toEqual(before)
  })

  it('controls it with the control token', async () => {
    await restart({ controlToken })
    for (const [name, { headers, version }] of Object.entries(proxyRequests)) {
      expect([name, (await send(defaults, headers, version)).status]).toEqual([name, 401])
      const { status, reply } = await send(defaults, { ...headers, ...bearer }, version)
      expect([name, status]).toEqual([name, 200])
      expect(reply).toContain(server.mock.defaults.environments.sandbox.token)
    }
  })

  it('tells a token that is not the control token from none', async () => {
    await restart({ controlToken })
    const { token } = server.mock.defaults.environments.sandbox
    const { status, reply } = await send(defaults, { authorization: `Bearer ${token}` })
    expect(status).toBe(401)
    expect(reply).toContain('does not have the control token')
    expect(reply).not.toContain(token)
    expect((await send(defaults, {})).reply).toContain('Send the control token as a bearer token.')
  })
})

describe('a server that may be behind a proxy that adds no header', () => {
  it.each<[string, ServerOptions, number, string]>([
    ['--control-token', { controlToken }, 401, 'Send the control token as a bearer token.'],
    ['--trust-proxy', { trustProxy: true }, 403, 'closed behind a proxy'],
    ['--trust-proxy and --control-token', { trustProxy: true, controlToken }, 401, 'Send the control token'],
  ])('is not controlled without the token, with %s', async (...[, options, status, sentence]) => {
    await restart(options)
    const before = server.mock.export()
    for (const call of controlCalls) {
      const refusal = await send(call)
      expect([call.path, refusal.status]).toEqual([call.path, status])
      expect(refusal.reply).toContain(sentence)
      expect(/^www-authenticate: Bearer\r$/im.test(refusal.reply)).toBe(status === 401)
    }
    expect((await send(balanceCall)).reply).toContain('"code":4100')
    expect(server.mock.export()).toEqual(before)
    // Everything else is answered, the page that asks for the token among it.
    for (const path of ['/', '/__mock/health', '/openapi.json', '/openapi-3.0.json', '/__mock/idp/google/jwks'])
      expect([path, (await send({ method: 'GET', path })).status]).toEqual([path, 200])
  })

  it('shows the page that asks for the token, and without a token no page', async () => {
    const page = async () => send({ method: 'GET', path: '/__mock/' }, { accept: 'text/html' })
    expect((await page()).reply).toContain('<latchkey-inspector></latchkey-inspector>')
    await restart({ controlToken })
    expect((await page()).reply).toContain('inspectorToken.js')
    expect((await page()).reply).not.toContain('<latchkey-inspector>')
    await restart({ trustProxy: true })
    expect((await page()).status).toBe(403)
  })

  it('is controlled by a WebSocket with the token only', async () => {
    await restart({ controlToken })
    const ask = (headers: Headers) =>
      new Promise<unknown>((resolve) => {
        const url = server.mock.chain.rpcUrl(1).replace('http', 'ws')
        const socket = new WebSocket(url, { headers } as never)
        socket.addEventListener('open', () => socket.send(JSON.stringify(balanceCall.body)))
        socket.addEventListener('message', ({ data }) => {
          resolve(JSON.parse(String(data)))
          socket.close()
        })
      })
    expect(await ask({})).toMatchObject({ error: { code: 4100 } })
    expect(balance()).toBe('0')
    expect(await ask(bearer)).toMatchObject({ result: null })
    expect(balance()).toBe('0.000000000000000001')
  })
})

describe('createControlAccess', () => {
  const plain = { host: '127.0.0.1', trustProxy: false, controlToken: undefined }
  const incoming = (headers: Headers = {}, remoteAddress = '127.0.0.1') =>
    ({
      headers: { host: '127.0.0.1:4010', ...headers },
      socket: { remoteAddress },
      httpVersionMajor: 1,
      httpVersionMinor: 1,
    }) as never

  it.each(['http://localhost:4010', 'https://127.0.0.1', 'http://app.localhost:3000', 'http://[::1]:4010'])(
    'admits callers of this machine to a server whose base URL is of this machine: %s',
    (baseUrl) => {
      expect(createControlAccess({ ...plain, baseUrl })(incoming())).toBeUndefined()
    },
  )

  it.each(['https://mock.example.com', 'http://192.168.1.5:4010', 'https://127.0.0.1.example', 'http://mock:4010'])(
    'admits nobody without a token to a server whose base URL is of another machine: %s',
    (baseUrl) => {
      expect(createControlAccess({ ...plain, baseUrl })(incoming())).toBe('controlBehindProxy')
      const withToken = createControlAccess({ ...plain, baseUrl, controlToken })
      expect(withToken(incoming())).toBe('controlToken')
      expect(withToken(incoming({ 'x-forwarded-for': '203.0.113.7', ...bearer }))).toBeUndefined()
    },
  )

  it.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer a long control tokem' }],
    ['a part of the token', { authorization: 'Bearer a long control' }],
    ['more than the token', { authorization: `Bearer ${controlToken}s` }],
    ['the token without its scheme', { authorization: controlToken }],
    ['the token by another scheme', { authorization: `Basic ${controlToken}` }],
    ['the word of a token that is missing', { authorization: 'Bearer undefined' }],
  ])('refuses %s', (_, headers) => {
    const refusal = 'authorization' in headers ? 'otherControlToken' : 'controlToken'
    expect(createControlAccess({ ...plain, controlToken })(incoming(headers))).toBe(refusal)
  })

  it.each(['192.168.1.5', '::ffff:10.0.0.1', '172.17.0.1', '128.0.0.1', ''])('refuses the address %j', (address) => {
    expect(createControlAccess(plain)(incoming({}, address))).toBe('controlElsewhere')
  })

  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('admits the address %j', (address) => {
    expect(createControlAccess(plain)(incoming({}, address))).toBeUndefined()
  })

  it('takes headers of browsers and programs for no proxy', () => {
    const ordinary = { 'x-request-id': '1', traceparent: '00', 'sec-fetch-site': 'same-origin', 'user-agent': 'via' }
    expect(createControlAccess(plain)(incoming(ordinary))).toBeUndefined()
  })
})
