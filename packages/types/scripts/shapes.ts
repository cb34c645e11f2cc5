import {
  listOperations,
  type OpenApiDocument,
  type OperationEntry,
  type Parameter,
  resolve,
  type Response,
  type Schema,
} from './document.ts'
import { listWebhooks } from './webhooks.ts'

/** See packages/names/src/shapes.ts, which declares it for those who read it. */
type Node = 0 | 1 | string | [Node]
type Shape = string[] | Record<string, Node>

/** Prints the names of the document, and where each stands. */
export function printShapes(document: OpenApiDocument): string {
  const schemas: Record<string, Shape> = {}
  const nodeOf = createReader(document, schemas)
  const hooks = listWebhooks(document)
  // A body has the names of WebhookDelivery, and in its `data` those of the event's.
  const bodies = new Set(hooks.map(({ body }) => body))
  const names = Object.keys(document.components.schemas).filter((name) => !bodies.has(name))
  for (const name of names) nodeOf({ $ref: `#/components/schemas/${name}` }, name)
  const operations = listOperations(document).map((entry) => [entry.id, operationShape(document, entry, nodeOf)])
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
  return [
    "import type { Shapes } from '../shapes.ts'",
    '',
    'export const shapes: Shapes = {',
    `  operations: ${printRows(Object.fromEntries(operations) as object)},`,
    `  schemas: ${printRows(sorted)},`,
    `  webhooks: ${printRows(Object.fromEntries(hooks.map(({ name, data }) => [name, data])))},`,
    `  headers: ${JSON.stringify(headersOf(document))},`,
    `  cookies: ${JSON.stringify(cookiesOf(document))},`,
    '}',
    '',
  ].join('\n')
}

function printRows(rows: object): string {
  return `{\n${Object.entries(rows)
    .map(([name, row]) => `    ${JSON.stringify(name)}: ${JSON.stringify(row)},\n`)
    .join('')}  }`
}

/** The body of refusals that are not listed. */
const usualRefusal = 'ErrorBody'

type ReadNode = (schema: Schema, place: string) => Node

/** Reads schemas, and adds the objects and enums that it comes upon. One without a name has that of its place. */
function createReader(document: OpenApiDocument, schemas: Record<string, Shape>): ReadNode {
  return function nodeOf(schema, place): Node {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.split('/').at(-1) ?? ''
      return name in schemas ? name : nodeOf(resolve<Schema>(document, schema as { $ref: string }), name)
    }
    const { anyOf, items, properties, additionalProperties: rest } = schema
    if (anyOf)
      return oneOf(
        anyOf.map((option, i) => nodeOf(option, `${place}.${i}`)),
        place,
      )
    if (items) {
      const element = nodeOf(items, place)
      return element === 0 || element === 1 ? element : [element]
    }
    const values = (schema.enum ?? [schema.const]).filter((value) => typeof value === 'string')
    if (values.length > 0) {
      schemas[place] = values
      return place
    }
    if (!properties && !isOfObjects(schema)) return 0
    if (!properties && (rest === undefined || typeof rest === 'boolean')) return 1
    const shape: Record<string, Node> = {}
    // Before its fields, since they may lead back to it.
    schemas[place] = shape
    for (const [name, field] of Object.entries(properties ?? {})) {
      if (/[.*]/.test(name)) throw new Error(`${place} has the field ${name}, which no names file could name.`)
      shape[name] = nodeOf(field, `${place}.${name}`)
    }
    if (typeof rest === 'object') shape['*'] = nodeOf(rest, `${place}.*`)
    else if (rest === true) shape['*'] = 1
    return place
  }

  function oneOf(nodes: readonly Node[], place: string): Node {
    const [node = 0, ...others] = nodes.filter((option) => option !== 0)
    if (others.every((other) => other === node)) return node
    const named = nodes.filter((option) => option !== 0 && option !== 1)
    if (named.length === 0) return 1
    throw new Error(`The names in ${place} depend on which of ${named.length} schemas a value has.`)
  }
}

const isOfObjects = ({ type }: Schema) => type === 'object' || (Array.isArray(type) && type.includes('object'))

function operationShape(
  document: OpenApiDocument,
  { id, method, path, operation, parameters }: OperationEntry,
  nodeOf: ReadNode,
) {
  const nodesIn = (place: 'path' | 'query') =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema }) => [name, nodeOf(schema, `${id}.${name}`)] as const)
  const params = nodesIn('path').filter(([, node]) => node !== 0)
  const query = nodesIn('query')
  const body = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => nodeOf(schema, `${id}.body`))[0]
  const replies = Object.entries(operation.responses).flatMap(([status, reference]) => {
    const { content } = resolve<Response>(document, reference)
    const schema = content?.['application/json']?.schema
    const node = schema ? nodeOf(schema, `${id}.${status}`) : 0
    const isUsual = Number(status) >= 400 && node === usualRefusal
    return node === 0 || isUsual ? [] : [[status, node] as const]
  })
  return {
    method: method.toUpperCase(),
    path,
    ...(params.length > 0 && { params: Object.fromEntries(params) }),
    ...(query.length > 0 && { query: Object.fromEntries(query) }),
    ...(body !== undefined && body !== 0 && { body }),
    replies: Object.fromEntries(replies),
  }
}

/** The headers of requests, replies and webhooks that HTTP itself does not have. */
function headersOf(document: OpenApiDocument): string[] {
  const hooks = Object.values(document.webhooks ?? {}).flatMap(({ post }) => post ?? [])
  const sent = [...listOperations(document), ...hooks.map(({ parameters = [] }) => ({ parameters }))].flatMap(
    ({ parameters }) => parameters.map((parameter) => resolve<Parameter>(document, parameter)),
  )
  const answered = listOperations(document).flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap((response) =>
      Object.keys(resolve<Response>(document, response).headers ?? {}),
    ),
  )
  const names = [...sent.filter((parameter) => parameter.in === 'header').map(({ name }) => name), ...answered]
  const own = names.map((name) => name.toLowerCase()).filter((name) => name.startsWith('x-'))
  return [...new Set(own)].sort()
}

function cookiesOf({ components }: OpenApiDocument): string[] {
  return Object.values(components.securitySchemes ?? {}).flatMap((scheme) =>
    scheme.in === 'cookie' && scheme.name !== undefined ? [scheme.name] : [],
  )
}
