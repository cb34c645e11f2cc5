import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../createMock.ts'
import { type MockServer, startServer } from './server.ts'

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

/** Sends text over a bare socket, and gives all that comes back. */
function talk(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text))
    let reply = ''
    socket.on('data', (chunk) => (reply += chunk))
    socket.on('close', () => resolve(reply))
    socket.on('error', reject)
  })
}

describe('startServer', () => {
  it('answers under its own address, with URLs that lead back to it', () => {
    expect(server.mock.baseUrl).toBe(server.url)
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  it('keeps what a request writes, for the next one and for the control object', async () => {
    const created = await create('{"email":"ada@example.com"}')
    expect(created.status).toBe(201)
    const { users: listed } = (await (
      await fetch(users(), { headers: { authorization: authorization() } })
    ).json()) as { users: { email: string }[] }
    expect(listed.map(({ email }) => email)).toEqual(['ada@example.com'])
    expect(server.mock.journal.list().map(({ status }) => status)).toEqual([201, 200])
  })

  it('serves a mock that was there before', async () => {
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

  it('answers requests that name it by another Host', async () => {
    const reply = await talk(
      `GET ${new URL(users()).pathname} HTTP/1.1\r\nhost: mock.example:1\r\nauthorization: ${authorization()}\r\nconnection: close\r\n\r\n`,
    )
    expect(reply).toContain('HTTP/1.1 200')
  })

  it('takes a whole URL in the request line', async () => {
    const path = new URL(users()).pathname
    const reply = await talk(
      `GET http://proxied.example${path} HTTP/1.1\r\nhost: proxied.example\r\nauthorization: ${authorization()}\r\nconnection: close\r\n\r\n`,
    )
    expect(reply).toContain('HTTP/1.1 200')
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

  it('answers a request that names no host', async () => {
    expect(await talk('GET /__mock/v1/nothing HTTP/1.1\r\nconnection: close\r\n\r\n')).toContain('HTTP/1.1 404')
  })

  it('refuses what is no HTTP in the shape of its errors', async () => {
    const reply = await talk('THIS IS NOT HTTP\r\n\r\n')
    expect(reply).toContain('HTTP/1.1 400 Bad Request')
    expect(reply).toMatch(/x-request-id: req_host_\w+/)
    expect(JSON.parse(reply.split('\r\n\r\n')[1] as string)).toEqual({
      error: 'This is not a valid HTTP request.',
      code: 'bad_request',
    })
  })

  it('refuses headers that are too large', async () => {
    expect(await talk(`GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(40_000)}\r\n\r\n`)).toContain('HTTP/1.1 431')
  })

  it('refuses a body over one megabyte, and goes on', async () => {
    const refused = await create(JSON.stringify({ alias: 'x'.repeat(1_100_000) }))
    expect([refused.status, await refused.json()]).toEqual([400, { error: expect.any(String), code: 'body_too_large' }])
    expect((await create('{"email":"ada@example.com"}')).status).toBe(201)
  })

  it('writes nothing of a request that breaks off', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const head = `POST ${new URL(users()).pathname} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization()}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n`
    await new Promise<void>((resolve) => socket.write(`${head}{"email":"lost@`, () => resolve()))
    socket.destroy()
    const response = await fetch(users(), { headers: { authorization: authorization() } })
    expect(await response.json()).toMatchObject({ users: [] })
  })

  it('breaks the connection where a fault asks for it', async () => {
    server.mock.faults.set('users.list', { networkError: true }, 1)
    await expect(fetch(users(), { headers: { authorization: authorization() } })).rejects.toThrow(TypeError)
    expect((await fetch(users(), { headers: { authorization: authorization() } })).status).toBe(200)
  })

  it('breaks off in the middle of a body where a fault asks for it', async () => {
    server.mock.faults.set('users.list', { truncate: true }, 1)
    const response = await fetch(users(), { headers: { authorization: authorization() } })
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow(TypeError)
  })

  it('refuses a port that is taken', async () => {
    await expect(startServer({}, { port: Number(new URL(server.url).port) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })

  it('ends open connections when it closes', async () => {
    server.mock.faults.set('users.list', { delayMs: 5_000 })
    const waiting = fetch(users(), { headers: { authorization: authorization() } })
    waiting.catch(() => undefined)
    await fetch(`${server.url}/elsewhere`)
    await server.close()
    await expect(waiting).rejects.toThrow(TypeError)
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
    // The clock runs, so that the second step begins a little later than a second after the first.
    await mock.clock.advance({ seconds: 5 })
    return (await fetch(`${exports}/${id}/download`, { headers, redirect: 'manual' })).headers.get('location') as string
  }

  it('tells its length in bytes, and arrives as a whole', async () => {
    const response = await fetch(await linkOfUsers(1_500))
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(new TextDecoder().decode(bytes).split('\r\n')).toHaveLength(1_502)
  })

  it('leaves the server as it was when the caller goes away in the middle', async () => {
    const response = await fetch(await linkOfUsers(1_500))
    const reader = response.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await reader?.cancel()
    expect((await fetch(users(), { headers: { authorization: authorization() } })).status).toBe(200)
  })
})

describe('the control interface of the server', () => {
  it('steers the mock from this machine', async () => {
    const response = await fetch(`${server.url}/__mock/v1/defaults`)
    expect(await response.json()).toEqual(server.mock.defaults)
  })

  it('is not there under a foreign name, as a rebound page would use', async () => {
    const reply = await talk('GET /__mock/v1/defaults HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n')
    expect(reply).toContain('HTTP/1.1 404')
  })
})
