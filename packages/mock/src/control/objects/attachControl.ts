import { defined } from '@latchkey/base/defined'
import { networkIdsOf, solanaCluster } from '@latchkey/chains/networks'
import { isCustomEvmNetwork } from '../../domain/chains/evmNetworks.ts'
import { isShared, type RealPart } from '../../effects/realParts.ts'
import { transact, type World } from '../../world/world.ts'

/** A part of the world outside that is real. */
export interface AttachedPart {
  /** Such as `chain 1`. */
  readonly name: string
  /** Where it is, without credentials, path and query. */
  readonly origin: string
  /** Set if a fork and its origin, or several worlds, use it together: each sees what the others do there. */
  readonly shared?: true
}

/** Real nodes in place of the simulated chains. */
export interface AttachControl {
  /**
   * Uses a real node for a chain: gates, balances, transactions, simulations and signatures of contract wallets ask it,
   * and the chain's JSON-RPC is the node's. Attaching it again replaces the node.
   *
   * @param network - The chain id of an EVM chain that the service knows, or a Solana cluster such as `devnet`. A local
   * cluster can be attached as either cluster.
   * @param url - The URL of the node's JSON-RPC over HTTP. Credentials in it are sent to the node, but never shown. The
   * WebSocket of a cluster is one port higher, as with a validator, or at the same URL if that has no port.
   * @throws TypeError for a network that the service does not know, and for a node that does not answer or is of
   * another chain
   * @example
   * await mock.chain.attach(31337, 'http://127.0.0.1:8545')
   * await mock.chain.attach('devnet', 'http://127.0.0.1:8899')
   */
  attach(network: number | string, url: string | URL): Promise<AttachedPart>
  /** Returns to the simulated chain, with the ledger that it had. @returns Whether a node was attached. */
  detach(network: number | string): boolean
  /** The attached nodes, in the order in which they were attached. */
  attached(): AttachedPart[]
}

async function connectEvm(world: World, networkId: number, url: string | URL): Promise<RealPart> {
  const isKnown =
    networkIdsOf('EVM').includes(networkId) ||
    (await transact(world, (backend) => isCustomEvmNetwork(backend, networkId)))
  if (!isKnown)
    throw new TypeError(
      `Failed to attach chain ${networkId}: the service does not know this network. Create it by customNetworks.create first.`,
    )
  const { connectEvmChain } = await import('@latchkey/chains/real/evm/realEvmChain')
  return connectEvmChain(networkId, url)
}

async function connectSolana(name: string, url: string | URL): Promise<RealPart> {
  const cluster = solanaCluster(name)
  if (!cluster) throw new TypeError(`Failed to attach ${name}: there is no cluster "${name}" of Solana.`)
  const { connectSolanaCluster } = await import('@latchkey/chains/real/solana/realSolanaChain')
  return connectSolanaCluster(cluster, url)
}

export function createAttachControl(world: World): AttachControl {
  return {
    async attach(network, url) {
      const chain = await (typeof network === 'number' ? connectEvm(world, network, url) : connectSolana(network, url))
      world.realParts.attach(chain)
      return shown(chain)
    },
    detach(network) {
      const chain = world.realParts.chainAt(
        typeof network === 'number'
          ? { family: 'eip155', networkId: network }
          : { family: 'solana', networkId: solanaCluster(network)?.networkId ?? 0 },
      )
      return chain !== undefined && world.realParts.detach(chain.name)
    },
    attached: () =>
      world.realParts
        .list()
        .filter(({ node }) => node !== undefined)
        .map(shown),
  }
}

/** A part as people may see it. */
export const shown = (part: RealPart): AttachedPart => ({
  name: part.name,
  origin: part.origin,
  ...defined({ shared: isShared(part) || undefined }),
})
