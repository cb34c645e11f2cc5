/** What typed data (EIP-712) lets others do. This loads `ox`, so import it lazily. */
import type { components } from '@latchkey/types'
import type { Account } from '../../../effects/chains.ts'
import { type Asset, everything, nativeAsset } from '../policyChains.ts'
import { collectGrant, decodeCall, decodeUserOperation, evmAccount, type EvmDecoding } from './evmCalls.ts'
import type { Hex } from './knownFunction.ts'
import { unlimited } from './unlimited.ts'
import { partsOf } from './wrapperFunctions.ts'

type TypedData = components['schemas']['SignMessageEvmTypedData']
type Fields = Readonly<Record<string, unknown>>

interface Signed {
  readonly message: Fields
  /** Absent where it counts on every network. */
  readonly chainId?: number
  /** The contract that it is for. Absent if the signature does not say. */
  readonly contract?: Hex
  readonly collect: (to: unknown, asset: Asset, amount: unknown) => void
  readonly decoding: EvmDecoding
}

type Reader = (signed: Signed) => void

const fieldsOf = (value: unknown) => (value ?? {}) as Fields
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value : [value]).map(fieldsOf)
const tokenOf = (token: unknown): Account => evmAccount(String(token))

/** The contract's own token goes to somebody, or may be taken by somebody. */
const ownToken =
  (recipient: string, amount = 'value'): Reader =>
  ({ message, contract, collect }) =>
    collect(message[recipient], contract === undefined ? everything : evmAccount(contract), message[amount])

/** Tokens that a list names may be taken by a spender (Permit2). */
const listedTokens =
  (list: string): Reader =>
  ({ message, collect }) => {
    for (const { token, amount } of listOf(message[list])) collect(message.spender, tokenOf(token), amount)
  }

const largest = (...amounts: readonly unknown[]) =>
  amounts.map((amount) => BigInt(String(amount))).reduce((most, each) => (each > most ? each : most), 0n)

/** Kinds of items in orders, from 0: currency, ERC-20, ERC-721, ERC-1155, and the two with criteria. */
const isNative = ({ itemType }: Fields) => Number(itemType) === 0

/** An order of a marketplace: the contract may take what is offered; the consideration is for its recipients. */
const order: Reader = ({ message, contract, collect }) => {
  for (const item of listOf(message.offer)) {
    const asset = isNative(item) ? nativeAsset : tokenOf(item.token)
    collect(contract, asset, largest(item.startAmount, item.endAmount))
  }
  for (const { recipient } of listOf(message.consideration)) collect(recipient, nativeAsset, 0n)
  for (const helper of [message.zone]) if (!/^0x0{40}$/.test(String(helper))) collect(helper, nativeAsset, 0n)
}

/** A call that a contract makes for the signer. */
const forwarded: Reader = ({ message, chainId, decoding, collect }) => {
  const { to, value = 0, data = '0x', operation = 0 } = message
  const network = chainId === undefined ? {} : { chainId }
  decodeCall(decoding, { target: to as Hex, value: BigInt(String(value)), data: data as Hex, ...network }, 1)
  if (Number(operation) !== 0) collect(to, everything, unlimited)
  const { gasPrice = 0, refundReceiver } = message
  if (refundReceiver !== undefined && BigInt(String(gasPrice)) > 0n) collect(refundReceiver, everything, unlimited)
}

const packedOperation: Reader = ({ message, chainId, decoding }) => {
  const parts = partsOf(message as unknown as Parameters<typeof partsOf>[0])
  decodeUserOperation(decoding, { ...parts, ...(chainId !== undefined && { chainId }) }, 1)
}

const permit: Reader = (signed) => {
  const { message, collect, contract } = signed
  // As DAI has it.
  if ('allowed' in message)
    collect(
      message.spender,
      contract === undefined ? everything : evmAccount(contract),
      message.allowed ? unlimited : 0n,
    )
  else ownToken('spender')(signed)
}

/** Types by the name of the primary type. The name is part of what is signed. */
const readers: Readonly<Record<string, Reader>> = {
  Permit: permit,
  PermitSingle: listedTokens('details'),
  PermitBatch: listedTokens('details'),
  PermitTransferFrom: listedTokens('permitted'),
  PermitBatchTransferFrom: listedTokens('permitted'),
  PermitWitnessTransferFrom: listedTokens('permitted'),
  PermitBatchWitnessTransferFrom: listedTokens('permitted'),
  TransferWithAuthorization: ownToken('to'),
  ReceiveWithAuthorization: ownToken('to'),
  OrderComponents: order,
  SafeTx: forwarded,
  ForwardRequest: forwarded,
  PackedUserOperation: packedOperation,
}

/** What the domain says, of the fields that are hashed. */
function signedDomain({ domain, types }: TypedData): { chainId?: number; contract?: Hex } {
  const hashed = types.EIP712Domain?.map(({ name }) => name)
  const fields = fieldsOf(domain)
  const isSigned = (name: string) => fields[name] != null && (hashed?.includes(name) ?? true)
  return {
    ...(isSigned('chainId') && { chainId: Number(fields.chainId) }),
    ...(isSigned('verifyingContract') && { contract: fields.verifyingContract as Hex }),
  }
}

/** Collects what typed data lets others do. Addresses of types that nobody knows count as well. */
export function decodeTypedData(decoding: EvmDecoding, typedData: TypedData): void {
  const { collector } = decoding
  const { primaryType, types } = typedData
  const { chainId, contract } = signedDomain(typedData)
  const network = chainId === undefined ? {} : { chainId }
  const message = signedFields(types, primaryType, typedData.message) as Fields
  const collect: Signed['collect'] = (to, asset, amount) => {
    if (!/^0x[\da-f]{40}$/i.test(String(to))) throw new TypeError('This is no address.')
    const account = evmAccount(String(to))
    collectGrant(decoding, { ...network, account, asset, amount: BigInt(String(amount)) })
  }
  if (contract !== undefined) collect(contract, nativeAsset, 0n)
  const read = Object.hasOwn(readers, primaryType) ? readers[primaryType] : undefined
  if (read) {
    try {
      read({ message, ...network, ...(contract !== undefined && { contract }), collect, decoding })
    } catch {
      collector.hidden.push(`The fields of ${primaryType} are not those that it should have.`)
    }
    return
  }
  collector.unknown.push({ reason: `Nobody knows what ${primaryType} lets others do.`, ...network })
  for (const address of addressesIn(types, primaryType, message)) collect(address, nativeAsset, 0n)
}

/** The members of a value that are hashed. */
function signedFields(types: TypedData['types'], type: string, value: unknown): unknown {
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

/** The addresses in the members of a struct. The types are finite, so is the message. */
function addressesIn(types: TypedData['types'], type: string, value: unknown): string[] {
  if (type === 'address') return [String(value)]
  if (type.endsWith(']')) {
    const item = type.slice(0, type.lastIndexOf('['))
    return (value as readonly unknown[]).flatMap((each) => addressesIn(types, item, each))
  }
  const fields = fieldsOf(value)
  return (types[type] ?? []).flatMap((member) => addressesIn(types, member.type, fields[member.name]))
}
