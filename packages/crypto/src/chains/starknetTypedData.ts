import { utf8 } from '@latchkey/base/bytes'
import { isObject } from '@latchkey/base/isObject'
import { poseidonHash, poseidonHashMany } from '@scure/starknet'
import {
  type Felt,
  hashText,
  readFelt,
  readI128,
  readShortString,
  readU128,
  selectorOf,
  wordOf,
} from './starknetFelt.ts'
import { presetTypes, type StructType, type TypedData } from './starknetTypes.ts'

/** Converts a value of each basic type to a field element; `undefined` for a value that is not of the type. */
const basicTypes: Readonly<Record<string, (value: unknown) => Felt | undefined>> = {
  felt: readShortString,
  shortstring: readShortString,
  bool: (value) => (typeof value === 'boolean' ? BigInt(value) : undefined),
  string: (value) => (typeof value === 'string' ? hashText(value) : undefined),
  selector: (value) => (typeof value !== 'string' || /^0x/i.test(value) ? readFelt(value) : selectorOf(value)),
  u128: readU128,
  timestamp: readU128,
  i128: readI128,
  ContractAddress: readFelt,
  ClassHash: readFelt,
}

interface Context {
  readonly types: ReadonlyMap<string, StructType>
  /** Type hashes computed so far. */
  readonly typeHashes: Map<string, Felt>
}

/**
 * The hash that an account signs for typed data (SNIP-12, revision 1). starknet.js calls it the message hash.
 *
 * Values must have exactly the members of their types, since a member outside the type would not be signed. An enum
 * variant without values is hashed as wallets do it, with one zero after its index.
 *
 * @param account - The address of the account that signs.
 * @throws TypeError when a value is not of its type, or a type is not defined
 */
export function hashTypedData({ types, primaryType, domain, message }: TypedData, account: Felt): Felt {
  const context: Context = { types: new Map([...presetTypes, ...types]), typeHashes: new Map() }
  const hashes = [hashStruct(context, 'StarknetDomain', domain), account, hashStruct(context, primaryType, message)]
  return poseidonHashMany([wordOf(utf8('StarkNet Message')), ...hashes])
}

function hashStruct(context: Context, name: string, value: unknown): Felt {
  const type = context.types.get(name)
  if (!type || !isObject(value)) return refuse(name)
  const isWhole = type.every((member) => Object.hasOwn(value, member.name)) && Object.keys(value).length === type.length
  if (!isWhole) return refuse(name)
  const members = type.map((member) => hashValue(context, member, value[member.name]))
  return poseidonHashMany([typeHashOf(context, name), ...members])
}

/** `contains` is the type of an enum's variants, or of a Merkle tree's leaves. */
type ValueType = Pick<StructType[number], 'type' | 'contains'>

function hashValue(context: Context, { type, contains = '' }: ValueType, value: unknown): Felt {
  if (context.types.has(type)) return hashStruct(context, type, value)
  if (type === 'enum') return hashVariant(context, contains, value)
  if (type.endsWith('*') || type === 'merkletree') {
    if (!Array.isArray(value)) return refuse(type)
    const itemType = type === 'merkletree' ? contains : type.slice(0, -1)
    const items = value.map((item) => hashValue(context, { type: itemType }, item))
    return type === 'merkletree' ? merkleRoot(items) : poseidonHashMany(items)
  }
  const read = Object.hasOwn(basicTypes, type) ? basicTypes[type] : undefined
  return read?.(value) ?? refuse(type)
}

/** An enum value is an object with one member: the name of the variant, with an array of its values. */
function hashVariant(context: Context, name: string, value: unknown): Felt {
  const variants = context.types.get(name)
  if (!variants || !isObject(value)) return refuse(name)
  const [[variantName, parts] = ['', undefined], ...others] = Object.entries(value)
  const index = variants.findIndex((variant) => variant.name === variantName)
  const types = tupleOf(variants[index]?.type ?? '')
  if (others.length > 0 || !types || !Array.isArray(parts) || parts.length !== types.length) return refuse(name)
  const hashes = types.map((type, place) => hashValue(context, { type }, parts[place]))
  return poseidonHashMany([BigInt(index), ...(hashes.length === 0 ? [0n] : hashes)])
}

/** Pairs are hashed with the lower number first; a node without a partner is paired with zero. */
function merkleRoot(leaves: readonly Felt[]): Felt {
  const [first] = leaves
  if (first === undefined) return refuse('merkletree')
  if (leaves.length === 1) return first
  const parents: Felt[] = []
  for (let index = 0; index < leaves.length; index += 2) {
    const [left = 0n, right = 0n] = leaves.slice(index, index + 2)
    parents.push(left < right ? poseidonHash(left, right) : poseidonHash(right, left))
  }
  return merkleRoot(parents)
}

function typeHashOf(context: Context, name: string): Felt {
  const cachedHash = context.typeHashes.get(name)
  if (cachedHash !== undefined) return cachedHash
  const hash = selectorOf(encodeType(context.types, name))
  context.typeHashes.set(name, hash)
  return hash
}

/** A type, then the types that it depends on, sorted by name. */
function encodeType(types: Context['types'], name: string): string {
  const names = new Set([name])
  for (const typeName of names) {
    for (const member of types.get(typeName) ?? [])
      for (const other of typesOf(member)) if (types.has(other)) names.add(other)
  }
  const [, ...others] = names
  return [name, ...others.sort()].map((typeName) => encodeMembers(typeName, types.get(typeName) ?? [])).join('')
}

function encodeMembers(name: string, type: StructType): string {
  const members = type.map((member) => {
    const memberType = member.type === 'enum' ? (member.contains ?? '') : member.type
    const tuple = tupleOf(memberType)
    return `"${member.name}":${tuple ? `(${tuple.map((part) => `"${part}"`).join(',')})` : `"${memberType}"`}`
  })
  return `"${name}"(${members.join(',')})`
}

/** The types that the type of a member refers to. A Merkle tree does not expose the type of its leaves. */
function typesOf({ type, contains = '' }: StructType[number]): readonly string[] {
  if (type === 'enum') return [contains]
  return (tupleOf(type) ?? [type]).map((part) => (part.endsWith('*') ? part.slice(0, -1) : part))
}

/** The types in the parentheses of an enum variant; `undefined` for a type of another form. */
function tupleOf(type: string): readonly string[] | undefined {
  const [, inner] = /^\((.*)\)$/.exec(type) ?? []
  if (inner === undefined) return undefined
  return inner === '' ? [] : inner.split(',')
}

function refuse(type: string): never {
  throw new TypeError(
    `Failed to hash typed data: give each value of the type "${type}" the form that SNIP-12 has for it.`,
  )
}
