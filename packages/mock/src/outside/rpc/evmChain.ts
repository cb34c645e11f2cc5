import type { OutsideBackend } from '../../domain/shared/backend.ts'

/** An EVM chain in one transaction. */
export interface EvmChain {
  readonly backend: OutsideBackend
  readonly networkId: number
}

/** A method of one EVM chain. @throws {@link RpcError} */
export type EvmMethod = (chain: EvmChain, params: readonly unknown[]) => unknown
