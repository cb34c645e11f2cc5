import { isWellFormed } from '@latchkey/base/bytes'
import { isObject } from '@latchkey/base/isObject'

/** Members of a struct, or variants of an enum, in their order. */
export type StructType = readonly { readonly name: string; readonly type: string; readonly contains?: string }[]

/** SNIP-12 typed data with a valid structure; its values are not checked yet. */
export interface TypedData {
  readonly revision: '0' | '1'
  readonly types: ReadonlyMap<string, StructType>
  readonly primaryType: string
  readonly domain: Readonly<Record<string, unknown>>
  readonly message: Readonly<Record<string, unknown>>
}

/** The structs that every document has without naming them (SNIP-12, "Preset types"). */
export const presetTypes: ReadonlyMap<string, StructType> = new Map([
  [
    'u256',
    [
      { name: 'low', type: 'u128' },
      { name: 'high', type: 'u128' },
    ],
  ],
  [
    'TokenAmount',
    [
      { name: 'token_address', type: 'ContractAddress' },
      { name: 'amount', type: 'u256' },
    ],
  ],
  [
    'NftId',
    [
      { name: 'collection_address', type: 'ContractAddress' },
      { name: 'token_id', type: 'u256' },
    ],
  ],
])

const reservedNames: ReadonlySet<string> = new Set([
  ...presetTypes.keys(),
  'felt',
  'bool',
  'string',
  'shortstring',
  'selector',
  'merkletree',
  'enum',
  'u128',
  'i128',
  'timestamp',
  'ContractAddress',
  'ClassHash',
  'raw',
])

/** Limits the work of hashing, which grows with the length of the text. */
const maximumLength = 8192

/**
 * Reads the JSON text of typed data.
 *
 * Revision 1 must define the primary type, and `StarknetDomain` with name, version, chainId and revision. No type may
 * have the name of a SNIP-12 type, and no type may have two members of the same name. For revision 0 only the outer
 * structure is read.
 *
 * @returns `undefined` for any other text, for one of more than 8192 characters, and for one with lone surrogates.
 */
export function readTypedData(text: string): TypedData | undefined {
  const value = text.length > maximumLength ? undefined : parse(text)
  if (!isObject(value)) return undefined
  const { primaryType, domain, message } = value
  const types = readTypes(value['types'])
  if (!types || typeof primaryType !== 'string' || !isObject(domain) || !isObject(message)) return undefined
  const revision = readRevision(domain, types)
  return revision && types.has(primaryType) ? { revision, types, primaryType, domain, message } : undefined
}

const domainNames: readonly string[] = ['chainId', 'name', 'revision', 'version']

function readRevision(domain: Record<string, unknown>, types: TypedData['types']): TypedData['revision'] | undefined {
  const revision = String(domain['revision'] ?? '0')
  const names = types.get('StarknetDomain')?.map(({ name }) => name) ?? []
  if (revision === '1') return names.sort().join() === domainNames.join() ? revision : undefined
  return revision === '0' && types.has('StarkNetDomain') ? revision : undefined
}

function readTypes(value: unknown): TypedData['types'] | undefined {
  if (!isObject(value)) return undefined
  const entries = Object.entries(value).flatMap(([name, type]) =>
    isTypeName(name) && isStructType(type) ? [[name, type] as const] : [],
  )
  return entries.length === Object.keys(value).length ? new Map(entries) : undefined
}

const isTypeName = (name: string) => /^[^"*(),]+$/.test(name) && !reservedNames.has(name)

function isStructType(value: unknown): value is StructType {
  if (!Array.isArray(value)) return false
  const names = new Set(value.map((member: unknown) => (isMember(member) ? member.name : undefined)))
  return names.size === value.length && !names.has(undefined)
}

function isMember(value: unknown): value is StructType[number] {
  if (!isObject(value)) return false
  const { name, type, contains } = value
  const isType = (text: unknown) => typeof text === 'string' && /^[^"]+$/.test(text)
  return typeof name === 'string' && !name.includes('"') && isType(type) && (contains === undefined || isType(contains))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, assertWellFormed)
  } catch {
    return undefined
  }
}

/** Texts that are not well-formed are hashed like others, and JSON can spell them in ASCII. */
function assertWellFormed(name: string, value: unknown): unknown {
  if (!isWellFormed(name) || (typeof value === 'string' && !isWellFormed(value)))
    throw new SyntaxError('Failed to read typed data: a surrogate has no other half.')
  return value
}
