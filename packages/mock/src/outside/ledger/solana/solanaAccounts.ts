import { associatedTokenAddress } from '../../../crypto/solanaAddresses.ts'
import { nativeMint, programs } from '../../../crypto/solanaInstructions.ts'
import { newRecord, type OutsideReadStore } from '../../../domain/shared/backend.ts'
import { defined } from '../../../shared/defined.ts'
import type { SolanaState, TokenBalance } from '../../../store/ledgerRecords.ts'
import { decimalsOf, describedToken, putChainToken } from '../../chainTokens.ts'
import { accountAt, addressOf, changeAccount, type LedgerBackend } from '../accounts.ts'

/** The state of a token account. Amounts are in the smallest unit. */
export interface TokenAccount {
  readonly kind: 'token'
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly delegate?: string | undefined
  readonly delegatedAmount: bigint
  readonly closeAuthority?: string | undefined
  readonly isFrozen: boolean
}

/** The state of a mint. */
export type Mint = Extract<SolanaState, { kind: 'mint' }> & { readonly supply: bigint }

/** The data of an account, as the known programs read it. */
export type AccountData = TokenAccount | Mint | Exclude<SolanaState, { kind: 'mint' }>

/** An account of Solana. */
export interface SolanaAccount {
  readonly lamports: bigint
  /** The address of the program that keeps it. */
  readonly program: string
  /** Size of its data in bytes. */
  readonly space: number
  readonly isExecutable?: boolean
  readonly data?: AccountData | undefined
}

export const emptyAccount: SolanaAccount = { lamports: 0n, program: programs.system, space: 0 }

/** Bytes of data that the accounts of the token program have. */
export const sizes = { token: 165, mint: 82, nonce: 80, lookupTable: 56 } as const

/** The lamports with which an account of this size lives for ever: two years of rent. */
export function rentOf(space: number): bigint {
  return BigInt((128 + space) * 3480 * 2)
}

const nativeLoader = 'NativeLoader1111111111111111111111111111111'
const executables: ReadonlySet<string> = new Set(Object.values(programs))

type SolanaStore = {
  readonly store: Pick<OutsideReadStore, 'chainAccounts' | 'chainTokens' | 'solanaAccounts' | 'tokenBalances'>
}

/** The form in which the ledger keeps an address. */
export const keyOf = (address: string): string => `solana:${address}`

/** An account by its address; the empty one when there is none. */
export function readAccount({ store }: SolanaStore, networkId: number, address: string): SolanaAccount {
  if (executables.has(address)) return { lamports: 1n, program: nativeLoader, space: 0, isExecutable: true }
  const { balance: lamports } = accountAt({ store }, { account: keyOf(address), networkId })
  const balance = store.tokenBalances.find('byTokenAccount', [networkId, address])
  if (balance) return tokenAccountOf(balance, lamports)
  const record = store.solanaAccounts.find('byAddress', [networkId, address])
  if (record) {
    const { program, space, state } = record
    const supply = state?.kind === 'mint' ? supplyOf({ store }, networkId, address) : undefined
    return { lamports, program, space, ...(state && { data: { ...state, supply } as AccountData }) }
  }
  return readMint({ store }, networkId, address) ?? { ...emptyAccount, lamports }
}

/** A mint that the ledger knows without an account: a described token, or one that somebody holds. */
function readMint({ store }: SolanaStore, networkId: number, address: string): SolanaAccount | undefined {
  const contract = keyOf(address)
  const [first] = store.tokenBalances.page('byContract', [contract, networkId], { offset: 0, limit: 1 })
  if (!first && !describedToken({ store }, contract, networkId)) return undefined
  const decimals = first?.kind === 'nft' ? 0 : decimalsOf({ store }, contract, networkId)
  const data: Mint = { kind: 'mint', decimals, supply: supplyOf({ store }, networkId, address) }
  return { lamports: rentOf(sizes.mint), program: programs.token, space: sizes.mint, data }
}

function supplyOf({ store }: SolanaStore, networkId: number, mint: string): bigint {
  let supply = 0n
  for (const { amount } of store.tokenBalances.scan('byContract', [keyOf(mint), networkId])) supply += BigInt(amount)
  return supply
}

