import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Access } from '../../src/mcp/access.ts'
import { createMcpServer } from '../../src/mcp/createMcpServer.ts'
import type { ToolSet } from '../../src/mcp/toolSet.ts'

/** Connects a client of the revision of 2026 to the tools of a mock, in this process. */
export async function connectTools(access: Access, toolSet: ToolSet = 'compact'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  serveStdio(() => createMcpServer(access, toolSet), { transport: theirs })
  await client.connect(ours)
  return client
}

/** The text that a tool answers, and whether it is an error. */
export async function callTool(client: Pick<Client, 'callTool'>, name: string, input: Record<string, unknown> = {}) {
  const { isError = false, content } = await client.callTool({ name, arguments: input })
  const [first] = content
  return { isError, text: first?.type === 'text' ? first.text : '' }
}

/** The JSON that a tool answers. */
export async function readTool(...call: Parameters<typeof callTool>): Promise<never> {
  return JSON.parse((await callTool(...call)).text) as never
}
