import { execFile, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { bundledCommand } from '../../test/support/bundledCommand.ts'
import { freePort } from '../../test/support/freePort.ts'
import { mcpClientNames, mcpClients, type ToolClient } from '../../test/support/mcpClients.ts'
import { startServer } from '../hosts/server.ts'
import { runTrigger } from './trigger.ts'

const nodeArguments = ['--disable-warning=ExperimentalWarning', bundledCommand, 'mcp']
const clients: ToolClient[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})

async function connect(name: keyof typeof mcpClients, ...args: string[]): Promise<ToolClient> {
  const command = { command: process.execPath, args: [...nodeArguments, ...args] }
  const client = await mcpClients[name](new StdioClientTransport({ ...command, stderr: 'pipe' }))
  clients.push(client)
  return client
}

const refusalOf = async (...args: string[]) => {
  const { code, stderr, stdout } = (await promisify(execFile)(process.execPath, [...nodeArguments, ...args]).catch(
    (error: unknown) => error,
  )) as { code: number; stderr: string; stdout: string }
  expect(stdout).toBe('')
  return { code, line: stderr.trimEnd() }
}

describe('latchkey-mock mcp', () => {
  it.each(mcpClientNames)('drives a mock of its own for %s', async (name) => {
    const client = await connect(name)
    const { content } = await client.callTool({
      name: 'control',
      arguments: { route: 'POST create/user', input: { email: 'ada@example.com' } },
    })
    expect(JSON.stringify(content)).toContain('ada@example.com')
    expect(client.getServerVersion()).toMatchObject({ name: 'latchkey-mock' })
  })

  it.each(['a pipe', 'a file'])('answers all requests of %s that ends at once, and ends itself', async (kind) => {
    const initialize = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'script', version: '1' },
    }
    const call = { name: 'control', arguments: { route: 'POST create/user', input: { email: 'ada@example.com' } } }
    const messages = [
      { id: 1, method: 'initialize', params: initialize },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: call },
    ]
    const lines = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('')
    const folder = await mkdtemp(join(tmpdir(), 'mcp-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'messages.jsonl')
    await writeFile(file, lines)
    const input = kind === 'a file' ? openSync(file, 'r') : 'pipe'
    const child = spawn(process.execPath, nodeArguments, { stdio: [input, 'pipe', 'pipe'] })
    child.stdin?.end(lines)
    const ended = new Promise((resolve) => child.on('close', resolve))
    const replies = (await text(child.stdout as Readable)).trimEnd().split('\n')
    expect(replies.map((reply) => (JSON.parse(reply) as { id: number }).id)).toEqual([1, 2])
    expect(replies[1]).toContain('ada@example.com')
    expect(await ended).toBe(0)
  })

  it('says how to start the mock of --url when it is down, and drives it when it is there again', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const client = await connect('a client of 2026', '--url', url)
    const call = async (name: string, input: Record<string, unknown>) =>
      JSON.stringify(await client.callTool({ name, arguments: input }))
    const sentence = `No mock answers at ${url}. Start one by \`npx @latchkey/mock --port ${port}\`, or name another one by --url.`
    expect(await call('control', { route: 'GET defaults' })).toContain(sentence)
    expect(await call('call_operation', { operation: 'users.list' })).toContain(sentence)
    expect(await call('list_worlds', {})).toContain(sentence)
    const server = await startServer({}, { port })
    onTestFinished(() => server.close())
    expect(await call('call_operation', { operation: 'users.list' })).toContain('count')
  })

  it('says that what answers at --url is no mock', async () => {
    const page = createServer((_, response) => response.end('<h1>Hello</h1>'))
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void page.close())
    const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}`
    const client = await connect('a client of 2026', '--url', url)
    const { content } = await client.callTool({ name: 'call_operation', arguments: { operation: 'users.list' } })
    expect(JSON.stringify(content)).toContain('Something else than a mock answers there, with status 200.')
    await expect(runTrigger(['user.created', '--url', url], {})).rejects.toThrow(`Is ${url} a mock?`)
  })

  it('drives a world of a running server with --url', async () => {
    const server = await startServer()
    const client = await connect('a client of 2026', '--url', `${server.url}/w/agents`, '--tools', 'all')
    await client.callTool({ name: 'control_post_create_user', arguments: { email: 'grace@example.com' } })
    const users = await client.callTool({ name: 'users_list', arguments: {} })
    expect(JSON.stringify(users.content)).toContain('grace@example.com')
    expect(server.worlds.list().map(({ name }) => name)).toEqual(['agents'])
    await server.close()
  })

  it.each([
    [['--url', 'localhost:4010'], /--url takes the URL of a mock/],
    [['--tools', 'many'], /--tools takes compact or all, not "many"/],
    [['--url'], /--url needs a value: --url <url>\./],
    [['--port', '4010'], /There is no flag --port\./],
  ])('refuses %j with one line', async (args, sentence) => {
    const { code, line } = await refusalOf(...args)
    expect(code).toBe(2)
    expect(line).toMatch(sentence)
    expect(line.split('\n')).toHaveLength(1)
  })
})
