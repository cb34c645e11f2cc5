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

/** The building blocks of zodKit.ts that the printed schemas use. */
const kit = [
  'array',
  'integer',
  'lazy',
  'nullable',
  'number',
  'object',
  'once',
  'oneOf',
  'openObject',
  'record',
  'sharedObject',
  'text',
]

/**
 * Prints a zod schema for each schema of the document, for each operation's parameters, body and replies, and for what
 * webhooks receive.
 *
 * All schemas are lazy: an import builds none, so an app pays only for those that it uses. Each can be built for both
 * readings (`r`, zodKit's `Reading`): requests are read closed, replies open unless the caller says otherwise.
 */
export function printZodSchemas(document: OpenApiDocument): string {
  const names = Object.keys(document.components.schemas).sort()
  return [
    "import * as z from 'zod'",
    `import { ${kit.join(', ')} } from '../zodKit.ts'`,
    "import type { OperationSchemas } from '../operationSchemas.ts'",
    "import type { WebhookSchemas } from '../webhookSchemas.ts'",
    "import type { components } from './openapi.ts'",
    '',
    "type Schemas = components['schemas']",
    '',
    // Built at the first use, without z.lazy, which would make zod check for cycles that do not exist.
    ...names.map((name) => {
      const schema = print(document.components.schemas[name] as Schema, 'r')
      return `const ${maker(name)} = /* @__PURE__ */ once((r): z.ZodType<Schemas['${name}']> => ${schema})`
    }),
    '',
    ...names.map(
      (name) => `export const ${name}: z.ZodType<Schemas['${name}']> = /* @__PURE__ */ lazy(${maker(name)})`,
    ),
    '',
    '/** The schemas of requests, and of JSON replies by status, by operation id. */',
    'export const operationSchemas: OperationSchemas = {',
    ...listOperations(document).map((entry) => printOperation(document, entry)),
    '}',
    '',
    '/** The schemas of what webhooks receive, by the name of the event. */',
    'export const webhookSchemas: WebhookSchemas = {',
    ...listWebhooks(document).map(
      ({ name, body, data }) => `  ${JSON.stringify(name)}: { body: ${maker(body)}, data: ${maker(data)} },`,
    ),
    '}',
    '',
  ].join('\n')
}

function printOperation(document: OpenApiDocument, { id, operation, parameters }: OperationEntry): string {
  const parts = [
    ...(['path', 'query'] as const)
      .map((place) => [place, parameters.filter((p) => p.in === place)] as const)
      .filter(([, list]) => list.length > 0)
      .map(
        ([place, list]) => `${place === 'path' ? 'params' : 'query'}: () => ${print(parameterObject(list), closed)}`,
      ),
    ...Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => `body: () => ${print(schema, closed)}`),
  ]
  const replies = Object.entries(operation.responses).flatMap(([status, response]) => {
    const schema = resolve<Response>(document, response).content?.['application/json']?.schema
    return schema ? [`${status}: ${printMaker(schema)}`] : []
  })
  parts.push(`replies: { ${replies.join(', ')} }`)
  // A getter, so that an import compiles and makes nothing for the operations that are never called.
  return `  get ${JSON.stringify(id)}(): OperationSchemas['${id}'] { return { ${parts.join(', ')} } },`
}

function parameterObject(parameters: Parameter[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((p) => [p.name, p.schema])),
    required: parameters.filter((p) => p.required).map((p) => p.name),
    additionalProperties: false,
  }
}

function maker(name: string): string {
  return `make${name}`
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1) as string
}

/** The printed expression for the reading: a parameter, or always closed. */
type ReadingExpression = 'r' | "'closed'"
const closed = "'closed'"

function print(schema: Schema, r: ReadingExpression): string {
  if (schema.$ref) return `${maker(nameOf(schema.$ref))}(${r})`
  if (schema.anyOf) return printUnion(schema.anyOf, r)
  if (schema.const !== undefined) return `z.literal(${JSON.stringify(schema.const)})`
  if (schema.enum) return `z.enum(${JSON.stringify(schema.enum)})`
  const types = [schema.type ?? []].flat()
  const type = types.find((name) => name !== 'null') ?? types[0]
  const base = type ? printers[type] : undefined
  if (types.length > 0 && !base) throw new Error(`There is no zod schema for the type ${types.join(' | ')}.`)
  const printed = base ? base(schema, r) : 'z.unknown()'
  return types.length > 1 && types.includes('null') ? `nullable(${printed})` : printed
}

/** The name of the function that builds the schema for a reading. */
function printMaker(schema: Schema): string {
  return schema.$ref ? maker(nameOf(schema.$ref)) : `(r) => ${print(schema, 'r')}`
}

/** Prints a nullable schema as `nullable`, since the errors of a union do not name the wrong field. */
function printUnion(parts: readonly Schema[], r: ReadingExpression): string {
  const printed = parts.filter(({ type }) => type !== 'null').map((part) => print(part, r))
  const union = printed.length === 1 ? (printed[0] as string) : `oneOf([${printed.join(', ')}])`
  return printed.length < parts.length ? `nullable(${union})` : union
}

const printers: Record<string, (schema: Schema, r: ReadingExpression) => string> = {
  string: ({ minLength, maxLength, pattern, format, 'x-phrase': phrase }) => {
    if (pattern !== undefined && !phrase)
      throw new Error(`The pattern ${pattern} has no x-phrase, which tells people in words what fits it.`)
    return `text(${options({ minLength, maxLength, format, pattern, phrase })})`
  },
  integer: ({ minimum, maximum }) => `integer(${options({ minimum, maximum })})`,
  number: ({ minimum, maximum }) => `number(${options({ minimum, maximum })})`,
  boolean: () => 'z.boolean()',
  null: () => 'z.null()',
  array: ({ items = {}, minItems, maxItems }, r) =>
    `array(${print(items, r)}${(minItems ?? maxItems) ? `, ${options({ minItems, maxItems })}` : ''})`,
  object: ({ properties, required = [], additionalProperties }, r) => {
    if (!properties)
      return typeof additionalProperties === 'object'
        ? `record(${print(additionalProperties, r)})`
        : 'record(z.unknown())'
    const fields = Object.entries(properties).map(
      ([name, schema]) => `${JSON.stringify(name)}: ${print(schema, r)}${required.includes(name) ? '' : '.optional()'}`,
    )
    const shape = `{ ${fields.join(', ')} }`
    if (additionalProperties === undefined) return `sharedObject(${r}, ${shape})`
    return `${additionalProperties ? 'openObject' : 'object'}(${shape})`
  },
}

function options(values: Record<string, number | string | undefined>): string {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  if (entries.length === 0) return ''
  const print = ([name, value]: [string, unknown]) =>
    `${name}: ${name === 'pattern' ? regex(value as string) : JSON.stringify(value)}`
  return `{ ${entries.map(print).join(', ')} }`
}

/** JSON Schema 2020-12 reads patterns with the `u` flag. */
function regex(pattern: string): string {
  return new RegExp(pattern, 'u').toString()
}
