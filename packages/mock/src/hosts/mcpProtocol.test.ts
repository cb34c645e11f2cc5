import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createScriptFetch } from '../carriers/scriptFetch.ts'
import { createMock } from '../mock/createMock.ts'
import { answerMcp } from './answerMcp.ts'
import { type MockServer, startServer } from './server.ts'

let server: MockServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const current = '2026-07-28'
const envelope = {
  'io.modelcontextprotocol/protocolVersion': current,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

function send(body: unknown, headers: Record<string, string> = {}, path = ''): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(`${server.url}/__mock/mcp${path}`, { method: 'POST', headers: { ...json, ...headers }, body: text })
}

interface Message {
  readonly id?: unknown
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** The messages of a reply, which is JSON or a stream. */
async function messagesOf(response: Response): Promise<Message[]> {
  const text = await response.text()
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return [JSON.parse(text) as Message].flat()
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data) as Message)
}

async function ask(...call: Parameters<typeof send>): Promise<Message & { readonly status: number }> {
  const response = await send(...call)
  return { status: response.status, ...(await messagesOf(response))[0] }
}

/** A request of the current revision, which says in each request all that `initialize` said once. */
const askNow = (
  method: string,
  params: object = {},
  { path = '', ...headers }: Record<string, string> & { readonly path?: string } = {},
) =>
  ask(
    { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: envelope } },
    { 'mcp-protocol-version': current, 'mcp-method': method, ...headers },
    path,
  )
const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})
const listTools = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' })

describe('the revision of 2026', () => {
  it('is discovered, with who answers and what it can', async () => {
    expect((await askNow('server/discover')).result).toMatchObject({
      supportedVersions: [current],
      capabilities: { tools: {} },
      instructions: expect.stringContaining('create_world'),
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'latchkey-mock' } },
    })
  })

  it('lists tools, which a client may keep for a day', async () => {
    const { id, result } = await askNow('tools/list')
    expect(id).toBe(7)
    expect(result).toMatchObject({ resultType: 'complete', ttlMs: 86_400_000, cacheScope: 'public' })
  })

  it('names the revisions that it has to a client of another one', async () => {
    const version = '2030-01-01'
    const _meta = { ...envelope, 'io.modelcontextprotocol/protocolVersion': version }
    const reply = await ask(
      { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } },
      { 'mcp-protocol-version': version, 'mcp-method': 'tools/list' },
    )
    expect(reply).toMatchObject({ status: 400, error: { code: -32022, data: { requested: version } } })
    expect(reply.error?.data).toHaveProperty('supported', expect.arrayContaining([current]))
  })

  it.each([
    ['a header that names another method than the body', { 'mcp-method': 'tools/call' }],
    ['a header that names another revision than the body', { 'mcp-protocol-version': '2025-11-25' }],
  ])('refuses %s', async (_, headers) => {
    expect(await askNow('tools/list', {}, headers)).toMatchObject({ status: 400, error: { code: -32020 } })
  })

  it.each([
    ['tools/sing', {}, -32601],
    ['tools/call', { name: 'serch', arguments: {} }, -32602],
    ['tools/call', { name: 'search', arguments: 'gates' }, -32602],
    ['tools/list', { cursor: 'nowhere' }, -32602],
    ['resources/list', {}, -32601],
  ])('answers %s with %j by an error of the protocol', async (method, params, code) => {
    const headers = 'name' in params ? { 'mcp-name': params.name } : {}
    expect((await askNow(method, params, headers)).error).toMatchObject({ code, message: expect.any(String) })
  })

  it('has no batches', async () => {
    const body = [1, 2].map((id) => ({ ...listTools(id), params: { _meta: envelope } }))
    expect(await ask(body, { 'mcp-protocol-version': current })).toMatchObject({ status: 400, error: { code: -32600 } })
    expect(await ask(body)).toMatchObject({ status: 400, error: { code: -32600 } })
  })

  it('reads long lists in pages, of which each tool is on one', async () => {
    const names: string[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const { result } = await askNow('tools/list', cursor === undefined ? {} : { cursor }, { path: '?tools=all' })
      const page = result as { tools: { name: string }[]; nextCursor?: string }
      expect(page.tools.length).toBeLessThanOrEqual(100)
      names.push(...page.tools.map(({ name }) => name))
      cursor = page.nextCursor
      pages += 1
    } while (cursor !== undefined)
    expect(pages).toBe(Math.ceil(names.length / 100))
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining(['control_post_reset', 'users_create', 'gates_enable']))
  })

  it('opens a stream of subscriptions, and lets go of it with the caller', async () => {
    const controller = new AbortController()
    const response = await fetch(`${server.url}/__mock/mcp`, {
      method: 'POST',
      headers: { ...json, 'mcp-protocol-version': current, 'mcp-method': 'subscriptions/listen' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: { notifications: { toolsListChanged: true }, _meta: envelope },
      }),
      signal: controller.signal,
    })
    const reader = response.body?.getReader()
    const first = new TextDecoder().decode((await reader?.read())?.value)
    expect(first).toContain('notifications/subscriptions/acknowledged')
    controller.abort()
    await expect(reader?.read()).rejects.toThrow('aborted')
  })
})

