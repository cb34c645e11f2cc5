import { defined } from '@latchkey/base/defined'
import type { OperationId } from '@latchkey/types'
import { readQuery } from '../http/decode.ts'
import { rows } from '../http/router.ts'
import type { Schema } from '../mcp/document.ts'
import type { Difference } from './difference.ts'
import { mediaTypeOf, type ObservedExchange, readJson } from './observedExchange.ts'
import { type Fault, faultsOf } from './schemaFaults.ts'
import type { ShapeTools } from './shapes.ts'
import { shownName } from './shownNames.ts'

/** A request for an operation, with the values of its URL's parameters. */
export interface FoundRequest {
  readonly exchange: ObservedExchange
  readonly id: OperationId
  readonly params: Readonly<Record<string, string>>
  readonly url: URL
}

/** Lists everything in a request that breaks the schemas of its operation. */
export function requestDifferences(tools: ShapeTools, request: FoundRequest): Difference[] {
  return [...pathDifferences(tools, request), ...queryDifferences(tools, request), ...bodyDifferences(tools, request)]
}

/** A fault of a value as a difference, with the object that it is in. */
export function differenceOf(
  { path, unknown, ...fault }: Fault,
  { side, part }: { readonly side: Difference['side']; readonly part: string },
): Difference {
  const place = path === '' || path.startsWith('[') ? part + path : `${part}.${path}`
  return {
    ...fault,
    side,
    place,
    ...defined({ unknown: unknown === undefined ? undefined : { kind: 'field' as const, name: unknown } }),
  }
}

function pathDifferences(tools: ShapeTools, { id, params }: FoundRequest): Difference[] {
  return [...tools.contract.operation(id).path].flatMap(([name, { schema }]) =>
    parameterDifferences(tools, { value: params[name], schema }, `path ${name}`),
  )
}

function parameterDifferences(
  tools: ShapeTools,
  parameter: { readonly value: unknown; readonly schema: Schema },
  part: string,
): Difference[] {
  return faultsOf(tools.contract, parameter, 'request').map(({ kind, expected, found }) => ({
    kind,
    side: 'request',
    place: part,
    expected,
    found,
  }))
}

function queryDifferences(tools: ShapeTools, { id, url }: FoundRequest): Difference[] {
  const documented = tools.contract.operation(id).query
  const query = readWholeQuery(id, url)
  if (!query)
    return [{ kind: 'value', side: 'request', place: 'query', expected: 'each parameter once', found: 'more' }]
  return [...documented].flatMap(([name, { schema, isRequired }]): Difference[] => {
    const value = query[name]
    if (value !== undefined) return parameterDifferences(tools, { value, schema }, `query ${name}`)
    return isRequired
      ? [{ kind: 'missingField', side: 'request', place: `query ${name}`, expected: 'present', found: 'absent' }]
      : []
  })
}

/** The query as the operation reads it; `undefined` for one that it refuses. */
function readWholeQuery(id: OperationId, url: URL): Readonly<Record<string, unknown>> | undefined {
  try {
    return readQuery(rows[id], url)
  } catch {
    return undefined
  }
}

/** The parameters of a query that the document does not have. Services ignore them, so they are no difference. */
export function unknownParameters(tools: ShapeTools, { id, url }: FoundRequest): string[] {
  const documented = tools.contract.operation(id).query
  const names = [...url.searchParams.keys()].filter((name) => !documented.has(name.replace(/\[[^[]*\]$/, '')))
  return [...new Set(names.map((name) => shownName(tools, 'parameter', name)))]
}

function bodyDifferences(tools: ShapeTools, { id, exchange }: FoundRequest): Difference[] {
  const content = tools.contract.operation(id).body
  const { requestBody, requestHeaders } = exchange
  if (content.size === 0 || !requestBody) return []
  if (requestBody.length === 0 && rows[id].optionalBody) return []
  const type = mediaTypeOf(requestHeaders)
  const schema = content.get(type)
  if (!schema) {
    const expected = [...content.keys()].join(' or ')
    return [{ kind: 'mediaType', side: 'request', place: 'body', expected, found: 'another media type' }]
  }
  const body = type === 'application/json' ? readJson(requestBody) : { value: readForm(requestBody) }
  if (!body) return [{ kind: 'mediaType', side: 'request', place: 'body', expected: 'JSON', found: 'other text' }]
  return faultsOf(tools.contract, { value: body.value, schema }, 'request').map((fault) =>
    differenceOf(fault, { side: 'request', part: 'body' }),
  )
}

const readForm = (body: Uint8Array): object => Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body)))
