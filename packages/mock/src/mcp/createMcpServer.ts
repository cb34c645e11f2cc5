import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod'
import { didYouMean } from '../shared/nearest.ts'
import { version } from '../shared/version.ts'
import type { Access } from './access.ts'
import { catalogue } from './catalogue.ts'
import { loadDocument } from './document.ts'
import { compactTools, directTools } from './tools.ts'

/** `compact`: four tools that reach everything. `all`: one for each operation and control route. */
export type ToolSet = 'compact' | 'all'

const instructions = `A mock of an identity and wallet management API, with real state, tokens and signatures.
Use "search" to find what to call, "describe" for its input, "call_operation" to call the service as an app would, and
"control" to set up and look at the mock: create people, sign them in, read sent mail, turn the clock, set faults, take
and restore snapshots.`

/**
 * Creates a server of the Model Context Protocol whose tools drive a mock.
 *
 * @param access - How the tools reach the mock.
 */
export async function createMcpServer(access: Access, toolSet: ToolSet): Promise<Server> {
  const entries = catalogue(await loadDocument())
  const tools = new Map((toolSet === 'all' ? directTools : compactTools)(entries).map((each) => [each.name, each]))
  const server = new Server({ name: 'latchkey-mock', version }, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Array.from(tools.values(), ({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema: inputSchema as { type: 'object' },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input = {} } }) => {
    const tool = tools.get(name)
    if (!tool) return failure(`There is no tool "${name}".${didYouMean(name, tools.keys())}`)
    try {
      return answer(await tool.run(access, input))
    } catch (error) {
      return failure(error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message)
    }
  })
  return server
}

const text = (value: unknown) => [
  { type: 'text' as const, text: typeof value === 'string' ? value : JSON.stringify(value, null, 2) },
]

/** The result of a tool. The model sees a refusal of the service whole, as an error. */
function answer(value: unknown): CallToolResult {
  const { status } = Object(value) as { status?: unknown }
  return { content: text(value), ...(typeof status === 'number' && status >= 400 && { isError: true }) }
}

const failure = (sentence: string): CallToolResult => ({ content: text(sentence), isError: true })
