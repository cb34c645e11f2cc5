import bundled from '@latchkey/types/openapi.json' with { type: 'json' }

interface Schema {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
}

const schemas = bundled.components.schemas as object as Readonly<Record<string, Schema>>

/** The paths of the fields that a value has and its schema does not name. A schema without fields allows all. */
export function undocumentedFields(node: Schema, value: unknown, path = 'body'): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (node.$ref !== undefined)
    return undocumentedFields(schemas[node.$ref.split('/').at(-1) as string] as Schema, value, path)
  if (node.anyOf) {
    const [fewest = []] = node.anyOf
      .map((branch) => undocumentedFields(branch, value, path))
      .toSorted((a, b) => a.length - b.length)
    return fewest
  }
  if (Array.isArray(value))
    return value.flatMap((item, i) => (node.items ? undocumentedFields(node.items, item, `${path}/${i}`) : []))
  const { properties, additionalProperties: further } = node
  return Object.entries(value).flatMap(([name, inner]) => {
    const schema = properties?.[name] ?? (typeof further === 'object' ? further : undefined)
    if (schema) return undocumentedFields(schema, inner, `${path}/${name}`)
    return properties && further !== true ? [`${path}/${name}`] : []
  })
}
