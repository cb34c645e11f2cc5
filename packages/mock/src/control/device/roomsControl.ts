import { planFailure } from '../../domain/rooms/rooms.ts'
import type { RoomFailureReason, RoomKind } from '../../store/roomRecords.ts'
import { transact, type World } from '../../world/world.ts'

/** The rooms in which the parties of embedded wallets meet. */
export interface RoomsControl {
  /**
   * Makes the next room of a kind fail at the client's first message: a party of the service leaves it (409
   * `conflict`), its share does not verify (422 `other_verify_failure`), or it expires (410 `room_expired`). The
   * ceremony then has no effect.
   *
   * @throws TypeError for a kind or reason that does not exist
   */
  failNext(kind: RoomKind, reason: RoomFailureReason): Promise<void>
}

const kindNames: Record<RoomKind, true> = {
  keygen: true,
  import: true,
  sign: true,
  refresh: true,
  reshare: true,
  export: true,
}
const reasonNames: Record<RoomFailureReason, true> = { party_left: true, share_invalid: true, expired: true }

/** The kinds of rooms. */
export const roomKindNames = Object.keys(kindNames) as RoomKind[]
/** How a room can fail. */
const roomFailureReasons = Object.keys(reasonNames) as RoomFailureReason[]

export function createRoomsControl(world: World): RoomsControl {
  return {
    async failNext(kind, reason) {
      assertOneOf('kind', kind, roomKindNames)
      assertOneOf('reason', reason, roomFailureReasons)
      await transact(world, (backend) => planFailure(backend, kind, reason))
    },
  }
}

function assertOneOf(what: string, value: string, names: readonly string[]): void {
  if (names.includes(value)) return
  throw new TypeError(`Failed to call "rooms.failNext()": "${value}" is not a ${what}. Write ${names.join(', ')}.`)
}
