import { defined } from '@latchkey/base/defined'
/** Decodes the grants of typed data of known types. This loads `ox`, so import it lazily. */
import type { Account } from '@latchkey/chains/chains'
import { type Asset, everything, nativeAsset } from '../policyChains.ts'
import { decodeCall, decodeUserOperation, evmAccount, type EvmDecoding } from './evmCalls.ts'
import type { Hex } from './knownFunction.ts'
import { addressesIn, type Fields, fieldsOf, type TypedDataTypes } from './typedDataFields.ts'
import { unlimited } from './unlimited.ts'
import { type PackedOperation, partsOf } from './wrapperFunctions.ts'

/** Typed data whose fields have been read. */
interface Signed {
  readonly types: TypedDataTypes
  readonly primaryType: string
  /** The members that are hashed. */
  readonly message: Fields
  /** Absent where it counts on every network. */
  readonly chainId?: number
  /** The contract that verifies it; absent if the domain names none. */
  readonly contract?: Hex
  /** Notes a grant. @throws TypeError for a value that is not an address or amount */
  readonly collect: (to: unknown, asset: Asset, amount: unknown) => void
  /** Notes the contract of tokens that are moved. */
  readonly collectToken: (token: unknown) => void
  readonly decoding: EvmDecoding
}

export type Reader = (signed: Signed) => void

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value : [value]).map(fieldsOf)
const isNobody = (address: unknown) => /^0x0{40}$/.test(String(address))
const tokenOf = (token: unknown): Account => evmAccount(String(token))

/** A payment of the contract's own token, or the right to take it. */
const ownToken =
  (recipient: string, amount = 'value'): Reader =>
  ({ message, contract, collect }) =>
    collect(message[recipient], contract === undefined ? everything : evmAccount(contract), message[amount])

/** The right of a spender to take the listed tokens (Permit2). */
const listedTokens =
  (list: string): Reader =>
  ({ types, primaryType, message, collect, collectToken }) => {
    for (const { token, amount } of listOf(message[list])) {
      collect(message.spender, tokenOf(token), amount)
      collectToken(token)
    }
    // A witness tells the spender what to do with the tokens.
    const further = (types[primaryType] ?? []).filter(({ name }) => name !== list && name !== 'spender')
    for (const { name, type } of further)
      for (const address of addressesIn(types, type, message[name]))
        if (!isNobody(address)) collect(address, nativeAsset, 0n)
  }

const largest = (...amounts: readonly unknown[]) =>
  amounts.map((amount) => BigInt(String(amount))).reduce((most, each) => (each > most ? each : most), 0n)

/** Kinds of items in orders, from 0: currency, ERC-20, ERC-721, ERC-1155, and the two with criteria. */
const isNative = ({ itemType }: Fields) => Number(itemType) === 0

/**
 * An order of a marketplace: the contract may take the offered items, and the recipients of the consideration get
 * something.
 */
const order: Reader = ({ message, contract, collect }) => {
  for (const item of listOf(message.offer)) {
    const asset = isNative(item) ? nativeAsset : tokenOf(item.token)
    collect(contract, asset, largest(item.startAmount, item.endAmount))
  }
  for (const { recipient } of listOf(message.consideration)) collect(recipient, nativeAsset, 0n)
  if (!isNobody(message.zone)) collect(message.zone, nativeAsset, 0n)
}

/** A call that a contract makes for the signer. */
const forwarded: Reader = ({ message, chainId, decoding, collect }) => {
  const { to, value = 0, data = '0x', operation = 0 } = message
  const network = defined({ chainId })
  decodeCall(decoding, { target: to as Hex, value: BigInt(String(value)), data: data as Hex, ...network }, 1)
  if (Number(operation) !== 0) collect(to, everything, unlimited)
  const { gasPrice = 0, refundReceiver } = message
  if (refundReceiver !== undefined && BigInt(String(gasPrice)) > 0n) collect(refundReceiver, everything, unlimited)
}

const packedOperation: Reader = ({ message, chainId, decoding }) => {
  const parts = partsOf(message as Fields & PackedOperation)
  const network = defined({ chainId })
  decodeUserOperation(decoding, { ...parts, ...network }, 1)
  // Without a paymaster the account pays.
  if (/^0x0*$/.test(String(message.paymasterAndData)))
    decoding.collector.fees.push({ amount: prefundOf(message), ...network })
}

/** Two numbers of 16 bytes, packed into 32. */
const halves = (packed: unknown) => {
  const value = BigInt(String(packed))
  return [value >> 128n, value & (2n ** 128n - 1n)] as const
}

/** Returns the most that the account pays for a packed user operation. */
function prefundOf({ accountGasLimits, preVerificationGas, gasFees }: Fields): bigint {
  const [verification, call] = halves(accountGasLimits)
  const [, maxFeePerGas] = halves(gasFees)
  return (verification + call + BigInt(String(preVerificationGas))) * maxFeePerGas
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
export const typedDataReaders: Readonly<Record<string, Reader>> = {
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
