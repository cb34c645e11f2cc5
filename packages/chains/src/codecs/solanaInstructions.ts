/**
 * The instructions of Solana's usual programs: their layouts, and the names that nodes give them in `jsonParsed`
 * replies. This loads `@solana/kit`, so import it lazily.
 */
import {
  addDecoderSizePrefix,
  type Decoder,
  getAddressDecoder,
  getArrayDecoder,
  getU32Decoder,
  getU64Decoder,
  getU8Decoder,
  getUtf8Decoder,
} from '@solana/kit'
import { type Layout, layout, optionalAddress } from './solanaLayouts.ts'
import type { SolanaAccountMeta, SolanaInstruction } from './solanaTransactions.ts'
import { token2022Layouts } from './token2022Layouts.ts'

/** Addresses of programs. */
export const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  memo1: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  lookupTable: 'AddressLookupTab1e1111111111111111111111111',
} as const

/** The programs that write a text into the log. */
export const memoPrograms: ReadonlySet<string> = new Set([programs.memo, programs.memo1])

/** The mint of the currency itself, whose token accounts hold lamports. */
export const nativeMint = 'So11111111111111111111111111111111111111112'

/** The arguments of an instruction with that layout. */
export type FieldsOf<L> = L extends Layout<string, infer T> ? T : never
/** The accounts of an instruction with that layout, by name. */
export type AccountsOf<L> = L extends Layout<infer A, object> ? Readonly<Record<A, SolanaAccountMeta>> : never

const u8 = getU8Decoder()
const u32 = getU32Decoder()
const u64 = getU64Decoder()
const address = getAddressDecoder()
const text = addDecoderSizePrefix(getUtf8Decoder(), u64)
const addresses = getArrayDecoder(address, { size: u64 })

const systemLayouts = {
  createAccount: layout(
    0,
    ['source', 'newAccount'],
    [
      ['lamports', u64],
      ['space', u64],
      ['owner', address],
    ],
  ),
  assign: layout(1, ['account'], [['owner', address]]),
  transfer: layout(2, ['source', 'destination'], [['lamports', u64]]),
  createAccountWithSeed: layout(
    3,
    ['source', 'newAccount'],
    [
      ['base', address],
      ['seed', text],
      ['lamports', u64],
      ['space', u64],
      ['owner', address],
    ],
  ),
  advanceNonce: layout(4, ['nonceAccount', 'recentBlockhashesSysvar', 'nonceAuthority'], []),
  withdrawFromNonce: layout(
    5,
    ['nonceAccount', 'destination', 'recentBlockhashesSysvar', 'rentSysvar', 'nonceAuthority'],
    [['lamports', u64]],
  ),
  initializeNonce: layout(6, ['nonceAccount', 'recentBlockhashesSysvar', 'rentSysvar'], [['nonceAuthority', address]]),
  authorizeNonce: layout(7, ['nonceAccount', 'nonceAuthority'], [['newAuthorized', address]]),
  allocate: layout(8, ['account'], [['space', u64]]),
} as const

const tokenLayouts = {
  initializeMint: layout(
    0,
    ['mint', 'rentSysvar'],
    [
      ['decimals', u8],
      ['mintAuthority', address],
      ['freezeAuthority', optionalAddress],
    ],
  ),
  initializeAccount: layout(1, ['account', 'mint', 'owner', 'rentSysvar'], []),
  transfer: layout(3, ['source', 'destination', 'authority'], [['amount', u64]]),
  approve: layout(4, ['source', 'delegate', 'owner'], [['amount', u64]]),
  revoke: layout(5, ['source', 'owner'], []),
  setAuthority: layout(
    6,
    ['account', 'authority'],
    [
      ['authorityType', u8],
      ['newAuthority', optionalAddress],
    ],
  ),
  mintTo: layout(7, ['mint', 'account', 'mintAuthority'], [['amount', u64]]),
  burn: layout(8, ['account', 'mint', 'authority'], [['amount', u64]]),
  closeAccount: layout(9, ['account', 'destination', 'owner'], []),
  freezeAccount: layout(10, ['account', 'mint', 'freezeAuthority'], []),
  thawAccount: layout(11, ['account', 'mint', 'freezeAuthority'], []),
  transferChecked: layout(
    12,
    ['source', 'mint', 'destination', 'authority'],
    [
      ['amount', u64],
      ['decimals', u8],
    ],
  ),
  approveChecked: layout(
    13,
    ['source', 'mint', 'delegate', 'owner'],
    [
      ['amount', u64],
      ['decimals', u8],
    ],
  ),
  mintToChecked: layout(
    14,
    ['mint', 'account', 'mintAuthority'],
    [
      ['amount', u64],
      ['decimals', u8],
    ],
  ),
  burnChecked: layout(
    15,
    ['account', 'mint', 'authority'],
    [
      ['amount', u64],
      ['decimals', u8],
    ],
  ),
  initializeAccount2: layout(16, ['account', 'mint', 'rentSysvar'], [['owner', address]]),
  syncNative: layout(17, ['account'], []),
  initializeAccount3: layout(18, ['account', 'mint'], [['owner', address]]),
  initializeMint2: layout(
    20,
    ['mint'],
    [
      ['decimals', u8],
      ['mintAuthority', address],
      ['freezeAuthority', optionalAddress],
    ],
  ),
  initializeImmutableOwner: layout(22, ['account'], []),
} as const

