import { isNumber, type OpenApiDocument, resolve, type Schema } from './operationsOf.ts'

/** A field of a form for a body. */
export interface FormField {
  /** The names of the objects around it, and its own. */
  readonly path: readonly string[]
  readonly schema: Schema
  readonly isRequired: boolean
  readonly isNullable: boolean
}

interface Nesting {
  /** The names of the objects around the schema. @default [] */
  readonly path?: readonly string[]
  /** Objects have fields of their own up to so many names; what is deeper is JSON. @default 3 */
  readonly deepest?: number
}

/** The fields of a body's form; none for a body that is not an object of known fields. */
export function formFieldsOf(
  document: OpenApiDocument,
  schema: Schema,
  { path = [], deepest = 3 }: Nesting = {},
): readonly FormField[] {
  const { properties = {}, required = [] } = resolve<Schema>(document, schema)
  return Object.entries(properties).flatMap(([name, property]) => {
    const { inner, isNullable } = withoutNull(document, property)
    const field = { path: [...path, name], schema: inner, isRequired: required.includes(name), isNullable }
    const isNested = inner.properties !== undefined && field.path.length < deepest
    return isNested ? formFieldsOf(document, inner, { path: field.path, deepest }) : [field]
  })
}

/** The schema of the values that are not `null`, with that of the items of a list. */
function withoutNull(document: OpenApiDocument, schema: Schema): { inner: Schema; isNullable: boolean } {
  const outer = resolve<Schema>(document, schema)
  const { anyOf = [], type, items } = outer
  const others = anyOf.filter((alternative) => alternative.type !== 'null')
  const [only] = others
  if (only && others.length === 1 && anyOf.length === 2) {
    const { anyOf: _, ...beside } = outer
    return { inner: { ...resolve<Schema>(document, only), ...beside }, isNullable: true }
  }
  if (Array.isArray(type) && type.length === 2 && type.includes('null'))
    return { inner: { ...outer, type: type.find((name) => name !== 'null') as string }, isNullable: true }
  return { inner: items ? { ...outer, items: resolve<Schema>(document, items) } : outer, isNullable: false }
}

/** Whether a value has a field of its own kind, is a choice of some of a list, or is entered as JSON. */
export function fieldKindOf(schema: Schema): 'single' | 'some' | 'json' {
  const { type, enum: values, items } = schema
  if (values || type === 'string' || type === 'boolean' || isNumber(schema)) return 'single'
  return type === 'array' && items?.enum ? 'some' : 'json'
}

/** The value of a field in a body. */
export function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (Object(inner) as Record<string, unknown>)[key], body)
}

/** Reads a body that is an object; `undefined` for other text. */
export function readBody(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** A body with the value of a field, as it was entered. An empty one is left out. */
export function withValue(
  body: Readonly<Record<string, unknown>>,
  { path, schema }: Pick<FormField, 'path' | 'schema'>,
  entered: string,
): Readonly<Record<string, unknown>> {
  const [name = '', ...rest] = path
  const { [name]: former, ...others } = body
  if (rest.length > 0) {
    const inner = withValue(Object(former) as Record<string, unknown>, { path: rest, schema }, entered)
    return Object.keys(inner).length === 0 ? others : { ...body, [name]: inner }
  }
  return entered.trim() === '' ? others : { ...body, [name]: valueOf(schema, entered) }
}

function valueOf(schema: Schema, entered: string): unknown {
  if (fieldKindOf(schema) !== 'single') return JSON.parse(entered)
  if (schema.type === 'boolean') return entered === 'true'
  return isNumber(schema) && Number.isFinite(Number(entered)) ? Number(entered) : entered
}
