import { isoOf } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import type { RefusedSocket } from '@latchkey/chains/rpc/sockets/connection'
import type { SocketLog } from '@latchkey/chains/rpc/sockets/socketLog'
import type { World } from '../world/world.ts'
import type { Journal } from './journal.ts'
import { shownCall } from './journalSockets.ts'
import type { RequestHead } from './serviceRequest.ts'

/** The log of a new socket. */
export interface OpenedLog extends SocketLog {
  readonly socketId: string
  readonly openedAt: string
  readonly calls: number
  readonly isClosed: boolean
  /** Takes note that the client has the socket. */
  opened(): void
}

/** The sockets of a mock in its journal. */
export interface SocketJournal {
  begin(path: string): OpenedLog
  /** Takes note of a refused handshake. */
  refuse(request: RequestHead, refusal: RefusedSocket): void
}

/** How many URLs and reasons of refusals have an entry each. Pages can try any number of URLs. */
const maximumRefusals = 100
const longestOrigin = 200

export function createSocketJournal(world: World, journal: Journal): SocketJournal {
  let count = 0
  const refusals = new Map<string, ReturnType<Journal['recordSocket']>>()
  const nextId = () => `sock_${(++count).toString(36).padStart(8, '0')}`
  const now = () => world.clock.now()

  /** The recorder of refusals of the same kind. */
  function recorderOf(path: string, { status, error }: RefusedSocket): ReturnType<Journal['recordSocket']> {
    const isFull = refusals.size >= maximumRefusals
    const key = isFull && !refusals.has(`${path} ${error}`) ? error : `${path} ${error}`
    const recorder = refusals.get(key) ?? journal.recordSocket({ requestId: nextId(), path, status, error })
    refusals.set(key, recorder)
    return recorder
  }

  return {
    begin(path) {
      const socketId = nextId()
      const record = journal.recordSocket({ requestId: socketId, path, status: 101 })
      const openedAt = isoOf(now())
      let calls = 0
      let isClosed = false
      return {
        socketId,
        openedAt,
        get calls() {
          return calls
        },
        get isClosed() {
          return isClosed
        },
        opened: () => record({ at: now(), step: 'opened' }),
        called({ durationMs, ...call }) {
          calls += 1
          const shownMs = durationMs === undefined ? undefined : Math.round(durationMs * 10) / 10
          record({ at: now(), step: 'called', ...shownCall(call), ...defined({ durationMs: shownMs }) })
        },
        closed(end) {
          isClosed = true
          record({ at: now(), step: 'closed', ...end })
        },
      }
    },
    refuse({ url, headers }, refusal) {
      const origin = headers.get('origin')?.slice(0, longestOrigin)
      const { pathname } = new URL(url)
      recorderOf(pathname.slice(0, 2_000), refusal)({ at: now(), step: 'refused', ...defined({ origin }) })
    },
  }
}
