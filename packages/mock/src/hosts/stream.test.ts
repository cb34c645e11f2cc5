import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countListeners } from '../../test/support/countListeners.ts'
import { createEventReader } from '../../test/support/eventReader.ts'
import { createMock, type Mock } from '../mock/createMock.ts'
import { type MockServer, startServer } from './server.ts'

const controlToken = 'a long control token'
const path = '/__mock/v1/stream'
let mock: Mock
let server: MockServer
/** Of the mock's faults, which every stream watches. */
let listeners: { count: number }
beforeEach(async () => {
  mock = createMock({ seed: 'stream' })
  listeners = countListeners(mock)
  server = await startServer(mock, { allowHosts: ['mock.example'] })
})
afterEach(() => server.close())

async function open(base = server.url, headers: Record<string, string> = {}) {
  const response = await fetch(base + path, { headers })
  return { response, events: createEventReader(response.body as ReadableStream<Uint8Array>) }
}

/** The status and code of the reply to a request with headers that `fetch` does not send. */
function refusal(target: string, { method = 'GET', ...headers }: Record<string, string>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(server.url + target, { method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () => resolve([response.statusCode, text && JSON.parse(text).code]))
    })
    request.on('error', reject)
    request.end()
  })
}

describe('the stream of a server', () => {
  it('sends events as they happen', async () => {
    const { response, events } = await open()
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream',
      'no-store',
    ])
    await fetch(`${server.url}/nowhere`)
    expect((await events.nextOf('journal')).data).toMatchObject({ path: '/nowhere', status: 404 })
    mock.faults.set('users.list', { status: 503 })
    expect((await events.nextOf('faults')).data.faults).toHaveLength(1)
    await events.cancel()
  })

  it('ends what it watches when the reader closes the connection', async () => {
    const readers = [(await open()).events, (await open()).events]
    expect(listeners.count).toBe(2)
    await readers[0]?.cancel()
    await expect.poll(() => listeners.count).toBe(1)
    await readers[1]?.cancel()
    await expect.poll(() => listeners.count).toBe(0)
  })

  it('does not keep the server from closing', async () => {
    const { events } = await open()
    await server.close()
    await expect(events.nextOf('nothing')).rejects.toThrow()
    await expect.poll(() => listeners.count).toBe(0)
  })

  it('drops events for a connection that does not read, and tells it so when it reads again', async () => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`)
    await expect.poll(() => listeners.count).toBe(1)
    const { id, token } = mock.defaults.environments.sandbox
    const users = `${server.url}/api/v0/environments/${id}/users`
    mock.faults.set('users.list', { status: 503, body: { error: 'x'.repeat(1_000_000) } })
    // More than the buffers of both sockets take.
    for (let sent = 0; sent < 40; sent += 1) await mock.fetch(users, { headers: { authorization: `Bearer ${token}` } })
    const dropped = new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (chunk) => {
        text += String(chunk)
        const count = /event: dropped\ndata: \{"count":(\d+)\}/.exec(text)?.[1]
        text = text.slice(-100)
        if (count) resolve(count)
      })
    })
    socket.resume()
    expect(Number(await dropped)).toBeGreaterThan(20)
    socket.destroy()
    await expect.poll(() => listeners.count).toBe(0)
  })

  it('tells of one world below its path', async () => {
    const { events } = await open(`${server.url}/w/ada`)
    await fetch(`${server.url}/nowhere`)
    await fetch(`${server.url}/w/ada/elsewhere`)
    expect((await events.nextOf('journal')).data.path).toBe('/elsewhere')
    await events.cancel()
  })

  it('is open to a caller of another machine who sends the control token', async () => {
    await server.close()
    server = await startServer(mock, { allowHosts: ['mock.example'], controlToken })
    const statusWith = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const request = httpRequest(
          server.url + path,
          { headers: { host: 'mock.example', ...headers } },
          (response) => {
            response.destroy()
            resolve(response.statusCode)
          },
        )
        request.on('error', reject)
        request.end()
      })
    expect(await statusWith({ authorization: `Bearer ${controlToken}` })).toBe(200)
    expect(await statusWith({ authorization: 'Bearer another token' })).toBe(401)
    expect(await statusWith({})).toBe(401)
  })

  it.each<[string, string, Record<string, string>, number, string]>([
    ['a page of another origin', path, { origin: 'https://evil.example' }, 403, 'origin_not_allowed'],
    ['a page of another port', path, { origin: 'http://localhost:3000' }, 403, 'forbidden'],
    ['an image of another site', path, { 'sec-fetch-site': 'cross-site' }, 403, 'forbidden'],
    ['a webhook', path, { 'x-webhook-signature-256': 'sha256=00' }, 403, 'forbidden'],
    ['a foreign host name', path, { host: 'evil.example' }, 403, 'forbidden'],
    ['a name that no world can have', `/w/a.b${path}`, {}, 404, 'not_found'],
    ['HEAD', path, { method: 'HEAD' }, 405, ''],
    ['POST', path, { method: 'POST', 'content-type': 'application/json' }, 405, 'method_not_allowed'],
  ])('refuses %s', async (...[, target, headers, status, code]) => {
    expect(await refusal(target, headers)).toEqual([status, code])
    expect(listeners.count).toBe(0)
  })

  it('is described with the schema of each event', async () => {
    const document = await (await fetch(`${server.url}/__mock/v1/openapi.json`)).json()
    const { schema } = document.paths['/stream'].get.responses[200].content['text/event-stream']
    expect(
      schema.oneOf.map((event: { properties: { event: { const: string } } }) => event.properties.event.const),
    ).toEqual([
      'journal',
      'journalCleared',
      'state',
      'clock',
      'faults',
      'worlds',
      'snapshots',
      'sweeps',
      'browserWallets',
      'dropped',
    ])
    expect(schema.oneOf[9].properties.data.contentSchema).toMatchObject({ required: ['count'] })
    expect(JSON.stringify(schema)).not.toContain('"additionalProperties":false')
  })
})
