import { didYouMean } from '@latchkey/base/nearest'
import type { Reply } from '@latchkey/base/reply'
import { clusterNames } from '@latchkey/chains/networks'
import { findChainRpc, isChainFamily } from '@latchkey/chains/rpc/chainRpc'
import { answerJsonRpc } from '@latchkey/chains/rpc/jsonRpc'
import type { ChainCaller, RpcWorld } from '@latchkey/chains/rpc/rpcWorld'
import { assert } from '../domain/shared/errors.ts'

/** A request to the JSON-RPC of a chain. */
interface ChainRequest {
  readonly method: string
  /** The end of the path: the family, the network. */
  readonly path: readonly string[]
  text(): Promise<string>
  readonly caller: ChainCaller
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
    : didYouMean(network, clusterNames) || ` It has ${clusterNames.join(' and ')}.`

/**
 * Answers the JSON-RPC of the simulated chains.
 *
 * @throws {@link DomainError} `notFound` for a chain that the service does not know, `methodNotAllowed`
 */
export async function answerChainRpc(world: RpcWorld, { method, path, text, caller }: ChainRequest): Promise<Reply> {
  const [family = '', network = '', ...rest] = path
  assert(isChainFamily(family) && rest.length === 0, 'notFound')
  if (method === 'OPTIONS') return { status: 204, headers: preflight }
  const rpc = await findChainRpc(world, path, caller)
  assert(rpc, 'notFound', {
    message: `The service has no network "${network}" of this family.${wayTo(family, network)}`,
  })
  assert(method === 'POST', 'methodNotAllowed', { allow: 'POST, OPTIONS' })
  const body = await answerJsonRpc(await text(), { call: rpc.run, report: world.report })
  return body === undefined ? { status: 204 } : { status: 200, body }
}
