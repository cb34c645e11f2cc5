import type { Box, PartySecrets, Plan } from '@latchkey/ceremony'
import type { LastPost, Room, RoomFailureReason, RoomKind, RoomPurpose } from '../../store/roomRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { assert, DomainError, type FailureKey } from '../shared/errors.ts'
import { missing } from '../shared/missingRecords.ts'
import { existing } from '../shared/recordGuards.ts'
import { sha256Hex } from '../shared/sha256Hex.ts'
import { endRoom, isOpenerPresent } from './rooms.ts'
import { playSeats, seatParties, type ServiceResult } from './seats.ts'

/** The approved request of a kind of room. */
type RequestOf<K extends RoomKind> = Extract<RoomPurpose, { kind: K }>['request']

/** How the rooms of a kind are planned and finished. */
export interface RoomKindRow<K extends RoomKind> {
  /**
   * Plans the ceremony, once the client parties have joined. Returns the plan and the parties of the service, including
   * the dealer of triples.
   *
   * @param input.clients - Distinct party ids, at least one.
   * @throws {@link DomainError} `recordNotFound` for a party that does not belong to the room, `validationFailed`
   */
  plan(
    backend: Backend,
    room: Room,
    input: { readonly request: RequestOf<K>; readonly clients: readonly string[] },
  ): Promise<{ readonly plan: Plan; readonly parties: readonly PartySecrets[] }>
  /**
   * Applies the results when all parties of the service have finished.
   *
   * @param input.results - Of the service's parties, without those that only dealt.
   * @throws {@link DomainError} what makes the room fail
   */
  finish(
    backend: Backend,
    room: Room,
    input: { readonly request: RequestOf<K>; readonly results: readonly ServiceResult[] },
  ): Promise<Room['outcome']>
}

export type RoomKinds = { readonly [K in RoomKind]: RoomKindRow<K> }

/** The relay: where client parties meet those of the service. */
export interface Relay {
  readonly backend: Backend
  readonly kinds: RoomKinds
}

/**
 * Lets the parties that live at one client join a room. The same parties may join again.
 *
 * @returns The room, whose plan is known.
 * @throws {@link DomainError} `recordNotFound`, `roomExpired`, `roomConflict`, and what the plan refuses
 */
export async function joinRoom(relay: Relay, roomId: string, clients: readonly string[]): Promise<Room> {
  const { backend, kinds } = relay
  const room = roomAtRelay(backend, roomId)
  if (room.clients) {
    const isSame = sorted(clients) === sorted(room.clients)
    assert(isSame, 'roomConflict')
    return room
  }
  assert(room.state === 'bound' && room.purpose, 'recordNotFound', missing('room'))
  const { kind, request } = room.purpose
  // The row fits the request, which the type of a union cannot tell.
  const row = kinds[kind] as RoomKindRow<RoomKind>
  const { plan, parties } = await row.plan(backend, room, { request, clients })
  const { seats, boxes } = await seatParties(backend, plan, parties)
  return backend.store.rooms.put({ ...room, state: 'running', clients, plan, seats, boxes })
}

const sorted = (ids: readonly string[]) => [...ids].sort().join()

/** The answer to a client party's post. */
interface RelayAnswer {
  readonly room: Room
  readonly boxes: readonly Box[]
}

/**
 * Takes a client party's boxes, and answers with the boxes for it that came since its last post. A repeated post gets
 * the same answer, and a post without boxes only asks.
 *
 * @throws {@link DomainError} `recordNotFound`, `roomExpired`, `roomConflict` before the room is joined,
 * `ceremonyRefused`, and what makes the room fail
 */
export async function postBoxes(
  relay: Relay,
  roomId: string,
  { from, boxes }: { readonly from: string; readonly boxes: readonly Box[] },
): Promise<RelayAnswer> {
  const { backend } = relay
  const room = roomAtRelay(backend, roomId)
  assert(room.state !== 'open', 'recordNotFound', missing('room'))
  assert(room.clients, 'roomConflict', { message: 'Join this room before you post to it.' })
  assert(room.clients.includes(from), 'recordNotFound', missing('room'))
  const last: LastPost = room.posts[from] ?? { digest: '', received: 0, answered: 0 }
  const digest = sha256Hex(JSON.stringify(boxes.map(({ step, to, sealed }) => [step, to, sealed])))
  if (boxes.length === 0 || digest === last.digest)
    return answer(backend, await endIfServed(relay, room), { from, post: last })
  assert(room.state === 'running', 'recordNotFound', { message: 'This room has ended.' })
  assertAddressed(room, from, boxes)
  const post = { ...last, digest, received: last.answered }
  return answer(backend, await carry(relay, room, boxes), { from, post })
}

