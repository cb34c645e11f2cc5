import type { SolanaAccount } from './solanaAccounts.ts'

/** The changing accounts while transactions run. Nothing is written until the caller saves the changes. */
export interface Bank {
  get(address: string): SolanaAccount
  set(address: string, account: SolanaAccount): void
  /** The accounts that have been set, by address. */
  readonly changes: ReadonlyMap<string, SolanaAccount>
  /** A bank on top of this one, whose changes this one does not see. */
  fork(): Bank
  /** Takes over the changes of a fork. */
  adopt(fork: Bank): void
}

/** @param read - Reads an account from below. */
export function createBank(read: (address: string) => SolanaAccount): Bank {
  const changes = new Map<string, SolanaAccount>()
  const get = (address: string) => changes.get(address) ?? read(address)
  return {
    get,
    set: (address, account) => void changes.set(address, account),
    changes,
    fork: () => createBank(get),
    adopt(fork) {
      for (const [address, account] of fork.changes) changes.set(address, account)
    },
  }
}
