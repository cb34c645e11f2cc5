import { startStopwatch } from '@latchkey/base/clock'
import { didYouMean } from '@latchkey/base/nearest'
import { OutsideFailure } from '@latchkey/base/questions'
import type { Reply } from '@latchkey/base/reply'
import type { Network } from '@latchkey/chains/ledger/blocks'
import type { ChainNode, NodeReply } from '@latchkey/chains/real/chainNode'
import type { BundledChain } from '@latchkey/chains/real/evm/bundler/bundledChain'
import { lieOf } from '@latchkey/chains/real/nodeReplies'
import { answerJsonRpc, RpcError, unknownMethod } from '@latchkey/chains/rpc/jsonRpc'
import type { SubscriptionMethods } from '@latchkey/chains/rpc/subscriptions/subscription'
import { StateNotKept } from '@latchkey/store/persistence'
import { isCustomEvmNetwork } from '../domain/chains/evmNetworks.ts'
import { networkIdsOf, solanaCluster } from '../domain/chains/networks.ts'
import type { WorldBackend } from '../domain/shared/backend.ts'
import { assert, failures } from '../domain/shared/errors.ts'
import type { NewUse } from '../effects/partUses.ts'
import { isForEverybody } from './nodeMethods.ts'
import { noteReply } from './sentCalls.ts'

/** A request to the JSON-RPC of a chain. */
interface ChainRequest {
  readonly method: string
  /** The end of the path: the family, the network. */
  readonly path: readonly string[]
  text(): Promise<string>
  readonly caller: ChainCaller
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

/** The parts of the mock that JSON-RPC needs. */
export interface RpcWorld {
  /** Runs work as one transaction. */
  transact<T>(work: (backend: WorldBackend) => T): T | Promise<T>
  /** Finds the real node of a chain. */
  findNode(network: Network): ChainNode | undefined
  /** Counts a call that was passed on to a real node, by the node's name. */
  noteUse(node: string, use: NewUse): void
  report(cause: unknown): void
}

/** The JSON-RPC of one chain. */
export interface ChainRpc {
  /** Runs a method in a transaction of its own. @throws {@link RpcError} */
  readonly run: (method: string, params: unknown) => unknown
  /** Its subscriptions, for clients with a WebSocket. */
  loadSubscriptions(): Promise<SubscriptionMethods>
}

/** A method that changes a chain or the clock, such as those of Anvil and Surfpool. @throws {@link RpcError} */
export type DevelopmentMethod = (params: readonly unknown[]) => unknown

/** A method of a chain's JSON-RPC, in a transaction of its own. @throws {@link RpcError} */
type RpcMethod = (backend: WorldBackend, params: readonly unknown[]) => unknown

interface FamilyRpc {
  readonly network: Network
  /** `undefined` for a method that is not served. */
  methodOf(name: string): RpcMethod | undefined
  /** Finds a method that the mock serves for a real node of this family which does not have it. */
  loadForNode?(node: ChainNode, name: string): Promise<((params: readonly unknown[]) => Promise<unknown>) | undefined>
  loadSubscriptions(): Promise<SubscriptionMethods>
}

/** Finds the methods of a network; `undefined` for a network that the service does not know. */
type LoadRpc = (world: RpcWorld, network: string) => Promise<FamilyRpc | undefined>

let loadedMethods: typeof import('@latchkey/chains/rpc/evmMethods').evmMethods | undefined

/** How the chains of each family answer. Their code is loaded with the first request. */
const families: Readonly<Record<string, LoadRpc>> = {
  async evm(world, network) {
    const networkId = /^[1-9]\d{0,15}$/.test(network) ? Number(network) : Number.NaN
    const isBuiltIn = networkIdsOf('EVM').includes(networkId)
    if (!isBuiltIn && !(await world.transact((backend) => isCustomEvmNetwork(backend, networkId)))) return undefined
    // Even a repeated `import()` costs as much as a small hash.
    loadedMethods ??= (await import('@latchkey/chains/rpc/evmMethods')).evmMethods
    const evmMethods = loadedMethods
    return {
      network: { family: 'eip155', networkId },
      methodOf(name) {
        const method = Object.hasOwn(evmMethods, name) ? evmMethods[name] : undefined
        return method && ((backend, params) => method({ backend, networkId }, params))
      },
      async loadForNode(node, name) {
        const { realBundlerMethods } = await import('@latchkey/chains/real/evm/bundler/realBundler')
        const method = Object.hasOwn(realBundlerMethods, name) ? realBundlerMethods[name] : undefined
        const chain = bundledChainOf(world, node, networkId)
        return method && ((params) => honestly(node, name, () => method(chain, params)))
      },
      loadSubscriptions: async () =>
        (await import('@latchkey/chains/rpc/subscriptions/evmSubscriptions')).evmSubscriptions(networkId),
    }
  },
  async solana(_, network) {
    const cluster = solanaCluster(network)
    if (!cluster) return undefined
    const { solanaMethod } = await import('@latchkey/chains/rpc/solana/solanaMethods')
    return {
      network: { family: 'solana', networkId: cluster.networkId },
      methodOf: (name) => solanaMethod(cluster, name),
      loadSubscriptions: async () =>
        (await import('@latchkey/chains/rpc/subscriptions/solanaSubscriptions')).solanaSubscriptions(cluster),
    }
  },
}

/** The chain at the end of a path; `undefined` for one that cannot be. */
export function networkAt(family: string, network: string): Network | undefined {
  if (family === 'evm') return { family: 'eip155', networkId: Number(network) }
  const cluster = family === 'solana' ? solanaCluster(network) : undefined
  return cluster && { family: 'solana', networkId: cluster.networkId }
}

/** Runs work of a method. @throws {@link RpcError} with a sentence if the state cannot be written */
export async function transactRpc<T>(
  world: Pick<RpcWorld, 'transact'>,
  work: (backend: WorldBackend) => T,
): Promise<T> {
  try {
    return await world.transact(work)
  } catch (error) {
    if (error instanceof OutsideFailure) throw new RpcError('internal', error.message)
    if (error instanceof StateNotKept) throw new RpcError('internal', failures.stateNotKept[2])
    throw error
  }
}

/** The parameters of a call. @throws {@link RpcError} for anything but a list */
export function readParams(params: unknown): readonly unknown[] {
  const list = params ?? []
  if (!Array.isArray(list)) throw new RpcError('params', 'The parameters have to be an array.')
  return list as unknown[]
}

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
  const load = Object.hasOwn(families, family) ? families[family] : undefined
  const rpc = await load?.(world, network)
  return (
    rpc && {
      async run(name, params) {
        const node = world.findNode(rpc.network)
        if (node) {
          assertMayPass(caller, name, rpc.network)
          const result = await answerForNode(rpc, counted(world, node), { method: name, params })
          await noteReply(world, rpc.network, { method: name, params, result })
          return result
        }
        const development = await caller.findDevelopment(name, rpc.network)
        if (development) return development(readParams(params))
        const method = rpc.methodOf(name)
        if (!method) throw unknownMethod(name)
        const list = readParams(params)
        return transactRpc(world, (backend) => method(backend, list))
      },
      loadSubscriptions: rpc.loadSubscriptions,
    }
  )
}

