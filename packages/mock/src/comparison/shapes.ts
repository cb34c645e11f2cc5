import { formats } from '@latchkey/types'
import type { Schema } from '../mcp/document.ts'
import type { Contract } from './contract.ts'
import { kindOf } from './placeholders.ts'
import type { Holder } from './schemaFaults.ts'
import { isMap, listedValues } from './schemas.ts'
import { type NameTools, shownName } from './shownNames.ts'

export interface ShapeTools extends NameTools {
  readonly contract: Contract
}

/** How many fields of an object, and how many levels, an example has. */
const maximumFields = 16
const maximumDepth = 3

/**
 * A value with a placeholder for each text and number. What stays are names and values that the document itself has. An array is shown by its first item.
 */
export function shapeOf(tools: ShapeTools, { value, schema: reference }: Holder, depth = 0): unknown {
  const schema = reference && tools.contract.resolve(reference)
  if (schema && typeof value === 'string' && isListed(tools, schema, value)) return value
  if (typeof value === 'string') return formats.uuid(value) ? tools.labels.label('id', value) : kindOf(value)
  if (value === null) return null
  if (typeof value !== 'object' || depth >= maximumDepth) return kindOf(value)
  if (Array.isArray(value)) {
    const items = schema?.items as Schema | undefined
    return value.slice(0, 1).map((item) => shapeOf(tools, { value: item, schema: items }, depth + 1))
  }
  const entries = Object.entries(value)
  const shown = entries.slice(0, maximumFields).map(([name, field]) => {
    const property = propertyOf(tools, schema, name)
    const inner = shapeOf(tools, { value: field, schema: property }, depth + 1)
    return [property ? name : shownField(tools, schema, name), inner] as const
  })
  return Object.fromEntries([...shown, ...(entries.length > maximumFields ? [['…', '…'] as const] : [])])
}

/** A field that the schema does not have. The keys of maps are data. */
const shownField = (tools: ShapeTools, schema: Schema | undefined, name: string): string =>
  schema && isMap(schema) ? '<key>' : shownName(tools, 'field', name)

function isListed({ contract }: ShapeTools, schema: Schema, value: unknown): boolean {
  if (listedValues(schema)?.includes(value)) return true
  const alternatives = (schema.anyOf ?? []) as Schema[]
  return alternatives.some((alternative) => listedValues(contract.resolve(alternative))?.includes(value))
}

/** The schema of a field, in whichever alternative has it. */
function propertyOf(tools: ShapeTools, schema: Schema | undefined, name: string): Schema | undefined {
  if (!schema) return undefined
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>
  if (Object.hasOwn(properties, name)) return properties[name]
  for (const alternative of (schema.anyOf ?? []) as Schema[]) {
    const found = propertyOf(tools, tools.contract.resolve(alternative), name)
    if (found) return found
  }
  return undefined
}
