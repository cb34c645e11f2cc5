import type { TestWallet } from './walletControl.ts'

/** A wallet that is an account of a browser wallet: of this process, or of a server. */
export type AccountWallet = Pick<TestWallet, 'address' | 'chain' | 'secret'>

export type Accounts = readonly [AccountWallet, ...AccountWallet[]]