const associatedTokenLayouts = {
  create: layout(0, ['source', 'account', 'wallet', 'mint', 'systemProgram', 'tokenProgram'], []),
  createIdempotent: layout(1, ['source', 'account', 'wallet', 'mint', 'systemProgram', 'tokenProgram'], []),
} as const

const lookupTableLayouts = {
  createLookupTable: layout(
    0,
    ['lookupTableAccount', 'lookupTableAuthority', 'payerAccount', 'systemProgram'],
    [
      ['recentSlot', u64],
      ['bumpSeed', u8],
    ],
  ),
  freezeLookupTable: layout(1, ['lookupTableAccount', 'lookupTableAuthority'], []),
  extendLookupTable: layout(2, ['lookupTableAccount', 'lookupTableAuthority'], [['newAddresses', addresses]]),
  deactivateLookupTable: layout(3, ['lookupTableAccount', 'lookupTableAuthority'], []),
  closeLookupTable: layout(4, ['lookupTableAccount', 'lookupTableAuthority', 'recipient'], []),
} as const

const computeBudgetLayouts = {
  requestHeapFrame: layout(1, [], [['bytes', u32]]),
  setComputeUnitLimit: layout(2, [], [['units', u32]]),
  setComputeUnitPrice: layout(3, [], [['microLamports', u64]]),
  setLoadedAccountsDataSizeLimit: layout(4, [], [['bytes', u32]]),
} as const

/** The layouts of each program by name. */
export const layouts = {
  system: systemLayouts,
  'spl-token': { ...tokenLayouts, ...token2022Layouts },
  'spl-associated-token-account': associatedTokenLayouts,
  'address-lookup-table': lookupTableLayouts,
  'compute-budget': computeBudgetLayouts,
} as const

export type ProgramName = keyof typeof layouts

/** How many bytes the tag of a program's instructions has. */
const tags: Record<ProgramName, Decoder<number>> = {
  system: u32,
  'spl-token': u8,
  'spl-associated-token-account': u8,
  'address-lookup-table': u32,
  'compute-budget': u8,
}

const programNames: Readonly<Record<string, ProgramName>> = {
  [programs.system]: 'system',
  [programs.token]: 'spl-token',
  [programs.token2022]: 'spl-token',
  [programs.associatedToken]: 'spl-associated-token-account',
  [programs.lookupTable]: 'address-lookup-table',
  [programs.computeBudget]: 'compute-budget',
}

/** The name of a program whose instructions are decoded here. */
export function programNameOf(program: string): ProgramName | undefined {
  return Object.hasOwn(programNames, program) ? programNames[program] : undefined
}

/** An instruction of a program that is decoded here. */
export interface DecodedInstruction {
  readonly program: ProgramName
  /** A key of the program's {@link layouts}. */
  readonly name: string
  readonly accounts: Readonly<Record<string, SolanaAccountMeta>>
  readonly fields: Readonly<Record<string, unknown>>
  /** Accounts beyond those that the layout names, such as the signers of a multisig account. */
  readonly furtherAccounts: readonly SolanaAccountMeta[]
}

/**
 * Decodes an instruction.
 *
 * @returns `undefined` for another program, an unknown tag, data that is too short, and missing accounts.
 */
export function decodeInstruction({ program, accounts, data }: SolanaInstruction): DecodedInstruction | undefined {
  const programName = programNameOf(program)
  if (programName === undefined) return undefined
  // The program's first instruction had no tag before it had a second one.
  const bytes = programName === 'spl-associated-token-account' && data.length === 0 ? Uint8Array.of(0) : data
  try {
    const [tag, offset] = tags[programName].read(bytes, 0)
    const hasExtensions = program === programs.token2022
    const entry = Object.entries<Layout<string, object>>(layouts[programName]).find(
      ([, { tag: rowTag, extensionTag }]) =>
        rowTag === tag &&
        (extensionTag === undefined ||
          (hasExtensions && extensionTag.every((byte, index) => bytes[offset + index] === byte))),
    )
    if (!entry || accounts.length < entry[1].accounts.length) return undefined
    const [name, { accounts: accountNames, fields, extensionTag = [] }] = entry
    return {
      program: programName,
      name,
      accounts: Object.fromEntries(accountNames.map((role, index) => [role, accounts[index] as SolanaAccountMeta])),
      fields: fields.read(bytes, offset + extensionTag.length)[0] as Record<string, unknown>,
      furtherAccounts: accounts.slice(accountNames.length),
    }
  } catch {
    return undefined
  }
}
