import { textOf } from '../standard/inputs.ts'
import { type ProtobufValue, readProtobuf } from './protobuf.ts'

/** Reads the values of a field into JSON. */
export type ReadProtobufField = (values: readonly ProtobufValue[]) => unknown

/** The fields of a message that are read: number, name and type. */
export type ProtobufLayout = readonly (readonly [number: number, name: string, read: ReadProtobufField])[]

export const textIn = (value: ProtobufValue | undefined): string | undefined =>
  typeof value === 'object' ? textOf(value) : undefined

export const text: ReadProtobufField = ([value]) => textIn(value)

/** Decimal. */
export const number: ReadProtobufField = ([value]) => (typeof value === 'bigint' ? value.toString() : undefined)

/** Reads a message by its layout, without fields that it lacks. @returns `undefined` for bytes that are not one */
export function fieldsOf(bytes: Uint8Array, layout: ProtobufLayout): Record<string, unknown> | undefined {
  const fields = readProtobuf(bytes)
  if (!fields) return undefined
  const present = layout.filter(([field]) => fields.has(field))
  return Object.fromEntries(present.map(([field, name, read]) => [name, read(fields.get(field) ?? [])]))
}
