import { toBase64 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { programs } from '../../codecs/solanaInstructions.ts'
import { sizes } from '../../ledger/solana/accountSizes.ts'
import type { AccountData } from '../../ledger/solana/solanaAccounts.ts'
import { lookupTableForm, mintForm, never, nonceForm, tokenForm } from './accountBytes.ts'
import { invalidParam } from './solanaParams.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Fields that have a value. A key that is missing is null in the bytes. */
const present = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [K in keyof T]: NonNullable<T[K]>
  }

function readToken(bytes: Bytes): AccountData | undefined {
  const { state, isNative: _, ...fields } = tokenForm.decode(bytes)
  if (state === 0) return undefined
  if (state > 2) throw invalidParam(`Invalid data: a token account has the state 0, 1 or 2, not ${state}.`)
  return { kind: 'token', ...present(fields), isFrozen: state === 2 }
}

function readMint(bytes: Bytes): AccountData | undefined {
  const { isInitialized, ...fields } = mintForm.decode(bytes)
  return isInitialized === 1 ? { kind: 'mint', ...present(fields) } : undefined
}

function readNonce(bytes: Bytes): AccountData | undefined {
  const { state, authority, nonce } = nonceForm.decode(bytes)
  return state === 1 ? { kind: 'nonce', authority, nonce } : undefined
}

function readLookupTable(bytes: Bytes): AccountData | undefined {
  const { type, authority, deactivationSlot, lastExtendedSlot, addresses } = lookupTableForm.decode(bytes)
  if (type !== 1) return undefined
  return {
    kind: 'lookupTable',
    addresses,
    ...defined({
      authority: authority ?? undefined,
      deactivatedInSlot: deactivationSlot === never ? undefined : Number(deactivationSlot),
    }),
    extendedInSlot: Number(lastExtendedSlot),
  }
}

type Reader = (bytes: Bytes) => AccountData | undefined

const tokenReaders: Readonly<Record<number, Reader>> = { [sizes.token]: readToken, [sizes.mint]: readMint }

/** The forms of the data that the programs of the ledger write, by program and size in bytes. */
const readers: Readonly<Record<string, Readonly<Record<number, Reader>>>> = {
  [programs.system]: { [sizes.nonce]: readNonce },
  [programs.token]: tokenReaders,
  [programs.token2022]: tokenReaders,
}

/**
 * Reads the data of an account, as far as the ledger knows what it means. Other data is kept as bytes.
 *
 * @returns `undefined` for an account that nobody has initialized
 * @throws {@link RpcError} for an account of a token program that the ledger cannot keep
 */
export function readAccountData(program: string, bytes: Bytes): AccountData | undefined {
  if (bytes.every((byte) => byte === 0)) return undefined
  if (program === programs.lookupTable && bytes.length >= sizes.lookupTable) return readLookupTable(bytes)
  const read = readers[program]?.[bytes.length]
  if (read) return read(bytes)
  if (program === programs.token || program === programs.token2022)
    throw invalidParam(
      `Invalid data: ${bytes.length} bytes are neither a mint (${sizes.mint}) nor a token account (${sizes.token}). ` +
        'Extensions of Token-2022 are set up by its instructions here.',
    )
  return { kind: 'bytes', base64: toBase64(bytes) }
}
