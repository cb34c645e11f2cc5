import { readBase58, readBase64 } from '@latchkey/base/bytes'
import type { SolanaAccount } from '../../ledger/solana/solanaAccounts.ts'
import { accountBytes } from './accountBytes.ts'
import { invalidParam, readConfig, readCount, readList } from './solanaParams.ts'

type Accepts = (account: SolanaAccount) => boolean

/** The most bytes that nodes compare, and the most characters that they read for them. */
const byteLimit = 128
const characterLimits = { base58: 175, base64: 172 } as const

const kinds: Readonly<Record<string, (value: unknown) => Accepts>> = {
  dataSize(value) {
    const size = readCount(value)
    return ({ space }) => space === size
  },
  memcmp: readComparison,
  tokenAccountState:
    () =>
    ({ data }) =>
      data?.kind === 'token',
}

/**
 * Reads filters of accounts by their data, of which an account has to pass all.
 *
 * @throws {@link RpcError}
 */
export function readFilters(value: unknown): Accepts {
  const all = value === undefined || value === null ? [] : readList(value, Infinity, readFilter)
  if (all.length > 4) throw invalidParam('Too many filters provided; max 4')
  return (account) => all.every((accepts) => accepts(account))
}

function readFilter(value: unknown): Accepts {
  // The one without a value is a text.
  const [[name, option] = ['', undefined], ...others] =
    typeof value === 'string' ? [[value, undefined] as const] : Object.entries(readConfig(value))
  const read = Object.hasOwn(kinds, name) && others.length === 0 ? kinds[name] : undefined
  if (!read)
    throw invalidParam(
      'Invalid params: expected a filter, one of `dataSize`, `memcmp`, `tokenAccountState`, and no more than one of them.',
    )
  return read(option)
}

function readComparison(value: unknown): Accepts {
  const { offset, bytes: text, encoding = 'base58' } = readConfig(value)
  const start = readCount(offset)
  if (encoding !== 'base58' && encoding !== 'base64')
    throw invalidParam(`Invalid params: unknown variant \`${String(encoding)}\`, expected base58 or base64.`)
  if (typeof text !== 'string') throw invalidParam('Invalid params: invalid type, expected a string.')
  if (text.length > characterLimits[encoding]) throw invalidParam('Invalid param: DataTooLarge')
  const wanted = encoding === 'base58' ? readBase58(text) : readBase64(text)
  if (!wanted) throw invalidParam(`Invalid param: ${encoding === 'base58' ? 'Base58' : 'Base64'}DecodeError`)
  if (wanted.length > byteLimit) throw invalidParam('Invalid param: DataTooLarge')
  return (account) => {
    const data = accountBytes(account)
    return data.length >= start + wanted.length && wanted.every((byte, index) => data[start + index] === byte)
  }
}
