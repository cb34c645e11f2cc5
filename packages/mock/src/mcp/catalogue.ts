import { defined } from '@latchkey/base/defined'
import { operationIds } from '@latchkey/contract/operationIds'
import type { ControlRoutes } from '@latchkey/contract/routes/controlRoute'
import { controlRoutes } from '@latchkey/contract/routes/controlRoutes'
import { operationTable, type OperationId } from '@latchkey/types'
import MiniSearch from 'minisearch'
import * as z from 'zod'
import { describedInput } from '../control/http/describedInput.ts'
import { asField } from './callOperation.ts'
import {
  type DocumentedOperation,
  type OpenApiDocument,
  operationsOf,
  resolve,
  type Schema,
  standAlone,
} from './document.ts'
import { searchWords } from './searchWords.ts'

/** Something that can be called: an operation of the service, or a route of the control interface. */
export interface Entry {
  /** Such as `users.create`, or `POST clock/advance`. */
  readonly id: string
  readonly kind: 'operation' | 'control'
  /** Of HTTP. */
  readonly method: string
  readonly summary: string
  readonly description: string
  /** Words in which people ask for it, beside the others. */
  readonly words?: string
  /** The schema of a call's input, in which `body`, `params` and `query` of an operation are separate. */
  inputSchema(): Schema
}

/** Everything that can be called. */
export function catalogue(document: OpenApiDocument): ReadonlyMap<string, Entry> {
  const documented = operationsOf(document)
  const operations = operationIds.map((id) => operationEntry(document, id, documented.get(id) as DocumentedOperation))
  const routes = Object.entries(controlRoutes as ControlRoutes).map(([id, route]): Entry => ({
    id,
    words: (searchWords as Readonly<Record<string, string>>)[id] ?? '',
    kind: 'control',
    method: id.split(' ', 1)[0] ?? '',
    summary: route.summary,
    description: '',
    inputSchema: () => inputOf(describedInput(id, route)),
  }))
  return new Map([...operations, ...routes].map((entry) => [entry.id, entry]))
}

/** The JSON schema of a route's input; that of an empty object for a route without one. */
function inputOf(input: z.ZodType | undefined): Schema {
  return input ? schemaOf(input) : { type: 'object', properties: {} }
}

/** The JSON schema of what a caller sends. */
export function schemaOf(input: z.ZodType): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return schema
}

function operationEntry(document: OpenApiDocument, id: OperationId, operation: DocumentedOperation): Entry {
  const { summary, description = '', parameters = [], requestBody } = operation
  const { auth, method } = operationTable[id]
  return {
    id,
    kind: 'operation',
    method,
    summary,
    description: `${description.trim()}\n\nCredential: ${auth}.`.trim(),
    inputSchema() {
      const resolved = parameters.map((parameter) => resolve(document, parameter))
      const content = Object.values(requestBody?.content ?? {})[0]
      const properties = {
        ...group(resolved, 'path', 'params'),
        ...group(resolved, 'query', 'query'),
        ...defined({ body: content?.schema }),
        as: schemaOf(asField),
      }
      const required = requestBody?.required ? ['body'] : []
      return standAlone(document, { type: 'object', properties, required })
    },
  }
}

/**
 * The parameters of a path or a query as one object. Path parameters that the mock's own ids can fill in are optional.
 */
function group(parameters: readonly Schema[], place: 'path' | 'query', name: string): Record<string, Schema> {
  const ours = parameters.filter((parameter) => parameter.in === place)
  if (ours.length === 0) return {}
  const properties = Object.fromEntries(
    ours.map(({ name: key, schema, description }) => [
      key,
      { ...(schema as Schema), ...defined({ description: description || undefined }) },
    ]),
  )
  const required = ours.filter((each) => each.required === true && !isFilledIn(each.name)).map((each) => each.name)
  return { [name]: { type: 'object', properties, required } }
}

const isFilledIn = (name: unknown) => ['environmentId', 'organizationId', 'projectId'].includes(String(name))

/** Finds entries by a question in words, best first. */
export type Search = (text: string, limit: number) => Entry[]

/** Words of a question that do not say what it is about. */
const fillers = new Set(
  'a an and are by did do does for from how i in is it of on or that the to was were what which why with'.split(' '),
)

/**
 * Indexes the entries. Rare words count more than common ones, and words of ids and summaries more than words of texts.
 */
export function createSearch(entries: ReadonlyMap<string, Entry>): Search {
  const index = new MiniSearch<Entry>({
    fields: ['id', 'summary', 'description', 'words'],
    tokenize: wordsOf,
    processTerm: (word) => (fillers.has(word) ? null : word),
    searchOptions: { boost: { id: 3, summary: 2, words: 6 }, prefix: (word) => word.length > 2, fuzzy: 0.15 },
  })
  index.addAll([...entries.values()])
  return (text, limit) =>
    index
      .search(text)
      .slice(0, limit)
      .flatMap(({ id }) => entries.get(String(id)) ?? [])
}

/** The words of a text, also those within `emailSignIn`. A plural becomes its singular by losing its `-s`. */
function wordsOf(text: string): string[] {
  const words = text
    .replaceAll(/e-mail/gi, 'email')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z\d]+/g)
  return (words ?? []).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
}
