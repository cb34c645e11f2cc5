import * as z from 'zod'
import { callOperation, operationCall } from './callOperation.ts'
import type { Entry } from './catalogue.ts'
import { adds, callRoute, changes, reads, type Tool, type ToolHints } from './tool.ts'

/** A tool for each control route and each operation. The routes come first, for clients that read one page only. */
export function directTools(entries: ReadonlyMap<string, Entry>): Tool[] {
  const all = [...entries.values()]
  return [...all.filter(isRoute), ...all.filter((entry) => !isRoute(entry))].map(directTool)
}

const isRoute = ({ kind }: Entry) => kind === 'control'

/** The effects of requests by their method. An operation's `POST` may well delete something, such as `bulk.delete`. */
const hintsOf: Readonly<Record<string, ToolHints>> = { GET: reads, POST: changes, PUT: changes, DELETE: changes }

function directTool(entry: Entry): Tool {
  const { id, method, summary, description } = entry
  return {
    name: (isRoute(entry) ? `control ${id.toLowerCase()}` : id).replaceAll(/\W+/g, '_'),
    title: summary,
    description: [summary, description].filter(Boolean).join('\n\n'),
    hints: id.startsWith('POST create/') ? adds : (hintsOf[method] ?? changes),
    get inputSchema() {
      return entry.inputSchema()
    },
    run: (access, input) =>
      isRoute(entry)
        ? callRoute(access, id, z.record(z.string(), z.unknown()).optional().parse(input))
        : callOperation(access, operationCall.parse({ ...Object(input), operation: id })),
  }
}
