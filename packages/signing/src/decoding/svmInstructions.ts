/** The grants of the instructions of Solana's usual programs. This loads `@solana/kit`, so import it lazily. */
import type { DecodedInstruction } from '@latchkey/chains/codecs/solanaInstructions'

/** A grant of an instruction: an account gets value or power. */
export interface InstructionGrant {
  readonly to: string
  /** Of a token: its mint, or an account of it whose mint has to be looked up. */
  readonly mint?: string
  readonly mintOf?: string
  /** In the smallest unit; `all` for power over everything that an account has. */
  readonly amount: bigint | 'all'
  /** Whether it is a token account that gets tokens, so that somebody else owns them. */
  readonly isTokenAccount?: true
}

/** A token account that an instruction makes. */
export interface NewTokenAccount {
  readonly account: string
  readonly mint: string
  readonly owner: string
}

type Part = (instruction: Values) => InstructionGrant | undefined

/** Addresses of accounts and values of fields, by name. */
interface Values {
  account(name: string): string
  address(name: string): string | undefined
  amount(name: string): bigint
}

const pays =
  (to: string, amount = 'lamports'): Part =>
  (values) => ({ to: values.account(to), amount: values.amount(amount) })
/** Of a token: its mint, or an account of it. */
type TokenRole = { readonly mint: string } | { readonly mintOf: string }
const movesTokens = (to: string, asset: TokenRole) => (values: Values) => {
  const [[name = '', account = ''] = []] = Object.entries(asset)
  return { to: values.account(to), [name]: values.account(account), amount: values.amount('amount') }
}
const paysTokens =
  (to: string, asset: TokenRole): Part =>
  (values) => ({ ...movesTokens(to, asset)(values), isTokenAccount: true })
/** The account gets new tokens, and the wallet loses none. */
const addsTokens =
  (to: string): Part =>
  (values) => ({ to: values.account(to), amount: 0n, isTokenAccount: true })
/** The account gets all fees that are withheld, whose amount no message says. */
const paysFees =
  (to: string): Part =>
  (values) => ({ to: values.account(to), amount: 'all', isTokenAccount: true })
const names =
  (to: string): Part =>
  (values) => ({ to: values.account(to), amount: 0n })
const empowers =
  (field: string): Part =>
  (values) => {
    const to = values.address(field)
    return to === undefined ? undefined : { to, amount: 'all' }
  }
const empties =
  (to: string): Part =>
  (values) => ({ to: values.account(to), amount: 'all' })

/**
 * The grants of instructions, by `program.name`. Instructions with a known layout that are not listed here grant
 * nothing.
 */
const giving: Readonly<Record<string, readonly Part[]>> = {
  'system.createAccount': [pays('newAccount'), empowersOwner()],
  'system.createAccountWithSeed': [pays('newAccount'), empowersOwner()],
  'system.assign': [empowers('owner')],
  'system.transfer': [pays('destination')],
  'system.withdrawFromNonce': [pays('destination')],
  'system.initializeNonce': [empowers('nonceAuthority')],
  'system.authorizeNonce': [empowers('newAuthorized')],
  'spl-token.transfer': [paysTokens('destination', { mintOf: 'source' })],
  'spl-token.transferChecked': [paysTokens('destination', { mint: 'mint' })],
  'spl-token.transferCheckedWithFee': [paysTokens('destination', { mint: 'mint' })],
  'spl-token.approve': [movesTokens('delegate', { mintOf: 'source' })],
  'spl-token.approveChecked': [movesTokens('delegate', { mint: 'mint' })],
  'spl-token.setAuthority': [empowers('newAuthority')],
  'spl-token.mintTo': [addsTokens('account')],
  'spl-token.mintToChecked': [addsTokens('account')],
  'spl-token.syncNative': [addsTokens('account')],
  'spl-token.closeAccount': [empties('destination')],
  'spl-token.initializeMintCloseAuthority': [empowers('newAuthority')],
  'spl-token.initializeTransferFeeConfig': [
    empowers('transferFeeConfigAuthority'),
    empowers('withdrawWithheldAuthority'),
  ],
  'spl-token.withdrawWithheldTokensFromMint': [paysFees('feeRecipient')],
  'spl-token.withdrawWithheldTokensFromAccounts': [paysFees('feeRecipient')],
  'spl-token.reallocate': [names('account')],
  'spl-token.initializePermanentDelegate': [empowers('delegate')],
  'spl-token.initializeMetadataPointer': [empowers('authority')],
  'spl-token.initializeTokenMetadata': [names('updateAuthority')],
  'spl-token.updateTokenMetadataAuthority': [empowers('newAuthority')],
  'spl-associated-token-account.create': [names('account')],
  'spl-associated-token-account.createIdempotent': [names('account')],
  'address-lookup-table.createLookupTable': [names('lookupTableAuthority')],
  'address-lookup-table.closeLookupTable': [empties('recipient')],
}

/** The program that owns a new account can take everything in it. The lamports are counted already. */
function empowersOwner(): Part {
  return (values) => ({ to: values.address('owner') ?? '', amount: 0n })
}

/** Finds the owner in instructions that create a token account. */
const owners: Readonly<Record<string, (values: Values) => string | undefined>> = {
  'spl-token.initializeAccount': (values) => values.account('owner'),
  'spl-token.initializeAccount2': (values) => values.address('owner'),
  'spl-token.initializeAccount3': (values) => values.address('owner'),
  'spl-associated-token-account.create': (values) => values.account('wallet'),
  'spl-associated-token-account.createIdempotent': (values) => values.account('wallet'),
}

const valuesOf = ({ accounts, fields }: DecodedInstruction): Values => ({
  account: (role) => accounts[role]?.address ?? '',
  address: (field) => (fields[field] == null ? undefined : String(fields[field])),
  amount: (field) => fields[field] as bigint,
})

/** The token account that an instruction makes. */
export function newTokenAccountOf(instruction: DecodedInstruction): NewTokenAccount | undefined {
  const values = valuesOf(instruction)
  const owner = owners[`${instruction.program}.${instruction.name}`]?.(values)
  return owner === undefined ? undefined : { account: values.account('account'), mint: values.account('mint'), owner }
}

/** The token account that an instruction takes tokens from, or lets somebody take them from. */
export const sourceOf = ({ program, accounts }: DecodedInstruction): string | undefined =>
  program === 'spl-token' ? accounts.source?.address : undefined

/** The grants of a decoded instruction. */
export function grantsOf(instruction: DecodedInstruction): InstructionGrant[] {
  const values = valuesOf(instruction)
  return (giving[`${instruction.program}.${instruction.name}`] ?? []).flatMap((part) => part(values) ?? [])
}
