import type { CeremonyResult, PartySecrets, Plan } from '@latchkey/ceremony'
import { play, translate, type Player, type RelayedRoom } from './play.ts'

/** How a ceremony that makes shares goes on after a reload. */
export interface Resumable {
  readonly resumed?: readonly Player[] | undefined
  readonly keep: (players: readonly Player[]) => Promise<void>
}

/** A room whose plan was checked, and the parties of this client that take part. */
export interface JoinedRoom {
  readonly plan: Plan
  readonly parties: readonly PartySecrets[]
}

/**
 * Plays a room to its end.
 *
 * @param joinRoom - Joins the room. A ceremony that goes on after a reload has joined before.
 */
export async function perform(
  room: RelayedRoom,
  joinRoom: () => Promise<JoinedRoom>,
  ceremony?: Resumable,
): Promise<readonly CeremonyResult[]> {
  if (ceremony?.resumed) return play(room, ceremony.resumed, ceremony.keep)
  const { plan, parties } = await joinRoom()
  let players: readonly Player[]
  try {
    players = parties.map((party) => ({ state: room.maths.join(plan, party), outbox: [], inbox: [] }))
  } catch (error) {
    throw translate(room.relay.roomId, error)
  }
  return play(room, players, ceremony?.keep)
}
