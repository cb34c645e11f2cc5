import { createServer, type IncomingMessage, request, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createSocketServer, type Server as SocketServer } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ObservedExchange } from '../comparison/observedExchange.ts'
import { type Proxy, startProxy } from './proxy.ts'

let target: SocketServer | undefined
let proxy: Proxy
const exchanges: ObservedExchange[] = []
const reasons: string[] = []
const observer = {
  observe: (exchange: ObservedExchange) => void exchanges.push(exchange),
  noteUnanswered: (reason: string) => void reasons.push(reason),
}

afterEach(async () => {
  await proxy?.close()
  if (target && 'closeAllConnections' in target) (target as Server).closeAllConnections()
  target?.close()
  target = undefined
  exchanges.length = 0
  reasons.length = 0
})

async function listenAt(server: SocketServer): Promise<URL> {
  target = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

async function proxyTo(answer: RequestListener, { timeoutMs = 20_000, path = '' } = {}) {
  const url = await listenAt(createServer(answer))
  proxy = await startProxy({ target: new URL(path, url), port: 0, timeoutMs }, observer)
  return proxy.url
}

interface Sent {
  readonly path?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: Uint8Array
}

/** Sends a request without `fetch`, which changes headers and bodies. */
function send({ path = '/api/v0/things', method = 'GET', headers = {}, body }: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(proxy.url)
    request({ host: '127.0.0.1', port, path, method, headers, agent: false }, resolve).on('error', reject).end(body)
  })
}

describe('a request through the proxy', () => {
  it('reaches the target with its method, path, query, headers and bytes, and with the host of the target', async () => {
    let received: { method: unknown; url: unknown; headers: IncomingMessage['headers']; bytes: Buffer } | undefined
    await proxyTo(async (incoming, outgoing) => {
      const { method, url, headers } = incoming
      received = { method, url, headers, bytes: await buffer(incoming) }
      outgoing.end()
    })
    const body = Buffer.from([0, 255, 128, 10, 13, 0])
    const headers = {
      authorization: 'Bearer token',
      'x-two': ['a', 'b'],
      connection: 'x-one-hop',
      'x-one-hop': 'yes',
      'proxy-authorization': 'Basic eA==',
      'content-length': '6',
    }
    expect((await send({ path: '/api/v0/a%2Fb/c?x=1&x=%20', method: 'PUT', headers, body })).statusCode).toBe(200)
    expect(received).toMatchObject({
      method: 'PUT',
      url: expect.stringMatching(/^\/api\/v0\/a%2Fb\/c\?x=1&x=%20$/),
      headers: { authorization: 'Bearer token', 'x-two': 'a, b', host: expect.stringMatching(/^127\.0\.0\.1:\d+$/) },
      bytes: body,
    })
    expect(received?.headers.host).not.toBe(new URL(proxy.url).host)
    expect(Object.keys(received?.headers ?? {})).not.toContain('x-one-hop')
    expect(Object.keys(received?.headers ?? {})).not.toContain('proxy-authorization')
  })

  it('reaches a deployment below a path, also with a body that has no length', async () => {
    const received: unknown[] = []
    await proxyTo(
      async (incoming, outgoing) => {
        received.push(incoming.url, await text(incoming))
        outgoing.end()
      },
      { path: '/below/' },
    )
    await send({ method: 'DELETE', headers: { 'transfer-encoding': 'chunked' }, body: Buffer.from('{"a":1}') })
    expect(received).toEqual(['/below/api/v0/things', '{"a":1}'])
  })

  it.each(['//elsewhere.invalid/x', '//', '///x', '/\\\\elsewhere.invalid/x', 'http://localhost//elsewhere.invalid/x'])(
    'for %s reaches the target too, and no other host',
    async (path) => {
      const received: unknown[] = []
      await proxyTo((incoming, outgoing) => {
        received.push(incoming.headers.host)
        outgoing.end()
      })
      expect((await send({ path })).statusCode).toBe(200)
      expect([received.length, reasons]).toEqual([1, []])
      expect(received).not.toContain('elsewhere.invalid')
    },
  )

  it.each<[what: string, headers: Record<string, string>, status: number]>([
    ['for another host name', { host: 'evil.example' }, 403],
    ['of a page of another site', { origin: 'https://evil.example' }, 403],
    ['of a page without an origin', { origin: 'null' }, 403],
    ['of a page of this machine', { origin: 'http://localhost:3000' }, 200],
    ['by another loopback name', { host: 'app.localhost' }, 200],
  ])('%s is refused unless a mock would answer it', async (_, headers, status) => {
    let passed = 0
    await proxyTo((_incoming, outgoing) => void outgoing.end(String(++passed)))
    expect((await send({ headers })).statusCode).toBe(status)
    expect(passed).toBe(status === 200 ? 1 : 0)
  })

  it('for sign-in is passed on for pages of every site, since the target has a list of origins itself', async () => {
    await proxyTo((_, outgoing) => void outgoing.end())
    const reply = await send({ path: '/api/v0/sdk/x/settings', headers: { origin: 'https://app.example' } })
    expect(reply.statusCode).toBe(200)
  })
})