/** The boxes for a party that no answer to an earlier post carried. */
function answer(
  { store }: Pick<Backend, 'store'>,
  before: Room,
  { from, post }: { readonly from: string; readonly post: LastPost },
): RelayAnswer {
  const all = before.boxes.filter(({ to }) => to === from)
  const posts = { ...before.posts, [from]: { ...post, answered: all.length } }
  const isChanged = before.posts[from]?.digest !== post.digest || before.posts[from]?.answered !== all.length
  const room = isChanged ? store.rooms.put({ ...before, posts }) : before
  return { room, boxes: all.slice(post.received) }
}

function assertAddressed({ clients = [], seats }: Room, from: string, boxes: readonly Box[]): void {
  const ids = new Set([...clients, ...seats.map(({ keygenId }) => keygenId)])
  const areAddressed = boxes.every((box) => box.from === from && box.to !== from && ids.has(box.to))
  assert(areAddressed, 'ceremonyRefused', { message: 'A box is not from this party to another one of this room.' })
}

async function carry(relay: Relay, before: Room, boxes: readonly Box[]): Promise<Room> {
  const { backend } = relay
  assertNotPlannedToFail(backend, before)
  const isForService = ({ to }: Box) => before.seats.some(({ keygenId }) => keygenId === to)
  const turn = await playSeats(backend, before.seats, boxes.filter(isForService))
  const forClients = [...before.boxes, ...boxes.filter((box) => !isForService(box)), ...turn.boxes]
  const room = backend.store.rooms.put({ ...before, seats: turn.seats, boxes: forClients })
  return turn.results ? finish(relay, room, turn.results) : room
}

/** Ends a room whose service parties were finished when they joined. Called before their boxes are handed out. */
async function endIfServed(relay: Relay, room: Room): Promise<Room> {
  if (room.state !== 'running' || room.seats.length > 0) return room
  assertNotPlannedToFail(relay.backend, room)
  return finish(relay, room, [])
}

async function finish({ backend, kinds }: Relay, room: Room, results: readonly ServiceResult[]): Promise<Room> {
  const { purpose } = room
  if (!purpose) return room
  backend.actorUserId = room.userId
  const row = kinds[purpose.kind] as RoomKindRow<RoomKind>
  try {
    const outcome = await row.finish(backend, room, { request: purpose.request, results })
    return endRoom(backend, room, { state: 'completed', outcome })
  } catch (error) {
    if (error instanceof DomainError) fail(backend, room.id, error)
    throw error
  }
}

/** Ends a room although its post is refused. */
function fail(backend: Backend, roomId: string, { key, message }: DomainError): void {
  backend.outsideUndo(({ store }) => {
    const room = store.rooms.get(roomId)
    const state = key === 'roomExpired' ? 'expired' : 'failed'
    if (room) store.rooms.put({ ...room, state, seats: [], failure: { key, message } })
  })
}

const plannedFailures: Record<RoomFailureReason, () => DomainError> = {
  party_left: () => new DomainError('roomConflict', { message: 'A party has left this room.' }),
  share_invalid: () => new DomainError('ceremonyRefused'),
  expired: () => new DomainError('roomExpired'),
}

function assertNotPlannedToFail(backend: Backend, { id, plannedFailure }: Room): void {
  if (!plannedFailure) return
  const failure = plannedFailures[plannedFailure]()
  fail(backend, id, failure)
  throw failure
}

/**
 * A room that its opener may still use.
 *
 * @throws {@link DomainError} `recordNotFound`, `roomExpired`, and what made the room fail
 */
function roomAtRelay({ store, clock }: Backend, roomId: string): Room {
  const room = existing(store.rooms.get(roomId), 'room')
  assert(room.expiresAt > clock.iso() && room.state !== 'expired', 'roomExpired')
  assert(isOpenerPresent({ store, clock }, room), 'recordNotFound', missing('room'))
  if (room.failure) throw new DomainError(room.failure.key as FailureKey, { message: room.failure.message })
  return room
}
