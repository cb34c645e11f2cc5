import type { OperationRow } from '@latchkey/types'
import bundled from '@latchkey/types/openapi.json' with { type: 'json' }

interface Schema {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

const document = bundled as object as {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Response>> } | undefined>>>
  >
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** The schema of the JSON that an operation answers with. */
function schemaOf({ path, method }: OperationRow, status: number): Schema | undefined {
  const operation = document.paths[path]?.[method.toLowerCase()]
  return operation?.responses[String(status)]?.content?.['application/json']?.schema
}

/** Each field of a reply that has a value, as `<schema>.<field>`. */
export function* fieldsOf(row: OperationRow, status: number, body: unknown): Generator<string> {
  const schema = schemaOf(row, status)
  if (schema) yield* fieldsIn(schema, body, '')
}

function* fieldsIn(node: Schema, value: unknown, name: string): Generator<string> {
  if (node.$ref) {
    const component = node.$ref.split('/').at(-1) as string
    yield* fieldsIn(document.components.schemas[component] as Schema, value, component)
  } else if (node.anyOf) for (const branch of node.anyOf) yield* fieldsIn(branch, value, name)
  else if (node.items && Array.isArray(value)) for (const item of value) yield* fieldsIn(node.items, item, `${name}[]`)
  else if (node.properties && typeof value === 'object' && value !== null)
    for (const [field, schema] of Object.entries(node.properties)) {
      const inner = (value as Record<string, unknown>)[field]
      if (inner === undefined || inner === null) continue
      yield `${name}.${field}`
      yield* fieldsIn(schema, inner, `${name}.${field}`)
    }
}

/** Every field that a reply of these operations may have. */
export function documentedFields(operations: readonly OperationRow[]): ReadonlySet<string> {
  const fields = new Set<string>()
  const visited = new Set<string>()
  const collect = (node: Schema, name: string): void => {
    if (node.$ref) {
      const component = node.$ref.split('/').at(-1) as string
      if (visited.has(component)) return
      visited.add(component)
      collect(document.components.schemas[component] as Schema, component)
    } else if (node.anyOf) for (const branch of node.anyOf) collect(branch, name)
    else if (node.items) collect(node.items, `${name}[]`)
    else
      for (const [field, schema] of Object.entries(node.properties ?? {})) {
        fields.add(`${name}.${field}`)
        collect(schema, `${name}.${field}`)
      }
  }
  for (const row of operations)
    for (const status of [...row.success, ...Object.keys(row.errors).map(Number)]) {
      const schema = schemaOf(row, status)
      if (schema) collect(schema, '')
    }
  return fields
}
