import type { ChainBackend } from '../../backend.ts'
import { momentOf, openBank } from '../../ledger/solana/solanaLedger.ts'
import { RpcError } from '../jsonRpc.ts'
import { accountMethods } from './accountMethods.ts'
import { blockMethods } from './blockMethods.ts'
import { clusterMethods } from './clusterMethods.ts'
import { nodeVersion, type SolanaCall, type SolanaCluster, type SolanaMethods } from './solanaCall.ts'
import { tokenMethods } from './tokenMethods.ts'
import { transactionMethods } from './transactionMethods.ts'

const methods: SolanaMethods = {
  ...accountMethods,
  ...blockMethods,
  ...clusterMethods,
  ...tokenMethods,
  ...transactionMethods,
}

/** A method of a cluster; `undefined` for one that is not served. */
export function solanaMethod(
  cluster: SolanaCluster,
  name: string,
): ((backend: ChainBackend, params: readonly unknown[]) => unknown) | undefined {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined
  if (!method) return undefined
  return (backend, params) => {
    const call = openCall(backend, cluster)
    assertReached(params, call.slot)
    return method(call, params)
  }
}

/** A cluster at the present moment. */
export function openCall(backend: ChainBackend, cluster: SolanaCluster): SolanaCall {
  const { networkId } = cluster
  const moment = momentOf(backend, networkId)
  const inContext = (value: unknown) => ({ context: { apiVersion: nodeVersion, slot: moment.slot }, value })
  return { backend, cluster, networkId, bank: openBank(backend, networkId), ...moment, inContext }
}

/** Refuses a caller who has seen a later slot, such as of another cluster. Most methods take this option. */
function assertReached(params: readonly unknown[], slot: number): void {
  const options = params.at(-1)
  if (typeof options !== 'object' || options === null || !('minContextSlot' in options)) return
  const { minContextSlot } = options
  if (typeof minContextSlot === 'number' && minContextSlot > slot)
    throw new RpcError(-32_016, 'Minimum context slot has not been reached', { contextSlot: slot })
}
