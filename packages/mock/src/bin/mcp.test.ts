import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, describe, expect, it } from 'vitest'
import { bundledCommand } from '../../test/support/bundledCommand.ts'
import { mcpClientNames, mcpClients, type ToolClient } from '../../test/support/mcpClients.ts'
import { startServer } from '../hosts/server.ts'

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
