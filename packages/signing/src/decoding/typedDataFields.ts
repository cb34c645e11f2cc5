import type { components } from '@latchkey/types'

export type TypedDataTypes = components['schemas']['SignMessageEvmTypedData']['types']
export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown) => (value ?? {}) as Fields

/** The members of a value that are hashed. */
export function signedFields(types: TypedDataTypes, type: string, value: unknown): unknown {
  if (type.endsWith(']')) {
    const item = type.slice(0, type.lastIndexOf('['))
    return Array.isArray(value) ? value.map((each) => signedFields(types, item, each)) : value
  }
  const members = Object.hasOwn(types, type) ? types[type] : undefined
  if (!members) return value
  const fields = fieldsOf(value)
  return Object.fromEntries(
    members.map((member) => [member.name, signedFields(types, member.type, fields[member.name])]),
  )
}

/** A member of typed data with its value. */
interface Member {
  readonly name: string
  readonly type: string
  readonly value: unknown
}

/** The members inside of a member that are neither structs nor arrays. */
export function leavesOf(types: TypedDataTypes, { name, type, value }: Member): Member[] {
  if (type.endsWith(']')) {
    const item = type.slice(0, type.lastIndexOf('['))
    return (value as readonly unknown[]).flatMap((each) => leavesOf(types, { name, type: item, value: each }))
  }
  if (!Object.hasOwn(types, type)) return [{ name, type, value }]
  const fields = fieldsOf(value)
  return (types[type] ?? []).flatMap((member) => leavesOf(types, { ...member, value: fields[member.name] }))
}

/** The addresses in a member of typed data. */
export function addressesIn(types: TypedDataTypes, type: string, value: unknown): string[] {
  return leavesOf(types, { name: '', type, value }).flatMap((leaf) =>
    leaf.type === 'address' ? String(leaf.value) : [],
  )
}
