import type { Environment } from '../ledger/evm/execution.ts'

/** An EVM chain in one transaction. */
export type EvmChain = Environment

/** A method of one EVM chain. @throws {@link RpcError} */
export type EvmMethod = (chain: EvmChain, params: readonly unknown[]) => unknown
