import { defined } from '@latchkey/base/defined'
import { didYouMean } from '@latchkey/base/nearest'
import * as z from 'zod'
import { callOperation, operationCall } from './callOperation.ts'
import { createSearch, type Entry, type Search } from './catalogue.ts'
import { routeTools } from './routeTools.ts'
import { callRoute, changes, reads, type Tool, tool, worldTool } from './tool.ts'

/** Four tools that reach everything, since a model looks up what it needs, and those of what is done most. */
export function compactTools(entries: ReadonlyMap<string, Entry>): Tool[] {
  const ids = [...entries.keys()]
  let search: Search | undefined
  const entryOf = (id: string) => {
    const entry = entries.get(id)
    // A route whose method is left out would not be similar to any id.
    const withMethod = ids.find((each) => each.endsWith(` ${id}`))
    if (!entry) throw new TypeError(`There is no "${id}".${didYouMean(withMethod ?? id, ids)} Use the tool "search".`)
    return entry
  }
  return [
    tool(
      {
        name: 'search',
        title: 'Search operations and control routes',
        description:
          'Finds operations of the service (users.create) and routes of the control interface (POST clock/advance), which creates test data, signs people in, reads sent mail, turns the clock and sets faults.',
        hints: reads,
        input: z.strictObject({ text: z.string(), limit: z.int().min(1).max(50).optional() }),
      },
      async (_, { text, limit = 12 }) => {
        search ??= createSearch(entries)
        return { found: search(text, limit).map(({ id, kind, summary }) => ({ id, kind, summary })) }
      },
    ),
    tool(
      {
        name: 'describe',
        title: 'Describe an operation or control route',
        description: 'Describes an operation or a control route: what it does, and the schema of its input.',
        hints: reads,
        input: z.strictObject({ id: z.string() }),
      },
      async (_, { id }) => {
        const { kind, summary, description, inputSchema } = entryOf(id)
        return { id, kind, summary, ...defined({ description: description || undefined }), input: inputSchema() }
      },
    ),
    worldTool(
      {
        name: 'call_operation',
        title: 'Call an operation',
        description: 'Calls an operation of the service over HTTP, as an app would.',
        hints: changes,
        input: operationCall,
      },
      callOperation,
    ),
    worldTool(
      {
        name: 'control',
        title: 'Call a control route',
        description:
          'Calls a route of the control interface, such as "POST create/user", "GET outbox/email" or "POST reset".',
        hints: changes,
        input: z.strictObject({ route: z.string(), input: z.record(z.string(), z.unknown()).optional() }),
      },
      async (access, { route, input }) => {
        if (entryOf(route).kind !== 'control')
          throw new TypeError(`"${route}" is an operation: use the tool "call_operation".`)
        return callRoute(access, route, input)
      },
    ),
    ...routeTools,
  ]
}
