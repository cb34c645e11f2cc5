import { isNumber, type OpenApiDocument, resolve, type Schema } from './operationsOf.ts'

/** A field of a form for a body. */
export interface FormField {
  /** The names of the objects around it, and its own. */
  readonly path: readonly string[]
  readonly schema: Schema
  readonly isRequired: boolean
}

/** Objects in objects in the body have fields of their own; what is deeper is JSON. */
const deepest = 3

/** The fields of a body's form; none for a body that is not an object of known fields. */
export function formFieldsOf(
  document: OpenApiDocument,
  schema: Schema,
  path: readonly string[] = [],
): readonly FormField[] {
  const { properties = {}, required = [] } = resolve<Schema>(document, schema)
  return Object.entries(properties).flatMap(([name, property]) => {
    const inner = resolve<Schema>(document, property)
    const field = { path: [...path, name], schema: inner, isRequired: required.includes(name) }
    const isNested = inner.properties !== undefined && field.path.length < deepest
    return isNested ? formFieldsOf(document, inner, field.path) : [field]
  })
}

/** Whether a value has a field of its own kind, or is entered as JSON. */
export function fieldKindOf(schema: Schema): 'single' | 'json' {
  const { type, enum: values } = schema
  return values || type === 'string' || type === 'boolean' || isNumber(schema) ? 'single' : 'json'
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
  { path, schema }: FormField,
  entered: string,
): Readonly<Record<string, unknown>> {
  const [name = '', ...rest] = path
  const { [name]: former, ...others } = body
  if (rest.length > 0) {
    const inner = withValue(
      Object(former) as Record<string, unknown>,
      { path: rest, schema, isRequired: false },
      entered,
    )
    return Object.keys(inner).length === 0 ? others : { ...body, [name]: inner }
  }
  return entered.trim() === '' ? others : { ...body, [name]: valueOf(schema, entered) }
}

function valueOf(schema: Schema, entered: string): unknown {
  if (fieldKindOf(schema) === 'json') return JSON.parse(entered)
  if (schema.type === 'boolean') return entered === 'true'
  return isNumber(schema) && Number.isFinite(Number(entered)) ? Number(entered) : entered
}
