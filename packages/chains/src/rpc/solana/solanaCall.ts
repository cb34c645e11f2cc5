import type { ChainBackend } from '../../backend.ts'
import type { Bank } from '../../ledger/solana/bank.ts'

/** A cluster: a network with its own ledger. */
export interface SolanaCluster {
  readonly networkId: number
  readonly genesisHash: string
  readonly isTestnet: boolean
}

/** The context of a method. */
export interface SolanaCall {
  readonly backend: ChainBackend
  readonly cluster: SolanaCluster
  readonly networkId: number
  /** The accounts of the cluster. */
  readonly bank: Bank
  readonly slot: number
  /** The latest blockhash. */
  readonly blockhash: string
  readonly isRecent: (blockhash: string) => boolean
  /** A reply with the slot that it was read in. */
  readonly inContext: (value: unknown) => object
}

/** Methods of the JSON-RPC of Solana by name. @throws {@link RpcError} */
export type SolanaMethods = Readonly<Record<string, (call: SolanaCall, params: readonly unknown[]) => unknown>>

/** The version of the node's software that the replies follow. */
export const nodeVersion = '3.1.0'
