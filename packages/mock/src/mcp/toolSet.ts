import { catalogue } from './catalogue.ts'
import { compactTools } from './compactTools.ts'
import { directTools } from './directTools.ts'
import { loadDocument } from './document.ts'
import { invalidParams } from './invalidParams.ts'
import type { Tool } from './tool.ts'

/** `compact`: a few tools that reach everything. `all`: one for each operation and control route. */
export type ToolSet = 'compact' | 'all'

export type Tools = ReadonlyMap<string, Tool>

const toolsOf = { compact: compactTools, all: directTools } as const satisfies Record<ToolSet, unknown>
const loaded = new Map<ToolSet, Promise<Tools>>()

/** Loads tools by name. They are the same for every mock, and over HTTP every request needs them. */
export function loadTools(toolSet: ToolSet): Promise<Tools> {
  const tools = loaded.get(toolSet) ?? createTools(toolSet)
  loaded.set(toolSet, tools)
  return tools
}

async function createTools(toolSet: ToolSet): Promise<Tools> {
  const entries = catalogue(await loadDocument())
  return new Map(toolsOf[toolSet](entries).map((each) => [each.name, each]))
}

const pageSize = 100

/**
 * A page of tools. Its cursor is the name of the first tool on it.
 *
 * @param cursor - @default the first page
 * @throws ProtocolError for a cursor that no page has
 */
export function pageOf(tools: Tools, cursor: string | undefined): { page: Tool[]; nextCursor: string | undefined } {
  const all = [...tools.values()]
  const start = cursor === undefined ? 0 : all.findIndex(({ name }) => name === cursor)
  if (start === -1) throw invalidParams(`There is no page of tools at the cursor "${cursor}". Begin without a cursor.`)
  const end = start + pageSize
  return { page: all.slice(start, end), nextCursor: all[end]?.name }
}
