import type { OperationId } from '@latchkey/types'
import type { EventName } from '../domain/webhooks/eventNames.ts'
import { isoOf } from '../effects/clock.ts'
import { createWatchers } from '../shared/watchers.ts'
import type { RoomKind, RoomState } from '../store/roomRecords.ts'
import { type PlayedFault, withoutBody } from './faults.ts'
import type { RelayStep } from './faultTargets.ts'
import { type KeptBody, keepBody, keptBodyBytes, showBody, weigh } from './journalBodies.ts'
import { createJournalEntries } from './journalEntries.ts'
import { nearMisses } from './nearMisses.ts'
import { assertOperationId } from './operationIds.ts'
import { redact } from './redact.ts'

/** A step at the relay of embedded wallets. What is in boxes and plans is left out. */
interface RelayNote<Instant> {
  readonly at: Instant
  readonly step: RelayStep
  /** Ids of the parties that joined, or of the one that posted. */
  readonly parties?: readonly string[]
  /** How many boxes came. */
  readonly posted?: number
  /** How many boxes the answer had. */
  readonly received?: number
  /** 0 for a connection that a fault broke. */
  readonly status: number
  /** Of a refusal. */
  readonly code?: string
  /** The fault that happened to it. */
  readonly fault?: Omit<PlayedFault, 'body'>
  /** The events that it caused. */
  readonly events?: readonly JournaledEvent[]
  /** How often the same step was taken in a row. @default 1 */
  readonly times?: number
}

/** An event of the service, which `mock.events` has as a whole. */
interface JournaledEvent {
  readonly id: string
  readonly eventName: EventName
}

/** What the journal shows of events, without their data. */
export const journaledEvents = (events: readonly JournaledEvent[] = []): readonly JournaledEvent[] =>
  events.map(({ id, eventName }) => ({ id, eventName }))

/** A step, with the epoch milliseconds of its first time. */
export type JournaledStep = RelayNote<number>

/** A room at the relay of embedded wallets. */
interface JournaledRoom {
  readonly roomId: string
  /** These are absent for a room that is not there. */
  readonly kind?: RoomKind
  readonly walletId?: string
  readonly state?: RoomState
}

/** One request and its reply, or all that came to the relay for one room. Secrets are redacted. */
export interface JournalEntry {
  /** Of a room: its id. */
  readonly requestId: string
  readonly at: string
  readonly method: string
  readonly path: string
  /** Absent when the request found no operation, and of a room. */
  readonly operation?: OperationId
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  /** The first 64 kB of its text if it is longer. */
  readonly body?: unknown
  /** Of a body that is not whole: how many bytes its text has. */
  readonly bodyBytes?: number
  /** Paths of the fields that were ignored, with `unknownFields: 'ignore'`: `['filter.ammount']`. */
  readonly unknownFields?: readonly string[]
  /** The fault that happened to it; of a room, its steps have them. */
  readonly fault?: Omit<PlayedFault, 'body'>
  /**
   * The end user whose session made the call, also one that was refused later on; of a sign-in, the user who signed in.
   * Absent for calls by API tokens and members, for calls without a credential, and of a room.
   */
  readonly userId?: string
  /** The events that it caused. Absent of a room, whose steps have them. */
  readonly events?: readonly JournaledEvent[]
  /** 0 for a connection that a fault broke. Of a room: the status of its last step. */
  readonly status: number
  /** How long the answer took, in milliseconds of the machine's time, with one digit after the point. Absent of a room. */
  readonly durationMs?: number
  /** The first 64 kB of its text if it is longer. */
  readonly reply?: unknown
  /** Of a reply that is not whole: how many bytes its text has. */
  readonly replyBytes?: number
  /** A room at the relay, with its steps. */
  readonly room?: JournaledRoom & { readonly steps: readonly RelayNote<string>[] }
  /** Remarks that the reply does not contain, such as that the page's origin is not listed. */
  readonly notes?: readonly string[]
  /** For a request that found no operation: the operations with the most similar URLs and methods. */
  readonly nearMisses?: readonly string[]
}

