import { openScriptSocket, type ScriptSocket } from '../../carriers/scriptSocket.ts'
import { excerptOf } from '../../http/journalSockets.ts'
import type { MockSockets } from '../../http/sockets.ts'
import { outsideUrls } from '../../outside/addresses.ts'
import type { World } from '../../world/world.ts'

export interface SocketControl {
  /**
   * A WebSocket to a chain's JSON-RPC without a network, for libraries that take one. Its URL is that of `rpcUrl`, where
   * servers, and msw with the mock's handlers, take WebSockets as well.
   *
   * @param network - The chain id of an EVM chain, or a cluster of Solana, such as `devnet`.
   * @example
   * const provider = new WebSocketProvider(() => mock.chain.socket(1), 1)
   */
  socket(network: number | string): ScriptSocket
  /** The WebSockets that are open, oldest first. The journal has what came over them. */
  sockets(): OpenChainSocket[]
}

/** An open WebSocket of a chain. */
interface OpenChainSocket {
  /** The request id of its entry in the journal. */
  readonly socketId: string
  readonly chain: 'EVM' | 'SOL'
  /** The chain id or the cluster: `1`, `devnet`. */
  readonly network: string
  readonly openedAt: string
  /** How many calls came over it. */
  readonly calls: number
  readonly subscriptions: readonly {
    /** As the client has it. */
    readonly id: string | number
    /** The method that began it, such as `eth_subscribe`. */
    readonly method: string
    /** The beginning of its parameters as JSON. */
    readonly params: string
  }[]
}

export function createSocketControl(world: World, sockets: MockSockets): SocketControl {
  return {
    socket(network) {
      const url = outsideUrls(world).rpc(typeof network === 'number' ? 'evm' : 'solana', network)
      return openScriptSocket(url.replace(/^http/, 'ws'), sockets)
    },
    sockets: () =>
      sockets.list().map(({ path: [family, network = ''], subscriptions, ...socket }) => ({
        ...socket,
        chain: family === 'solana' ? 'SOL' : 'EVM',
        network,
        subscriptions: subscriptions.map(({ params, ...each }) => ({ ...each, params: excerptOf(params) ?? '[]' })),
      })),
  }
}
