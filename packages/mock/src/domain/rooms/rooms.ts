import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type {
  Room,
  RoomFailureReason,
  RoomKind,
  RoomPurpose,
  RoomState,
  RoomType,
  Seat,
} from '../../store/roomRecords.ts'
import type { Backend, ReadStore } from '../shared/backend.ts'
import type { DelegateCaller, UserCaller, WalletCaller } from '../shared/callers.ts'
import { assert } from '../shared/errors.ts'
import { cancelJobs, scheduleJob } from '../shared/jobs.ts'

type Schemas = components['schemas']

/** How long a room can be used. */
const roomLifeMs = 600_000
/** How long the relay still says that a room has expired. */
const expiredRoomMs = 3_600_000
/** The maximum number of rooms of a user or an API token that have not ended. */
const maximumOpenRooms = 100

const liveStates: ReadonlySet<RoomState> = new Set<RoomState>(['open', 'bound', 'running'])

/** Whether a room can still be used. */
export function isLive({ clock }: Pick<Backend, 'clock'>, { state, expiresAt }: Room): boolean {
  return liveStates.has(state) && expiresAt > clock.iso()
}

/** The rooms of an opener that can still be used, the earliest opened first. */
function liveRoomsOf(backend: Pick<Backend, 'store' | 'clock'>, openerId: string): Room[] {
  return [...backend.store.rooms.scan('liveByOpener', [openerId])].filter((room) => isLive(backend, room))
}

/** The caller who opens rooms. */
type Opener = Pick<UserCaller, 'kind' | 'user' | 'session'> | Exclude<WalletCaller, UserCaller> | DelegateCaller

/** The columns of a room that identify its opener. */
function openingOf(
  opener: Opener,
): Pick<Room, 'environmentId' | 'openerId' | 'userId' | 'sessionId' | 'tokenId' | 'delegationId'> {
  if (opener.kind === 'user') {
    const { user, session } = opener
    return { environmentId: user.environmentId, openerId: user.id, userId: user.id, sessionId: session.id }
  }
  const { id: tokenId, environmentId } = opener.token
  if (opener.kind === 'server') return { environmentId, openerId: tokenId, tokenId }
  const { id: delegationId, userId } = opener.delegation
  return { environmentId, openerId: tokenId, tokenId, userId, delegationId }
}

/** Whether the opener of a room may still use it: the session or the API token has not ended. */
export function isOpenerPresent(
  { store, clock }: { readonly store: Pick<ReadStore, 'sessions' | 'environmentTokens'> } & Pick<Backend, 'clock'>,
  { sessionId, tokenId }: Pick<Room, 'sessionId' | 'tokenId'>,
): boolean {
  const session = sessionId === undefined ? undefined : store.sessions.get(sessionId)
  if (session) return session.revokedAt === undefined && session.expiresAt > clock.iso()
  const token = tokenId === undefined ? undefined : store.environmentTokens.get(tokenId)
  return token !== undefined && (token.expiresAt === undefined || token.expiresAt > clock.iso())
}

type NewRoom = Pick<Room, 'type' | 'walletId' | 'scheme' | 'purpose' | 'seats' | 'state' | 'plannedFailure'>

/** @throws {@link DomainError} `tooManyRooms` */
function createRoom(backend: Backend, opener: Opener, room: NewRoom): Room {
  const { store, clock } = backend
  const opening = openingOf(opener)
  forgetRooms(backend)
  assert(store.rooms.count('liveByOpener', [opening.openerId]) < maximumOpenRooms, 'tooManyRooms')
  const record = store.rooms.insert({
    ...newRecord(backend),
    ...opening,
    ...room,
    expiresAt: clock.isoIn(roomLifeMs),
    boxes: [],
    posts: {},
  })
  scheduleJob(backend, { kind: 'rooms.expire', subjectId: record.id, inMs: roomLifeMs })
  return record
}

/**
 * Opens rooms in advance. A later operation gives them their purpose.
 *
 * @throws {@link DomainError} `tooManyRooms`
 */
export function openRooms(
  backend: Backend,
  opener: Opener,
  { count, ...room }: Pick<Room, 'type' | 'walletId' | 'scheme'> & { readonly count: number },
): Room[] {
  return Array.from({ length: count }, () => createRoom(backend, opener, { ...room, state: 'open', seats: [] }))
}

/** A room that an operation has opened, and the present parties of the service in it. */
export interface OpenedRoom {
  readonly room: Room
  readonly serverKeygenIds: readonly string[]
}

/** The room that an operation needs, and its purpose. */
export interface RoomNeed {
  readonly purpose: RoomPurpose
  readonly walletId: string
  readonly type: RoomType
  readonly scheme: Schemas['ThresholdSignatureScheme']
  /** A room that was opened in advance. @default a new one */
  readonly roomId?: string | undefined
  /** @default none */
  readonly seats?: readonly Seat[]
}

