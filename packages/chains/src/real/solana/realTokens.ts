import { mapAsking } from '@latchkey/base/questions'
import type { Account, SpendingRight, TokenContract, TokenHolding } from '../../chains.ts'
import { metadataAddress } from '../../codecs/solanaAddresses.ts'
import { programs } from '../../codecs/solanaInstructions.ts'
import { addressOf } from '../../ledger/accounts.ts'
import { keyOf } from '../../ledger/solana/solanaAccounts.ts'
import { accountAt, mintIn, type NodeTokenAccount, tokenAccountsOf } from './nodeAccounts.ts'
import type { SolanaNode } from './solanaNode.ts'
import { nameInMetadata, nameInMint } from './tokenNames.ts'

/** The facts of a mint; `undefined` for an address that is none. Its name is in the mint, or in its metadata. */
export function readTokenContract(node: SolanaNode, contract: Account, networkId: number): TokenContract | undefined {
  const contractAddress = addressOf(contract)
  const [account, metadata] = mapAsking([contractAddress, metadataAddress(contractAddress)], (address) =>
    accountAt(node, address),
  )
  const mint = mintIn(account)
  if (!mint) return undefined
  const names = nameInMint(account) ?? nameInMetadata(metadata) ?? { name: 'Token', symbol: 'TOKEN' }
  return { networkId, contractAddress, ...names, decimals: mint.decimals }
}

/** Adds up the token accounts of each mint: one owner can have several. */
function totalsOf(accounts: readonly NodeTokenAccount[]): ReadonlyMap<string, bigint> {
  const totals = new Map<string, bigint>()
  for (const { mint, amount } of accounts) totals.set(mint, (totals.get(mint) ?? 0n) + amount)
  return totals
}

/** A token that nobody can divide, and of which there is one. */
function isNft(node: SolanaNode, mint: string): boolean {
  const { decimals, supply } = mintIn(accountAt(node, mint)) ?? {}
  return decimals === 0 && supply === 1n
}

/** An owner's balances of a mint, without an empty one. */
export function readBalances(node: SolanaNode, account: Account, contract: Account): readonly TokenHolding[] {
  // One round: whether the mint exists, and what it is, does not depend on the holder.
  const [accounts = [], isUnique] = mapAsking<() => unknown, unknown>(
    [
      () => tokenAccountsOf(node, addressOf(account), { mint: addressOf(contract) }),
      () => isNft(node, addressOf(contract)),
    ],
    (ask) => ask(),
  )
  const amount = (accounts as readonly NodeTokenAccount[]).reduce((sum, each) => sum + each.amount, 0n)
  return amount > 0n ? [{ kind: isUnique === true ? 'nft' : 'token', contract, amount }] : []
}

/** All token accounts of an owner, of both token programs. */
export const readTokenAccounts = (node: SolanaNode, owner: string) =>
  mapAsking([programs.token, programs.token2022], (programId) => tokenAccountsOf(node, owner, { programId })).flat()

/** Everything that an owner holds. */
export function readAllBalances(node: SolanaNode, account: Account): readonly TokenHolding[] {
  const totals = [...totalsOf(readTokenAccounts(node, addressOf(account)))].filter(([, amount]) => amount > 0n)
  return mapAsking(totals, ([mint, amount]) => ({
    kind: amount === 1n && isNft(node, mint) ? 'nft' : 'token',
    contract: keyOf(mint),
    amount,
  }))
}

/** The right of the delegate of a token account to spend from it. */
export function rightIn({ delegate, delegatedAmount, mint }: NodeTokenAccount): readonly SpendingRight[] {
  if (delegate === null || delegatedAmount === 0n) return []
  return [{ spender: keyOf(delegate), contract: keyOf(mint), amount: delegatedAmount }]
}

/** The rights of others to spend from an owner's token accounts. */
export const readAllowances = (node: SolanaNode, owner: Account): readonly SpendingRight[] =>
  readTokenAccounts(node, addressOf(owner)).flatMap(rightIn)
