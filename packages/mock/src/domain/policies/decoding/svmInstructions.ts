/** Who gets what by the instructions of Solana's usual programs. This loads `@solana/kit`, so import it lazily. */
import type { DecodedInstruction } from '../../../crypto/solanaInstructions.ts'

/** Somebody whom an instruction gives value or power. */
export interface InstructionGrant {
  readonly to: string
  /** Of a token: its mint, or an account of it whose mint has to be looked up. */
  readonly mint?: string
  readonly mintOf?: string
  /** In the smallest unit; `all` for power over everything that an account has. */
  readonly amount: bigint | 'all'
  /** The wallet whose token account it is, where the instruction says so. */
  readonly owner?: string
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
const paysTokens =
  (to: string, asset: { readonly mint: string } | { readonly mintOf: string }): Part =>
  (values) => {
    const [[name = '', account = ''] = []] = Object.entries(asset)
    return { to: values.account(to), [name]: values.account(account), amount: values.amount('amount') }
  }
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
 * What instructions give, by `program.name`. The instructions that are not here, and whose layout is known, give nobody
 * anything.
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
  'spl-token.approve': [paysTokens('delegate', { mintOf: 'source' })],
  'spl-token.approveChecked': [paysTokens('delegate', { mint: 'mint' })],
  'spl-token.setAuthority': [empowers('newAuthority')],
  'spl-token.mintTo': [names('account')],
  'spl-token.mintToChecked': [names('account')],
  'spl-token.closeAccount': [empties('destination')],
  'spl-associated-token-account.create': [tokenAccountOfWallet()],
  'spl-associated-token-account.createIdempotent': [tokenAccountOfWallet()],
  'address-lookup-table.createLookupTable': [names('lookupTableAuthority')],
  'address-lookup-table.closeLookupTable': [empties('recipient')],
}

/** The program that keeps a new account can take what is in it. Its lamports are counted already. */
function empowersOwner(): Part {
  return (values) => ({ to: values.address('owner') ?? '', amount: 0n })
}

function tokenAccountOfWallet(): Part {
  return (values) => ({ to: values.account('account'), owner: values.account('wallet'), amount: 0n })
}

/** Whom a decoded instruction gives something. */
export function grantsOf({ program, name, accounts, fields }: DecodedInstruction): InstructionGrant[] {
  const values: Values = {
    account: (role) => accounts[role]?.address ?? '',
    address: (field) => (fields[field] == null ? undefined : String(fields[field])),
    amount: (field) => fields[field] as bigint,
  }
  return (giving[`${program}.${name}`] ?? []).flatMap((part) => part(values) ?? [])
}
