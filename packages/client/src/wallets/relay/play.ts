import {
  CeremonyError as PartyError,
  type Box,
  type CeremonyResult,
  type CeremonyState,
  type Parties,
} from '@latchkey/ceremony'
import { randomBytes } from '@latchkey/device/random-bytes'
import { CeremonyError } from '../../shared/ceremonyError.ts'
import type { Relay } from './relay.ts'

/** A room of a relay, and the maths that the parties in it need. */
export interface RelayedRoom {
  readonly relay: Relay
  readonly maths: Parties
}

/** A party of this client in the middle of a ceremony, as JSON. */
export interface Player {
  readonly state: CeremonyState
  /** Boxes that the relay has not confirmed yet. */
  readonly outbox: readonly Box[]
  /** Boxes that the party has not taken yet. */
  readonly inbox: readonly Box[]
  readonly result?: CeremonyResult | undefined
}

/** How long the parties wait when the relay has nothing for any of them, in milliseconds. */
const pauseMs = 250

const idOf = ({ state }: Player) => state.identity.keygenId
const isDone = ({ result, outbox }: Player) => result !== undefined && outbox.length === 0

/** Errors of the parties' maths as those of this package. */
export function translate(room: string | undefined, error: unknown, step?: number): unknown {
  return error instanceof PartyError
    ? new CeremonyError(error.code, error.message, { room, step, cause: error })
    : error
}

/** Lets a party take its boxes. Its boxes to others of this client do not leave. */
function advance({ maths }: RelayedRoom, player: Player): Player {
  const { state, outbox, inbox, result } = player
  const isStarted = state.step > 0
  if (result || (isStarted && inbox.length === 0)) return player
  try {
    const next = maths.step(state, inbox, randomBytes)
    return { state: next.state, outbox: [...outbox, ...next.boxes], inbox: [], result: next.result }
  } catch (error) {
    throw translate(state.plan.roomId, error, state.step)
  }
}

/** Boxes that a party does not have yet. A relay may hand a box out twice. */
function newBoxes({ state, inbox }: Player, boxes: readonly Box[]): readonly Box[] {
  const isNew = ({ step, from }: Box) =>
    !state.received[step]?.[from] && !inbox.some((box) => box.step === step && box.from === from)
  return boxes.filter(isNew)
}

/** Puts boxes between parties of this client into their inboxes. */
function deliver(players: readonly Player[]): Player[] {
  const local = players.flatMap(({ outbox }) => outbox)
  const ids = new Set(players.map(idOf))
  return players.map((player) => ({
    ...player,
    outbox: player.outbox.filter(({ to }) => !ids.has(to)),
    inbox: [
      ...player.inbox,
      ...newBoxes(
        player,
        local.filter(({ to }) => to === idOf(player)),
      ),
    ],
  }))
}

/** Runs every party as far as the boxes that are here allow. */
function advanceAll(room: RelayedRoom, players: readonly Player[]): readonly Player[] {
  let current = players
  for (;;) {
    const next = deliver(current.map((player) => advance(room, player)))
    const isSettled = next.every((player, i) => player.state === current[i]?.state)
    if (isSettled) return next
    current = next
  }
}

async function pause(signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pauseMs)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    signal?.addEventListener('abort', end, { once: true })
  })
  signal?.throwIfAborted()
}

/**
 * Plays the client's parties to the end of a ceremony.
 *
 * @param keep - Stores the players. It is awaited before the boxes of a new state leave.
 * @returns The result of each party.
 * @throws {@link CeremonyError} when a box, share or signature does not verify, or the relay refuses.
 */
export async function play(
  room: RelayedRoom,
  players: readonly Player[],
  keep?: (players: readonly Player[]) => Promise<void>,
): Promise<readonly CeremonyResult[]> {
  const { relay } = room
  let current = players
  let stored: readonly Player[] | undefined
  for (;;) {
    current = advanceAll(room, current)
    const isStored = current.every(({ state }, i) => state === stored?.[i]?.state)
    if (!isStored) await keep?.(current)
    stored = current
    relay.signal?.throwIfAborted()
    if (current.every(isDone)) return current.flatMap(({ result }) => result ?? [])
    const answered: Player[] = []
    let isOver = false
    for (const player of current) {
      const exchanged: Exchanged = isDone(player) ? { player, isOver } : await exchange(relay, player)
      answered.push(exchanged.player)
      isOver ||= exchanged.isOver
    }
    const hasNews = answered.some(({ inbox }) => inbox.length > 0) || answered.every(isDone)
    current = answered
    if (!hasNews && isOver) throw roomEnded(relay.roomId)
    if (!hasNews) await pause(relay.signal)
  }
}

/**
 * The error for a room that has ended without this device: the relay has nothing more for it, however often it asks.
 */
const roomEnded = (room: string) =>
  new CeremonyError('room_ended', 'The ceremony of this room has ended without this device.', { room })

interface Exchanged {
  readonly player: Player
  readonly isOver: boolean
}

/** Posts a party's boxes, and takes the answer. */
async function exchange(relay: Relay, player: Player): Promise<Exchanged> {
  const { boxes, isOver } = await relay.post(idOf(player), player.outbox)
  const inbox = player.result ? [] : [...player.inbox, ...newBoxes(player, boxes)]
  return { player: { ...player, outbox: [], inbox }, isOver }
}
