import { openScriptSocket, type ScriptSocket } from '../../carriers/scriptSocket.ts'
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
}

export function createSocketControl(world: World, sockets: MockSockets): SocketControl {
  return {
    socket(network) {
      const url = outsideUrls(world).rpc(typeof network === 'number' ? 'evm' : 'solana', network)
      return openScriptSocket(url.replace(/^http/, 'ws'), sockets)
    },
  }
}
