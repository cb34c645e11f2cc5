import { readBase58, readBase64 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { readSolanaAddress } from '@latchkey/crypto/addresses'
import {
  maximumTransactionSize,
  readSolanaTransaction,
  type SolanaTransaction,
} from '../../codecs/solanaTransactions.ts'
import { RpcError } from '../jsonRpc.ts'
import type { AccountView } from './presentAccount.ts'

/** The refusal of a parameter. */
export function invalidParam(sentence: string): RpcError {
  return new RpcError('params', sentence)
}

/** @throws {@link RpcError} for anything but an address */
export function readAddress(value: unknown): string {
  if (typeof value !== 'string' || !readSolanaAddress(value)) throw invalidParam('Invalid param: Invalid')
  return value
}

/** @throws {@link RpcError} for anything but a signature in base58 */
export function readSignature(value: unknown): string {
  const bytes = typeof value === 'string' ? readBase58(value) : undefined
  if (bytes?.length !== 64) throw invalidParam('Invalid param: Invalid')
  return value as string
}

/** A list of at most `limit` values. @throws {@link RpcError} */
export function readList<T>(value: unknown, limit: number, read: (item: unknown) => T): T[] {
  if (!Array.isArray(value)) throw invalidParam('Invalid params: invalid type, expected a sequence.')
  if (value.length > limit) throw invalidParam(`Too many inputs provided; max ${limit}`)
  return value.map(read)
}

/** A whole number that is not negative. @throws {@link RpcError} */
export function readCount(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalidParam('Invalid params: invalid type, expected an unsigned whole number.')
  return value
}

/** The object with the options of a call. @throws {@link RpcError} */
export function readConfig(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw invalidParam('Invalid params: invalid type, expected a configuration object.')
  return value as Record<string, unknown>
}

/** Refuses a commitment at which nodes do not have a finished block yet. @throws {@link RpcError} */
export function assertConfirmed({ commitment }: Readonly<Record<string, unknown>>): void {
  if (commitment === 'processed') throw invalidParam('Method does not support commitment below `confirmed`')
}

const encodings: ReadonlySet<unknown> = new Set([undefined, 'base58', 'base64', 'jsonParsed'])

/** How a caller wants to see accounts. @throws {@link RpcError} for an encoding that is not served */
export function readView({ encoding, dataSlice }: Readonly<Record<string, unknown>>): AccountView {
  if (!encodings.has(encoding))
    throw invalidParam(
      `Invalid params: unknown variant \`${String(encoding)}\`, expected base58, base64 or jsonParsed.`,
    )
  const slice = dataSlice === undefined || dataSlice === null ? undefined : readConfig(dataSlice)
  return {
    encoding: encoding as AccountView['encoding'],
    ...defined({ dataSlice: slice && { offset: readCount(slice.offset), length: readCount(slice.length) } }),
  }
}

const transactionType = 'solana_transaction::versioned::VersionedTransaction'

/**
 * Reads a transaction in base58, or in base64 where the options say so.
 *
 * @throws {@link RpcError}
 */
export function readWire(value: unknown, encoding: unknown = 'base58'): SolanaTransaction {
  if (encoding !== 'base58' && encoding !== 'base64')
    throw invalidParam(`unsupported encoding: ${String(encoding)}. Supported encodings: base58, base64`)
  if (typeof value !== 'string') throw invalidParam('Invalid params: invalid type, expected a string.')
  // Base58 needs about 1.37 characters for a byte, base64 4 for 3 bytes.
  const maximumLength = encoding === 'base58' ? 1683 : 1644
  if (value.length > maximumLength)
    throw invalidParam(
      `${encoding} encoded ${transactionType} too large: ${value.length} bytes ` +
        `(max: encoded/raw ${maximumLength}/${maximumTransactionSize})`,
    )
  const bytes = encoding === 'base58' ? readBase58(value) : readBase64(value)
  if (!bytes) throw invalidParam(`invalid ${encoding} encoding`)
  if (bytes.length > maximumTransactionSize)
    throw invalidParam(
      `decoded ${transactionType} too large: ${bytes.length} bytes (max: ${maximumTransactionSize} bytes)`,
    )
  const transaction = readSolanaTransaction(bytes)
  if (!transaction)
    throw invalidParam(`failed to deserialize ${transactionType}: it is malformed or of another version`)
  return transaction
}
