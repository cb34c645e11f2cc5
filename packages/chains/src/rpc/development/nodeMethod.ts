import type { LedgerCopy } from '../../ledger/ledgerCopy.ts'
import type { EvmChain } from '../evmChain.ts'
import type { DevelopmentHost, ScheduleMining } from './developmentHost.ts'

/** An EVM chain in one transaction. */
export interface OpenChain extends EvmChain {
  readonly scheduleMining: ScheduleMining
}

/** One EVM chain, for the methods of a development node. */
export interface DevelopmentNode {
  readonly host: DevelopmentHost
  readonly networkId: number
  /** Runs work on the ledger as one transaction. */
  run<T>(work: (chain: OpenChain) => T): Promise<T>
  /** The snapshots of the ledger, oldest first, by the number that callers know. They last as long as the process. */
  readonly snapshots: Map<number, LedgerCopy>
  /** The number of the last snapshot. */
  lastSnapshot: number
  /** The accounts that send transactions without a signature, in lower case; `'all'` for every account. */
  impersonated: Set<string> | 'all'
}

/** A method of a development node. @throws {@link RpcError} */
export type NodeMethod = (node: DevelopmentNode, params: readonly unknown[]) => unknown
