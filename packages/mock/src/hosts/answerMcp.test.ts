import { request } from 'node:http'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MockServer, startServer } from './server.ts'

let server: MockServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

async function connect(path: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url + path)))
  return client
}
const control = (client: Client, route: string, input: object) =>
  client.callTool({ name: 'control', arguments: { route, input } })
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const sent = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const post = (headers: Record<string, string>) =>
  fetch(`${server.url}/__mock/mcp`, {
    method: 'POST',
    headers: { ...sent, ...headers },
    body: JSON.stringify(listTools),
  })

/** `fetch` lets nobody choose the name of the host. */
function statusUnder(host: string, port: string, authorization: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { port, method: 'POST', path: '/__mock/mcp', headers: { ...sent, host, authorization } }
    const outgoing = request(options, (incoming) => {
      incoming.resume()
      resolve(incoming.statusCode)
    })
    outgoing.on('error', reject)
    outgoing.end(JSON.stringify(listTools))
  })
}

describe('POST /__mock/mcp', () => {
  it('drives the mock of the server', async () => {
    const client = await connect('/__mock/mcp')
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'search',
      'describe',
      'call_operation',
      'control',
    ])
    await control(client, 'POST create/user', { email: 'ada@example.com' })
    const users = await client.callTool({ name: 'call_operation', arguments: { operation: 'users.list' } })
    expect(JSON.stringify(users.content)).toContain('ada@example.com')
  })

  it('drives a world below its path, and no other one', async () => {
    const client = await connect('/w/tools/__mock/mcp')
    await control(client, 'POST create/user', { email: 'grace@example.com' })
    const users = await client.callTool({ name: 'call_operation', arguments: { operation: 'users.list' } })
    expect(JSON.stringify(users.content)).toContain('grace@example.com')
    const others = await (
      await connect('/__mock/mcp')
    ).callTool({
      name: 'call_operation',
      arguments: { operation: 'users.list' },
    })
    expect(JSON.stringify(others.content)).not.toContain('grace@example.com')
  })

  it('has a tool for each operation with ?tools=all', async () => {
    const { tools } = await (await connect('/__mock/mcp?tools=all')).listTools()
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['users_create', 'control_post_clock_advance']),
    )
  })

  it.each([
    ['a page of another origin', { origin: 'https://evil.example' }, 403],
    ['a webhook', { 'x-webhook-signature-256': 'sha256=00' }, 403],
    ['a form', { 'content-type': 'text/plain' }, 415],
  ])('refuses %s', async (_, headers, status) => {
    expect((await post(headers)).status).toBe(status)
  })

  it('is there for callers of other machines with the control token alone', async () => {
    const controlToken = 'a long control token'
    const open = await startServer({}, { allowHosts: ['mock.example'], controlToken })
    const statusWith = (authorization: string) => statusUnder('mock.example', new URL(open.url).port, authorization)
    expect(await statusWith(`Bearer ${controlToken}`)).toBe(200)
    expect(await statusWith('Bearer another token')).toBe(404)
    await open.close()
  })

  it('answers no GET, since it keeps no sessions', async () => {
    const response = await fetch(`${server.url}/__mock/mcp`)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })

  it('refuses what is not a message of the protocol', async () => {
    const response = await fetch(`${server.url}/__mock/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: '{"hello": 1',
    })
    expect(response.status).toBe(400)
  })
})
