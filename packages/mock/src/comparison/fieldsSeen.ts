import type { Schema } from '../mcp/document.ts'
import type { Contract } from './contract.ts'

/** How a documented field occurs in an object. */
export type Presence = 'present' | 'null' | 'absent'

/** The documented fields of replies, such as `gates[].scope`, each with how it occurred. */
export type FieldsSeen = Map<string, Set<Presence>>

interface Visit {
  readonly value: unknown
  readonly schema: Schema
  readonly path?: string
}

/** Notes the documented fields of a value. */
export function noteFields(contract: Contract, seen: FieldsSeen, { value, schema: reference, path = '' }: Visit): void {
  const schema = contract.resolve(reference)
  for (const alternative of (schema.anyOf ?? []) as Schema[])
    noteFields(contract, seen, { value, schema: alternative, path })
  if (Array.isArray(value) && schema.items !== undefined) {
    for (const item of value)
      noteFields(contract, seen, { value: item, schema: schema.items as Schema, path: `${path}[]` })
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    const inner = path === '' ? name : `${path}.${name}`
    const presences = seen.get(inner) ?? new Set()
    seen.set(inner, presences)
    const field: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
    presences.add(presenceOf(field))
    if (field !== undefined) noteFields(contract, seen, { value: field, schema: property, path: inner })
  }
}

function presenceOf(field: unknown): Presence {
  if (field === undefined) return 'absent'
  return field === null ? 'null' : 'present'
}
