import type { ChainSockets } from '../pages/sockets/chainSockets.ts'
import type { SocketPeer } from '../pages/sockets/clientEnd.ts'
import type { Connection } from '../pages/sockets/connection.ts'
import type { SocketLimits } from '../pages/sockets/limits.ts'
import { urlBelow } from '../shared/baseUrl.ts'
import type { World } from '../world/world.ts'
import type { FindDevelopment } from './pipeline.ts'
import { rpcWorldOf } from './rpcWorld.ts'
import type { RequestHead } from './serviceRequest.ts'

/** The request for a socket by the process, or the page, that has the mock, and may control it. */
export const requestInside = (url: string): RequestHead => ({
  method: 'GET',
  url,
  headers: { get: () => null },
  mayControl: true,
})

/** The WebSockets of a mock. */
export interface MockSockets {
  /**
   * Opens the WebSocket at a URL, whose scheme is that of HTTP or of WebSocket.
   *
   * @param request - The request for it, which says whether the client may control the mock.
   * @returns `undefined` where there is none
   */
  open(request: RequestHead, peer: SocketPeer): Promise<Connection | undefined>
  /** How many are open. */
  readonly count: number
  /** Closes all of them. */
  close(): void
}

interface SocketsInput {
  readonly world: World
  readonly findDevelopment: FindDevelopment
  readonly limits: SocketLimits
}

/** Their code is loaded with the first one. */
export function createSockets({ world, findDevelopment, limits }: SocketsInput): MockSockets {
  let loaded: ChainSockets | undefined

  async function load(): Promise<ChainSockets> {
    const { createChainSockets } = await import('../pages/sockets/chainSockets.ts')
    loaded ??= createChainSockets({
      ...rpcWorldOf(world),
      limits,
      watch(listener) {
        world.watchers.add(listener)
        const unwatchClock = world.clock.watch(listener)
        return () => {
          world.watchers.delete(listener)
          unwatchClock()
        }
      },
    })
    return loaded
  }

  return {
    async open(request, peer) {
      const below = urlBelow(world.baseUrl, request.url.replace(/^ws(?=s?:)/, 'http'))
      const [, mock, side, ...path] = below?.pathname.split('/') ?? []
      if (mock !== '__mock' || side !== 'chains') return undefined
      const chains = await load()
      return chains.open(path, {
        peer,
        findDevelopment: (method, network) => findDevelopment(request, method, network),
      })
    },
    get count() {
      return loaded?.count ?? 0
    },
    close: () => loaded?.close(),
  }
}
