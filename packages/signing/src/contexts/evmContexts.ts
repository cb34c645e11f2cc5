import { toHex, utf8 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import type { TxEnvelope } from 'ox/TxEnvelope'
import type { SignedContent } from './signedContent.ts'

type Schemas = components['schemas']
type Hex = `0x${string}`

const hexOf = (signed: string): Hex => `0x${signed}`

/** EIP-191, of a text or of raw bytes in hex. */
export async function evmMessageMatches(
  message: Schemas['SignMessageEvmMessage'],
  { signed }: SignedContent,
): Promise<boolean> {
  const { getSignPayload } = await import('ox/PersonalMessage')
  const bytes = typeof message === 'string' ? hexOf(toHex(utf8(message))) : (message.raw as Hex)
  return getSignPayload(bytes) === hexOf(signed)
}

/** EIP-712. */
export async function typedDataMatches(
  typedData: Schemas['SignMessageEvmTypedData'],
  { signed }: SignedContent,
): Promise<boolean> {
  const { getSignPayload } = await import('ox/TypedData')
  return getSignPayload(typedData as Parameters<typeof getSignPayload>[0]) === hexOf(signed)
}

/** EIP-7702: the hash of `0x05 ‖ rlp([chain id, address, nonce])`. */
export async function authorizationMatches(
  { address, chainId, nonce }: Schemas['SignMessageEip7702Auth'],
  { signed }: SignedContent,
): Promise<boolean> {
  const { getSignPayload } = await import('ox/Authorization')
  const authorization = { address: address as Hex, chainId, nonce: BigInt(nonce) }
  return getSignPayload(authorization) === hexOf(signed)
}

type Fields = Schemas['SignMessageEvmTransaction']
type Unsigned = TxEnvelope<false>

/** Quantities are texts in decimal, or in hex with `0x`. */
const quantities = ['gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'value'] as const

/** The fields of a transaction as texts that can be compared. */
function comparable(transaction: { readonly [Name in keyof Fields]?: unknown }): Map<string, string> {
  const fields = new Map<string, string>()
  for (const name of [...quantities, 'nonce', 'chainId'] as const)
    if (transaction[name] !== undefined) fields.set(name, String(BigInt(transaction[name] as string)))
  for (const name of ['to', 'data'] as const) {
    const value = transaction[name]
    if (typeof value === 'string') fields.set(name, value.toLowerCase())
  }
  return fields
}

/**
 * A transaction: where the message is the serialized transaction, it has every field that the context names; otherwise
 * the fields make one with the digest.
 */
export async function transactionMatches(context: Fields, content: SignedContent): Promise<boolean> {
  const TxEnvelope = await import('ox/TxEnvelope')
  if (!content.isFormatted) {
    const envelope = TxEnvelope.deserialize(content.message as Hex)
    const actual = comparable({ data: '0x', value: 0n, nonce: 0n, ...withoutNothing(envelope) })
    return [...comparable(context)].every(([name, value]) => actual.get(name) === value)
  }
  return TxEnvelope.getSignPayload(envelopeOf(context) as Unsigned) === hexOf(content.signed)
}

const withoutNothing = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

function envelopeOf(fields: Fields): object {
  const { to, chainId, data, nonce = 0 } = fields
  const numbers = quantities.flatMap((name) =>
    fields[name] === undefined ? [] : [[name, BigInt(fields[name])] as const],
  )
  const type = fields.gasPrice === undefined ? 'eip1559' : 'legacy'
  return {
    type,
    to,
    chainId,
    ...defined({ data }),
    nonce: BigInt(nonce),
    ...Object.fromEntries(numbers),
  }
}
