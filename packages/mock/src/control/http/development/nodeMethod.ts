import type { LedgerCopy } from '@latchkey/chains/ledger/ledgerCopy'
import type { EvmChain } from '@latchkey/chains/rpc/evmChain'
import type { WorldBackend } from '../../../domain/shared/backend.ts'
import type { Mock } from '../../mock.ts'

/** An EVM chain, and the rest of the mock, in one transaction. */
interface WorldChain extends EvmChain {
  readonly backend: WorldBackend
}

/** One EVM chain of a mock, for the methods of a development node. */
export interface DevelopmentNode {
  readonly mock: Mock
  readonly networkId: number
  /** Runs work on the ledger as one transaction. */
  run<T>(work: (chain: WorldChain) => T): Promise<T>
  /** The snapshots of the ledger, oldest first, by the number that callers know. They last as long as the process. */
  readonly snapshots: Map<number, LedgerCopy>
  /** The number of the last snapshot. */
  lastSnapshot: number
  /** The accounts that send transactions without a signature, in lower case; `'all'` for every account. */
  impersonated: Set<string> | 'all'
}

/** A method of a development node. @throws {@link RpcError} */
export type NodeMethod = (node: DevelopmentNode, params: readonly unknown[]) => unknown
