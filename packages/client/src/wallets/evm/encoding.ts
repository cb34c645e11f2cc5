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
import type { SignMessageEvmTypedData } from '../../generated/operations/schemas.ts'
import { CeremonyError } from '../../shared/ceremonyError.ts'
import type { CeremonySignature } from '../engine.ts'
import type { SignRequest } from '../wallet.ts'
import type { EvmAuthorization, EvmMessage, EvmSignature, EvmTransaction, EvmTypedData, HexText } from './types.ts'

/** Longer texts do not fit the operation. */
const maxMessageLength = 16_384

/** A request to sign bytes. The service reads what they are, unless they are too long to send. */
function requestOf(bytes: HexText, context?: SignRequest['context']): SignRequest {
  if (bytes.length <= maxMessageLength) return { message: bytes, ...(context && { context }) }
  return { message: Hash.keccak256(bytes).slice(2), isFormatted: true, ...(context && { context }) }
}

/** Hex of a signature as Ethereum writes it: `r`, `s`, and 27 or 28. */
export function writeSignature({ signature, recovery = 0 }: CeremonySignature): HexText {
  return `0x${signature}${(27 + recovery).toString(16)}`
}

/** The parts of a signature. `v` is 27 or 28. */
export function splitSignature({ signature, recovery = 0 }: CeremonySignature): EvmSignature {
  const [r, s] = [signature.slice(0, 64), signature.slice(64)]
  return { r: `0x${r}`, s: `0x${s}`, yParity: recovery, v: BigInt(27 + recovery) }
}

const fitsContext = (text: string) => text.length <= maxMessageLength

/** EIP-191. */
export function messageRequest(message: EvmMessage): SignRequest {
  if (typeof message === 'string') {
    const context = fitsContext(message) ? { evmMessage: message } : undefined
    return requestOf(PersonalMessage.encode(Hex.fromString(message)), context)
  }
  const raw = typeof message.raw === 'string' ? message.raw : Hex.fromBytes(message.raw)
  return requestOf(PersonalMessage.encode(raw), fitsContext(raw) ? { evmMessage: { raw } } : undefined)
}

/** JSON has no integers as large as those of Ethereum: they go as decimal texts. */
function plain<T>(value: unknown): T {
  const text = JSON.stringify(value, (_, entry: unknown) => (typeof entry === 'bigint' ? String(entry) : entry))
  return JSON.parse(text) as T
}

/** Domain fields that the operation has. */
const contextFields = new Set(['name', 'version', 'chainId', 'verifyingContract'])

/** EIP-712. */
export function typedDataRequest({ domain = {}, types, primaryType, message }: EvmTypedData): SignRequest {
  const bytes = TypedData.encode({ domain, types, primaryType, message } as Parameters<typeof TypedData.encode>[0])
  const { chainId, ...others } = Object(domain) as { chainId?: number | bigint }
  const said = { domain: { ...others, ...(chainId !== undefined && { chainId: Number(chainId) }) }, types, primaryType }
  const evmTypedData = plain<SignMessageEvmTypedData>({ ...said, message })
  const isSayable = Object.keys(Object(domain)).every((field) => contextFields.has(field))
  return requestOf(bytes, isSayable ? { evmTypedData } : undefined)
}

/** EIP-7702. */
export function authorizationRequest({ address, chainId, nonce }: EvmAuthorization): SignRequest {
  const tuple = Authorization.toTuple({ address, chainId, nonce: BigInt(nonce) })
  return requestOf(Hex.concat('0x05', Rlp.fromHex(tuple)), { eip7702Auth: { address, chainId, nonce } })
}

type Serialize = (envelope: never, options?: { signature?: Signature.Signature }) => HexText

const serializers: Readonly<Record<string, Serialize>> = {
  legacy: TxEnvelopeLegacy.serialize,
  eip2930: TxEnvelopeEip2930.serialize,
  eip1559: TxEnvelopeEip1559.serialize,
  eip7702: TxEnvelopeEip7702.serialize,
}

/** The type of a transaction from the fields that only this type has. */
function typeOf(transaction: EvmTransaction): string {
  if (transaction.type) return transaction.type
  if (transaction.authorizationList) return 'eip7702'
  if (transaction.gasPrice === undefined) return 'eip1559'
  return transaction.accessList ? 'eip2930' : 'legacy'
}

/** Writes a transaction, with its signature or without. */
export function serializeTransaction(transaction: EvmTransaction, signature?: EvmSignature): HexText {
  const type = typeOf(transaction)
  const serialize = serializers[type]
  if (!serialize) {
    throw new CeremonyError('unsupported', `Transactions of type "${type}" need the serializer of your library.`)
  }
  const { nonce = 0, chainId = 0, authorizationList } = transaction
  const authorizations = authorizationList?.map(({ address, r, s, v, ...entry }) => ({
    address,
    chainId: entry.chainId,
    nonce: BigInt(entry.nonce),
    r,
    s,
    yParity: entry.yParity ?? Number(v) - 27,
  }))
  const envelope = { ...transaction, type, chainId, nonce: BigInt(nonce), authorizationList: authorizations }
  return serialize(
    envelope as never,
    signature && { signature: { r: signature.r, s: signature.s, yParity: signature.yParity } },
  )
}

/** A transaction that is not signed yet, as it was written. */
export const transactionRequest = (unsigned: HexText): SignRequest => requestOf(unsigned)

/** A digest that was made elsewhere. */
export const digestRequest = (hash: HexText): SignRequest => ({ message: hash.slice(2), isFormatted: true })
