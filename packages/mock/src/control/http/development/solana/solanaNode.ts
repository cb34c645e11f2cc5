import type { SolanaCall } from '@latchkey/chains/rpc/solana/solanaCall'
import type { WorldBackend } from '../../../../domain/shared/backend.ts'
import type { Mock } from '../../../mock.ts'

/** A cluster of Solana at the present moment, and the rest of the mock, in one transaction. */
interface WorldCluster extends SolanaCall {
  readonly backend: WorldBackend
}

/** One cluster of a mock, for the methods of a development node. */
export interface SolanaNode {
  readonly mock: Mock
  readonly networkId: number
  /** Runs work on the ledger as one transaction. */
  run<T>(work: (cluster: WorldCluster) => T): Promise<T>
}

/** A method of a development node of Solana. @throws {@link RpcError} */
export type SolanaNodeMethod = (node: SolanaNode, params: readonly unknown[]) => unknown
