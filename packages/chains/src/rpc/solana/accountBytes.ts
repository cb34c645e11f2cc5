import { concat, readBase64 } from '@latchkey/base/bytes'
import {
  type Address,
  type Codec,
  type FixedSizeCodec,
  getAddressCodec,
  getArrayCodec,
  getNullableCodec,
  getStructCodec,
  getU16Codec,
  getU32Codec,
  getU64Codec,
  getU8Codec,
} from '@solana/kit'
import { nativeMint } from '../../codecs/solanaInstructions.ts'
import { rentOf, sizes } from '../../ledger/solana/accountSizes.ts'
import { lamportsPerSignature } from '../../ledger/solana/computeBudget.ts'
import { extensionBytes } from '../../ledger/solana/extensionBytes.ts'
import type { AccountData, SolanaAccount } from '../../ledger/solana/solanaAccounts.ts'

const u8 = getU8Codec()
const u32 = getU32Codec()
const u64 = getU64Codec()
const address = getAddressCodec()
/** An optional value after four bytes that say whether it is there. */
const optional = <T>(value: FixedSizeCodec<T>): Codec<T | null> =>
  getNullableCodec(value, { prefix: u32, noneValue: 'zeroes' })

interface TokenFields {
  readonly mint: Address
  readonly owner: Address
  readonly amount: bigint
  readonly delegate: Address | null
  readonly state: number
  readonly isNative: bigint | null
  readonly delegatedAmount: bigint
  readonly closeAuthority: Address | null
}

interface NonceFields {
  readonly version: number
  readonly state: number
  readonly authority: Address
  readonly nonce: Address
  readonly lamportsPerSignature: bigint
}

/** The forms of the data of accounts, without extensions. */
export const tokenForm: Codec<TokenFields> = getStructCodec([
  ['mint', address],
  ['owner', address],
  ['amount', u64],
  ['delegate', optional(address)],
  ['state', u8],
  ['isNative', optional(u64)],
  ['delegatedAmount', u64],
  ['closeAuthority', optional(address)],
])
export const mintForm = getStructCodec([
  ['mintAuthority', optional(address)],
  ['supply', u64],
  ['decimals', u8],
  ['isInitialized', u8],
  ['freezeAuthority', optional(address)],
])
export const nonceForm: Codec<NonceFields> = getStructCodec([
  ['version', u32],
  ['state', u32],
  ['authority', address],
  ['nonce', address],
  ['lamportsPerSignature', u64],
])
export const lookupTableForm = getStructCodec([
  ['type', u32],
  ['deactivationSlot', u64],
  ['lastExtendedSlot', u64],
  ['lastExtendedSlotStartIndex', u8],
  ['authority', getNullableCodec(address, { noneValue: 'zeroes' })],
  ['padding', getU16Codec()],
  ['addresses', getArrayCodec(address, { size: 'remainder' })],
])

/** The highest number of 64 bits, which stands for a slot that never comes. */
export const never = 2n ** 64n - 1n

type Writers = { [K in AccountData['kind']]: (data: Extract<AccountData, { kind: K }>) => ArrayLike<number> }

const writers: Writers = {
  token: (data) =>
    tokenForm.encode({
      mint: data.mint as Address,
      owner: data.owner as Address,
      amount: data.amount,
      delegate: (data.delegate as Address | undefined) ?? null,
      state: data.isFrozen ? 2 : 1,
      isNative: data.mint === nativeMint ? rentOf(sizes.token) : null,
      delegatedAmount: data.delegatedAmount,
      closeAuthority: (data.closeAuthority as Address | undefined) ?? null,
    }),
  mint: (data) =>
    mintForm.encode({
      mintAuthority: (data.mintAuthority as Address | undefined) ?? null,
      supply: data.supply,
      decimals: data.decimals,
      isInitialized: 1,
      freezeAuthority: (data.freezeAuthority as Address | undefined) ?? null,
    }),
  uninitialized: () => [],
  bytes: ({ base64 }) => readBase64(base64) ?? [],
  nonce: (data) =>
    nonceForm.encode({
      version: 1,
      state: 1,
      authority: data.authority as Address,
      nonce: data.nonce as Address,
      lamportsPerSignature,
    }),
  lookupTable: (data) =>
    lookupTableForm.encode({
      type: 1,
      deactivationSlot: data.deactivatedInSlot === undefined ? never : BigInt(data.deactivatedInSlot),
      lastExtendedSlot: BigInt(data.extendedInSlot),
      lastExtendedSlotStartIndex: 0,
      authority: (data.authority as Address | undefined) ?? null,
      padding: 0,
      addresses: data.addresses as Address[],
    }),
}

/** The data of an account as programs of the chain write it, and zeros where the ledger knows no meaning. */
export function accountBytes({ data, space }: SolanaAccount): Uint8Array<ArrayBuffer> {
  if (!data) return new Uint8Array(space)
  const write = writers[data.kind] as (data: AccountData) => ArrayLike<number>
  const bytes = Uint8Array.from(write(data))
  const extensions = 'extensions' in data ? extensionBytes(data.kind, data.extensions) : new Uint8Array()
  const whole = extensions.length === 0 ? bytes : concat(filled(bytes, sizes.token), extensions)
  return filled(whole, space)
}

/** Bytes with zeros behind them, up to a length. */
const filled = (bytes: Uint8Array, length: number) => concat(bytes, new Uint8Array(Math.max(0, length - bytes.length)))