interface JournalRecord {
  readonly requestId: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly method: string
  readonly url: URL
  readonly id?: OperationId
  readonly params: Readonly<Record<string, string>>
  readonly decoded?: { readonly query: Readonly<Record<string, unknown>>; readonly body: unknown }
  readonly unknownFields?: readonly string[]
  readonly fault?: PlayedFault
  readonly userId?: string
  readonly events?: readonly JournaledEvent[]
  readonly status: number
  readonly durationMs: number
  readonly reply?: unknown
  readonly notes?: readonly string[]
}

/** An exchange as it is kept. */
interface KeptRecord extends Omit<JournalRecord, 'url' | 'decoded' | 'reply'> {
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body: KeptBody
  readonly reply: KeptBody
}

/** What came to the relay for a room. */
interface RoomRecord {
  /** With the path of the room at the relay. */
  readonly room: JournaledRoom & { readonly path: string }
  readonly steps: readonly JournaledStep[]
}

const idOf = (entry: KeptRecord | RoomRecord) => ('room' in entry ? entry.room.roomId : entry.requestId)

/** The maximum number of steps of a room that are kept: the latest ones. */
const maximumSteps = 200

/** A part of the list. */
interface JournalRange {
  /** How many at most: the latest ones. @default all */
  readonly limit?: number
  /** The request id of an entry: only entries before it. None, if the journal does not have that entry. */
  readonly before?: string
}

export interface Journal {
  record(entry: JournalRecord): void
  /** Records a step at the relay. All steps of a room are one entry, at the place of the first one. */
  recordStep(room: RoomRecord['room'], step: JournaledStep): void
  /** The latest requests, oldest first, all or those of one operation. */
  list(operation?: OperationId, range?: JournalRange): JournalEntry[]
  /**
   * Calls a function with each later entry, and with an entry of a room after each of its steps.
   *
   * @param onClear - Called each time the journal is emptied.
   * @returns A function that ends it.
   */
  watch(listener: (entry: JournalEntry) => void, onClear?: () => void): () => void
  /** The requests that have caused events, by the events' ids: those that it keeps. Of a room: its id. */
  requestsByEvent(): Map<string, string>
  /** How many exchanges were dropped for later ones since the journal was last cleared. */
  readonly dropped: number
  /** How many exchanges were recorded since it was last cleared. */
  readonly recorded: number
  clear(): void
}

/**
 * Keeps the latest exchanges. Secrets are redacted when the journal is read, so that recording is cheap.
 *
 * @param limit - How many exchanges it keeps.
 * @param report - Receives what a listener throws.
 */
export function createJournal(limit: number, report: (cause: unknown) => void): Journal {
  const entries = createJournalEntries<KeptRecord | RoomRecord>(limit)
  let recorded = 0
  const watchers = createWatchers<[JournalEntry | 'cleared']>(report)
  const tell = (entry: KeptRecord | RoomRecord) => {
    if (watchers.count > 0) watchers.tell(presentEntry(entry))
  }
  function add(entry: KeptRecord | RoomRecord): void {
    recorded += 1
    entries.add(entry, sizeOf(entry))
    tell(entry)
  }
  return {
    record: (entry) => add(keep(entry)),
    recordStep(room, step) {
      const existing = entries.findLast((entry) => 'room' in entry && entry.room.roomId === room.roomId)
      if (!existing || !('room' in existing)) return add({ room, steps: [step] })
      const entry = { room, steps: withStep(existing.steps, step) }
      entries.replace(existing, entry, sizeOf(entry))
      tell(entry)
    },
    watch(listener, onClear) {
      return watchers.watch((change) => (change === 'cleared' ? onClear?.() : listener(change)))
    },
    list(operation, { limit: count = limit, before } = {}) {
      if (operation !== undefined) assertOperationId('journal.list()', operation)
      const all = entries.list()
      const end = before === undefined ? all.length : all.findLastIndex((entry) => idOf(entry) === before)
      const listed = all
        .slice(0, Math.max(0, end))
        .filter((entry) => operation === undefined || ('id' in entry && entry.id === operation))
      return listed.slice(Math.max(0, listed.length - count)).map(presentEntry)
    },
    requestsByEvent() {
      const requests = new Map<string, string>()
      for (const entry of entries.list()) {
        const requestId = idOf(entry)
        const steps = 'room' in entry ? entry.steps : [entry]
        for (const { events = [] } of steps) for (const { id } of events) requests.set(id, requestId)
      }
      return requests
    },
    get dropped() {
      return recorded - entries.size
    },
    get recorded() {
      return recorded
    },
    clear() {
      entries.clear()
      recorded = 0
      watchers.tell('cleared')
    },
  }
}

