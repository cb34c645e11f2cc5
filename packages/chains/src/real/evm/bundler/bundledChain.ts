import type { Hex } from '../../../codecs/evmTransactions.ts'
import { type EntryPoint, entryPoints } from '../../../ledger/nativeAddresses.ts'
import { entryPointAt } from '../../../rpc/evmBundler.ts'
import { RpcError } from '../../../rpc/jsonRpc.ts'
import type { ChainNode, NodeReply } from '../../chainNode.ts'

/**
 * A real node for which the mock is the bundler. It is asked at once and outside of any transaction of the mock, since
 * work in a transaction may run several times, and would send its bundles as often.
 */
export interface BundledChain {
  readonly node: ChainNode
  readonly networkId: number
  /** The address of the paymaster that pays for an account. @throws {@link RpcError} for an account without one */
  sponsorOf(sender: Hex): Promise<Hex>
  /** Runs with the hash of each bundle that the node has taken. */
  onSent(hash: unknown): Promise<void>
}

/** Calls a method that the node may refuse. @throws {@link RpcError} when the node does not answer */
export async function tryNode({ node }: Pick<BundledChain, 'node'>, method: string, params: readonly unknown[]) {
  const [answer = { problem: 'The node has not answered.' }] = await node.ask([
    { label: method, content: { method, params } },
  ])
  if ('problem' in answer) throw new RpcError('internal', answer.problem)
  return answer.value as NodeReply
}

/** Calls a method of the node. @throws {@link RpcError} of the node, or that it does not answer */
export async function askNode(chain: Pick<BundledChain, 'node'>, method: string, params: readonly unknown[]) {
  const reply = await tryNode(chain, method, params)
  if ('error' in reply) throw new RpcError(reply.error.code, reply.error.message, reply.error.data)
  return reply.result
}

/** The code at an address. */
export const codeAt = async (chain: BundledChain, address: Hex) =>
  (await askNode(chain, 'eth_getCode', [address, 'pending'])) as Hex

/** A refusal that says what the node would need. */
export const lacks = ({ node }: BundledChain, contract: string) =>
  new RpcError('params', `${node.name} is a real node, which has no ${contract}. Deploy it there first.`)

/** The entry points that the node has. */
export async function entryPointsOn(chain: BundledChain): Promise<readonly EntryPoint[]> {
  const codes = await Promise.all(entryPoints.map(({ address }) => codeAt(chain, address)))
  return entryPoints.filter((_, index) => codes[index] !== '0x')
}

/** The entry point at an address. @throws {@link RpcError} for another contract, and for one that the node does not have */
export async function entryPointOn(chain: BundledChain, value: unknown): Promise<EntryPoint> {
  const entryPoint = entryPointAt(value)
  if ((await codeAt(chain, entryPoint.address)) !== '0x') return entryPoint
  throw lacks(chain, `entry point at ${entryPoint.address}`)
}
