import { concat, readHex, toHex } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { recoverAccount, type RecoverableAccount } from '@latchkey/crypto/chains/recoverable'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { getSignPayload as authorizationPayload } from 'ox/Authorization'
import * as eip1559 from 'ox/TxEnvelopeEip1559'
import * as eip2930 from 'ox/TxEnvelopeEip2930'
import * as eip7702 from 'ox/TxEnvelopeEip7702'
import * as legacy from 'ox/TxEnvelopeLegacy'

/** `0x` and hex. Addresses are in lower case. */
export type Hex = `0x${string}`

/** An entry of the list of EIP-7702. */
export interface EvmAuthorization {
  /** 0 for every chain. */
  readonly chainId: number
  readonly address: Hex
  readonly nonce: bigint
  /** The account that signed it; absent for an invalid signature. */
  readonly authority?: Hex
  readonly r: Hex
  readonly s: Hex
  readonly yParity: number
}

/** A signed transaction, as it was sent. */
export interface EvmTransaction {
  readonly type: 'legacy' | 'eip2930' | 'eip1559' | 'eip7702'
  readonly hash: Hex
  /** Absent in a legacy transaction without replay protection (EIP-155). */
  readonly chainId?: number
  readonly from: Hex
  /** Absent where a contract is created. */
  readonly to?: Hex
  readonly nonce: bigint
  readonly value: bigint
  readonly data: Hex
  readonly gas: bigint
  /** Of the older types. */
  readonly gasPrice?: bigint
  /** Of EIP-1559 and later. */
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
  readonly accessList: readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[]
  readonly authorizationList?: readonly EvmAuthorization[]
  readonly r: Hex
  readonly s: Hex
  readonly yParity: number
  /** Of a legacy transaction. */
  readonly v?: number
}

/** A text that is not a signed transaction. The message is that of common nodes. */
export class TransactionFormatError extends Error {
  override readonly name = 'TransactionFormatError'
}

/** The fields that all types have in common, or may have. */
interface Envelope {
  readonly chainId?: number
  readonly to?: Hex | null
  readonly nonce?: bigint
  readonly value?: bigint
  readonly data?: Hex
  readonly gas?: bigint
  readonly gasPrice?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
  readonly accessList?: readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[]
  readonly authorizationList?: readonly SignedAuthorization[]
  readonly r?: Hex
  readonly s?: Hex
  readonly yParity?: number
  readonly v?: number
}

interface SignedAuthorization {
  readonly chainId: number
  readonly address: Hex
  readonly nonce: bigint
  readonly r: Hex
  readonly s: Hex
  readonly yParity: number
}

interface Format {
  readonly type: EvmTransaction['type']
  deserialize(raw: Hex): Envelope
  serialize(envelope: Envelope): Hex
  getSignPayload(envelope: Envelope): Hex
}

/** The library has types of its own for each kind of envelope; here any kind is read in the same way. */
const formatOf = (functions: object) => functions as Format

const legacyFormat = formatOf(legacy)

/** The types by their first byte (EIP-2718). */
const formats: Readonly<Record<string, Format>> = {
  '01': formatOf(eip2930),
  '02': formatOf(eip1559),
  '04': formatOf(eip7702),
}

/** A legacy transaction is a list (RLP), whose first byte is at least this. */
const firstByteOfList = 0xc0

/**
 * Reads a signed transaction and recovers its sender.
 *
 * @param raw - `0x` and hex: legacy, or of EIP-2930, EIP-1559 or EIP-7702.
 * @throws {@link TransactionFormatError}
 */
export function readEvmTransaction(raw: string): EvmTransaction {
  const bytes = raw.startsWith('0x') ? readHex(raw) : undefined
  if (!bytes?.length) throw new TransactionFormatError('invalid argument 0: the transaction has to be hex with 0x')
  const text: Hex = `0x${toHex(bytes)}`
  const format = (bytes[0] ?? 0) >= firstByteOfList ? legacyFormat : formats[text.slice(2, 4)]
  if (!format) throw new TransactionFormatError('transaction type not supported')
  const envelope = parse(format, text)
  const { r, s, yParity, v } = envelope
  if (r === undefined || s === undefined || yParity === undefined) throw new TransactionFormatError('invalid sender')
  const from = signerOf(format.getSignPayload(withoutSignature(envelope)), { r, s, yParity })
  if (!from) throw new TransactionFormatError('invalid sender')
  const { type } = format
  return {
    type,
    hash: `0x${toHex(keccak_256(bytes))}`,
    ...defined({ chainId: envelope.chainId === undefined ? undefined : Number(envelope.chainId) }),
    from,
    ...defined({ to: envelope.to ? lower(envelope.to) : undefined }),
    nonce: envelope.nonce ?? 0n,
    value: envelope.value ?? 0n,
    data: envelope.data ?? '0x',
    gas: envelope.gas ?? 0n,
    ...(type === 'legacy' || type === 'eip2930'
      ? { gasPrice: envelope.gasPrice ?? 0n }
      : { maxFeePerGas: envelope.maxFeePerGas ?? 0n, maxPriorityFeePerGas: envelope.maxPriorityFeePerGas ?? 0n }),
    accessList: envelope.accessList ?? [],
    ...defined({
      authorizationList: type === 'eip7702' ? (envelope.authorizationList ?? []).map(readAuthorization) : undefined,
    }),
    r,
    s,
    yParity,
    ...defined({ v }),
  }
}