/** The longest path, value of a parameter and note that is kept, in characters, and the largest number of names. */
const [longestText, mostNames] = [2_000, 100]
const cut = (text: string) => (text.length <= longestText ? text : `${text.slice(0, longestText)}…`)
const cutList = (texts: readonly string[] | undefined) => texts?.slice(0, mostNames).map(cut)
const cutValues = <T>(values: Readonly<Record<string, T>>) =>
  Object.fromEntries(
    Object.entries(values)
      .slice(0, mostNames)
      .map(([name, value]) => [cut(name), typeof value === 'string' ? cut(value) : value]),
  ) as Record<string, T>

/** Leaves out of an exchange what would take too much memory. */
function keep({ url, decoded, reply, unknownFields, params, notes, ...record }: JournalRecord): KeptRecord {
  const query = decoded?.query ?? {}
  return {
    ...record,
    path: cut(url.pathname),
    params: cutValues(params),
    query: weigh(query, keptBodyBytes) > keptBodyBytes ? cutValues(query) : query,
    body: keepBody(decoded?.body, redact),
    reply: keepBody(reply, coverOf(record)),
    unknownFields: cutList(unknownFields),
    notes: cutList(notes),
  }
}

/** An error's `code` is the name of a rule, not a secret. */
const coverOf = ({ status }: Pick<JournalRecord, 'status'>) =>
  status >= 400 ? (value: unknown) => value : (value: unknown) => redact(value)

/** About how many bytes of memory an entry takes. */
function sizeOf(entry: KeptRecord | RoomRecord): number {
  if ('room' in entry) return weigh(entry, Number.POSITIVE_INFINITY)
  const { body, reply, ...rest } = entry
  return weigh(rest, Number.POSITIVE_INFINITY) + body.bytes + reply.bytes
}

/** Adds a step. A client that asks again and again adds one. */
function withStep(steps: readonly JournaledStep[], step: JournaledStep): readonly JournaledStep[] {
  const last = steps.at(-1)
  const isSame = last && JSON.stringify({ ...last, at: 0, times: 1 }) === JSON.stringify({ ...step, at: 0, times: 1 })
  if (isSame) return [...steps.slice(0, -1), { ...last, times: (last.times ?? 1) + 1 }]
  return [...steps.slice(-maximumSteps + 1), step]
}

const presentEntry = (entry: KeptRecord | RoomRecord) => ('room' in entry ? presentRoom(entry) : present(entry))

function presentRoom({ room: { path, ...room }, steps }: RoomRecord): JournalEntry {
  return {
    requestId: room.roomId,
    at: isoOf(steps[0]?.at ?? 0),
    method: 'POST',
    path,
    params: {},
    query: {},
    status: steps.at(-1)?.status ?? 0,
    room: { ...room, steps: steps.map(({ at, ...step }) => ({ at: isoOf(at), ...step })) },
  }
}

function present(record: KeptRecord): JournalEntry {
  const { requestId, at, method, path, id, params, query, unknownFields, fault, userId, events } = record
  const { status, durationMs, notes } = record
  const body = showBody(record.body, redact)
  const reply = showBody(record.reply, coverOf(record))
  return {
    requestId,
    at: isoOf(at),
    method,
    path,
    operation: id,
    params,
    query: redact(query) as Record<string, unknown>,
    body: body.shown,
    ...(body.cutFromBytes !== undefined && { bodyBytes: body.cutFromBytes }),
    ...(unknownFields?.length && { unknownFields }),
    ...(fault && { fault: withoutBody(fault) }),
    ...(userId !== undefined && { userId }),
    ...(events?.length && { events }),
    status,
    durationMs: Math.round(durationMs * 10) / 10,
    reply: reply.shown,
    ...(reply.cutFromBytes !== undefined && { replyBytes: reply.cutFromBytes }),
    ...(notes && { notes }),
    ...(id === undefined && { nearMisses: nearMisses(method, path) }),
  }
}
