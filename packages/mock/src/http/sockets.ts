import type { WorldBackend } from '../domain/shared/backend.ts'
import type { ChainSockets } from '../pages/sockets/chainSockets.ts'
import type { Connection, SocketPeer } from '../pages/sockets/connection.ts'
import { urlBelow } from '../shared/baseUrl.ts'
import { transact, type World } from '../world/world.ts'

/** The WebSockets of a mock. */
export interface MockSockets {
  /**
   * Opens the WebSocket at a URL, whose scheme is that of HTTP or of WebSocket.
   *
   * @returns `undefined` where there is none
   */
  open(url: string, peer: SocketPeer): Promise<Connection | undefined>
  /** How many are open. */
  readonly count: number
  /** Closes all of them. */
  close(): void
}

/** Their code is loaded with the first one. */
export function createSockets(world: World): MockSockets {
  let chains: ChainSockets | undefined

  async function load(): Promise<ChainSockets> {
    const { createChainSockets } = await import('../pages/sockets/chainSockets.ts')
    chains ??= createChainSockets({
      transact: <T>(work: (backend: WorldBackend) => T) => transact(world, work),
      report: world.report,
      watch(listener) {
        world.watchers.add(listener)
        const unwatchClock = world.clock.watch(listener)
        return () => {
          world.watchers.delete(listener)
          unwatchClock()
        }
      },
    })
    return chains
  }

  return {
    async open(url, peer) {
      const below = urlBelow(world.baseUrl, url.replace(/^ws(?=s?:)/, 'http'))
      const [, mock, side, ...path] = below?.pathname.split('/') ?? []
      return mock === '__mock' && side === 'chains' ? (await load()).open(path, peer) : undefined
    },
    get count() {
      return chains?.count ?? 0
    },
    close: () => chains?.close(),
  }
}