const formatOfType: Readonly<Record<EvmTransaction['type'], Format>> = {
  legacy: legacyFormat,
  eip2930: formatOf(eip2930),
  eip1559: formatOf(eip1559),
  eip7702: formatOf(eip7702),
}

/** Writes a transaction as it was sent. @returns `0x` and hex */
export function serializeEvmTransaction(transaction: EvmTransaction): Hex {
  const { type, hash: _hash, from: _from, accessList, authorizationList, ...fields } = transaction
  return formatOfType[type].serialize({
    ...fields,
    accessList,
    ...defined({ authorizationList: authorizationList?.map(withoutAuthority) }),
  })
}

/** Another spelling of the same fields would be another hash for one signature, so nodes refuse it. */
function parse(format: Format, raw: Hex): Envelope {
  let envelope: Envelope
  let spelling: Hex
  try {
    envelope = format.deserialize(raw)
    spelling = format.serialize(envelope)
  } catch {
    throw new TransactionFormatError('rlp: the transaction cannot be decoded')
  }
  if (spelling !== raw) throw new TransactionFormatError('rlp: the transaction is not in its canonical encoding')
  return envelope
}

/** The content of a transaction of EIP-1559, or of EIP-7702 if it delegates accounts. */
export interface NewEvmTransaction {
  readonly chainId: number
  readonly nonce: bigint
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly authorizationList?: readonly EvmAuthorization[]
}

/** Signs a transaction. @returns `0x` and hex, as nodes take it. */
export function signEvmTransaction(
  { authorizationList = [], ...transaction }: NewEvmTransaction,
  { sign }: Pick<RecoverableAccount, 'sign'>,
): Hex {
  const signed = (payload: Hex) => {
    const signature = sign(readHex(payload) ?? new Uint8Array())
    const [r, s]: Hex[] = [`0x${toHex(signature.subarray(0, 32))}`, `0x${toHex(signature.subarray(32, 64))}`]
    return { signature: { r: r as Hex, s: s as Hex, yParity: (signature[64] ?? 27) - 27 } }
  }
  if (authorizationList.length === 0) {
    const envelope = eip1559.from(transaction)
    return eip1559.serialize(envelope, signed(eip1559.getSignPayload(envelope)))
  }
  const signedAuthorizations = authorizationList.map(withoutAuthority)
  const envelope = eip7702.from({ ...transaction, authorizationList: signedAuthorizations })
  return eip7702.serialize(envelope, signed(eip7702.getSignPayload(envelope)))
}

function withoutAuthority({ chainId, address, nonce, r, s, yParity }: EvmAuthorization): SignedAuthorization {
  return { chainId, address, nonce, r, s, yParity }
}

function withoutSignature(envelope: Envelope): Envelope {
  const { r: _r, s: _s, yParity: _yParity, v: _v, ...unsigned } = envelope
  return unsigned
}

/** Recovers the account that has signed an authorization (EIP-7702). */
export function readAuthorization({ chainId, address, nonce, r, s, yParity }: SignedAuthorization): EvmAuthorization {
  const payload = authorizationPayload({ address, chainId, nonce })
  const authority = signerOf(payload, { r, s, yParity })
  return { chainId, address: lower(address), nonce, ...defined({ authority }), r, s, yParity }
}

function signerOf(
  payload: Hex,
  { r, s, yParity }: { readonly r: Hex; readonly s: Hex; readonly yParity: number },
): Hex | undefined {
  const digest = readHex(payload)
  const [rBytes, sBytes] = [readHex(r), readHex(s)]
  if (!digest || !rBytes || !sBytes || (yParity !== 0 && yParity !== 1)) return undefined
  const account = recoverAccount(digest, concat(padded(rBytes), padded(sBytes), Uint8Array.of(yParity)))
  return account && `0x${toHex(account)}`
}

function padded(bytes: Uint8Array): Uint8Array {
  return bytes.length < 32 ? concat(new Uint8Array(32 - bytes.length), bytes) : bytes
}

const lower = (address: Hex) => address.toLowerCase() as Hex
