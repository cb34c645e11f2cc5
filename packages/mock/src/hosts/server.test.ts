import { Agent, createServer, request as httpRequest, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMock, type MockOptions } from '../mock/createMock.ts'
import { originAt } from './httpServer.ts'
import { type MockServer, startServer } from './server.ts'
import type { ServerOptions } from './serverOptions.ts'

let server: MockServer
beforeEach(async () => {
  server = await startServer({ seed: 'server' })
})
afterEach(() => server.close())

const users = () => `${server.url}/api/v0/environments/${server.mock.defaults.environments.sandbox.id}/users`
const authorization = () => `Bearer ${server.mock.defaults.environments.sandbox.token}`
const create = (body: string) =>
  fetch(users(), {
    method: 'POST',
    headers: { authorization: authorization(), 'content-type': 'application/json' },
    body,
  })

/** Sends a text, or bytes, over a socket. Resolves with the whole reply. */
function talk(text: string | Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text))
    let reply = ''
    socket.on('data', (chunk) => (reply += chunk))
    socket.on('close', () => resolve(reply))
    socket.on('error', reject)
  })
}

/** Requests a path with the sandbox's token and these headers. */
function get(path: string, headers: Record<string, string>, target = path): Promise<string> {
  const all = Object.entries({ authorization: authorization(), connection: 'close', ...headers })
  return talk(`GET ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
}

const refusalIn = (reply: string) => ({
  status: Number(reply.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)),
  body: JSON.parse(reply.split('\r\n\r\n')[1] as string) as unknown,
})

describe('startServer', () => {
  it('answers at its address, which is the base URL of the mock', () => {
    expect(server.mock.baseUrl).toBe(server.url)
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  it('keeps what a request writes, for later requests and the control object', async () => {
    const created = await create('{"email":"ada@example.com"}')
    expect(created.status).toBe(201)
    const { users: listed } = (await (
      await fetch(users(), { headers: { authorization: authorization() } })
    ).json()) as { users: { email: string }[] }
    expect(listed.map(({ email }) => email)).toEqual(['ada@example.com'])
    expect(server.mock.journal.list().map(({ status }) => status)).toEqual([201, 200])
  })

  it('serves an existing mock', async () => {
    const mock = createMock()
    await mock.create.user({ email: 'before@example.com' })
    const { id, token } = mock.defaults.environments.sandbox
    const second = await startServer(mock)
    const response = await fetch(`${second.url}/api/v0/environments/${id}/users`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await response.json()).toMatchObject({ users: [{ email: 'before@example.com' }] })
    await second.close()
  })

  it('has the base URL by which callers reach it, and answers to its name', async () => {
    await server.close()
    server = await startServer({ seed: 'server' }, { baseUrl: 'https://mock.example.com/' })
    expect([server.url, server.mock.baseUrl]).toEqual(['https://mock.example.com', 'https://mock.example.com'])
    expect(server.worlds.create('ada').baseUrl).toBe('https://mock.example.com/w/ada')
    await expect(startServer({}, { baseUrl: 'https://mock.example.com/path' })).rejects.toThrow(
      /takes an origin, without/,
    )
  })

  it('accepts a whole URL in the request line', async () => {
    const { host, pathname } = new URL(users())
    expect(await get(pathname, { host }, `http://${host}${pathname}`)).toContain('HTTP/1.1 200')
    // The request line has precedence over `Host` (RFC 9112, section 3.2.2).
    expect(await get(pathname, { host }, `http://evil.example${pathname}`)).toContain('HTTP/1.1 403')
  })

  it('reads a request line that is no URL as the root', async () => {
    const { host } = new URL(users())
    const bodyAt = async (target: string) => (await get('/', { host }, target)).split('\r\n\r\n')[1]
    expect(await bodyAt('/')).toContain('"name"')
    expect(await bodyAt('http://localhost:99999/api/v0/health')).toBe(await bodyAt('/'))
  })

  it('tells callers to keep a connection for longer than their pools do', async () => {
    const { headers } = await fetch(`${server.url}/__mock/health`)
    expect(headers.get('keep-alive')).toBe('timeout=65')
  })

  it('answers several requests over one connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = new Set<number | undefined>()
    for (let i = 0; i < 3; i++) {
      await new Promise<void>((resolve, reject) => {
        const request = httpRequest(users(), { agent, headers: { authorization: authorization() } }, (response) => {
          ports.add(response.socket.localPort)
          response.resume().on('end', resolve)
        })
        request.on('error', reject).end()
      })
    }
    agent.destroy()
    expect(ports.size).toBe(1)
  })

  it('answers a request without Host', async () => {
    expect(await talk('GET /__mock/nothing HTTP/1.1\r\nconnection: close\r\n\r\n')).toContain('HTTP/1.1 404')
  })

  it("refuses invalid HTTP in the shape of the service's errors", async () => {
    const reply = await talk('THIS IS NOT HTTP\r\n\r\n')
    expect(reply).toContain('HTTP/1.1 400 Bad Request')
    expect(reply).toMatch(/x-request-id: req_host_\w+/)
    expect(reply).toContain('x-content-type-options: nosniff')
    expect(JSON.parse(reply.split('\r\n\r\n')[1] as string)).toEqual({
      error: 'This is not a valid HTTP request.',
      code: 'bad_request',
    })
  })

  it('takes back the token of a user with many wallets, which is larger than the heads that Node takes', async () => {
    const { mock, url } = server
    const user = await mock.create.user({ email: 'collector@example.com' })
    for (let count = 0; count < 21; count++) await mock.create.wallet(user.id)
    const { token, headers } = await mock.signIn(user)
    expect(token.length).toBeGreaterThan(16_384)
    const profile = await fetch(`${url}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/users`, { headers })
    expect([profile.status, (await profile.json()).email]).toEqual([200, 'collector@example.com'])
  })

  it.each([400_000, 20_000_000])('refuses a header of %i bytes, and reads it to its end', async (length) => {
    expect(await talk(`GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(length)}\r\n\r\n`)).toContain('HTTP/1.1 431')
  })

  it('closes the connection of a caller who never ends a refused request', async () => {
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => undefined)
    const more = setInterval(() => socket.write('x'.repeat(1000)), 50)
    socket.write(`GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(400_000)}`)
    await new Promise((resolve) => socket.resume().once('close', resolve))
    clearInterval(more)
  })

  it('refuses a request with two Host headers, which is ambiguous', async () => {
    for (const names of [
      ['host', 'host'],
      ['Host', 'HOST'],
    ]) {
      const { host } = new URL(server.url)
      const head = names.map((name) => `${name}: ${host}\r\n`).join('')
      const reply = await talk(`GET ${new URL(users()).pathname} HTTP/1.1\r\n${head}\r\n`)
      expect(refusalIn(reply)).toEqual({
        status: 400,
        body: { error: 'The request has more than one Host header.', code: 'bad_request' },
      })
      expect(reply).toMatch(/connection: close/i)
    }
  })

  it('refuses an unknown expectation, and does nothing', async () => {
    const body = '{"email":"ada@example.com"}'
    const post = (expectation: string) =>
      talk(
        `POST ${new URL(users()).pathname} HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\n` +
          `authorization: ${authorization()}\r\ncontent-type: application/json\r\n` +
          `content-length: ${body.length}\r\nconnection: close\r\nexpect: ${expectation}\r\n\r\n${body}`,
      )
    expect(refusalIn(await post('banana'))).toEqual({
      status: 417,
      body: { error: 'The only expectation that this server supports is 100-continue.', code: 'bad_request' },
    })
    expect(server.mock.export().tables.users).toEqual([])
    expect(await post('100-continue')).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
  })

  it('refuses a body over one megabyte, and serves the next request', async () => {
    const refused = await create(JSON.stringify({ alias: 'x'.repeat(1_100_000) }))
    expect([refused.status, await refused.json()]).toEqual([400, { error: expect.any(String), code: 'body_too_large' }])
    expect((await create('{"email":"ada@example.com"}')).status).toBe(201)
  })

  it('takes a body with a byte order mark, as the mock in process does', async () => {
    expect((await create('\ufeff{"email":"ada@example.com"}')).status).toBe(201)
  })

  it('reads a character of a body whose bytes come in two pieces', async () => {
    const head = [
      `POST ${new URL(users()).pathname} HTTP/1.1`,
      `authorization: ${authorization()}`,
      'connection: close',
    ]
    const bytes = Buffer.from('{"email":"zoe@example.com","firstName":"Zoë"}')
    const middle = bytes.indexOf('ë') + 1
    // Node hands over the chunks of a chunked body one by one, however they arrive.
    const chunks = [bytes.subarray(0, middle), bytes.subarray(middle)].flatMap((chunk) => [
      Buffer.from(`${chunk.length.toString(16)}\r\n`),
      chunk,
      Buffer.from('\r\n'),
    ])
    const type = ['content-type: application/json', 'transfer-encoding: chunked', '', '']
    await talk(Buffer.concat([Buffer.from([...head, ...type].join('\r\n')), ...chunks, Buffer.from('0\r\n\r\n')]))
    const { users: created } = await server.mock.people.list()
    expect(created.map(({ firstName }) => firstName)).toEqual(['Zoë'])
  })

  it('writes nothing for a request that breaks off', async () => {
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true })
    const head =
      `POST ${new URL(users()).pathname} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization()}\r\n` +
      'content-type: application/json\r\ncontent-length: 100\r\n\r\n'
    await new Promise<void>((resolve) => socket.write(`${head}{"email":"lost@`, () => resolve()))
    socket.destroy()
    const response = await fetch(users(), { headers: { authorization: authorization() } })
    expect(await response.json()).toMatchObject({ users: [] })
  })

  it('breaks the connection when a fault says so', async () => {
    server.mock.faults.set('users.list', { networkError: true }, 1)
    await expect(fetch(users(), { headers: { authorization: authorization() } })).rejects.toThrow(TypeError)
    expect((await fetch(users(), { headers: { authorization: authorization() } })).status).toBe(200)
  })

  it('cuts a body off in the middle when a fault says so', async () => {
    server.mock.faults.set('users.list', { truncate: true }, 1)
    const response = await fetch(users(), { headers: { authorization: authorization() } })
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow(TypeError)
  })

  it('rejects when the port is taken, and says what to do', async () => {
    const { port } = new URL(server.url)
    await expect(startServer({}, { port: Number(port) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: `Cannot listen at 127.0.0.1:${port}: the port is taken. Choose another \`port\`, or 0 for a free one.`,
    })
    await expect(startServer({}, { host: 'no-such-host.invalid' })).rejects.toThrow(/^Cannot listen at no-such-host/)
  })

  it.each(['::1', '[::1]'])('listens at an IPv6 address, with its brackets or without: %s', async (host) => {
    const other = await startServer({}, { host })
    expect(other.url).toMatch(/^http:\/\/\[::1\]:\d+$/)
    expect((await fetch(`${other.url}/__mock/v1/clock`)).status).toBe(200)
    await other.close()
  })

  it.each([
    ['127.0.0.1', '127.0.0.1', 80, 'http://127.0.0.1'],
    ['127.0.0.1', '127.0.0.1', 443, 'http://127.0.0.1:443'],
    ['localhost', '127.0.0.1', 80, 'http://localhost'],
    ['0.0.0.0', '0.0.0.0', 80, 'http://localhost'],
    ['::1', '::1', 80, 'http://[::1]'],
    ['127.0.0.1', '127.0.0.1', 4010, 'http://127.0.0.1:4010'],
  ])('has the origin that its mock has: at %s (%s) and port %i it is %s', (...[host, address, port, origin]) => {
    const listening = createServer()
    const family = address.includes(':') ? 'IPv6' : 'IPv4'
    vi.spyOn(listening, 'address').mockReturnValue({ address, family, port })
    expect(originAt(listening, host)).toBe(origin)
    expect(createMock({ baseUrl: originAt(listening, host) }).baseUrl).toBe(origin)
  })

  it('closes open connections when it closes', async () => {
    server.mock.faults.set('users.list', { delayMs: 5_000 })
    const waiting = fetch(users(), { headers: { authorization: authorization() } })
    waiting.catch(() => undefined)
    await fetch(`${server.url}/elsewhere`)
    await server.close()
    await expect(waiting).rejects.toThrow(TypeError)
  })
})

