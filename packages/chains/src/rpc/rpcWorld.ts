import type { NewUse } from '@latchkey/base/partUses'
import { OutsideFailure } from '@latchkey/base/questions'
import { StateNotKept, stateNotKeptText } from '@latchkey/store/persistence'
import type { ChainBackend } from '../backend.ts'
import type { Network } from '../ledger/blocks.ts'
import type { ChainNode } from '../real/chainNode.ts'
import { RpcError } from './jsonRpc.ts'

/** The parts of the chains' owner that JSON-RPC needs. */
export interface RpcWorld {
  /** Runs work as one transaction. */
  transact<T>(work: (backend: ChainBackend) => T): T | Promise<T>
  /** Whether somebody has described an EVM network with this chain id, beside those that are built in. */
  hasCustomNetwork(networkId: number): boolean | Promise<boolean>
  /** Finds the real node of a chain. */
  findNode(network: Network): ChainNode | undefined
  /** Counts a call that was passed on to a real node, by the node's name. */
  noteUse(node: string, use: NewUse): void
  /** Takes note of the transactions that the reply of a real node is about. It is not called if there are none. */
  noteTransactions(noted: NotedTransactions): void | Promise<void>
  report(cause: unknown): void
}

/** Transactions in the reply of a real node. */
export interface NotedTransactions {
  /** `'sent'` by the call, or `'read'` by it, if the node has them. */
  readonly by: 'sent' | 'read'
  readonly networkId: number
  readonly hashes: readonly string[]
}

/** The methods that one caller may call, beside those that every node answers to everybody. */
export interface ChainCaller {
  /**
   * Finds a method of a development node; `undefined` for a name that the development nodes of this family do not have.
   *
   * @throws {@link RpcError} when the caller may not control the mock
   */
  findDevelopment(method: string, network: Network): Promise<DevelopmentMethod | undefined> | undefined
  /** Why the caller may not control the mock by a method; `undefined` for one that may. */
  refuseControl(method: string): RpcError | undefined
}

/** A method that changes a chain or the clock, such as those of Anvil and Surfpool. @throws {@link RpcError} */
export type DevelopmentMethod = (params: readonly unknown[]) => unknown

/** Runs a transaction of a method. @throws {@link RpcError} with a sentence if the state cannot be written */
export async function withRpcErrors<T>(transaction: () => T | Promise<T>): Promise<T> {
  try {
    return await transaction()
  } catch (error) {
    if (error instanceof OutsideFailure) throw new RpcError('internal', error.message)
    if (error instanceof StateNotKept) throw new RpcError('internal', stateNotKeptText)
    throw error
  }
}

/** The parameters of a call. @throws {@link RpcError} for anything but a list */
export function readParams(params: unknown): readonly unknown[] {
  const list = params ?? []
  if (!Array.isArray(list)) throw new RpcError('params', 'The parameters have to be an array.')
  return list as unknown[]
}
