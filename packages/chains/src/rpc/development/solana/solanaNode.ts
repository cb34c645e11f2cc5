import type { SolanaCall } from '../../solana/solanaCall.ts'
import type { DevelopmentHost } from '../developmentHost.ts'

/** One cluster of Solana, for the methods of a development node. */
export interface SolanaNode {
  readonly host: DevelopmentHost
  readonly networkId: number
  /** Runs work on the ledger as one transaction. */
  run<T>(work: (cluster: SolanaCall) => T): Promise<T>
}

/** A method of a development node of Solana. @throws {@link RpcError} */
export type SolanaNodeMethod = (node: SolanaNode, params: readonly unknown[]) => unknown
