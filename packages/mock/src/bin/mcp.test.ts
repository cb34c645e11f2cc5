import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, describe, expect, it } from 'vitest'
import { startServer } from '../hosts/server.ts'

const script = fileURLToPath(new URL('./latchkeyMock.ts', import.meta.url))
const nodeArguments = ['--conditions=@latchkey/source', '--disable-warning=ExperimentalWarning', script, 'mcp']
const clients: Client[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})

async function connect(...args: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  clients.push(client)
  const command = { command: process.execPath, args: [...nodeArguments, ...args] }
  await client.connect(new StdioClientTransport({ ...command, stderr: 'pipe' }))
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
  it('drives a mock of its own', async () => {
    const client = await connect()
    const { content } = await client.callTool({
      name: 'control',
      arguments: { route: 'POST create/user', input: { email: 'ada@example.com' } },
    })
    expect(JSON.stringify(content)).toContain('ada@example.com')
    expect(client.getServerVersion()).toMatchObject({ name: 'latchkey-mock' })
  })

  it('drives a world of a running server with --url', async () => {
    const server = await startServer()
    const client = await connect('--url', `${server.url}/w/agents`, '--tools', 'all')
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
