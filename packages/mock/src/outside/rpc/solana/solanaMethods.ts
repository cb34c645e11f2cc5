import type { OutsideBackend } from '../../../domain/shared/backend.ts'
import { momentOf, openBank } from '../../ledger/solana/solanaLedger.ts'
import { accountMethods } from './accountMethods.ts'
import { clusterMethods } from './clusterMethods.ts'
import { nodeVersion, type SolanaCluster, type SolanaMethods } from './solanaCall.ts'
import { tokenMethods } from './tokenMethods.ts'
import { transactionMethods } from './transactionMethods.ts'

const methods: SolanaMethods = {
  ...accountMethods,
  ...clusterMethods,
  ...tokenMethods,
  ...transactionMethods,
}

/** A method of a cluster; `undefined` for one that is not served. */
export function solanaMethod(
  cluster: SolanaCluster,
  name: string,
): ((backend: OutsideBackend, params: readonly unknown[]) => unknown) | undefined {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined
  if (!method) return undefined
  return (backend, params) => {
    const { networkId } = cluster
    const moment = momentOf(backend, networkId)
    const inContext = (value: unknown) => ({ context: { apiVersion: nodeVersion, slot: moment.slot }, value })
    return method({ backend, cluster, networkId, bank: openBank(backend, networkId), ...moment, inContext }, params)
  }
}
