import { isCustomEvmNetwork } from '../../domain/chains/evmNetworks.ts'
import { networkIdsOf } from '../../domain/chains/networks.ts'
import { isShared, nameOfChain, type RealPart } from '../../effects/realParts.ts'
import { transact, type World } from '../../world/world.ts'

/** A part of the world outside that is real. */
export interface AttachedPart {
  /** Such as `chain 1`. */
  readonly name: string
  /** Where it is, without credentials, path and query. */
  readonly origin: string
  /** Whether a fork and its origin, or several worlds, have it together: each sees what the others do there. */
  readonly shared?: true
}

/** Real nodes in place of the pretended chains. */
export interface AttachControl {
  /**
   * Lets a real node be an EVM chain: gates, balances, transactions, simulations and signatures of contract wallets ask
   * it, and the chain's JSON-RPC is the node's. Attaching it again replaces the node.
   *
   * @param networkId - A network that the service knows, which has to be the node's chain id.
   * @param url - Of the node's JSON-RPC over HTTP. Credentials in it are sent, and never shown.
   * @throws TypeError for a network that the service does not know, and a node that does not answer or has another chain
   * @example
   * await mock.chain.attach(31337, 'http://127.0.0.1:8545')
   */
  attach(networkId: number, url: string | URL): Promise<AttachedPart>
  /** Lets the chain be pretended again, with the ledger that it had. @returns Whether a node was attached. */
  detach(networkId: number): boolean
  /** The nodes, in the order in which they were attached. */
  attached(): AttachedPart[]
}

export function createAttachControl(world: World): AttachControl {
  return {
    async attach(networkId, url) {
      const isKnown =
        networkIdsOf('EVM').includes(networkId) ||
        (await transact(world, (backend) => isCustomEvmNetwork(backend, networkId)))
      if (!isKnown)
        throw new TypeError(
          `Failed to attach chain ${networkId}: the service does not know this network. Create it by customNetworks.create first.`,
        )
      const { connectEvmChain } = await import('../../outside/real/evm/realEvmChain.ts')
      const chain = await connectEvmChain(networkId, url)
      world.realParts.attach(chain)
      return shown(chain)
    },
    detach: (networkId) => world.realParts.detach(nameOfChain('evm', networkId)),
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
  ...(isShared(part) && { shared: true }),
})