describe('the revisions of 2024 and 2025', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'begin with `initialize` of %s',
    async (version) => {
      expect((await ask(initialize(version))).result).toMatchObject({
        protocolVersion: version,
        serverInfo: { name: 'latchkey-mock' },
        capabilities: { tools: {} },
      })
    },
  )

  it('are offered to a client of a revision that nobody knows', async () => {
    expect((await ask(initialize('1999-01-01'))).result).toMatchObject({ protocolVersion: '2025-11-25' })
  })

  it('answer a notification with 202 and nothing else', async () => {
    for (const method of ['notifications/initialized', 'notifications/sing']) {
      const response = await send({ jsonrpc: '2.0', method })
      expect([response.status, await response.text()]).toEqual([202, ''])
    }
  })

  it('answer a ping', async () => {
    expect(await ask({ jsonrpc: '2.0', id: 'p', method: 'ping' })).toMatchObject({ id: 'p', result: {} })
  })

  it('have batches up to 2025-03-26, and none since 2025-06-18', async () => {
    const batch = [listTools(1), listTools(2)]
    const messages = await messagesOf(await send(batch, { 'mcp-protocol-version': '2025-03-26' }))
    expect(messages.map(({ id }) => id).sort()).toEqual([1, 2])
    for (const version of ['2025-06-18', '2025-11-25'])
      expect(await ask(batch, { 'mcp-protocol-version': version })).toMatchObject({
        status: 400,
        error: { code: -32600, message: expect.stringContaining('no batches') },
      })
  })

  it('refuse a revision in the header that nobody knows', async () => {
    expect(await ask(listTools(1), { 'mcp-protocol-version': '1999-01-01' })).toMatchObject({ status: 400 })
  })

  it.each([
    ['broken JSON', '{"hello": 1', -32700],
    ['what is not a message', '{"hello": 1}', -32600],
    ['nothing', '', -32700],
  ])('refuse %s', async (_, body, code) => {
    expect(await ask(body)).toMatchObject({ status: 400, error: { code } })
  })
})

describe('a client that goes away', () => {
  it.each([
    [
      'of 2026',
      { 'mcp-protocol-version': current, 'mcp-method': 'tools/call', 'mcp-name': 'call_operation' },
      envelope,
    ],
    ['of 2025', {}, undefined],
  ])('and is %s cancels its call: nothing more is sent', async (_, headers, meta) => {
    const mock = createMock({ seed: 'gone' })
    const asked: string[] = []
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const params = {
      name: 'call_operation',
      arguments: { operation: 'users.create', body: { email: 'ada@example.com' } },
      ...(meta && { _meta: meta }),
    }
    const request = new Request(`${mock.baseUrl}/__mock/mcp`, {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    })
    const reply = await answerMcp(
      {
        baseUrl: mock.baseUrl,
        send: createScriptFetch(
          async (call) => {
            asked.push(new URL(call.url).pathname)
            await released
            const answer = await mock.fetchControl(call.url, { method: call.method })
            return { status: answer.status, headers: {}, text: await answer.text() }
          },
          () => mock.baseUrl,
        ),
      },
      request,
    )
    expect(reply.stream).toBeInstanceOf(ReadableStream)
    await expect.poll(() => asked).toEqual(['/__mock/v1/defaults'])
    await reply.stream?.cancel()
    release()
    // More turns than the call would take to go on.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(asked).toEqual(['/__mock/v1/defaults'])
    expect(mock.counts().users).toBe(0)
  })
})

describe('the conformance suite of the protocol', () => {
  const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))

  it.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])('passes in %s', async (scenario) => {
    const args = [suite, 'server', '--url', `${server.url}/__mock/mcp`, '--scenario', scenario]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed/)
  })
})
