import {
  listOperations,
  type Operation,
  type OpenApiDocument,
  type OperationEntry,
  resolve,
  type Response,
  type Schema,
} from './document.ts'

/** Prints the operation table: what clients and servers need of an operation at run time. */
export function printOperationTable(document: OpenApiDocument): string {
  const rows = listOperations(document).map(
    (entry) => `  ${JSON.stringify(entry.id)}: ${JSON.stringify(row(document, entry))},`,
  )
  return [
    "import type { OperationRow } from '../operationRow.ts'",
    '',
    'export const operationTable = {',
    ...rows,
    '} as const satisfies Record<string, OperationRow>',
    '',
  ].join('\n')
}

function row(document: OpenApiDocument, { method, path, operation, parameters }: OperationEntry) {
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const body = Object.keys(operation.requestBody?.content ?? {})[0]
  const replies = Object.entries(operation.responses).map(
    ([status, response]) => [Number(status), resolve<Response>(document, response)] as const,
  )
  return {
    method: method.toUpperCase(),
    path,
    auth: auth(operation),
    ...(operation['x-scope'] && { scope: operation['x-scope'] }),
    ...(operation['x-role'] && { role: operation['x-role'] }),
    ...(operation['x-paging'] && { paging: operation['x-paging'] }),
    ...(operation['x-order-by'] && { orderBy: operation['x-order-by'] }),
    ...(query.length > 0 && { query: Object.fromEntries(query.map((p) => [p.name, wireType(document, p.schema)])) }),
    ...(operation['x-open-query'] && { openQuery: true }),
    ...(body && { body }),
    ...(operation.requestBody && operation.requestBody.required !== true && { optionalBody: true }),
    success: replies.filter(([status]) => status < 400).map(([status]) => status),
    errors: Object.fromEntries(
      replies.filter(([status]) => status >= 400).map(([status, response]) => [status, bodyShape(response)]),
    ),
    ...(operation.deprecated && { deprecated: true }),
  }
}

function auth({ security = [] }: Operation): string {
  const schemes = new Set(security.flatMap((requirement) => Object.keys(requirement)))
  if (schemes.has('environmentToken')) return 'environment'
  if (schemes.has('memberToken')) return 'member'
  if (!schemes.has('userJwt')) return 'none'
  return security.some((requirement) => Object.keys(requirement).length === 0) ? 'optionalUser' : 'user'
}

const readAs = new Set(['integer', 'number', 'boolean', 'array'])

/** How a query value is read from its text. */
function wireType(document: OpenApiDocument, schema: Schema): string {
  const { type, properties } = resolve<Schema>(document, schema)
  if (properties || type === 'object') return 'object'
  return typeof type === 'string' && readAs.has(type) ? type : 'string'
}

/** The name of an error body's schema, or `empty` or `text`. */
function bodyShape(response: Response): string {
  const content = Object.entries(response.content ?? {})[0]
  if (!content) return 'empty'
  const [type, { schema }] = content
  return type === 'application/json' ? (schema.$ref?.split('/').at(-1) ?? 'inline') : 'text'
}
