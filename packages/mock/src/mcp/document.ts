/** The OpenAPI document of the interface, as far as the tools read it. */
export interface OpenApiDocument {
  readonly servers: ReadonlyArray<{ readonly url: string; readonly description?: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** An operation of the document. */
export interface DocumentedOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Schema[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>
  }
  readonly responses?: Readonly<Record<string, Schema>>
}

/** A JSON schema, or another object of the document. */
export type Schema = Readonly<Record<string, unknown>>

/** Loads the document, which is a megabyte large. */
export async function loadDocument(): Promise<OpenApiDocument> {
  const { default: document } = await import('@latchkey/types/openapi.json', { with: { type: 'json' } })
  return document as OpenApiDocument
}

/** The operations of the document by id, with the parameters of their paths. */
export function operationsOf({ paths }: OpenApiDocument): Map<string, DocumentedOperation> {
  const operations = Object.values(paths).flatMap(({ parameters: shared = [], ...methods }) =>
    (Object.values(methods) as DocumentedOperation[]).map(({ parameters = [], ...operation }) => ({
      ...operation,
      parameters: [...(shared as Schema[]), ...parameters],
    })),
  )
  return new Map(operations.map((operation) => [operation.operationId, operation]))
}

const reference = '#/components/schemas/'

/** Follows a reference of the document; any other value stays as it is. */
export function resolve({ components }: OpenApiDocument, value: Schema): Schema {
  const [kind = '', name = ''] = typeof value.$ref === 'string' ? value.$ref.split('/').slice(2) : []
  return (components[kind]?.[name] as Schema | undefined) ?? value
}

/** A schema that refers to no other document: the schemas that it refers to are in its `$defs`. */
export function standAlone({ components }: OpenApiDocument, schema: Schema): Schema {
  const definitions: Record<string, unknown> = {}
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, key === '$ref' ? lead(inner) : copy(inner)]),
    )
  }
  const lead = (target: unknown) => {
    const name = String(target).slice(reference.length)
    if (!Object.hasOwn(definitions, name)) {
      // Set before its content is copied, since schemas refer to themselves.
      definitions[name] = {}
      definitions[name] = copy(components.schemas?.[name])
    }
    return `#/$defs/${name}`
  }
  const ownSchema = copy(schema) as Schema
  return Object.keys(definitions).length === 0 ? ownSchema : { ...ownSchema, $defs: definitions }
}
