import { openCall } from '@latchkey/chains/rpc/solana/solanaMethods'
import { solanaCluster } from '../../../../domain/chains/networks.ts'
import { type DevelopmentMethod, transactRpc } from '../../../../pages/chainRpc.ts'
import { transact, type World } from '../../../../world/world.ts'
import type { Mock } from '../../../mock.ts'
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

/** @returns The methods of the mock's clusters of Solana, by their names. */
export function createSolanaDevelopment(
  mock: Mock,
  world: World,
): (name: string, networkId: number) => DevelopmentMethod | undefined {
  return (name, networkId) => {
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined
    const cluster = solanaCluster(String(networkId))
    if (!method || !cluster) return undefined
    const run: SolanaNode['run'] = (work) =>
      transactRpc({ transact: (part) => transact(world, part) }, (backend) =>
        work({ ...openCall(backend, cluster), backend }),
      )
    return (params) => method({ mock, networkId, run }, params)
  }
}
