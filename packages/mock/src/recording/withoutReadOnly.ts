import type { Contract } from '../comparison/contract.ts'
import type { Schema } from '../mcp/document.ts'

/** A value of a reply without the fields that the document marks as read-only, which no request sets. */
export function withoutReadOnly(contract: Contract, value: unknown, reference: Schema | undefined): unknown {
  const schema = reference && contract.resolve(reference)
  if (!schema || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withoutReadOnly(contract, item, schema.items as Schema))
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema | undefined>>
  const writable = Object.entries(value).filter(([name]) => properties[name]?.readOnly !== true)
  return Object.fromEntries(writable.map(([name, field]) => [name, withoutReadOnly(contract, field, properties[name])]))
}
