import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { ChainBackend, ChainReadStore } from '../backend.ts'
import type { Account, Transfer } from '../chains.ts'
import type { ChainContract, TokenBalance } from '../records.ts'
import { type LedgerBackend, familyOf } from './accounts.ts'
import { LedgerError } from './ledgerError.ts'

/** A token, or one NFT, of a contract. */
export interface LedgerToken {
  readonly networkId: number
  readonly contract: Account
  readonly kind: 'nft' | 'token'
  /** In decimal where it is a number. */
  readonly tokenId?: string | undefined
}

type BalanceStore = { readonly store: Pick<ChainReadStore, 'tokenBalances'> }

/**
 * The records of an account's balance of a token: one, except on Solana, where an owner may have several token
 * accounts.
 */
function tokenBalancesOf(
  { store }: BalanceStore,
  { networkId, contract, kind, tokenId }: LedgerToken,
  owner: Account,
): TokenBalance[] {
  return [...store.tokenBalances.scan('byOwner', [owner, networkId, contract])].filter(
    (balance) => balance.kind === kind && balance.tokenId === tokenId,
  )
}

/** The account's balance of a token, in the smallest unit. */
export function tokenAmountOf(backend: BalanceStore, token: LedgerToken, owner: Account): bigint {
  return tokenBalancesOf(backend, token, owner).reduce((sum, { amount }) => sum + BigInt(amount), 0n)
}

interface OwnedAmount {
  readonly owner: Account
  readonly amount: bigint
}

/** Sets the account's balance of a token. @param amount - In the smallest unit. */
export function setTokenAmount(
  backend: LedgerBackend,
  { networkId, contract, kind, tokenId }: LedgerToken,
  { owner, amount }: OwnedAmount,
): TokenBalance {
  const { tokenBalances } = backend.store
  const [balance, ...others] = tokenBalancesOf(backend, { networkId, contract, kind, tokenId }, owner)
  for (const other of others) tokenBalances.put({ ...other, amount: '0' })
  return tokenBalances.put({
    ...(balance ?? newRecord(backend)),
    owner,
    networkId,
    contract,
    kind,
    ...defined({ tokenId }),
    amount: amount.toString(),
  })
}

interface TokenMove {
  /** Absent when the token is created. */
  readonly from?: Account
  /** Absent when the token is destroyed. */
  readonly to?: Account
  /** In the smallest unit. */
  readonly amount: bigint
}

/**
 * Moves a token between accounts, makes it or destroys it.
 *
 * @throws {@link LedgerError} `insufficient_balance`
 */
export function moveToken(backend: LedgerBackend, token: LedgerToken, { from, to, amount }: TokenMove): Transfer {
  if (from !== undefined) takeToken(backend, token, { owner: from, amount })
  if (to !== undefined && amount > 0n) addToken(backend, token, { owner: to, amount })
  return {
    kind: transferKind(backend, token),
    contract: token.contract,
    ...defined({ tokenId: token.tokenId, from, to }),
    amount: amount.toString(),
  }
}

function addToken(backend: LedgerBackend, token: LedgerToken, { owner, amount }: OwnedAmount): void {
  const [balance] = tokenBalancesOf(backend, token, owner)
  if (!balance) setTokenAmount(backend, token, { owner, amount })
  else backend.store.tokenBalances.put({ ...balance, amount: (BigInt(balance.amount) + amount).toString() })
}

function takeToken(backend: LedgerBackend, token: LedgerToken, { owner, amount }: OwnedAmount): void {
  const { tokenBalances } = backend.store
  if (tokenAmountOf(backend, token, owner) < amount) throw new LedgerError('insufficient_balance')
  let missing = amount
  for (const balance of tokenBalancesOf(backend, token, owner)) {
    const before = BigInt(balance.amount)
    const taken = before < missing ? before : missing
    missing -= taken
    // A token account stays open when it is empty.
    if (before === taken && taken > 0n && balance.tokenAccount === undefined) tokenBalances.delete(balance.id)
    else if (taken > 0n) tokenBalances.put({ ...balance, amount: (before - taken).toString() })
  }
}

function transferKind({ store }: LedgerBackend, { kind, contract, networkId }: LedgerToken): Transfer['kind'] {
  if (familyOf(contract) === 'solana') return 'spl'
  if (kind === 'token') return 'erc20'
  const standard = store.chainContracts.find('byAccount', [contract, networkId])?.standard
  return standard === 'erc1155' ? 'erc1155' : 'erc721'
}

/** Declares the standard of a contract, unless it is known already. */
export function declareContract(
  backend: LedgerBackend,
  { account, networkId, standard }: Pick<ChainContract, 'account' | 'networkId' | 'standard'>,
): void {
  const contract = backend.store.chainContracts.find('byAccount', [account, networkId])
  if (contract?.standard === standard) return
  backend.store.chainContracts.put({ ...(contract ?? newRecord(backend)), account, networkId, standard })
}

/** The decimal spelling of a token id; a text that is not a number stays as it is. */
export function tokenIdOf(text: string): string {
  return /^(0x[\da-f]+|\d+)$/i.test(text) ? BigInt(text.toLowerCase()).toString() : text
}

/** The account's balances of a contract's tokens and NFTs, or of all contracts. */
export function balancesOf(
  { store }: { readonly store: Pick<ChainBackend['store'] | ChainReadStore, 'tokenBalances'> },
  owner: Account,
  at?: { readonly networkId: number; readonly contract?: Account },
): TokenBalance[] {
  if (!at) return [...store.tokenBalances.scan('byOwner', [owner])]
  const { networkId, contract } = at
  return [
    ...store.tokenBalances.scan('byOwner', contract === undefined ? [owner, networkId] : [owner, networkId, contract]),
  ]
}

/** The same with one record per token: on Solana an owner may have several token accounts for one. */
export function totalsOf(...query: Parameters<typeof balancesOf>): TokenBalance[] {
  const totals = new Map<string, TokenBalance>()
  for (const balance of balancesOf(...query)) {
    const key = JSON.stringify([balance.contract, balance.kind, balance.tokenId])
    const total = totals.get(key)
    totals.set(key, total ? { ...total, amount: (BigInt(total.amount) + BigInt(balance.amount)).toString() } : balance)
  }
  return [...totals.values()]
}
