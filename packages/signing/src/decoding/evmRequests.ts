import { isWellFormed, readHex, toHex, utf8 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import type { Chains } from '@latchkey/chains/chains'
/** Decodes the requests of EVM wallets. This loads `ox`, so import it lazily. */
import type { components } from '@latchkey/types'
import * as TxEnvelope from 'ox/TxEnvelope'
import { everything } from '../policyChains.ts'
import { EffectCollector, messageEffects, type PolicyEffects, rawEffects } from '../policyEffects.ts'
import { decodeAuthorizationBytes } from './authorizations.ts'
import { collectGrant, decodeCall, decodeUserOperation, evmAccount, type EvmDecoding } from './evmCalls.ts'
import type { Hex } from './knownFunction.ts'
import type { RequestToDecode } from './requestToDecode.ts'
import { decodeTypedData } from './typedData.ts'
import { unlimited } from './unlimited.ts'
import { charactersOf, isDigest } from './wrappedDigests.ts'

type Context = components['schemas']['SignMessageContext']

/** The effects of a request: decoded from its message where possible, otherwise from the context that hashes to it. */
export function decodeEvmRequest(
  { isErc721 }: Pick<Chains, 'isErc721'>,
  { account, request }: RequestToDecode,
): PolicyEffects {
  const { message, isFormatted = false, context = {} } = request
  const collector = new EffectCollector()
  const decoding: EvmDecoding = { collector, self: new Set([account]), isErc721 }
  const { evmTransaction, evmUserOperation, eip7702Auth, evmTypedData, evmMessage } = context
  if (evmUserOperation) decodeOperationOfContext(decoding, evmUserOperation)
  if (eip7702Auth) collectDelegate(decoding, eip7702Auth)
  if (evmTypedData) decodeTypedData(decoding, evmTypedData)
  if (evmTransaction && isFormatted) decodeTransactionOfContext(decoding, evmTransaction)
  const isExplained = Boolean(evmUserOperation ?? eip7702Auth ?? evmTypedData) || (isFormatted && evmTransaction)
  if (isExplained) return collector.effects()
  // Accounts accept the personal message of a hash in place of the hash.
  if (evmMessage !== undefined) return isDigest(bytesOf(evmMessage)) ? rawEffects : messageEffects
  if (isFormatted) return rawEffects
  return decodePreimage(decoding, message)
}

const bytesOf = (message: NonNullable<Context['evmMessage']>) =>
  typeof message === 'string' ? utf8(message) : (readHex(message.raw) ?? new Uint8Array())

/** Decodes the message before it is hashed: bytes in hex, or a text, which may be a transaction in disguise. */
function decodePreimage(decoding: EvmDecoding, message: string): PolicyEffects {
  const { collector } = decoding
  const isHex = /^0x([\da-f]{2})+$/i.test(message)
  if (!isHex && !isWellFormed(message)) return rawEffects
  const bytes = isHex ? (readHex(message) ?? new Uint8Array()) : utf8(message)
  const prefix = String.fromCharCode(...bytes.subarray(0, 26))
  if (prefix === '\x19Ethereum Signed Message:\n') return isDigestInPersonalMessage(bytes) ? rawEffects : messageEffects
  const hex: Hex = `0x${toHex(bytes)}`
  const transaction = readUnsigned(hex)
  if (transaction) {
    decodeTransaction(decoding, transaction)
    return collector.effects()
  }
  const authorization = bytes[0] === 5 ? decodeAuthorizationBytes(hex) : undefined
  if (authorization) {
    collectDelegate(decoding, authorization)
    return collector.effects()
  }
  if (!isHex && !hex.startsWith('0x19')) return messageEffects
  collector.hidden.push('The message is in a form that is not known.')
  return collector.effects()
}

/** Whether a personal message is a digest: its written length is 32, and it is not a text. */
function isDigestInPersonalMessage(bytes: Uint8Array): boolean {
  return charactersOf(bytes.subarray(26, 28)) === '32' && isDigest(bytes.subarray(28))
}

interface Transaction {
  readonly chainId?: number
  readonly to?: Hex | null
  readonly value?: bigint
  readonly data?: Hex
  readonly gas?: bigint
  readonly gasPrice?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxFeePerBlobGas?: bigint
  readonly blobVersionedHashes?: readonly unknown[]
  readonly authorizationList?: readonly { readonly address: string; readonly chainId: number }[]
}

/** A serialized transaction of any type; `undefined` for other bytes, and for another spelling of one. */
function readUnsigned(hex: Hex): Transaction | undefined {
  try {
    const envelope = TxEnvelope.deserialize(hex)
    return TxEnvelope.serialize(envelope) === hex ? (envelope as Transaction) : undefined
  } catch {
    return undefined
  }
}

/** The gas that a blob takes (EIP-4844). */
const gasPerBlob = 131_072n

/** The maximum fee of a transaction for its sender. */
function feeOf(transaction: Transaction): bigint {
  const { gas = 0n, gasPrice = 0n, maxFeePerGas = gasPrice } = transaction
  const { maxFeePerBlobGas = 0n, blobVersionedHashes = [] } = transaction
  return gas * maxFeePerGas + gasPerBlob * BigInt(blobVersionedHashes.length) * maxFeePerBlobGas
}

function decodeTransaction(decoding: EvmDecoding, transaction: Transaction): void {
  const { chainId, to, value = 0n, data = '0x', authorizationList = [] } = transaction
  // A transaction without a chain id (before EIP-155) counts everywhere.
  const network = chainId === undefined ? {} : { chainId: Number(chainId) }
  decoding.collector.fees.push({ amount: feeOf(transaction), ...network })
  if (to) decodeCall(decoding, { target: to, value, data, ...network })
  else decoding.collector.unknown.push({ reason: 'It creates a contract, whose code nobody knows.', ...network })
  for (const authorization of authorizationList) collectDelegate(decoding, authorization)
}

function decodeTransactionOfContext(
  decoding: EvmDecoding,
  { to, chainId, value = '0', data, gas, gasPrice, maxFeePerGas }: NonNullable<Context['evmTransaction']>,
): void {
  decodeTransaction(decoding, {
    chainId,
    to: to as Hex,
    value: BigInt(value),
    data: (data ?? '0x') as Hex,
    gas: BigInt(gas ?? 0),
    ...defined({
      gasPrice: gasPrice === undefined ? undefined : BigInt(gasPrice),
      maxFeePerGas: maxFeePerGas === undefined ? undefined : BigInt(maxFeePerGas),
    }),
  })
}

/** Code at another address gets all power over the account. An authorization for chain 0 counts everywhere. */
function collectDelegate(
  decoding: EvmDecoding,
  { address, chainId }: { readonly address: string; readonly chainId: number },
): void {
  const network = chainId === 0 ? {} : { chainId }
  // The zero address takes the power back.
  if (/^0x0{40}$/.test(address)) return
  collectGrant(decoding, { ...network, account: evmAccount(address), asset: everything, amount: unlimited })
}

/** In the factory's place: the account is its owner's address, which has a delegation (EIP-7702). */
const isDelegationMarker = (factory: string) => /^0x77020*$/.test(factory)

function decodeOperationOfContext(
  decoding: EvmDecoding,
  { chainId, entryPoint, operation = {} }: NonNullable<Context['evmUserOperation']>,
): void {
  const { sender = '0x', callData = '0x', factory, paymaster, authorization } = operation
  const helpers = [factory, paymaster, authorization?.address, entryPoint].filter(
    (helper) => helper !== undefined && !isDelegationMarker(helper),
  ) as Hex[]
  const network = chainId === undefined ? {} : { chainId }
  decodeUserOperation(decoding, { sender: sender as Hex, callData: callData as Hex, helpers, ...network })
  if (paymaster === undefined) decoding.collector.fees.push({ amount: prefundOf(operation), ...network })
}

type Operation = NonNullable<NonNullable<Context['evmUserOperation']>['operation']>

/** The maximum that the account pays for a user operation. */
function prefundOf({ callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas }: Operation): bigint {
  const [call, verification, before, price] = [
    callGasLimit,
    verificationGasLimit,
    preVerificationGas,
    maxFeePerGas,
  ].map((text) => BigInt(text ?? 0)) as [bigint, bigint, bigint, bigint]
  return (call + verification + before) * price
}
