/** Typed data (EIP-712), read so that what is shown and what is signed are the same. */
import type { TypedData } from './types.ts'

/** A field of a type. */
interface Field {
  readonly name: string
  readonly type: string
}

type Fields = Readonly<Record<string, unknown>>

type FieldTypes = Readonly<Record<string, readonly Field[]>>

/** Typed data of which everything is signed. */
export interface ReadTypedData {
  /** The members that have a value, with the chain id as a BigInt. */
  readonly domain: Fields
  /** The types, with `EIP712Domain`. */
  readonly types: FieldTypes
  readonly primaryType: string
  readonly message: unknown
  /** The same as it was written, without the fields that no type has. */
  readonly shown: TypedData & { readonly primaryType: string }
}

/** The members that a domain can have, in their order, each with its type and what its value has to be. */
const domainMembers: Readonly<Record<string, readonly [type: string, is: (value: unknown) => boolean, what: string]>> =
  {
    name: ['string', (value) => typeof value === 'string', 'a text'],
    version: ['string', (value) => typeof value === 'string', 'a text'],
    chainId: ['uint256', (value) => typeof value === 'bigint', 'a whole number, in decimal or in hex with 0x'],
    verifyingContract: ['address', (value) => isHexOf(value, 20), 'an address'],
    salt: ['bytes32', (value) => isHexOf(value, 32), '32 bytes in hex'],
  }

const isHexOf = (value: unknown, bytes: number) =>
  typeof value === 'string' && value.length === 2 + bytes * 2 && /^0x[\da-f]+$/i.test(value)

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads typed data. Libraries leave the domain's type out, and write the chain id as a number, a BigInt or a text: it is
 * the same chain then. Fields that no type has are left out, since nothing signs them.
 *
 * @throws TypeError with a sentence when something would be signed that differs from what was given
 */
export function readTypedData(typedData: TypedData): ReadTypedData {
  const { domain = {}, types, primaryType, message } = typedData
  if (!isObject(types) || typeof primaryType !== 'string')
    throw new TypeError('The typed data has no "types" or no "primaryType".')
  for (const [name, fields] of Object.entries(types))
    if (!isFieldList(fields)) throw new TypeError(`The type "${name}" is not a list of fields with a name and a type.`)
  const fieldTypes = types as FieldTypes
  if (!isObject(domain)) throw new TypeError('The domain is not an object.')
  const members = readDomain(domain)
  const own = Object.hasOwn(fieldTypes, 'EIP712Domain') ? fieldTypes.EIP712Domain : undefined
  const domainType = own ?? typeOfDomain(members)
  assertSameMembers(members, domainType)
  if (primaryType !== 'EIP712Domain' && !Object.hasOwn(fieldTypes, primaryType))
    throw new TypeError(`The typed data has no type "${primaryType}", which is its primaryType.`)
  const isDomainOnly = primaryType === 'EIP712Domain'
  const typed = isDomainOnly ? {} : onlyTyped(fieldTypes, primaryType, message)
  const spelled = Object.fromEntries(Object.keys(members).map((name) => [name, domain[name]]))
  const shown = {
    ...('domain' in typedData && { domain: spelled }),
    types: fieldTypes,
    primaryType,
    ...(!isDomainOnly && { message: typed }),
  }
  return { domain: members, types: { ...fieldTypes, EIP712Domain: domainType }, primaryType, message: typed, shown }
}

const isFieldList = (fields: unknown): boolean =>
  Array.isArray(fields) &&
  fields.every((field) => isObject(field) && typeof field.name === 'string' && typeof field.type === 'string')

/** The members of a domain that have a value, with the chain id as a BigInt. */
function readDomain(domain: Fields): Fields {
  const members = Object.entries(domain).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(
    members.map(([name, value]) => {
      const read = name === 'chainId' ? readWhole(value) : value
      const [, is, what] = Object.hasOwn(domainMembers, name) ? (domainMembers[name] ?? []) : []
      if (is && !is(read)) throw new TypeError(`"domain.${name}" is not ${what}.`)
      return [name, read]
    }),
  )
}

/** A whole number in any spelling that JSON and libraries have for it. */
function readWhole(value: unknown): bigint | undefined {
  const isNumber = typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))
  const isText = typeof value === 'string' && /^(\d+|0x[\da-f]+)$/i.test(value)
  if (!isNumber && !isText) return undefined
  const whole = BigInt(value as string)
  return whole >= 0n && whole < 1n << 256n ? whole : undefined
}

/** @throws TypeError for a member whose type nobody knows, and for one that libraries sign or leave out */
function typeOfDomain(domain: Fields): readonly Field[] {
  const unknown = Object.keys(domain).find((name) => !Object.hasOwn(domainMembers, name))
  if (unknown !== undefined)
    throw new TypeError(`"domain.${unknown}" has no type. Give the type of the domain as "types.EIP712Domain".`)
  if (domain.version === '')
    throw new TypeError('"domain.version" is empty. Say whether it is signed: give "types.EIP712Domain".')
  return Object.entries(domainMembers)
    .filter(([name]) => Object.hasOwn(domain, name))
    .map(([name, [type]]) => ({ name, type }))
}

/** @throws TypeError when a member would not be signed, or something else be signed in its place */
function assertSameMembers(domain: Fields, type: readonly Field[]): void {
  const typed = new Set(type.map(({ name }) => name))
  const untyped = Object.keys(domain).find((name) => !typed.has(name))
  if (untyped !== undefined)
    throw new TypeError(`"domain.${untyped}" would not be signed: "types.EIP712Domain" does not have it.`)
  const missing = [...typed].find((name) => !Object.hasOwn(domain, name))
  if (missing !== undefined) throw new TypeError(`The domain lacks "${missing}", which "types.EIP712Domain" has.`)
}

/** A value of a type without the fields that no type has. */
function onlyTyped(types: FieldTypes, type: string, value: unknown): unknown {
  const [, item] = /^(.*)\[\d*\]$/.exec(type) ?? []
  if (item !== undefined) return Array.isArray(value) ? value.map((each) => onlyTyped(types, item, each)) : value
  const fields = Object.hasOwn(types, type) ? types[type] : undefined
  if (!fields || !isObject(value)) return value
  const typed = fields.filter(({ name }) => Object.hasOwn(value, name))
  return Object.fromEntries(typed.map((field) => [field.name, onlyTyped(types, field.type, value[field.name])]))
}
