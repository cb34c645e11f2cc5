import type { OperationRow } from '@latchkey/types'
import bundled from '@latchkey/types/openapi.json' with { type: 'json' }

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: Schema
  readonly minItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly minimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
}

type Body = Readonly<Record<string, { readonly schema: Schema }>>
interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly requestBody?: { readonly content: Body } } | undefined>>>
  >
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}
const document = bundled as object as Document

/** A request body with every field that the document names, at every depth, each of a value that fits its schema. */
export interface FullBody {
  readonly value: unknown
  /** Where its objects are that hold no other fields: the keys on the way to each. */
  readonly closedObjects: readonly (readonly string[])[]
}

/** The full body of an operation; `undefined` for one that takes none, or a form. */
export function fullBody({ path, method }: OperationRow): FullBody | undefined {
  const schema = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema
  return schema && fill(schema, [])
}

function fill(node: Schema, path: readonly string[]): FullBody {
  const schema = resolve(node)
  if (schema.anyOf) return fill(schema.anyOf[0] as Schema, path)
  if (schema.items) {
    const { value, closedObjects } = fill(schema.items, [...path, '0'])
    return { value: Array.from({ length: schema.minItems ?? 1 }, () => value), closedObjects }
  }
  if (!schema.properties) return { value: leaf(schema), closedObjects: [] }
  const parts = Object.entries(schema.properties).map(([name, inner]) => ({ name, ...fill(inner, [...path, name]) }))
  return {
    value: Object.fromEntries(parts.map(({ name, value }) => [name, value])),
    closedObjects: [
      ...(schema.additionalProperties === true ? [] : [path]),
      ...parts.flatMap(({ closedObjects }) => closedObjects),
    ],
  }
}

function resolve(node: Schema): Schema {
  const name = node.$ref?.split('/').at(-1)
  return name === undefined ? node : (document.components.schemas[name] as Schema)
}

function leaf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const type = [schema.type ?? []].flat().find((name) => name !== 'null')
  if (type === 'string') return textFor(schema)
  return { boolean: true, object: {}, number: schema.minimum ?? 1, integer: schema.minimum ?? 1 }[type ?? ''] ?? null
}

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-01-15T09:30:00.000Z',
  date: '2026-01-15',
  email: 'ada@example.com',
  hostname: 'app.example.com',
  uri: 'https://app.example.com',
  uuid: '019bc0fd-89c0-7002-b4b8-000000000000',
}

/** For each pattern of the document one text at least. */
const texts = [
  'example',
  'https://app.example.com',
  'app.example.com',
  'XX',
  '123456',
  'ada@example.com',
  '+4915112345678',
  '0x0',
  'eip155:1',
  'e30.e30.e30',
  '019bc0fd-89c0-7002-b4b8-000000000000',
  `0x${'a'.repeat(40)}`,
  `1${'a'.repeat(33)}`,
  `L${'a'.repeat(33)}`,
  `D${'a'.repeat(33)}`,
  `ckb1q${'a'.repeat(40)}`,
  `k:${'a'.repeat(64)}`,
  `kaspa:${'a'.repeat(61)}`,
  '',
]

function textFor({ minLength = 0, maxLength = Infinity, pattern = '', format }: Schema): string {
  const isFitting = (text: string) =>
    text.length >= minLength && text.length <= maxLength && new RegExp(pattern, 'u').test(text)
  const text = (format === undefined ? [...texts, 'x'.repeat(minLength)] : [byFormat[format] ?? '']).find(isFitting)
  if (text === undefined) throw new Error(`No text is known that matches ${pattern} or has the format ${format}.`)
  return text
}