describe('the address of a caller', () => {
  const restart = async (options: ServerOptions) => {
    await server.close()
    server = await startServer({ seed: 'server', now: '2026-01-15T09:30:00.000Z', rateLimits: true }, options)
  }
  const sdk = (path: string) => `${server.url}/api/v0/sdk/${server.mock.defaults.environments.sandbox.id}/${path}`
  /** The statuses of requests for a nonce, which an address may make ten times a minute. */
  const noncesFor = async (...addresses: string[]) => {
    const statuses: number[] = []
    for (const address of addresses)
      statuses.push((await fetch(sdk('nonce'), { headers: { 'x-forwarded-for': address } })).status)
    return statuses
  }
  const eleven = Array.from({ length: 11 }, (_, i) => `203.0.113.${i}`)
  const allOfOne = [...Array.from({ length: 10 }, () => 200), 429]

  it("is the connection's, even if the caller sends X-Forwarded-For", async () => {
    await restart({})
    expect(await noncesFor(...eleven)).toEqual(allOfOne)
  })

  it('is the first one that a trusted proxy names', async () => {
    await restart({ trustProxy: true })
    expect(await noncesFor(...eleven)).toEqual(eleven.map(() => 200))
    expect(await noncesFor(...eleven.map((address) => `198.51.100.9, ${address}`))).toEqual(allOfOne)
    // With an empty header the address is the connection's.
    expect(await noncesFor(...eleven.map(() => ''))).toEqual(allOfOne)
  })

  it.each([
    [{}, '127.0.0.1'],
    [{ trustProxy: true }, '203.0.113.7'],
  ])('is stored in the session: with %j it is %s', async (options, ipAddress) => {
    await restart(options)
    await server.mock.create.provider({ provider: 'emailOnly' })
    const post = (path: string, body: object) =>
      fetch(sdk(path), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
        body: JSON.stringify(body),
      })
    const { verificationUUID } = await (await post('emailVerifications/create', { email: 'ada@example.com' })).json()
    const verificationToken = server.mock.outbox.email.last('ada@example.com')?.code
    expect((await post('emailVerifications/signin', { verificationUUID, verificationToken })).status).toBe(200)
    expect(server.mock.export().tables.sessions).toMatchObject([{ ipAddress }])
  })
})

