import { isCustomEvmNetwork } from '../domain/chains/evmNetworks.ts'
import { networkIdsOf, solanaCluster } from '../domain/chains/networks.ts'
import type { WorldBackend } from '../domain/shared/backend.ts'
import { assert, failures } from '../domain/shared/errors.ts'
import { answerJsonRpc, RpcError, unknownMethod } from '../outside/rpc/jsonRpc.ts'
import { didYouMean } from '../shared/nearest.ts'
import type { Reply } from '../shared/reply.ts'
import { StateNotKept } from '../store/persistence.ts'

/** A request to the JSON-RPC of a chain. */
interface ChainRequest {
  readonly method: string
  /** The end of the path: the family, the network. */
  readonly path: readonly string[]
  text(): Promise<string>
}

/** The parts of the mock that JSON-RPC needs. */
interface RpcWorld {
  /** Runs work as one transaction. */
  transact<T>(work: (backend: WorldBackend) => T): T | Promise<T>
  report(cause: unknown): void
}

/** A method of a chain's JSON-RPC, in a transaction of its own. @throws {@link RpcError} */
type RpcMethod = (backend: WorldBackend, params: readonly unknown[]) => unknown

/** Finds the methods of a network; `undefined` for a network that the service does not know. */
type LoadRpc = (world: RpcWorld, network: string) => Promise<((name: string) => RpcMethod | undefined) | undefined>

let loadedMethods: typeof import('../outside/rpc/evmMethods.ts').evmMethods | undefined

/** How the chains of each family answer. Their code is loaded with the first request. */
const families: Readonly<Record<string, LoadRpc>> = {
  async evm(world, network) {
    const networkId = /^[1-9]\d{0,15}$/.test(network) ? Number(network) : Number.NaN
    const isBuiltIn = networkIdsOf('EVM').includes(networkId)
    if (!isBuiltIn && !(await world.transact((backend) => isCustomEvmNetwork(backend, networkId)))) return undefined
    // Even a repeated `import()` costs as much as a small hash.
    loadedMethods ??= (await import('../outside/rpc/evmMethods.ts')).evmMethods
    const evmMethods = loadedMethods
    return (name) => {
      const method = Object.hasOwn(evmMethods, name) ? evmMethods[name] : undefined
      return method && ((backend, params) => method({ backend, networkId }, params))
    }
  },
  async solana(_, network) {
    const cluster = solanaCluster(network)
    if (!cluster) return undefined
    const { solanaMethod } = await import('../outside/rpc/solana/solanaMethods.ts')
    return (name) => solanaMethod(cluster, name)
  },
}

/** Runs a method. @throws {@link RpcError} with a sentence if the state cannot be written */
async function transact<T>(world: RpcWorld, work: (backend: WorldBackend) => T): Promise<T> {
  try {
    return await world.transact(work)
  } catch (error) {
    if (error instanceof StateNotKept) throw new RpcError('internal', failures.stateNotKept[2])
    throw error
  }
}

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
 * Answers the JSON-RPC of the pretended chains.
 *
 * @throws {@link DomainError} `notFound` for a chain that the service does not know, `methodNotAllowed`
 */
export async function answerChainRpc(world: RpcWorld, { method, path, text }: ChainRequest): Promise<Reply> {
  const [family = '', network = '', ...rest] = path
  assert(Object.hasOwn(families, family) && rest.length === 0, 'notFound')
  if (method === 'OPTIONS') return { status: 204, headers: preflight }
  assert(method === 'POST', 'methodNotAllowed', { allow: 'POST, OPTIONS' })
  const methodOf = await families[family]?.(world, network)
  assert(methodOf, 'notFound', {
    message: `The service has no network "${network}" of this family.${wayTo(family, network)}`,
  })
  const call = (name: string, params: unknown) => {
    const run = methodOf(name)
    if (!run) throw unknownMethod(name)
    const list = params ?? []
    if (!Array.isArray(list)) throw new RpcError('params', 'The parameters have to be an array.')
    return transact(world, (backend) => run(backend, list as unknown[]))
  }
  const body = await answerJsonRpc(await text(), call, world.report)
  return body === undefined ? { status: 204 } : { status: 200, body }
}
