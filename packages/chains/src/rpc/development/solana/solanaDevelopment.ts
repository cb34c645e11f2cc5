import { solanaCluster } from '../../../networks.ts'
import { type DevelopmentMethod, withRpcErrors } from '../../rpcWorld.ts'
import { openCall } from '../../solana/solanaMethods.ts'
import type { DevelopmentHost } from '../developmentHost.ts'
import { accountMethods } from './accountMethods.ts'
import { ledgerMethods } from './ledgerMethods.ts'
import { refusedMethods } from './refusedMethods.ts'
import type { SolanaNode, SolanaNodeMethod } from './solanaNode.ts'
import { timeMethods } from './timeMethods.ts'
import { tokenAccountMethods } from './tokenAccountMethods.ts'

const methods: Readonly<Record<string, SolanaNodeMethod>> = {
  ...accountMethods,
  ...ledgerMethods,
  ...refusedMethods,
  ...timeMethods,
  ...tokenAccountMethods,
}

/** All methods by the names that Surfpool has for them. */
export const solanaDevelopmentNames: readonly string[] = Object.keys(methods)

/** @returns The methods of a host's clusters of Solana, by their names. */
export function createSolanaDevelopment(
  host: DevelopmentHost,
): (name: string, networkId: number) => DevelopmentMethod | undefined {
  return (name, networkId) => {
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined
    const cluster = solanaCluster(String(networkId))
    if (!method || !cluster) return undefined
    const run: SolanaNode['run'] = (work) =>
      withRpcErrors(() => host.transact((backend) => work(openCall(backend, cluster))))
    return (params) => method({ host, networkId, run }, params)
  }
}