describe('the webhooks of the server', () => {
  /** Creates a webhook, which is pinged, and returns the receiver's response. */
  async function pinged(url: string) {
    const { mock } = server
    const { webhookId } = await mock.create.webhook({ url })
    await mock.clock.settle()
    return mock.webhooks.last(webhookId)?.response
  }
  const restart = async (mock: MockOptions) => {
    await server.close()
    // It listens at all addresses, so that only the rule can prevent a delivery to it.
    server = await startServer({ seed: 'server', ...mock }, { host: '0.0.0.0' })
  }
  const refusal = { error: 'Webhooks may not be sent to the address of the receiver.' }
  let receiver: Server
  let receiverPort: number
  let answer: (response: ServerResponse) => void

  beforeEach(async () => {
    answer = (response) => response.writeHead(200).end('Thanks')
    receiver = createServer((request, response) => request.resume().on('end', () => answer(response)))
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    receiverPort = (receiver.address() as AddressInfo).port
  })
  afterEach(() => {
    receiver.closeAllConnections()
    receiver.close()
  })

  it.each(['localhost', '127.0.0.1'])('are sent to other servers of this machine: %s', async (name) => {
    expect(await pinged(`http://${name}:${receiverPort}/`)).toEqual({ status: 200, body: 'Thanks' })
  })

  it.each([
    ['localhost', {}],
    ['127.0.0.1', {}],
    ['[::1]', {}],
    ['localhost', { allowPrivateWebhooks: true }],
    ['127.0.0.1', { allowPrivateWebhooks: true }],
  ])('are never sent to the server itself: %s with %j', async (name, options) => {
    await restart(options)
    expect(await pinged(`http://${name}:${new URL(server.url).port}/__mock/v1/reset`)).toEqual(refusal)
    expect(server.mock.export().tables.webhooks).toHaveLength(1)
    expect(await pinged(`http://127.0.0.1:${receiverPort}/`)).toEqual({ status: 200, body: 'Thanks' })
  })

  it('fail when the receiver does not answer in time', async () => {
    await restart({ deliveryTimeoutMs: 50 })
    answer = () => undefined
    expect(await pinged(`http://127.0.0.1:${receiverPort}/`)).toEqual({ error: 'The receiver did not answer in time.' })
  })

  it('are sent by the option `deliver` if it is set', async () => {
    const urls: string[] = []
    const deliver: MockOptions['deliver'] = async ({ url }) => (urls.push(url), { status: 204 })
    await restart({ deliver })
    const ownUrl = `http://127.0.0.1:${new URL(server.url).port}/`
    expect(await pinged(ownUrl)).toMatchObject({ status: 204 })
    expect(urls).toEqual([ownUrl])
  })
})

