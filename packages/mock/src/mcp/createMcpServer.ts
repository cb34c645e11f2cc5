import { defined } from '@latchkey/base/defined'
import { didYouMean } from '@latchkey/base/nearest'
import { type CallToolResult, Server } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { version } from '../effects/version.ts'
import type { Access } from './access.ts'
import { invalidParams } from './invalidParams.ts'
import { loadTools, pageOf, type ToolSet } from './toolSet.ts'

const instructions = `A mock of an identity and wallet management API, with real state, tokens and signatures.
Use "search" to find what to call, "describe" for its input, "call_operation" to call the service as an app would, and
"control" to set up and look at the mock: create people, sign them in, read sent mail, turn the clock, set faults, take
and restore snapshots. Work in a world of your own ("create_world") if others use the same mock.`

/** For how long a client of the revision of 2026 may keep the list of tools, which never changes: a day. */
const cacheHints = { 'tools/list': { ttlMs: 86_400_000, cacheScope: 'public' } } as const

/**
 * Creates a server of the Model Context Protocol whose tools drive a mock. It speaks the revision of 2026-07-28, and the
 * revisions of 2024 and 2025 with clients that begin with `initialize`.
 *
 * @param access - How the tools reach the mock.
 */
export async function createMcpServer(access: Access, toolSet: ToolSet): Promise<Server> {
  const tools = await loadTools(toolSet)
  const server = new Server(
    { name: 'latchkey-mock', title: 'Latchkey mock', version },
    { capabilities: { tools: {} }, instructions, cacheHints },
  )
  server.setRequestHandler('tools/list', ({ params }) => {
    const { page, nextCursor } = pageOf(tools, params?.cursor)
    return {
      tools: page.map(({ name, title, description, hints, inputSchema }) => ({
        name,
        title,
        description,
        // Nothing of the mock is open to the world.
        annotations: { ...hints, openWorldHint: false },
        inputSchema: inputSchema as { type: 'object' },
      })),
      ...defined({ nextCursor }),
    }
  })
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: input = {} } }, { mcpReq }) => {
    const tool = tools.get(name)
    if (!tool) throw invalidParams(`There is no tool "${name}".${didYouMean(name, tools.keys())}`)
    try {
      return answer(await tool.run(access.forCall({ signal: mcpReq.signal }), input))
    } catch (error) {
      if (error instanceof z.ZodError) return failure(`Wrong arguments for "${name}":\n${z.prettifyError(error)}`)
      return failure((error as Error).message)
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
  return { content: text(value), ...defined({ isError: (typeof status === 'number' && status >= 400) || undefined }) }
}

const failure = (sentence: string): CallToolResult => ({ content: text(sentence), isError: true })
