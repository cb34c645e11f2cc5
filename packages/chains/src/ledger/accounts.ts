import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { ChainBackend, ChainReadStore } from '../backend.ts'
import type { Account, Transfer } from '../chains.ts'
import { LedgerError } from './ledgerError.ts'

/** The parts of the backend that the ledger needs. */
export type LedgerBackend = Pick<ChainBackend, 'store' | 'clock' | 'newId' | 'random'>

/** An account on a network. */
export interface NetworkAccount {
  readonly account: Account
  readonly networkId: number
}

export interface AccountState {
  /** In the smallest unit of the network's currency. */
  readonly balance: bigint
  /** How many transactions the account has sent. */
  readonly nonce: number
  /** The contract whose code the account runs (EIP-7702). */
  readonly delegate?: Account | undefined
  /** The numbers of the next user operations (ERC-4337), by entry point and key. */
  readonly operationNonces?: Readonly<Record<string, string>>
  /** The numbers of the next signed approvals (ERC-2612), by the contract's address. */
  readonly permitNonces?: Readonly<Record<string, string>>
}

const emptyAccount: AccountState = { balance: 0n, nonce: 0 }

/** The digits after the point of the currencies' whole units, such as ether, by family. */
const nativeDecimals: Readonly<Record<string, number>> = { eip155: 18, solana: 9 }

/** @throws TypeError for a family of chains whose currency the ledger does not keep */
export function nativeDecimalsOf(family: string): number {
  const decimals = nativeDecimals[family]
  if (decimals === undefined)
    throw new TypeError(`Failed to read an amount: the ledger keeps no currency of the chains of "${family}".`)
  return decimals
}

/** The family of an account, such as `eip155`. */
export function familyOf(account: Account): string {
  return account.slice(0, account.indexOf(':'))
}

/** The address of an account, in the spelling that is compared. */
export function addressOf(account: Account): string {
  return account.slice(account.indexOf(':') + 1)
}

export function accountAt(
  { store }: { readonly store: Pick<ChainReadStore, 'chainAccounts'> },
  { account, networkId }: NetworkAccount,
): AccountState {
  const record = store.chainAccounts.find('byAccount', [account, networkId])
  if (!record) return emptyAccount
  const { balance, nonce, delegate, operationNonces, permitNonces } = record
  return {
    balance: BigInt(balance),
    nonce,
    ...defined({ delegate, operationNonces, permitNonces }),
  }
}

/** Changes an account; an absent field stays as it is, and an undefined `delegate` is removed. */
export function changeAccount(
  backend: LedgerBackend,
  { account, networkId }: NetworkAccount,
  { balance, ...change }: Partial<AccountState>,
): void {
  const record = backend.store.chainAccounts.find('byAccount', [account, networkId])
  backend.store.chainAccounts.put({
    ...(record ?? { ...newRecord(backend), account, networkId, balance: '0', nonce: 0 }),
    ...change,
    ...defined({ balance: balance?.toString() }),
  })
}

/** Adds currency that comes from nowhere, such as a faucet's. */
export function addNative(backend: LedgerBackend, networkAccount: NetworkAccount, amount: bigint): void {
  changeAccount(backend, networkAccount, { balance: accountAt(backend, networkAccount).balance + amount })
}

/** Removes currency, such as a fee. @throws {@link LedgerError} `insufficient_funds` */
function takeNative(backend: LedgerBackend, networkAccount: NetworkAccount, amount: bigint): void {
  const { balance } = accountAt(backend, networkAccount)
  if (balance < amount) throw new LedgerError('insufficient_funds')
  changeAccount(backend, networkAccount, { balance: balance - amount })
}

/**
 * Moves currency between accounts of a network.
 *
 * @throws {@link LedgerError} `insufficient_funds`
 */
export function moveNative(
  backend: LedgerBackend,
  networkId: number,
  { from, to, amount }: { readonly from: Account; readonly to: Account; readonly amount: bigint },
): Transfer {
  takeNative(backend, { account: from, networkId }, amount)
  addNative(backend, { account: to, networkId }, amount)
  return { kind: 'native', from, to, amount: amount.toString() }
}
