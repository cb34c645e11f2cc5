import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Authority, createAuthority, issueCertificate, type ServerCertificate } from '../effects/certificates.ts'
import { type MockServer, startServer } from './server.ts'
import type { ServerOptions } from './serverOptions.ts'

let authority: Authority
let certificate: ServerCertificate
let server: MockServer

beforeAll(async () => {
  authority = await createAuthority('tests')
  certificate = await issueCertificate(authority, ['localhost', '127.0.0.1', '::1', 'login.example.test'])
})
afterEach(() => server.close())

const start = async (options: ServerOptions = {}) => {
  server = await startServer({ seed: 'https' }, { https: certificate, ...options })
  return new URL(server.url)
}

/** Asks the server, at this machine whatever the name is. */
async function ask(url: string, { headers = {}, ca = authority.certificate }: { headers?: object; ca?: string } = {}) {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ ca, lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]) })
  const call = request(url, { agent, headers: { ...headers, host: `${hostname}:${port}` } })
  call.end()
  const [reply] = await once(call, 'response')
  let text = ''
  for await (const chunk of reply) text += chunk
  agent.destroy()
  return { status: reply.statusCode, headers: reply.headers, text }
}

/** Sends bytes without TLS, and gives all that comes back. */
async function talkPlainly(text: string): Promise<string> {
  const socket = connectPlain(Number(new URL(server.url).port), '127.0.0.1')
  socket.end(text)
  let reply = ''
  for await (const chunk of socket) reply += chunk
  return reply
}

const handshake = async (options: { servername?: string } = {}): Promise<TLSSocket> => {
  const socket = connect({
    port: Number(new URL(server.url).port),
    host: '127.0.0.1',
    ca: authority.certificate,
    ...options,
  })
  await once(socket, 'secureConnect')
  return socket
}

describe('startServer https', () => {
  it('serves those who trust the authority, under each of its names', async () => {
    const { port, protocol } = await start({ allowHosts: ['login.example.test'] })
    expect(protocol).toBe('https:')
    for (const name of ['127.0.0.1', 'localhost', 'login.example.test']) {
      const { status, text } = await ask(`https://${name}:${port}/openapi.json`)
      expect([status, JSON.parse(text).servers[0].url]).toEqual([200, server.url])
    }
  })

  it('is refused by those who do not trust the authority, and under another name', async () => {
    const { port } = await start({ allowHosts: ['other.example.test'] })
    await expect(fetch(server.url)).rejects.toThrow('fetch failed')
    const { certificate: stranger } = await createAuthority('somebody else')
    await expect(ask(server.url, { ca: stranger })).rejects.toThrow(/certificate/)
    await expect(ask(`https://other.example.test:${port}/`)).rejects.toThrow(/does not match certificate's altnames/)
  })

  it('tells a caller who speaks plain HTTP what to do', async () => {
    await start()
    const [head = '', body = ''] = (await talkPlainly('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(JSON.parse(body)).toEqual({
      error: 'This port speaks HTTPS. Begin the URL with https:// or wss://.',
      code: 'bad_request',
    })
  })

  it('ends a handshake that is none, and goes on', async () => {
    await start()
    expect(await talkPlainly('\u0016\u0003\u0001nonsense')).not.toContain('HTTP/')
    expect((await ask(server.url)).status).toBe(200)
  })

  it('reads a request that offers another protocol, as over HTTP', async () => {
    await start()
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' }
    expect((await ask(`${server.url}/__mock/health`, { headers })).status).toBe(200)
  })

  it('replaces a certificate that is due, and goes on with it if no other one can be had', async () => {
    const errors: unknown[] = []
    let asked = 0
    const issue = async () => {
      if (++asked === 3) throw new Error('The authority is gone.')
      const issued = await issueCertificate(authority, ['localhost'])
      return { ...issued, renewAt: new Date(asked === 1 || asked === 2 ? 0 : '2100-01-01') }
    }
    server = await startServer({ onError: (error) => errors.push(error) }, { https: issue })
    const serials: string[] = []
    for (let turn = 0; turn < 4; turn++) {
      const socket = await handshake({ servername: 'localhost' })
      serials.push(socket.getPeerCertificate().serialNumber)
      socket.destroy()
    }
    expect(asked).toBe(4)
    expect(serials[1]).toBe(serials[0])
    expect(new Set(serials).size).toBe(2)
    expect(serials[3]).toBe(serials[2])
    expect(errors).toEqual([new Error('The authority is gone.')])
  })

  it('ends with those who have not begun their handshake', async () => {
    const { port } = await start()
    const silent = connectPlain(Number(port), '127.0.0.1')
    await once(silent, 'connect')
    const halfway = connectPlain(Number(port), '127.0.0.1')
    halfway.write('\u0016\u0003')
    await once(halfway, 'connect')
    for (const socket of [silent, halfway]) socket.on('error', () => undefined)
    const ended = Promise.all(
      [silent, halfway].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
    )
    await server.close()
    await ended
    server = await startServer()
  })

  it('refuses what is no certificate, and a key of another one', async () => {
    server = await startServer()
    const other = await issueCertificate(authority, ['localhost'])
    for (const https of [
      { cert: 'none', key: 'none' },
      { ...certificate, key: other.key },
    ])
      await expect(startServer({}, { https })).rejects.toThrow(
        '`https` takes a certificate (`cert`) and its private key',
      )
  })
})
