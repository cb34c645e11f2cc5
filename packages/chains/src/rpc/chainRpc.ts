import type { ChainBackend } from '../backend.ts'
import type { Network } from '../ledger/blocks.ts'
import { networkIdsOf, solanaCluster } from '../networks.ts'
import type { ChainNode } from '../real/chainNode.ts'
import { unknownMethod } from './jsonRpc.ts'
import { answerForNode, assertMayPass, counted, type FindServed, loadForEvmNode } from './nodeAnswers.ts'
import { type ChainCaller, readParams, type RpcWorld, withRpcErrors } from './rpcWorld.ts'
import { noteReply } from './sentCalls.ts'
import type { SubscriptionMethods } from './subscriptions/subscription.ts'

/** The JSON-RPC of one chain. */
export interface ChainRpc {
  /** Runs a method in a transaction of its own. @throws {@link RpcError} */
  readonly run: (method: string, params: unknown) => unknown
  /** Its subscriptions, for clients with a WebSocket. */
  loadSubscriptions(): Promise<SubscriptionMethods>
}

/** A method of a chain's JSON-RPC, in a transaction of its own. @throws {@link RpcError} */
type RpcMethod = (backend: ChainBackend, params: readonly unknown[]) => unknown

interface FamilyRpc {
  readonly network: Network
  /** `undefined` for a method that is not served. */
  methodOf(name: string): RpcMethod | undefined
  /** Loads the methods that are served here for a real node of this family which does not have them. */
  loadForNode?(node: ChainNode): Promise<FindServed>
  loadSubscriptions(): Promise<SubscriptionMethods>
}

/** Finds the methods of a network; `undefined` for a network that the service does not know. */
type LoadRpc = (world: RpcWorld, network: string) => Promise<FamilyRpc | undefined>

let loadedMethods: typeof import('./evmMethods.ts').evmMethods | undefined

/** How the chains of each family answer. Their code is loaded with the first request. */
const families: Readonly<Record<string, LoadRpc>> = {
  async evm(world, network) {
    const networkId = /^[1-9]\d{0,15}$/.test(network) ? Number(network) : Number.NaN
    const isBuiltIn = networkIdsOf('EVM').includes(networkId)
    if (!isBuiltIn && !(await world.hasCustomNetwork(networkId))) return undefined
    // Even a repeated `import()` costs as much as a small hash.
    loadedMethods ??= (await import('./evmMethods.ts')).evmMethods
    const evmMethods = loadedMethods
    return {
      network: { family: 'eip155', networkId },
      methodOf(name) {
        const method = Object.hasOwn(evmMethods, name) ? evmMethods[name] : undefined
        return method && ((backend, params) => method({ backend, networkId }, params))
      },
      loadForNode: (node) => loadForEvmNode(world, node, networkId),
      loadSubscriptions: async () => (await import('./subscriptions/evmSubscriptions.ts')).evmSubscriptions(networkId),
    }
  },
  async solana(_, network) {
    const cluster = solanaCluster(network)
    if (!cluster) return undefined
    const { solanaMethod } = await import('./solana/solanaMethods.ts')
    return {
      network: { family: 'solana', networkId: cluster.networkId },
      methodOf: (name) => solanaMethod(cluster, name),
      loadSubscriptions: async () =>
        (await import('./subscriptions/solanaSubscriptions.ts')).solanaSubscriptions(cluster),
    }
  },
}

/** Whether the paths of a family's chains begin with this segment. */
export const isChainFamily = (segment: string): boolean => Object.hasOwn(families, segment)

/**
 * Finds the JSON-RPC of a chain for one caller; `undefined` for a chain that the service does not know.
 *
 * @param path - The family and the network, as at the end of the chain's URL.
 */
export async function findChainRpc(
  world: RpcWorld,
  [family = '', network = '']: readonly string[],
  caller: ChainCaller,
): Promise<ChainRpc | undefined> {
  const load = isChainFamily(family) ? families[family] : undefined
  const rpc = await load?.(world, network)
  return (
    rpc && {
      async run(name, params) {
        const node = world.findNode(rpc.network)
        if (node) {
          assertMayPass(caller, name, rpc.network)
          const asked = counted(world, node)
          const loadServed = () => rpc.loadForNode?.(asked)
          const result = await answerForNode(asked, { method: name, params, loadServed })
          await noteReply(world, rpc.network, { method: name, params, result })
          return result
        }
        const development = await caller.findDevelopment(name, rpc.network)
        if (development) return development(readParams(params))
        const method = rpc.methodOf(name)
        if (!method) throw unknownMethod(name)
        const list = readParams(params)
        return withRpcErrors(() => world.transact((backend) => method(backend, list)))
      },
      loadSubscriptions: rpc.loadSubscriptions,
    }
  )
}
