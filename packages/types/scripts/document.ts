/** The parts of a bundled OpenAPI 3.1 document that the generators read. */
export interface OpenApiDocument {
  tags: Array<{ name: string; description: string }>
  paths: Record<string, PathItem>
  /** By the name of the event. */
  webhooks?: Record<string, PathItem>
  components: {
    schemas: Record<string, Schema>
    parameters?: Record<string, Parameter>
    responses?: Record<string, Response>
    securitySchemes?: Record<string, { in?: string; name?: string }>
  }
}

export type Method = 'get' | 'post' | 'put' | 'delete'
export const methods: readonly Method[] = ['get', 'post', 'put', 'delete']

export type PathItem = { parameters?: Array<Parameter | Reference> } & Partial<Record<Method, Operation>>

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  deprecated?: boolean
  parameters?: Array<Parameter | Reference> | undefined
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, Response | Reference>
  security?: Array<Record<string, string[]>>
  'x-scope'?: string
  'x-role'?: string
  'x-paging'?: 'offset' | 'cursor'
  'x-order-by'?: string[]
  'x-open-query'?: boolean
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  style?: string
  schema: Schema
}

export interface Response {
  description: string
  content?: Record<string, { schema: Schema }>
  headers?: Record<string, unknown>
}

export interface Reference {
  $ref: string
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  /** A noun phrase for the pattern, for refusals: `must be <phrase>`. */
  'x-phrase'?: string
  enum?: unknown[]
  const?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  description?: string | undefined
  deprecated?: boolean
  readOnly?: boolean
  writeOnly?: boolean
  default?: unknown
}

/** Follows a local reference, and returns any other value unchanged. */
export function resolve<T extends object>(document: OpenApiDocument, node: T | Reference): T {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return node as T
  let target: unknown = document
  for (const part of node.$ref.slice(2).split('/')) {
    target = (target as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  if (target === undefined) throw new Error(`The document has no ${node.$ref}.`)
  return target as T
}

export interface OperationEntry {
  id: string
  method: Method
  path: string
  operation: Operation
  parameters: Parameter[]
}

/** All operations, in the order of their ids. */
export function listOperations(document: OpenApiDocument): OperationEntry[] {
  const entries = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
      return [
        {
          id: operation.operationId,
          method,
          path,
          operation,
          parameters: parameters.map((p) => resolve<Parameter>(document, p)),
        },
      ]
    }),
  )
  return entries.sort((a, b) => (a.id < b.id ? -1 : 1))
}