describe('a file that is sent in pieces', () => {
  async function linkOfUsers(count: number): Promise<string> {
    const { mock } = server
    for (let i = 0; i < count; i++) await mock.create.user({ alias: `user ${i} ä` })
    const exports = users().replace(/users$/, 'exports')
    const headers = { authorization: authorization(), 'content-type': 'application/json' }
    const { id } = (await (
      await fetch(exports, { method: 'POST', headers, body: '{"format":"csv","model":"users"}' })
    ).json()) as { id: string }
    // The clock runs, so the second step begins a little more than a second after the first.
    await mock.clock.advance({ seconds: 5 })
    return (await fetch(`${exports}/${id}/download`, { headers, redirect: 'manual' })).headers.get('location') as string
  }

  it('has its length in bytes, and arrives as a whole', async () => {
    const response = await fetch(await linkOfUsers(1_500))
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(new TextDecoder().decode(bytes).split('\r\n')).toHaveLength(1_502)
  })

  it('does not harm the server when the caller cancels it', async () => {
    const response = await fetch(await linkOfUsers(1_500))
    const reader = response.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await reader?.cancel()
    expect((await fetch(users(), { headers: { authorization: authorization() } })).status).toBe(200)
  })
})

describe('the control interface of the server', () => {
  it('controls the mock from this machine', async () => {
    const response = await fetch(`${server.url}/__mock/v1/defaults`)
    expect(await response.json()).toEqual(server.mock.defaults)
  })

  it('is not served under a foreign name, as a page with DNS rebinding would use', async () => {
    expect(await get('/__mock/v1/defaults', { host: 'evil.example' })).toContain('HTTP/1.1 403')
  })

  it('is not served under a name of allowHosts, by which a tunnel may make the server public', async () => {
    await server.close()
    server = await startServer({ seed: 'server' }, { allowHosts: ['mock.example'] })
    const { pathname } = new URL(users())
    expect(await get(pathname, { host: 'mock.example' })).toContain('HTTP/1.1 200')
    expect(await get('/__mock/v1/defaults', { host: 'mock.example' })).toContain('HTTP/1.1 403')
  })

  it('is served under such a name to callers with the control token', async () => {
    await server.close()
    server = await startServer(
      { seed: 'server' },
      { allowHosts: ['mock.example'], controlToken: 'a long control token' },
    )
    const statusWith = async (authorization: string) =>
      (await get('/__mock/v1/defaults', { host: 'mock.example', authorization })).slice(9, 12)
    expect(await statusWith('Bearer a long control token')).toBe('200')
    for (const wrong of [
      'Bearer a long control tokem',
      'Bearer a long control',
      'a long control token',
      'Bearer undefined',
      '',
    ])
      expect(await statusWith(wrong), wrong).toBe('401')
    // A page of another site needs the token, too, and so does this machine.
    const page = { host: 'mock.example', authorization: 'Bearer a long control tokem', origin: 'https://evil.example' }
    expect(await get('/__mock/v1/defaults', page)).toContain('HTTP/1.1 401')
    expect((await fetch(`${server.url}/__mock/v1/defaults`)).status).toBe(401)
  })
})

