import * as z from 'zod'
import type { ControlKey } from '../control/http/controlCaller.ts'
import { didYouMean } from '../shared/nearest.ts'
import type { Access } from './access.ts'
import { callOperation, operationCall } from './callOperation.ts'
import { createSearch, type Entry, schemaOf } from './catalogue.ts'
import type { Schema } from './document.ts'

/** A tool, as a client of the protocol sees it. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Schema
  /** @throws Error with a sentence for the model */
  run(access: Access, input: unknown): Promise<unknown>
}

function tool<S extends z.ZodType>(
  name: string,
  { description, input }: { readonly description: string; readonly input: S },
  run: (access: Access, input: z.output<S>) => Promise<unknown>,
): Tool {
  return {
    name,
    description,
    inputSchema: schemaOf(input),
    run: (access, rawInput) => run(access, input.parse(rawInput)),
  }
}

/** Four tools that reach everything: a model looks up what it needs. */
export function compactTools(entries: ReadonlyMap<string, Entry>): Tool[] {
  const ids = [...entries.keys()]
  const search = createSearch(entries)
  const entryOf = (id: string) => {
    const entry = entries.get(id)
    // A route whose method is left out would not be similar to any id.
    const withMethod = ids.find((each) => each.endsWith(` ${id}`))
    if (!entry) throw new TypeError(`There is no "${id}".${didYouMean(withMethod ?? id, ids)} Use the tool "search".`)
    return entry
  }
  return [
    tool(
      'search',
      {
        description:
          'Finds operations of the service (users.create) and routes of the control interface (POST clock/advance), which creates test data, signs people in, reads sent mail, turns the clock and sets faults.',
        input: z.strictObject({ text: z.string(), limit: z.int().min(1).max(50).optional() }),
      },
      async (_, { text, limit = 12 }) => ({
        found: search(text, limit).map(({ id, kind, summary }) => ({ id, kind, summary })),
      }),
    ),
    tool(
      'describe',
      {
        description: 'Describes an operation or a control route: what it does, and the schema of its input.',
        input: z.strictObject({ id: z.string() }),
      },
      async (_, { id }) => {
        const { kind, summary, description, inputSchema } = entryOf(id)
        return { id, kind, summary, ...(description && { description }), input: inputSchema() }
      },
    ),
    tool(
      'call_operation',
      { description: 'Calls an operation of the service over HTTP, as an app would.', input: operationCall },
      callOperation,
    ),
    tool(
      'control',
      {
        description:
          'Calls a route of the control interface, such as "POST create/user", "GET outbox/email" or "POST reset".',
        input: z.strictObject({ route: z.string(), input: z.record(z.string(), z.unknown()).optional() }),
      },
      async (access, { route, input }) => {
        if (entryOf(route).kind !== 'control')
          throw new TypeError(`"${route}" is an operation: use the tool "call_operation".`)
        return callRoute(access, route, input)
      },
    ),
  ]
}

/** A tool for each operation and each control route. */
export function directTools(entries: ReadonlyMap<string, Entry>): Tool[] {
  return Array.from(entries.values(), (entry): Tool => {
    const { id, kind, summary, description } = entry
    return {
      name: (kind === 'operation' ? id : `control ${id.toLowerCase()}`).replaceAll(/\W+/g, '_'),
      description: [summary, description].filter(Boolean).join('\n\n'),
      get inputSchema() {
        return entry.inputSchema()
      },
      run: (access, input) =>
        kind === 'control'
          ? callRoute(access, id, z.record(z.string(), z.unknown()).optional().parse(input))
          : callOperation(access, operationCall.parse({ ...Object(input), operation: id })),
    }
  })
}

/** The route checks its input itself. A route that answers nothing gives null. */
async function callRoute({ control }: Access, route: string, input: Record<string, unknown> = {}): Promise<unknown> {
  return (await control.call(route as ControlKey, input)) ?? null
}
