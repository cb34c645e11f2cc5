import { isObject } from '@latchkey/base/isObject'
import type { Schema } from '../mcp/document.ts'

/** The types of a schema; none where any value fits. */
export function typesOf({ type }: Schema): string[] {
  if (Array.isArray(type)) return type as string[]
  return typeof type === 'string' ? [type] : []
}

const typeChecks: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
}

/** Whether a value is of a type of JSON Schema. */
export const isOfType = (value: unknown, type: string): boolean => typeChecks[type]?.(value) ?? true

/** The values that a schema lists: those of an enum, or its only one. */
export function listedValues(schema: Schema): readonly unknown[] | undefined {
  return 'const' in schema ? [schema.const] : (schema.enum as readonly unknown[] | undefined)
}

/** Whether an object may have keys that its schema does not name. */
export function isMap({ properties, additionalProperties }: Schema): boolean {
  if (additionalProperties === undefined) return properties === undefined
  return additionalProperties !== false
}
