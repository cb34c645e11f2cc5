/** A JSON schema, as far as forms read it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly description?: string
  readonly default?: unknown
  readonly deprecated?: boolean
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface PathItem {
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly [method: string]: unknown
}

interface Reference {
  readonly $ref: string
}

interface DocumentedOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly deprecated?: boolean
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema; example?: unknown }>> }
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly 'x-scope'?: string
  readonly 'x-role'?: string
  readonly 'x-paging'?: string
}

/** The OpenAPI document of the service, as far as it is read here. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Who calls an operation, by the first credential that the document names. */
export type CallerKind = 'environment' | 'admin' | 'user' | 'nobody'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** An operation of the service. */
export interface Operation {
  readonly id: string
  readonly resource: string
  readonly method: Method
  /** With its parameters in braces. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly isDeprecated: boolean
  readonly caller: CallerKind
  /** The scope or role that the caller needs. */
  readonly needs: string | undefined
  readonly isPaged: boolean
  readonly parameters: readonly Parameter[]
  readonly body: { readonly type: string; readonly schema: Schema; readonly example: unknown } | undefined
}

const callers: Readonly<Record<string, CallerKind>> = {
  environmentToken: 'environment',
  memberToken: 'admin',
  userJwt: 'user',
}

export const isNumber = ({ type }: Schema): boolean => type === 'integer' || type === 'number'

/** Follows a reference of the document; any other value stays as it is. */
export function resolve<T extends object>({ components }: OpenApiDocument, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T
  const { $ref, ...beside } = value
  const [kind = '', name = ''] = $ref.split('/').slice(2)
  // A field can describe itself beside its reference.
  return { ...(components[kind]?.[name] as T), ...beside }
}

/** All operations of the document, by resource and in the order in which it lists them. */
export function operationsOf(document: OpenApiDocument): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, { parameters: shared = [], ...methods }]) =>
    Object.entries(methods as Readonly<Record<string, DocumentedOperation>>).map(([method, operation]): Operation => {
      const [content] = Object.entries(operation.requestBody?.content ?? {})
      const [scheme = ''] = operation.security.flatMap((requirement) => Object.keys(requirement))
      return {
        id: operation.operationId,
        resource: operation.tags[0] ?? '',
        method: method.toUpperCase() as Method,
        path,
        summary: operation.summary,
        description: operation.description,
        isDeprecated: operation.deprecated === true,
        caller: callers[scheme] ?? 'nobody',
        needs: operation['x-scope'] ?? operation['x-role'],
        isPaged: operation['x-paging'] !== undefined,
        parameters: [...shared, ...(operation.parameters ?? [])].map((one) => {
          const parameter = resolve<Parameter>(document, one)
          return { ...parameter, schema: resolve(document, parameter.schema) }
        }),
        body: content && { type: content[0], schema: content[1].schema, example: content[1].example },
      }
    }),
  )
}
