import type { SentBatch } from '@latchkey/device/evm/batches/sentBatch'
import type { AskedGrant, AskedTransaction } from '../person.ts'
import type { WalletCore } from '../walletCore.ts'
import type { WatchedAsset } from './chainRequests.ts'
import type { EvmAccount } from './evmAccount.ts'

/** The nodes that a wallet reaches. */
export interface EvmNodes {
  /** Asks the node of a chain. @throws WalletError */
  ask(chainId: number, method: string, params?: unknown): Promise<unknown>
  hasChain(chainId: number): Promise<boolean>
  /** Asks a paymaster service (ERC-7677). @throws WalletError */
  askPaymaster(url: string, method: string, params: unknown): Promise<unknown>
}

/** Decodes who gets what by a transaction of an account. */
export type GrantsOf = (account: string, transaction: AskedTransaction, chainId: number) => Promise<AskedGrant[]>

/** The wallet, as the methods of a page need it. */
export interface EvmWalletState {
  readonly accounts: readonly [EvmAccount, ...EvmAccount[]]
  readonly nodes: EvmNodes
  readonly grantsOf: GrantsOf
  readonly core: WalletCore
  chainId(): number
  /** Whether the wallet knows a chain. */
  knowsChain(chainId: number): Promise<boolean>
  addChain(chainId: number): void
  switchChain(chainId: number): void
  watch(asset: WatchedAsset): void
  /** The batches that pages have sent, by origin. */
  readonly sentBatches: Map<string, Map<string, SentBatch>>
  /** @throws WalletError 4901 for a chain whose node the wallet does not reach */
  assertReached(chainId: number): void
}