/**
 * Gives a purpose to a room that was opened in advance, or to a new one.
 *
 * @throws {@link DomainError} `unusableRoom`, `tooManyRooms`
 */
export function bindRoom(backend: Backend, opener: Opener, { roomId, seats = [], scheme, ...need }: RoomNeed): Room {
  const bound = { ...need, seats, state: 'bound' as const, ...takePlannedFailure(backend, need.purpose.kind) }
  if (roomId === undefined) return createRoom(backend, opener, bound)
  const room = usableRoom(backend, opener, { roomId, scheme, ...need })
  return backend.store.rooms.put({ ...room, ...bound, ...openingOf(opener) })
}

/** Lets the next room of a kind fail at the client's first message. */
export function planFailure(backend: Backend, kind: RoomKind, reason: RoomFailureReason): void {
  backend.store.roomFailures.insert({ ...newRecord(backend), kind, reason })
}

function takePlannedFailure({ store }: Backend, kind: RoomKind): Pick<Room, 'plannedFailure'> {
  const [failure] = store.roomFailures.scan('byKind', [kind])
  if (!failure) return {}
  store.roomFailures.delete(failure.id)
  return { plannedFailure: failure.reason }
}

function usableRoom(
  backend: Backend,
  opener: Opener,
  { roomId, walletId, type, scheme }: Omit<RoomNeed, 'purpose' | 'roomId'> & { readonly roomId: string },
): Room {
  const room = backend.store.rooms.get(roomId)
  const refuse = (message: string) => ({ message: `roomId must be ${message}` })
  assert(room?.openerId === openingOf(opener).openerId, 'unusableRoom', refuse('a room of the caller.'))
  assert(room.expiresAt > backend.clock.iso(), 'unusableRoom', refuse('a room that has not expired yet.'))
  assert(room.state === 'open', 'unusableRoom', refuse('a room that was not used yet.'))
  assert(room.type === type, 'unusableRoom', refuse(`a room of the type ${type}.`))
  const isOfWallet = room.walletId === undefined || room.walletId === walletId
  assert(isOfWallet, 'unusableRoom', refuse('a room for this wallet.'))
  const isOfScheme = room.scheme === undefined || room.scheme === scheme
  assert(isOfScheme, 'unusableRoom', refuse('a room for this threshold signature scheme.'))
  return room
}

/** Ends a room. Its secrets are deleted; the boxes stay, so that a client that lost an answer can ask again. */
export function endRoom(
  backend: Pick<Backend, 'store'>,
  room: Room,
  end: Pick<Room, 'outcome' | 'failure'> & { readonly state: 'completed' | 'failed' | 'expired' },
): Room {
  return backend.store.rooms.put({ ...room, ...end, seats: [] })
}

/** Whether the opener has a room of a kind that can still be used and whose approved request matches. */
export function hasLiveRoom<K extends RoomKind>(
  backend: Pick<Backend, 'store' | 'clock'>,
  openerId: string,
  { kind, where }: { readonly kind: K; readonly where: (request: RequestOf<K>) => boolean },
): boolean {
  return liveRoomsOf(backend, openerId).some(
    ({ purpose }) => purpose?.kind === kind && where(purpose.request as RequestOf<K>),
  )
}

type RequestOf<K extends RoomKind> = Extract<RoomPurpose, { kind: K }>['request']

/** Ends the running rooms of a wallet, for example because the shares in them no longer count. */
export function failRoomsOfWallet(
  { store }: Pick<Backend, 'store'>,
  walletId: string,
  { exceptRoomId, message }: { readonly exceptRoomId: string; readonly message: string },
): void {
  for (const room of store.rooms.scan('byWallet', [walletId])) {
    if (room.state !== 'running' || room.id === exceptRoomId) continue
    endRoom({ store }, room, { state: 'failed', failure: { key: 'roomConflict', message } })
  }
}

/** Ends the rooms that a server has opened by a delegation which has ended. */
export function failRoomsOfDelegation({ store }: Pick<Backend, 'store'>, delegationId: string): void {
  const failure = { key: 'roomConflict', message: 'The delegated access was revoked.' }
  for (const room of store.rooms.scan('byDelegation', [delegationId]))
    if (liveStates.has(room.state)) endRoom({ store }, room, { state: 'failed', failure })
}

/** The job at the end of a room's life. */
export function expireRoom(backend: Backend, roomId: string): void {
  const room = backend.store.rooms.get(roomId)
  if (room && liveStates.has(room.state)) endRoom(backend, room, { state: 'expired' })
}

/** Deletes the rooms that expired an hour ago, without reading others. */
function forgetRooms(backend: Backend): void {
  const { store, clock } = backend
  const until = clock.isoIn(-expiredRoomMs)
  for (const { id, expiresAt } of store.rooms.scan('byExpiry', [])) {
    if (expiresAt > until) return
    cancelJobs(backend, id)
    store.rooms.delete(id)
  }
}