function tokenAccountOf({ owner, contract, amount, spl }: TokenBalance, lamports: bigint): SolanaAccount {
  const mint = addressOf(contract)
  // Wrapped lamports that a test has granted lie in the account, too.
  const least = rentOf(sizes.token) + (mint === nativeMint ? BigInt(amount) : 0n)
  return {
    lamports: lamports < least ? least : lamports,
    program: spl?.program ?? programs.token,
    space: sizes.token,
    data: {
      kind: 'token',
      mint,
      owner: addressOf(owner),
      amount: BigInt(amount),
      ...(spl?.delegate !== undefined && { delegate: spl.delegate }),
      delegatedAmount: BigInt(spl?.delegatedAmount ?? '0'),
      ...(spl?.closeAuthority !== undefined && { closeAuthority: spl.closeAuthority }),
      isFrozen: spl?.isFrozen ?? false,
    },
  }
}

/**
 * Creates the token accounts of balances that a test or another part of the world has set: the associated account of
 * the owner. Every use of the Solana part of the ledger begins with it.
 */
export function openTokenAccounts({ store }: LedgerBackend, networkId: number): void {
  for (const balance of store.tokenBalances.scan('byNetworkWithoutAccount', [networkId])) {
    // An NFT with a number is one of a collection, whose mint nobody has named.
    if (balance.tokenId !== undefined) continue
    const tokenAccount = associatedTokenAddress(addressOf(balance.owner), addressOf(balance.contract))
    if (!store.tokenBalances.find('byTokenAccount', [networkId, tokenAccount]))
      store.tokenBalances.put({ ...balance, tokenAccount })
  }
}

/** Writes accounts. One without lamports ceases to exist. */
export function saveAccounts(
  backend: LedgerBackend,
  networkId: number,
  accounts: ReadonlyMap<string, SolanaAccount>,
): void {
  for (const [address, account] of accounts) {
    changeAccount(backend, { account: keyOf(address), networkId }, { balance: account.lamports })
    const present = account.lamports === 0n ? emptyAccount : account
    saveTokenAccount(backend, { networkId, address }, present)
    saveOther(backend, { networkId, address }, present)
  }
}

interface ClusterAddress {
  readonly networkId: number
  readonly address: string
}

function saveTokenAccount(
  backend: LedgerBackend,
  { networkId, address }: ClusterAddress,
  { program, data }: SolanaAccount,
) {
  const { tokenBalances } = backend.store
  const record = tokenBalances.find('byTokenAccount', [networkId, address])
  if (data?.kind !== 'token') {
    if (record) tokenBalances.delete(record.id)
    return
  }
  const contract = keyOf(data.mint)
  const [holding] = tokenBalances.page('byContract', [contract, networkId], { offset: 0, limit: 1 })
  tokenBalances.put({
    ...(record ?? { ...newRecord(backend), kind: holding?.kind ?? 'token' }),
    owner: keyOf(data.owner),
    networkId,
    contract,
    amount: data.amount.toString(),
    tokenAccount: address,
    spl: {
      program,
      ...(data.delegate !== undefined && {
        delegate: data.delegate,
        delegatedAmount: data.delegatedAmount.toString(),
      }),
      ...defined({ closeAuthority: data.closeAuthority }),
      ...(data.isFrozen && { isFrozen: true }),
    },
  })
}

function saveOther(
  backend: LedgerBackend,
  { networkId, address }: ClusterAddress,
  { program, space, data }: SolanaAccount,
) {
  const { solanaAccounts } = backend.store
  const record = solanaAccounts.find('byAddress', [networkId, address])
  if (data?.kind === 'token' || (program === programs.system && space === 0)) {
    if (record) solanaAccounts.delete(record.id)
    return
  }
  const contract = keyOf(address)
  if (data?.kind === 'mint' && !describedToken(backend, contract, networkId))
    putChainToken(backend, {
      chain: 'SOL',
      networkId,
      contractAddress: address,
      name: 'Token',
      symbol: 'TOKEN',
      decimals: data.decimals,
    })
  solanaAccounts.put({
    ...(record ?? newRecord(backend)),
    networkId,
    address,
    program,
    space,
    ...(data && { state: stateOf(data) }),
  })
}

function stateOf(data: Exclude<AccountData, TokenAccount>): SolanaState {
  if (data.kind !== 'mint') return data
  const { supply: _, ...state } = data
  return state
}
