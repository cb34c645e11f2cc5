import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { ChainReadStore } from '../backend.ts'
import type { Account } from '../chains.ts'
import type { ChainAllowance } from '../records.ts'
import type { LedgerBackend } from './accounts.ts'
import { LedgerError } from './ledgerError.ts'

/** The highest amount: by custom an allowance without limit, which spending does not lower. */
export const unlimited = 2n ** 256n - 1n

/** A right of an account to spend tokens of another one. */
export interface AllowanceKey {
  readonly networkId: number
  readonly contract: Account
  readonly owner: Account
  readonly spender: Account
  /** Of a right to one NFT. */
  readonly tokenId?: string
}

type AllowanceStore = { readonly store: Pick<ChainReadStore, 'chainAllowances'> }

function allowanceRecord(
  { store }: AllowanceStore,
  { owner, networkId, contract, spender, tokenId }: AllowanceKey,
): ChainAllowance | undefined {
  for (const allowance of store.chainAllowances.scan('byOwner', [owner, networkId, contract, spender]))
    if (allowance.tokenId === tokenId) return allowance
  return undefined
}

/** The amount that may be spent; `all` for a right to all of a contract's tokens. */
export function allowanceOf(backend: AllowanceStore, key: AllowanceKey): bigint | 'all' {
  const allowance = allowanceRecord(backend, key)
  if (!allowance) return 0n
  return allowance.amount === undefined ? 'all' : BigInt(allowance.amount)
}

/** Sets a right to spend; an amount of 0 removes it. */
export function setAllowance(backend: LedgerBackend, key: AllowanceKey, amount: bigint | 'all'): void {
  const { owner, spender, networkId, contract, tokenId } = key
  const { chainAllowances } = backend.store
  const allowance = allowanceRecord(backend, key)
  if (amount === 0n) {
    if (allowance) chainAllowances.delete(allowance.id)
    return
  }
  chainAllowances.put({
    ...(allowance ?? newRecord(backend)),
    owner,
    spender,
    networkId,
    contract,
    ...defined({ tokenId, amount: amount === 'all' ? undefined : amount.toString() }),
  })
}

/** Lowers a right by what is spent. @throws {@link LedgerError} `insufficient_allowance` */
export function spendAllowance(backend: LedgerBackend, key: AllowanceKey, amount: bigint): void {
  const allowance = allowanceOf(backend, key)
  if (allowance === 'all') return
  if (allowance < amount) throw new LedgerError('insufficient_allowance')
  if (allowance !== unlimited) setAllowance(backend, key, allowance - amount)
}