describe('a reply through the proxy', () => {
  it('has the status, headers, cookies and bytes of the target, and is observed without its compression', async () => {
    const bytes = gzipSync('{"name":"Ada"}')
    await proxyTo((_, outgoing) => {
      outgoing.writeHead(201, 'Made', {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'set-cookie': ['a=1; Path=/', 'b=2; Secure'],
        'x-request-id': 'r1',
        date: 'Thu, 01 Jan 2026 00:00:00 GMT',
      })
      outgoing.end(bytes)
    })
    const reply = await send({})
    expect([reply.statusCode, reply.statusMessage, await buffer(reply)]).toEqual([201, 'Made', bytes])
    expect(reply.headers).toMatchObject({
      'content-encoding': 'gzip',
      'set-cookie': ['a=1; Path=/', 'b=2; Secure'],
      'x-request-id': 'r1',
      date: 'Thu, 01 Jan 2026 00:00:00 GMT',
    })
    await vi.waitFor(() => expect(exchanges).toHaveLength(1))
    expect(Buffer.from(exchanges[0]?.replyBody ?? []).toString()).toBe('{"name":"Ada"}')
  })

  it('of any length arrives whole, and a long one is not compared', async () => {
    const chunk = Buffer.alloc(1_048_576, 'x')
    await proxyTo(async (_, outgoing) => {
      for (let i = 0; i < 64; i++)
        if (!outgoing.write(chunk)) await new Promise((resolve) => outgoing.once('drain', resolve))
      outgoing.end()
    })
    let bytes = 0
    for await (const part of await send({})) bytes += (part as Buffer).length
    expect(bytes).toBe(64 * chunk.length)
    await vi.waitFor(() => expect(exchanges).toHaveLength(1))
    expect(exchanges[0]?.replyBody).toBeUndefined()
  })

  it('that becomes endless when it is decompressed is not compared', async () => {
    await proxyTo((_, outgoing) => {
      outgoing.writeHead(200, { 'content-encoding': 'gzip' })
      outgoing.end(gzipSync(Buffer.alloc(64 * 1_048_576)))
    })
    await buffer(await send({}))
    await vi.waitFor(() => expect(exchanges).toHaveLength(1))
    expect(exchanges[0]?.replyBody).toBeUndefined()
  })

  it('that is a stream of events arrives event by event', async () => {
    let end = () => {}
    await proxyTo(
      (_, outgoing) => {
        outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
        outgoing.write('data: 1\n\n')
        end = () => outgoing.end('data: 2\n\n')
      },
      { timeoutMs: 1_500 },
    )
    const reply = await send({})
    const events: string[] = []
    for await (const chunk of reply) {
      events.push(String(chunk))
      if (events.length === 1) setTimeout(end, 2_500)
    }
    expect(events.join('')).toBe('data: 1\n\ndata: 2\n\n')
    expect(reasons).toEqual([])
  })
})

describe('without a whole reply of the target', () => {
  const refusal = async (reply: IncomingMessage) => [reply.statusCode, JSON.parse(await text(reply))]

  it('the caller gets a 502 in the shape of the service when nothing listens there', async () => {
    const url = await listenAt(createSocketServer())
    await new Promise((resolve) => target?.close(resolve))
    proxy = await startProxy({ target: url, port: 0, timeoutMs: 20_000 }, observer)
    expect(await refusal(await send({}))).toEqual([
      502,
      { error: expect.stringContaining('The target could not be reached'), code: 'internal_server_error' },
    ])
    expect(reasons).toEqual(['nothing listens at the target.'])
  })

  it('the caller gets a 502 when the target speaks no HTTP', async () => {
    const url = await listenAt(createSocketServer((socket) => socket.end('220 mail.example ESMTP\r\n')))
    proxy = await startProxy({ target: url, port: 0, timeoutMs: 20_000 }, observer)
    expect(await refusal(await send({}))).toEqual([502, expect.objectContaining({ code: 'internal_server_error' })])
    expect(reasons).toEqual(['the connection to the target failed.'])
  })

  it('the caller gets a 504 when the target is silent', async () => {
    await proxyTo(() => undefined, { timeoutMs: 200 })
    expect(await refusal(await send({}))).toEqual([
      504,
      { error: expect.stringContaining('--timeout'), code: 'internal_server_error' },
    ])
    expect(reasons).toEqual(['the target was silent for too long.'])
  })

  it.each<[what: string, end: (incoming: IncomingMessage) => void, reason: string]>([
    ['the target stops in the middle', () => undefined, 'the target was silent for too long.'],
    ['the reply breaks off', ({ socket }) => socket.destroy(), 'the reply broke off.'],
  ])('the connection of the caller breaks when %s', async (_, end, reason) => {
    await proxyTo(
      (incoming, outgoing) => {
        outgoing.writeHead(200, { 'content-length': '1000' })
        outgoing.write('half', () => end(incoming))
      },
      { timeoutMs: 2_000 },
    )
    await expect(send({}).then(buffer)).rejects.toThrow('aborted')
    await vi.waitFor(() => expect(reasons).toEqual([reason]))
    expect(exchanges).toEqual([])
  })

  it('the target is left when the caller leaves, and nothing is noted', async () => {
    let leave = () => {}
    let noteLeft = () => {}
    const left = new Promise<void>((resolve) => (noteLeft = resolve))
    const url = await proxyTo((incoming) => {
      incoming.socket.on('close', noteLeft)
      leave()
    })
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    leave = () => socket.destroy()
    socket.write('GET /api/v0/things HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await left
    await proxy.close()
    expect([exchanges, reasons]).toEqual([[], []])
  })
})
