import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectMock } from '../control/remote/connectMock.ts'
import { createMock, type Mock } from '../mock/createMock.ts'
import { type MockServer, startServer } from './server.ts'

const now = '2026-01-15T09:30:00.000Z'
let server: MockServer
beforeEach(async () => {
  server = await startServer({ now })
})
afterEach(() => server.close())

/** Adds metadata, so that the state takes many pieces. */
async function fill(mock: Mock): Promise<void> {
  for (let i = 0; i < 120; i++)
    await mock.create.user({ email: `user-${i}@example.com`, metadata: { note: '🗝'.repeat(400) } })
}

const stateUrl = () => `${server.url}/__mock/v1/state`
const post = (body: BodyInit) =>
  fetch(stateUrl(), { method: 'POST', headers: { 'content-type': 'application/json' }, body })

describe('a state over HTTP', () => {
  it('is the text of the export, in pieces, and replaces the state of another mock', async () => {
    await fill(server.mock)
    const response = await fetch(stateUrl())
    expect([response.headers.get('content-type'), response.headers.get('content-length')]).toEqual([
      'application/json',
      null,
    ])
    const text = await response.text()
    expect(text).toBe(JSON.stringify(server.mock.export()))
    server.mock.reset()
    expect((await post(text)).status).toBe(204)
    expect(JSON.stringify(server.mock.export())).toBe(text)
  })

  it('travels through a connection as data and as a stream', async () => {
    await fill(server.mock)
    const before = server.mock.export()
    const remote = await connectMock(server.url)
    const [data, text] = [await remote.export(), await new Response(await remote.exportStream()).text()]
    expect(data).toEqual(before)
    expect(text).toBe(JSON.stringify(before))
    const local = createMock({ now })
    await local.importStream(await remote.exportStream())
    expect(local.export().tables).toEqual(before.tables)
    await remote.reset()
    await remote.import(data)
    expect(server.mock.export()).toEqual(before)
    await remote.reset()
    await remote.importStream(local.exportStream())
    expect(server.mock.export().tables).toEqual(before.tables)
  })

  it.each([
    ['empty', '', 'the JSON ends in the middle'],
    ['broken', '{"version":1,"tables":{"users":[{]}}', 'JSON'],
    ['half', '{"version":1,"tables":', 'the JSON ends in the middle'],
    ['of another version', '{"version":2}', 'version must be 1, as in a state that was exported'],
  ])('is refused when it is %s, and nothing has changed', async (_, text, reason) => {
    await server.mock.create.user({ email: 'ada@example.com' })
    const before = server.mock.export()
    const response = await post(text)
    const body = { code: 'bad_request', error: expect.stringContaining(reason) }
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining(body)])
    expect(server.mock.export()).toEqual(before)
  })

  it('does nothing when its sender leaves in the middle, and the server goes on', async () => {
    await fill(server.mock)
    const before = server.mock.export()
    const text = JSON.stringify(createMock({ now }).export())
    await new Promise<void>((resolve) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
      const sending = request(stateUrl(), { method: 'POST', headers })
      sending.on('error', () => resolve())
      sending.write(text.slice(0, -10), () => setTimeout(() => sending.destroy(new Error('gone')), 50))
    })
    expect((await fetch(`${server.url}/__mock/health`)).status).toBe(200)
    expect(server.mock.export()).toEqual(before)
  })

  it('ends with a reader who leaves in the middle, and the server goes on', async () => {
    await fill(server.mock)
    const leaving = new AbortController()
    const { body } = await fetch(stateUrl(), { signal: leaving.signal })
    const reader = body!.getReader()
    await reader.read()
    leaving.abort()
    await expect(reader.read()).rejects.toThrow()
    expect((await fetch(stateUrl())).status).toBe(200)
  })
})