describe('the host names that the server accepts', () => {
  const statusUnder = async (host: string) => refusalIn(await get(new URL(users()).pathname, { host })).status

  it.each([
    'localhost',
    'localhost:4010',
    'LOCALHOST.',
    'app.localhost:80',
    '127.0.0.1:4010',
    '127.9.9.9',
    '[::1]:4010',
  ])('are loopback names: %s', async (host) => {
    expect(await statusUnder(host)).toBe(200)
  })

  it.each([
    'evil.example',
    'evil.example:4010',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'evil-localhost',
    'user@localhost',
    '192.168.1.5',
    '0.0.0.0:4010',
    '[::]:4010',
    '[::2]:4010',
  ])('are no other names: %s', async (host) => {
    expect(refusalIn(await get(new URL(users()).pathname, { host }))).toEqual({
      status: 403,
      body: { error: expect.stringContaining('--allow-host'), code: 'forbidden' },
    })
  })

  it('are `host` and those of `allowHosts`, with any port', async () => {
    await server.close()
    server = await startServer(
      { seed: 'server' },
      { host: '0.0.0.0', allowHosts: ['Mock.Example', 'fd00::7', 'bücher.example'] },
    )
    for (const host of [
      '0.0.0.0:1',
      'mock.example',
      'MOCK.example:4010',
      '[fd00::7]:4010',
      'xn--bcher-kva.example',
      'localhost',
    ])
      expect(await statusUnder(host), host).toBe(200)
    for (const host of ['a.mock.example', 'example', '[fd00::8]']) expect(await statusUnder(host), host).toBe(403)
  })

  it.each([
    'http://mock.example',
    'mock.example:4010',
    'mock.example:80',
    'x:80',
    '[::1]:80',
    'mock.example/',
    '*.example',
    '.example',
    '',
    'a b',
  ])('cannot be "%s"', async (name) => {
    await expect(startServer({}, { allowHosts: [name] })).rejects.toThrow(TypeError)
  })
})

