import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectOverHttp, mcpClientNames, type ToolClient } from '../../test/support/mcpClients.ts'
import { type MockServer, startServer } from './server.ts'

let server: MockServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const connect = (path: string) => connectOverHttp('a client of 2026', server.url + path)
const control = (client: ToolClient, route: string, input: object) =>
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
  it.each(mcpClientNames)('drives the mock of the server for %s', async (name) => {
    const client = await connectOverHttp(name, `${server.url}/__mock/mcp`)
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual([
      'search',
      'describe',
      'call_operation',
      'control',
      'list_worlds',
      'create_world',
      'drop_world',
      'load_scenario',
      'list_webhook_messages',
      'explain_policy',
      'trigger_webhook',
      'redeliver_webhook',
    ])
    const email = `${name.replaceAll(' ', '-')}@example.com`
    await control(client, 'POST create/user', { email })
    const users = await client.callTool({ name: 'call_operation', arguments: { operation: 'users.list' } })
    expect(JSON.stringify(users.content)).toContain(email)
    await expect(client.callTool({ name: 'serch' })).rejects.toMatchObject({ code: -32602 })
    expect(await client.callTool({ name: 'search', arguments: { text: 1 } })).toMatchObject({ isError: true })
    await client.close()
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

  it('is there for callers of other machines with the control token only', async () => {
    const controlToken = 'a long control token'
    const open = await startServer({}, { allowHosts: ['mock.example'], controlToken })
    const statusWith = (authorization: string) => statusUnder('mock.example', new URL(open.url).port, authorization)
    expect(await statusWith(`Bearer ${controlToken}`)).toBe(200)
    expect(await statusWith('Bearer another token')).toBe(401)
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
