import { keccak_256 } from '@noble/hashes/sha3.js'
import { concat, readHex, toHex } from '../../../crypto/bytes.ts'
import type { Hex } from '../../../crypto/evmTransactions.ts'
import { describedToken } from '../../chainTokens.ts'
import { addressOf, type LedgerBackend } from '../accounts.ts'
import { type AllowanceKey, allowanceOf, setAllowance } from '../allowances.ts'
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

/** How many accounts are tried as owner and spender of an allowance: each pair takes two hashes. */
const pairLimit = 300

/**
 * Sets a balance or an allowance by its slot. A slot is a hash, so the account has to be among those that are tried.
 *
 * @returns Whether there was such an account
 */
export function writeSlot(
  backend: LedgerBackend,
  { networkId, address }: Token,
  { slot, value, accounts }: { readonly slot: bigint; readonly value: bigint; readonly accounts: readonly Hex[] },
): boolean {
  const { balances, allowances } = layouts[address] ?? usualLayout
  const contract = accountOf(address)
  const owner = accounts.find((account) => slotOf(account, BigInt(balances)) === slot)
  if (owner !== undefined) {
    setTokenAmount(backend, { networkId, contract, kind: 'token' }, { owner: accountOf(owner), amount: value })
    return true
  }
  const tried = accounts.slice(0, pairLimit)
  for (const from of tried) {
    const inner = slotOf(from, BigInt(allowances))
    const spender = tried.find((account) => slotOf(account, inner) === slot)
    if (spender === undefined) continue
    const key: AllowanceKey = { networkId, contract, owner: accountOf(from), spender: accountOf(spender) }
    if (allowanceOf(backend, key) !== value) setAllowance(backend, key, value)
    return true
  }
  return false
}