describe('a request from a page', () => {
  const from = async (origin: string, path = new URL(users()).pathname, host = new URL(server.url).host) => {
    const reply = await get(path, { host, origin })
    const allowed = /access-control-allow-origin: (.*)\r/i.exec(reply)?.[1]
    return [refusalIn(reply).status, allowed]
  }

  it.each([
    'http://localhost:3000',
    'https://localhost',
    'http://127.0.0.1:5173',
    'http://[::1]:8080',
    'http://app.localhost',
  ])('is answered for an origin of this machine: %s', async (origin) => {
    expect(await from(origin)).toEqual([200, origin])
  })

  it.each([
    'https://evil.example',
    'http://127.0.0.1.evil.example',
    'null',
    'file://',
    'nonsense',
    'chrome-extension://abcdefghijklmnop',
    'capacitor://localhost',
    'http://localhost:3000, https://evil.example',
  ])('is refused for any other origin, without CORS headers: %s', async (origin) => {
    expect(await from(origin)).toEqual([403, undefined])
    expect(await from(origin, '/__mock/idp/google/jwks')).toEqual([403, undefined])
    expect(await from(origin, '/api/v0/nothing')).toEqual([403, undefined])
    // A path that only starts like a sign-in path is not one.
    const { id } = server.mock.defaults.environments.sandbox
    expect(await from(origin, `/api/v0/sdk/../environments/${id}/users`)).toEqual([403, undefined])
    expect(await from(origin, `/api/v0/sdk/%2e%2e/environments/${id}/users`)).toEqual([403, undefined])
  })

  it('is answered for sign-in URLs, for which each environment has a list of origins', async () => {
    const settings = `/api/v0/sdk/${server.mock.defaults.environments.sandbox.id}/settings`
    expect(await from('https://shop.example', settings)).toEqual([200, 'https://shop.example'])
    await server.mock.create.origin('https://app.example')
    expect(await from('https://shop.example', settings)).toEqual([200, undefined])
  })

  it('is answered for an origin that an environment lists', async () => {
    await server.mock.create.origin('https://*.shop.example', {
      environmentId: server.mock.defaults.environments.live.id,
    })
    expect(await from('https://admin.shop.example')).toEqual([200, 'https://admin.shop.example'])
    expect(await from('https://shop.example')).toEqual([403, undefined])
    expect(await from('https://a.b.shop.example')).toEqual([403, undefined])
  })

  it("is answered for the server's own pages, under the name in the browser", async () => {
    await server.close()
    server = await startServer({ seed: 'server' }, { allowHosts: ['mock.example'] })
    const { pathname } = new URL(users())
    expect(await from('http://mock.example:4010', pathname, 'mock.example:4010')).toEqual([
      200,
      'http://mock.example:4010',
    ])
    expect(await from('http://mock.example:4011', pathname, 'mock.example:4010')).toEqual([403, undefined])
  })
})
