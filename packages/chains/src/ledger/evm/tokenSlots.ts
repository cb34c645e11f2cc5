import { concat, readHex, toHex } from '@latchkey/base/bytes'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Hex } from '../../codecs/evmTransactions.ts'
import { addressOf, type LedgerBackend } from '../accounts.ts'
import { type AllowanceKey, allowanceOf, setAllowance } from '../allowances.ts'
import { describedToken } from '../chainTokens.ts'
import { setTokenAmount, tokenAmountOf } from '../tokens.ts'
import { accountOf } from './execution.ts'

/** The slots of the two mappings of a token: balances by owner, and allowances by owner and spender. */
interface Layout {
  readonly balances: number
  readonly allowances: number
}

/** That of OpenZeppelin's ERC-20, which a token has unless it is listed below. */
const usualLayout: Layout = { balances: 0, allowances: 1 }
const fiatToken: Layout = { balances: 9, allowances: 10 }

/** Public facts: the layouts of deployed contracts, by address in lower case. */
const layouts: Readonly<Record<string, Layout>> = {
  // USD Coin on Ethereum, Base, Polygon, Sepolia and Base Sepolia.
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': fiatToken,
  '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913': fiatToken,
  '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359': fiatToken,
  '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238': fiatToken,
  '0x036cbd53842c5426634e7929541ec2318f3dcf7e': fiatToken,
  // Tether USD, Wrapped Ether and Dai on Ethereum.
  '0xdac17f958d2ee523a2206206994597c13d831ec7': { balances: 2, allowances: 5 },
  '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2': { balances: 3, allowances: 4 },
  '0x6b175474e89094c44da98b954eedeac495271d0f': { balances: 2, allowances: 3 },
}

/** A token of one chain, by its contract. */
interface Token {
  readonly networkId: number
  readonly address: Hex
}

const word = (value: bigint) => readHex(value.toString(16).padStart(64, '0')) ?? new Uint8Array()
/** The slot of a mapping's value, as Solidity places it. */
const slotOf = (key: Hex, mapping: bigint) => BigInt(`0x${toHex(keccak_256(concat(word(BigInt(key)), word(mapping))))}`)

/** Whether the chain knows a contract as a token of one kind (ERC-20). */
export function isToken(backend: Pick<LedgerBackend, 'store'>, { networkId, address }: Token): boolean {
  const account = accountOf(address)
  const standard = backend.store.chainContracts.find('byAccount', [account, networkId])?.standard
  return standard === undefined ? describedToken(backend, account, networkId) !== undefined : standard === 'erc20'
}

/** The value of a slot of a token; 0 for one that the ledger does not have. */
export function readSlot(backend: LedgerBackend, { networkId, address }: Token, slot: bigint): bigint {
  const { balances, allowances } = layouts[address] ?? usualLayout
  const contract = accountOf(address)
  const { store } = backend
  for (const { owner, kind } of store.tokenBalances.scan('byContract', [contract, networkId]))
    if (kind === 'token' && slotOf(addressOf(owner) as Hex, BigInt(balances)) === slot)
      return tokenAmountOf(backend, { networkId, contract, kind }, owner)
  for (const { owner, spender, ...allowance } of store.chainAllowances.all()) {
    if (allowance.contract !== contract || allowance.networkId !== networkId) continue
    const inner = slotOf(addressOf(owner) as Hex, BigInt(allowances))
    if (slotOf(addressOf(spender) as Hex, inner) === slot) return BigInt(allowance.amount ?? 0)
  }
  return 0n
}

/** A place in the storage of a token: a balance, or an allowance where there is a spender. */
interface Place {
  readonly owner: Hex
  readonly spender?: Hex
}

/** The slot of a place in the storage of a token. */
export function slotOfPlace(address: Hex, { owner, spender }: Place): bigint {
  const { balances, allowances } = layouts[address] ?? usualLayout
  return spender === undefined ? slotOf(owner, BigInt(balances)) : slotOf(spender, slotOf(owner, BigInt(allowances)))
}

/** Finds the place of a slot; `undefined` for one of no account that is tried. */
type FindPlace = (slot: bigint) => Place | undefined

/**
 * A slot is a hash, so the accounts have to be tried.
 *
 * @param accounts.pairs - How many of them are tried as owner and spender of an allowance: each pair takes a hash.
 */
export function placesOf(
  address: Hex,
  { accounts, pairs }: { readonly accounts: readonly Hex[]; readonly pairs: number },
): FindPlace {
  const { balances, allowances } = layouts[address] ?? usualLayout
  const tried = accounts.slice(0, pairs)
  let ofBalances: ReadonlyMap<bigint, Place> | undefined
  let ofAllowances: ReadonlyMap<bigint, Place> | undefined
  return (slot) => {
    ofBalances ??= new Map(accounts.map((owner) => [slotOf(owner, BigInt(balances)), { owner }]))
    const balance = ofBalances.get(slot)
    if (balance) return balance
    ofAllowances ??= new Map(
      tried.flatMap((owner) => {
        const inner = slotOf(owner, BigInt(allowances))
        return tried.map((spender) => [slotOf(spender, inner), { owner, spender }] as const)
      }),
    )
    return ofAllowances.get(slot)
  }
}

/** Sets a balance or an allowance. */
export function writePlace(
  backend: LedgerBackend,
  { networkId, address }: Token,
  { owner, spender, value }: Place & { readonly value: bigint },
): void {
  const contract = accountOf(address)
  if (spender === undefined) {
    setTokenAmount(backend, { networkId, contract, kind: 'token' }, { owner: accountOf(owner), amount: value })
    return
  }
  const key: AllowanceKey = { networkId, contract, owner: accountOf(owner), spender: accountOf(spender) }
  if (allowanceOf(backend, key) !== value) setAllowance(backend, key, value)
}

/** Makes all balances and allowances of a token 0. */
export function clearSlots({ store }: Pick<LedgerBackend, 'store'>, { networkId, address }: Token): void {
  const contract = accountOf(address)
  for (const balance of store.tokenBalances.scan('byContract', [contract, networkId]))
    store.tokenBalances.delete(balance.id)
  for (const allowance of store.chainAllowances.all())
    if (allowance.contract === contract && allowance.networkId === networkId) store.chainAllowances.delete(allowance.id)
}

/** The accounts of EVM chains that have something, or that have sent a transaction. */
export function knownAccounts({ store }: Pick<LedgerBackend, 'store'>): Hex[] {
  const accounts = new Set<string>()
  for (const { account } of store.chainAccounts.all())
    if (account.startsWith('eip155:')) accounts.add(addressOf(account))
  for (const { owner } of store.tokenBalances.all()) if (owner.startsWith('eip155:')) accounts.add(addressOf(owner))
  return [...accounts] as Hex[]
}
