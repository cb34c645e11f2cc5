import { urlBelow } from '@latchkey/base/baseUrl'
import type { ChainSockets } from '@latchkey/chains/rpc/sockets/chainSockets'
import type { SocketPeer } from '@latchkey/chains/rpc/sockets/clientEnd'
import type { Connection, RefusedSocket, ServedSocket } from '@latchkey/chains/rpc/sockets/connection'
import type { SocketLimits } from '@latchkey/chains/rpc/sockets/limits'
import type { SocketSubscription } from '@latchkey/chains/rpc/sockets/socketLog'
import type { World } from '../world/world.ts'
import type { Journal } from './journal.ts'
import type { ChainCallerOf } from './pipeline.ts'
import { rpcWorldOf } from './rpcWorld.ts'
import type { RequestHead } from './serviceRequest.ts'
import { createSocketJournal, type OpenedLog } from './socketJournal.ts'

/** The request for a socket by the process, or the page, that has the mock, and may control it. */
export const requestInside = (url: string): RequestHead => ({
  method: 'GET',
  url,
  headers: { get: () => null },
  mayControl: true,
})

/** An open WebSocket. */
interface OpenSocket extends Pick<OpenedLog, 'socketId' | 'openedAt' | 'calls'> {
  /** The family and the network, as at the end of the chain's URL. */
  readonly path: readonly string[]
  readonly subscriptions: readonly SocketSubscription[]
}

/** The WebSockets of a mock. */
export interface MockSockets {
  /**
   * Opens the WebSocket at a URL, whose scheme is that of HTTP or of WebSocket.
   *
   * @param request - The request for it, which says whether the client may control the mock.
   * @returns Why it is refused, where the platform cannot open it. `undefined` where there is none
   */
  open(request: RequestHead, peer: SocketPeer): Promise<ServedSocket | RefusedSocket | undefined>
  /** Those that are open, oldest first. */
  list(): OpenSocket[]
  /** Takes note that a host has refused one. */
  refuse(request: RequestHead, refusal: RefusedSocket): void
  /** Closes all of them. */
  close(): void
}

interface SocketsInput {
  readonly world: World
  readonly journal: Journal
  readonly chainCallerOf: ChainCallerOf
  readonly limits: SocketLimits
}

/** Their code is loaded with the first one. */
export function createSockets({ world, journal, chainCallerOf, limits }: SocketsInput): MockSockets {
  let loaded: ChainSockets | undefined
  const socketJournal = createSocketJournal(world, journal)
  const open = new Map<OpenedLog, { readonly path: readonly string[]; readonly connection: Connection }>()

  async function load(): Promise<ChainSockets> {
    const { createChainSockets } = await import('@latchkey/chains/rpc/sockets/chainSockets')
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
      if (!below || mock !== '__mock' || side !== 'chains') return undefined
      const chains = await load()
      const log = socketJournal.begin(below.pathname)
      const connection = await chains.open(path, {
        peer,
        log: {
          called: log.called,
          closed(end) {
            open.delete(log)
            log.closed(end)
          },
        },
        caller: chainCallerOf(request),
      })
      if (connection && 'error' in connection) socketJournal.refuse(request, connection)
      else if (!connection)
        socketJournal.refuse(request, { status: 404, error: 'The service has no chain at this URL.' })
      else if (!log.isClosed) {
        open.set(log, { path, connection })
        log.opened()
      }
      return connection
    },
    list: () =>
      [...open].map(
        ([
          { socketId, openedAt, calls },
          {
            path,
            connection: { subscriptions },
          },
        ]) => ({
          socketId,
          path,
          openedAt,
          calls,
          subscriptions,
        }),
      ),
    refuse: socketJournal.refuse,
    close: () => loaded?.close(),
  }
}
