import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { http, HttpResponse, ws } from 'msw'
import { setupServer } from 'msw/node'
import manifest from 'msw/package.json' with { type: 'json' }
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { askOverSocket } from '../support/askOverSocket.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Which msw this is, as the project says. */
    mswMajor: number
  }
}

const server = setupServer()
let mock: Mock
let outside: Server
let outsideUrl: string

beforeAll(async () => {
  server.listen()
  outside = createServer((_, response) => response.end('outside'))
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  outsideUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/`
})
beforeEach(() => {
  mock = createMock({ seed: 'msw' })
  server.resetHandlers(...mock.handlers({ http, HttpResponse }))
})
afterAll(() => {
  server.close()
  outside.close()
})

it.each([[{ rest: {} }], [{ http: {} }], [undefined]])('says what to do about %j in place of msw', (wrongMsw) => {
  expect(() => mock.handlers(wrongMsw as never)).toThrow(
    new TypeError(
      'Failed to call "handlers()": it takes `{ http, HttpResponse }` of msw 2.12 or later. ' +
        'msw 1 has `rest` in their place: update msw.',
    ),
  )
})

const keys = () => `${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/.well-known/jwks`
const login = () => {
  const challenge = 'code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256'
  const { id } = mock.defaults.environments.sandbox
  return `${mock.baseUrl}/api/v0/sdk/${id}/providers/google/login?state=state-of-the-page-123&${challenge}`
}
const users = () => `${mock.baseUrl}/api/v0/environments/${mock.defaults.environments.sandbox.id}/users`
const authorization = () => `Bearer ${mock.defaults.environments.sandbox.token}`

describe('mock.handlers in Node', () => {
  it('runs with the major version of msw that the project is named after', () => {
    expect(manifest.version.split('.')[0]).toBe(String(inject('mswMajor')))
  })

  it('is one handler for all operations', () => {
    expect(mock.handlers({ http, HttpResponse })).toHaveLength(1)
  })

  it("answers the machine's fetch", async () => {
    const created = await fetch(users(), {
      method: 'POST',
      headers: { authorization: authorization(), 'content-type': 'application/json' },
      body: '{"email":"ada@example.com"}',
    })
    expect(created.status).toBe(201)
    expect(await (await fetch(users(), { headers: { authorization: authorization() } })).json()).toMatchObject({
      users: [{ email: 'ada@example.com' }],
    })
  })

  it('tells browsers not to guess the type of a reply', async () => {
    expect((await fetch(keys())).headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('answers node:https, which other HTTP clients use', async () => {
    const body = await new Promise<string>((resolve, reject) => {
      https
        .request(users(), { headers: { authorization: authorization() } }, (response) => {
          let text = ''
          response.on('data', (chunk) => (text += chunk)).on('end', () => resolve(text))
        })
        .on('error', reject)
        .end()
    })
    expect(JSON.parse(body)).toMatchObject({ users: [] })
  })

  it('leaves foreign URLs to other handlers', async () => {
    server.use(http.get('https://other.example/thing', () => new HttpResponse('other')))
    expect(await (await fetch('https://other.example/thing')).text()).toBe('other')
    expect(mock.journal.list()).toEqual([])
  })

  it('lets unhandled requests through to the network', async () => {
    expect(await (await fetch(outsideUrl)).text()).toBe('outside')
  })

  it('lets an earlier handler answer first', async () => {
    server.use(http.get(keys(), () => new HttpResponse('instead')))
    expect(await (await fetch(keys())).text()).toBe('instead')
  })

  it('serves several mocks side by side, each under its own origin', async () => {
    const other = createMock({ baseUrl: 'https://other.latchkey.test' })
    server.use(...other.handlers({ http, HttpResponse }))
    await fetch(keys())
    await fetch(keys().replace(mock.baseUrl, other.baseUrl))
    expect([mock.journal.list().length, other.journal.list().length]).toEqual([1, 1])
  })

  it('breaks the connection if a fault says so', async () => {
    mock.faults.set('jwks.get', { networkError: true }, 1)
    await expect(fetch(keys())).rejects.toThrow(TypeError)
    expect((await fetch(keys())).status).toBe(200)
  })

  it('breaks off in the middle of a body if a fault says so', async () => {
    mock.faults.set('jwks.get', { truncate: true }, 1)
    await expect(fetch(keys()).then((response) => response.json())).rejects.toThrow(TypeError)
  })

  it("breaks off in the middle of a body for callers that use Node's HTTP client", async () => {
    mock.faults.set('jwks.get', { truncate: true }, 1)
    const reply = await new Promise<IncomingMessage>((resolve) => https.get(keys(), resolve))
    const seen: string[] = []
    reply.on('data', (chunk: Buffer) => seen.push(String(chunk)))
    const error = await once(reply, 'end').catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code: 'ECONNRESET' })
    expect(seen.join('')).toMatch(/^\{"keys":/)
    expect([reply.statusCode, reply.complete]).toEqual([200, false])
  })

  it('has the length of a text in bytes', async () => {
    const created = await fetch(users(), {
      method: 'POST',
      headers: { authorization: authorization(), 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'zoe@example.com', firstName: 'Zoë 𠮷' }),
    })
    const length = Number(created.headers.get('content-length'))
    const text = await created.text()
    expect(text).toContain('Zoë 𠮷')
    expect(length).toBe(Buffer.byteLength(text))
    expect(length).toBeGreaterThan(text.length)
  })

  it('has no length without a text', async () => {
    const { user } = (await (
      await fetch(users(), {
        method: 'POST',
        headers: { authorization: authorization(), 'content-type': 'application/json' },
        body: '{"email":"ada@example.com"}',
      })
    ).json()) as { user: { id: string } }
    const empty = await fetch(`${users()}/${user.id}`, {
      method: 'DELETE',
      headers: { authorization: authorization() },
    })
    expect([empty.status, empty.headers.get('content-length')]).toEqual([204, null])
    expect((await fetch(keys(), { method: 'HEAD' })).headers.get('content-length')).toBeNull()
  })

  it('returns a redirect to a caller that does not follow it, and follows it for others', async () => {
    mock.override('oauth.login', () => ({ status: 302, headers: { location: outsideUrl } }))
    const shown = await fetch(login(), { redirect: 'manual' })
    expect([shown.status, shown.headers.get('location')]).toEqual([302, outsideUrl])
    expect(await (await fetch(login())).text()).toBe('outside')
  })

  it('returns every cookie that is set, and stores none: Node has no jar', async () => {
    const seen: object[] = []
    mock.override('jwks.get', ({ request }) => {
      seen.push({ ...request.cookies })
      return { status: 200, body: { keys: [] }, cookies: ['a=1; Path=/; HttpOnly', 'b=2; Path=/'] }
    })
    const response = await fetch(keys(), { credentials: 'include' })
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/; HttpOnly', 'b=2; Path=/'])
    await fetch(keys(), { credentials: 'include' })
    await fetch(keys(), { headers: { cookie: 'a=1; b=2' } })
    expect(seen).toEqual([{}, {}, { a: '1', b: '2' }])
  })
})

describe('a WebSocket to a chain inside msw', () => {
  const socketTo = (path: string) => {
    server.resetHandlers(...mock.handlers({ http, HttpResponse, ws }))
    return new WebSocket(mock.baseUrl.replace('http', 'ws') + path)
  }

  it('answers, and tells of new blocks', async () => {
    const socket = socketTo('/__mock/chains/evm/1')
    const heard: { id?: number; method?: string; result?: unknown }[] = []
    socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data)) as (typeof heard)[number]))
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}')
    await expect.poll(() => heard).toHaveLength(1)
    await mock.chain.mine()
    await expect.poll(() => heard.at(-1)?.method).toBe('eth_subscription')
    socket.close()
  })

  it('takes the methods of a development node, as requests over HTTP do', async () => {
    const ada = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
    const call = (value: string) =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setBalance', params: [ada, value] })
    const socket = socketTo('/__mock/chains/evm/1')
    expect([await askOverSocket(socket, call('0x1')), mock.chain.balance(ada)]).toEqual([
      { jsonrpc: '2.0', id: 1, result: null },
      '0.000000000000000001',
    ])
    const headers = { 'content-type': 'application/json' }
    await fetch(mock.chain.rpcUrl(1), { method: 'POST', headers, body: call('0x2') })
    expect(mock.chain.balance(ada)).toBe('0.000000000000000002')
  })

  it('takes the methods of a development node of Solana as well', async () => {
    const ada = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
    const call = (lamports: number) =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'surfnet_setAccount', params: [ada, { lamports }] })
    await askOverSocket(socketTo('/__mock/chains/solana/devnet'), call(3_000_000))
    expect(mock.chain.balance(ada, { networkId: 103 })).toBe('0.003')
    const headers = { 'content-type': 'application/json' }
    await fetch(mock.chain.rpcUrl('devnet'), { method: 'POST', headers, body: call(4_000_000) })
    expect(mock.chain.balance(ada, { networkId: 103 })).toBe('0.004')
  })

  it('is closed where the service has no chain', async () => {
    const socket = socketTo('/__mock/chains/evm/123456')
    const { code } = await new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve))
    expect(code).toBe(1008)
  })
})