/**
 * Asserts that a caller may call a method of a real node. Whoever may not control the mock may neither change a
 * development node nor spend from the accounts whose keys it has.
 *
 * @throws {@link RpcError}
 */
export function assertMayPass(caller: ChainCaller, method: string, { family }: Network): void {
  const refusal = isForEverybody(family, method) ? undefined : caller.refuseControl(method)
  if (refusal) throw refusal
}

/** Whether a node says that it lacks a method: by the code of JSON-RPC, or of EIP-1474, as Hardhat's does. */
const isUnknown = ({ code }: { readonly code: number }) => code === -32_601 || code === -32_004

interface PassedCall {
  readonly method: string
  readonly params: unknown
}

/** A node whose calls are counted as uses of it. */
const counted = (world: Pick<RpcWorld, 'noteUse'>, node: ChainNode): ChainNode => ({
  ...node,
  async ask(questions) {
    const elapsed = startStopwatch()
    const answers = await node.ask(questions)
    const durationMs = elapsed()
    for (const answer of answers)
      world.noteUse(node.name, { durationMs, problem: 'problem' in answer ? answer.problem : undefined })
    return answers
  },
})

/**
 * Lets a real node answer a call, or the mock for a node that lacks the method.
 *
 * @throws {@link RpcError} of the node, or that it has failed
 */
async function answerForNode(rpc: FamilyRpc, node: ChainNode, { method, params }: PassedCall): Promise<unknown> {
  const list = readParams(params)
  const [answer = { problem: 'The node has not answered.' }] = await node.ask([
    { label: method, content: { method, params: list } },
  ])
  if ('problem' in answer) throw new RpcError('internal', answer.problem)
  const reply = answer.value as NodeReply
  if (!('error' in reply)) return reply.result
  const served = isUnknown(reply.error) ? await rpc.loadForNode?.(node, method) : undefined
  if (served) return served(list)
  throw new RpcError(reply.error.code, reply.error.message, reply.error.data)
}

/** Runs work with answers of a node. @throws {@link RpcError}, also for answers that the work stumbles over */
async function honestly<T>(node: ChainNode, method: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RpcError) throw error
    throw new RpcError('internal', lieOf(node.name, `the questions of ${method}`, error).message)
  }
}

/** The bundler of a real node reads the sponsors from the state, and notes its bundles for the wallets in them. */
const bundledChainOf = (world: RpcWorld, node: ChainNode, networkId: number): BundledChain => ({
  node,
  networkId,
  sponsorOf: async (sender) => {
    const { sponsorOf } = await import('@latchkey/chains/rpc/evmPaymaster')
    return transactRpc(world, (backend) => sponsorOf(backend, sender))
  },
  onSent: async (hash) =>
    noteReply(world, { family: 'eip155', networkId }, { method: 'eth_sendRawTransaction', params: [], result: hash }),
})

/** Any page may call, as with public nodes. */
const preflight = {
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '600',
}

/** The advice about a network that the service does not have. */
const wayTo = (family: string, network: string) =>
  family === 'evm'
    ? ' Create it by customNetworks.create, with this number as its chainId.'
    : didYouMean(network, ['mainnet', 'devnet', 'testnet'])

/**
 * Answers the JSON-RPC of the simulated chains.
 *
 * @throws {@link DomainError} `notFound` for a chain that the service does not know, `methodNotAllowed`
 */
export async function answerChainRpc(world: RpcWorld, { method, path, text, caller }: ChainRequest): Promise<Reply> {
  const [family = '', network = '', ...rest] = path
  assert(Object.hasOwn(families, family) && rest.length === 0, 'notFound')
  if (method === 'OPTIONS') return { status: 204, headers: preflight }
  const rpc = await findChainRpc(world, path, caller)
  assert(rpc, 'notFound', {
    message: `The service has no network "${network}" of this family.${wayTo(family, network)}`,
  })
  assert(method === 'POST', 'methodNotAllowed', { allow: 'POST, OPTIONS' })
  const body = await answerJsonRpc(await text(), { call: rpc.run, report: world.report })
  return body === undefined ? { status: 204 } : { status: 200, body }
}
