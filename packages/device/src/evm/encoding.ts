import * as Address from 'ox/Address'
import * as Authorization from 'ox/Authorization'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import * as PersonalMessage from 'ox/PersonalMessage'
import * as Rlp from 'ox/Rlp'
import type * as Signature from 'ox/Signature'
import * as TxEnvelopeEip1559 from 'ox/TxEnvelopeEip1559'
import * as TxEnvelopeEip2930 from 'ox/TxEnvelopeEip2930'
import * as TxEnvelopeEip7702 from 'ox/TxEnvelopeEip7702'
import * as TxEnvelopeLegacy from 'ox/TxEnvelopeLegacy'
import * as TypedData from 'ox/TypedData'
import { readTypedData } from './typedData.ts'
import type * as Types from './types.ts'

/** Longer texts do not fit the operation. */
const maxMessageLength = 16_384

/** A request to sign bytes. The service reads what they are, unless they are too long to send. */
function requestOf(bytes: Types.Hex, context?: Types.SignContext): Types.SignRequest {
  if (bytes.length <= maxMessageLength) return { message: bytes, ...(context && { context }) }
  return { message: Hash.keccak256(bytes).slice(2), isFormatted: true, ...(context && { context }) }
}

/** Hex of a signature as Ethereum writes it: `r`, `s`, and 27 or 28. */
export function writeSignature({ signature, recovery = 0 }: Types.RawSignature): Types.Hex {
  return `0x${signature}${(27 + recovery).toString(16)}`
}

/** The parts of a signature. `v` is 27 or 28. */
export function splitSignature({ signature, recovery = 0 }: Types.RawSignature): Types.SignatureParts {
  const [r, s] = [signature.slice(0, 64), signature.slice(64)]
  return { r: `0x${r}`, s: `0x${s}`, yParity: recovery, v: BigInt(27 + recovery) }
}

/** The address with its checksum (EIP-55). */
export const checksumOf = (address: Types.Hex): Types.Hex => Address.checksum(address)

export const fitsContext = (text: string) => text.length <= maxMessageLength

/** EIP-191. */
export function messageRequest(message: Types.Message): Types.SignRequest {
  if (typeof message === 'string') {
    const context = fitsContext(message) ? { evmMessage: message } : undefined
    return requestOf(PersonalMessage.encode(Hex.fromString(message)), context)
  }
  const raw = typeof message.raw === 'string' ? message.raw : Hex.fromBytes(message.raw)
  return requestOf(PersonalMessage.encode(raw), fitsContext(raw) ? { evmMessage: { raw } } : undefined)
}

/** JSON has no integers as large as those of Ethereum: they go as decimal texts. */
function plain(value: unknown): object {
  return JSON.parse(
    JSON.stringify(value, (_, entry: unknown) => (typeof entry === 'bigint' ? String(entry) : entry)),
  ) as object
}

/** Domain fields that the operation has. */
const contextFields = new Set(['name', 'version', 'chainId', 'verifyingContract'])

/** EIP-712. @throws TypeError with a sentence for typed data that would be signed otherwise than it was given */
export function typedDataRequest(typedData: Types.TypedData): Types.SignRequest {
  const { domain, types, primaryType, message, shown } = readTypedData(typedData)
  const bytes = TypedData.encode({ domain, types, primaryType, message } as Parameters<typeof TypedData.encode>[0])
  const { chainId, ...others } = domain
  const numericId = chainId === undefined ? undefined : Number(chainId)
  // The operation has the chain id as a number, and larger ones would be another chain.
  const isExplained =
    Object.keys(domain).every((field) => contextFields.has(field)) && Number.isSafeInteger(numericId ?? 0)
  const signedFields = {
    domain: { ...others, ...(numericId !== undefined && { chainId: numericId }) },
    types: shown.types,
    primaryType,
    message,
  }
  return requestOf(bytes, isExplained ? { evmTypedData: plain(signedFields) } : undefined)
}

/** EIP-7702. */
export function authorizationRequest({ address, chainId, nonce }: Types.Authorization): Types.SignRequest {
  const tuple = Authorization.toTuple({ address, chainId, nonce: BigInt(nonce) })
  return requestOf(Hex.concat('0x05', Rlp.fromHex(tuple)), { eip7702Auth: { address, chainId, nonce } })
}

type Serialize = (envelope: object, options?: { signature?: Signature.Signature }) => Types.Hex

/** The library has a type of its own for each kind of envelope; here the fields of any kind are written. */
const serializers = {
  legacy: TxEnvelopeLegacy.serialize,
  eip2930: TxEnvelopeEip2930.serialize,
  eip1559: TxEnvelopeEip1559.serialize,
  eip7702: TxEnvelopeEip7702.serialize,
} as Readonly<Record<string, Serialize>>

/** The type of a transaction from the fields that only this type has. */
function typeOf(transaction: Types.Transaction): string {
  if (transaction.type) return transaction.type
  if (transaction.authorizationList) return 'eip7702'
  if (transaction.gasPrice === undefined) return 'eip1559'
  return transaction.accessList ? 'eip2930' : 'legacy'
}

/**
 * Returns the serializer of a transaction, with its signature or without.
 *
 * @param unsupported - Makes the error for a type that needs another serializer.
 */
export function serializerFor(
  transaction: Types.Transaction,
  unsupported: (message: string) => Error,
): (transaction: Types.Transaction, signature?: Types.SignatureParts) => Types.Hex {
  const type = typeOf(transaction)
  const serialize = serializers[type]
  if (!serialize) throw unsupported(`Transactions of type "${type}" need the serializer of your library.`)
  return (fields, signature) => {
    const { nonce = 0, chainId = 0, authorizationList } = fields
    const authorizations = authorizationList?.map(({ address, r, s, v, ...entry }) => ({
      address,
      chainId: entry.chainId,
      nonce: BigInt(entry.nonce),
      r,
      s,
      yParity: entry.yParity ?? Number(v) - 27,
    }))
    const envelope = { ...fields, type, chainId, nonce: BigInt(nonce), authorizationList: authorizations }
    return serialize(
      envelope,
      signature && { signature: { r: signature.r, s: signature.s, yParity: signature.yParity } },
    )
  }
}

/** A transaction that is not signed yet, as it was written. */
export const transactionRequest = (unsigned: Types.Hex): Types.SignRequest => requestOf(unsigned)

/** A digest that was made elsewhere. */
export const digestRequest = (hash: Types.Hex): Types.SignRequest => ({ message: hash.slice(2), isFormatted: true })
