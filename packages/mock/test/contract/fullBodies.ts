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

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly schema: Schema
}

interface Item {
  readonly requestBody?: { readonly content: Body }
  readonly parameters?: readonly Parameter[]
}

type Body = Readonly<Record<string, { readonly schema: Schema }>>
interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, Item | undefined>> & { readonly parameters?: readonly Parameter[] }>
  >
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}
const document = bundled as object as Document

/** Two bodies of different variants differ in every field whose schema has more than one value. */
export type Variant = 0 | 1

/** A request body with every field of the document, at every depth, each with a valid value. */
export interface FullBody {
  readonly value: unknown
  /** Where its objects are that hold no other fields: the keys on the way to each. */
  readonly closedObjects: readonly (readonly string[])[]
  /** Its enums: where each stands, and its values. */
  readonly enums: readonly EnumField[]
}

export interface EnumField {
  readonly path: readonly string[]
  readonly values: readonly unknown[]
}

/** The full body of an operation; `undefined` for one that takes none, or a form. */
export function fullBody({ path, method }: OperationRow, variant: Variant = 0): FullBody | undefined {
  const schema = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema
  return schema && fill(schema, variant, [])
}

/** The enums of an operation's parameters: in the URL, and in the query, inside of objects as `filter[chain]`. */
export function parameterEnums({ path, method }: OperationRow): {
  readonly [P in 'path' | 'query']: readonly EnumField[]
} {
  const item = document.paths[path]
  const listed = [item?.parameters ?? [], item?.[method.toLowerCase()]?.parameters ?? []].flat() as Parameter[]
  const parameters = listed.map((node) => {
    const name = node.$ref?.split('/').at(-1)
    return name === undefined ? node : (document.components.parameters[name] as Parameter)
  })
  const inPlace = (place: string) =>
    parameters.filter((parameter) => parameter.in === place).flatMap(({ name, schema }) => enumsOf(schema, name))
  return { path: inPlace('path'), query: inPlace('query') }
}

function enumsOf(node: Schema, name: string): EnumField[] {
  const { enum: values, properties = {} } = resolve(node)
  if (values) return [{ path: [name], values }]
  return Object.entries(properties).flatMap(([key, inner]) => enumsOf(inner, `${name}[${key}]`))
}

function fill(node: Schema, variant: Variant, path: readonly string[]): FullBody {
  const schema = resolve(node)
  if (schema.anyOf) return fill(schema.anyOf[0] as Schema, variant, path)
  if (schema.items) {
    const { value, ...places } = fill(schema.items, variant, [...path, '0'])
    return { value: Array.from({ length: schema.minItems ?? 1 }, () => value), ...places }
  }
  if (!schema.properties) {
    const enums = schema.enum ? [{ path, values: schema.enum }] : []
    return { value: leaf(schema, variant), closedObjects: [], enums }
  }
  const parts = Object.entries(schema.properties).map(([name, inner]) => ({
    name,
    ...fill(inner, variant, [...path, name]),
  }))
  return {
    value: Object.fromEntries(parts.map(({ name, value }) => [name, value])),
    closedObjects: [
      ...(schema.additionalProperties === true ? [] : [path]),
      ...parts.flatMap(({ closedObjects }) => closedObjects),
    ],
    enums: parts.flatMap(({ enums }) => enums),
  }
}

function resolve(node: Schema): Schema {
  const name = node.$ref?.split('/').at(-1)
  return name === undefined ? node : (document.components.schemas[name] as Schema)
}

function leaf(schema: Schema, variant: Variant): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[variant] ?? schema.enum[0]
  const type = [schema.type ?? []].flat().find((name) => name !== 'null')
  if (type === 'string') return textFor(schema, variant)
  const number = Math.max(schema.minimum ?? 1, 1) + variant
  return { boolean: variant === 0, object: {}, number, integer: number }[type ?? ''] ?? null
}

const byFormat: Readonly<Record<string, readonly [string, string]>> = {
  'date-time': ['2026-01-15T09:30:00.000Z', '2026-01-14T09:30:00.000Z'],
  date: ['2026-01-15', '2026-01-14'],
  email: ['ada@example.com', 'grace@example.com'],
  hostname: ['app.example.com', 'shop.example.com'],
  uri: ['https://app.example.com', 'https://shop.example.com'],
  uuid: ['019bc0fd-89c0-7002-b4b8-000000000000', '019bc0fd-89c0-7002-b4b8-000000000001'],
}

/** For each pattern of the document one text at least, and two where they are free. */
const texts = [
  'example',
  'another',
  'https://app.example.com',
  'https://shop.example.com',
  'app.example.com',
  'shop.example.com',
  'DE',
  'GB',
  '123456',
  'ada@example.com',
  'grace@example.com',
  '+4915112345678',
  '+4915112345679',
  '0x0',
  'eip155:1',
  'e30.e30.e30',
  '019bc0fd-89c0-7002-b4b8-000000000000',
  `0x${'a'.repeat(40)}`,
  `02${'a'.repeat(64)}`,
  `03${'b'.repeat(64)}`,
  'a'.repeat(43),
  'b'.repeat(43),
  `1${'a'.repeat(33)}`,
  `L${'a'.repeat(33)}`,
  `D${'a'.repeat(33)}`,
  `ckb1q${'a'.repeat(40)}`,
  `k:${'a'.repeat(64)}`,
  `kaspa:${'a'.repeat(61)}`,
  '',
]

function textFor({ minLength = 0, maxLength = Infinity, pattern = '', format }: Schema, variant: Variant): string {
  const isFitting = (text: string) =>
    text.length >= minLength && text.length <= maxLength && new RegExp(pattern, 'u').test(text)
  const fitting = (format === undefined ? [...texts, 'x'.repeat(minLength)] : (byFormat[format] ?? [])).filter(
    isFitting,
  )
  const text = fitting[variant] ?? fitting[0]
  if (text === undefined) throw new Error(`No text is known that matches ${pattern} or has the format ${format}.`)
  return text
}
