import type { Schema } from '../../types/scripts/document.ts'
import { escapeText, table } from './markdown.ts'

/** Gives the link to a named schema. */
export type LinkSchema = (name: string) => string

type AnySchema = Schema & { oneOf?: Schema[]; allOf?: Schema[]; prefixItems?: Schema[] }

const nameOf = (reference: string) => reference.split('/').at(-1) ?? ''

/** Names the type of a value in words: `text (date-time)`, `list of Gate`. */
export function typeOf(schema: AnySchema, link: LinkSchema): string {
  if (schema.$ref) return link(nameOf(schema.$ref))
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => typeOf(choice, link)).join(' or ')
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, link)).join(' and ')
  const types = [schema.type ?? []].flat()
  if (types.includes('array')) {
    const list = `list of ${typeOf(schema.items ?? {}, link)}`
    return types.includes('null') ? `${list} or null` : list
  }
  if (types.includes('object') && typeof schema.additionalProperties === 'object')
    return `object with values of ${typeOf(schema.additionalProperties, link)}`
  const words = types.map((type) => (type === 'string' ? 'text' : type)).join(' or ') || 'any value'
  return schema.format ? `${words} (${schema.format})` : words
}

/** The limits of a value: `1 to 255 characters`. */
export function limitsOf(schema: AnySchema): string {
  const between = (least: number | undefined, most: number | undefined, unit: string) => {
    if (least === undefined && most === undefined) return []
    if (most === undefined) return [`at least ${least}${unit}`]
    return [least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`]
  }
  const isSafe = (number: number | undefined) => (Math.abs(number ?? 0) >= Number.MAX_SAFE_INTEGER ? undefined : number)
  return [
    ...between(schema.minLength, schema.maxLength, ' characters'),
    ...between(isSafe(schema.minimum), isSafe(schema.maximum), ''),
    ...between(schema.minItems, schema.maxItems, ' entries'),
    ...(schema.default === undefined ? [] : [`default \`${JSON.stringify(schema.default)}\``]),
  ].join('; ')
}

/** A table of an object's fields; fields of objects without a name follow it, by their path. */
export function describeFields(schema: AnySchema, link: LinkSchema): string {
  return table(['field', 'type', 'required', 'meaning'], fieldsOf(schema, link, ''))
}

function fieldsOf(schema: AnySchema, link: LinkSchema, prefix: string): string[][] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const text = [escapeText(field.description ?? ''), limitsOf(field), field.deprecated ? 'Deprecated.' : '']
    const row = [`\`${path}\``, typeOf(field, link), required.has(name) ? 'yes' : '', text.filter(Boolean).join(' ')]
    const inner = field.items?.properties ? field.items : field
    return [row, ...fieldsOf(inner, link, `${path}${inner === field ? '.' : '[].'}`)]
  })
}

/** The names of the schemas that a schema refers to, directly or by way of others. */
export function reach(
  schemas: Readonly<Record<string, Schema>>,
  node: unknown,
  found = new Set<string>(),
): Set<string> {
  if (typeof node !== 'object' || node === null) return found
  for (const [key, value] of Object.entries(node)) {
    if (key === '$ref' && typeof value === 'string' && value.startsWith('#/components/schemas/')) {
      const name = nameOf(value)
      if (found.has(name)) continue
      found.add(name)
      reach(schemas, schemas[name], found)
    } else reach(schemas, value, found)
  }
  return found
}
