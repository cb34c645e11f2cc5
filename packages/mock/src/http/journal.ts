import type { OperationId } from '@latchkey/types'
import type { EventName } from '../domain/webhooks/eventNames.ts'
import type { RoomKind, RoomState } from '../store/roomRecords.ts'
import { isoOf } from '../effects/clock.ts'
import { nearMisses } from './nearMisses.ts'
import { assertOperationId } from './operationIds.ts'
import { type PlayedFault, withoutBody } from './faults.ts'
import type { RelayStep } from './faultTargets.ts'
import { isSecretName } from './secretNames.ts'
import { createWatchers } from '../watchers.ts'

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
  readonly body?: unknown
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
  readonly reply?: unknown
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

/** What came to the relay for a room. */
interface RoomRecord {
  /** With the path of the room at the relay. */
  readonly room: JournaledRoom & { readonly path: string }
  readonly steps: readonly JournaledStep[]
}

/** The maximum number of steps of a room that are kept: the latest ones. */
const maximumSteps = 200

export interface Journal {
  record(entry: JournalRecord): void
  /** Records a step at the relay. All steps of a room are one entry, at the place of the first one. */
  recordStep(room: RoomRecord['room'], step: JournaledStep): void
  /** The latest requests, oldest first, all or those of one operation. */
  list(operation?: OperationId): JournalEntry[]
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
  let entries: (JournalRecord | RoomRecord)[] = []
  let recorded = 0
  const watchers = createWatchers<[JournalEntry | 'cleared']>(report)
  const tell = (entry: JournalRecord | RoomRecord) => {
    if (watchers.count > 0) watchers.tell(presentEntry(entry))
  }
  const latest = () => entries.slice(Math.max(0, entries.length - limit))
  function add(entry: JournalRecord | RoomRecord): void {
    recorded += 1
    entries.push(entry)
    // Cutting the list now and then costs less than shifting it each time.
    if (entries.length > limit * 2) entries = latest()
    tell(entry)
  }
  return {
    record: add,
    recordStep(room, step) {
      const index = entries.findLastIndex((entry) => 'room' in entry && entry.room.roomId === room.roomId)
      const existing = entries[index]
      if (!existing || !('room' in existing)) return add({ room, steps: [step] })
      const entry = { room, steps: withStep(existing.steps, step) }
      entries[index] = entry
      tell(entry)
    },
    watch(listener, onClear) {
      return watchers.watch((change) => (change === 'cleared' ? onClear?.() : listener(change)))
    },
    list(operation) {
      if (operation !== undefined) assertOperationId('journal.list()', operation)
      return latest()
        .filter((entry) => operation === undefined || ('id' in entry && entry.id === operation))
        .map(presentEntry)
    },
    requestsByEvent() {
      const requests = new Map<string, string>()
      for (const entry of latest()) {
        const requestId = 'room' in entry ? entry.room.roomId : entry.requestId
        const steps = 'room' in entry ? entry.steps : [entry]
        for (const { events = [] } of steps) for (const { id } of events) requests.set(id, requestId)
      }
      return requests
    },
    get dropped() {
      return Math.max(0, recorded - limit)
    },
    get recorded() {
      return recorded
    },
    clear() {
      entries = []
      recorded = 0
      watchers.tell('cleared')
    },
  }
}

/** Adds a step. A client that asks again and again adds one. */
function withStep(steps: readonly JournaledStep[], step: JournaledStep): readonly JournaledStep[] {
  const last = steps.at(-1)
  const isSame = last && JSON.stringify({ ...last, at: 0, times: 1 }) === JSON.stringify({ ...step, at: 0, times: 1 })
  if (isSame) return [...steps.slice(0, -1), { ...last, times: (last.times ?? 1) + 1 }]
  return [...steps.slice(-maximumSteps + 1), step]
}

const presentEntry = (entry: JournalRecord | RoomRecord) => ('room' in entry ? presentRoom(entry) : present(entry))

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

function present(record: JournalRecord): JournalEntry {
  const { requestId, at, method, url, id, params, decoded, unknownFields, fault, userId, events } = record
  const { status, durationMs, reply, notes } = record
  return {
    requestId,
    at: isoOf(at),
    method,
    path: url.pathname,
    operation: id,
    params,
    query: redact(decoded?.query ?? {}) as Record<string, unknown>,
    body: redact(decoded?.body),
    ...(unknownFields?.length && { unknownFields }),
    ...(fault && { fault: withoutBody(fault) }),
    ...(userId !== undefined && { userId }),
    ...(events?.length && { events }),
    status,
    durationMs: Math.round(durationMs * 10) / 10,
    // An error's `code` is the name of a rule, not a secret.
    reply: status >= 400 ? reply : redact(reply),
    ...(notes && { notes }),
    ...(id === undefined && { nearMisses: nearMisses(method, url.pathname) }),
  }
}

const redacted = '[redacted]'

/**
 * The value with `[redacted]` in place of each secret: a text or list of texts under the name of a secret, and values
 * under such a name in a URL or a page's form.
 */
function redact(value: unknown, isSecret = false): unknown {
  if (typeof value === 'string') return isSecret ? redacted : redactText(value)
  if (Array.isArray(value)) return value.map((inner) => redact(inner, isSecret && typeof inner === 'string'))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redact(inner, isSecretName(name))]))
}

/** In a page, `&` is written as `&amp;`, and the address ends with a quotation mark. */
const urlParameter = /([?&#]|&amp;)([\w-]+)=[^&#\s"]*/g
const formField = /(name="([\w-]+)" value=)"[^"]*"/g

function redactText(text: string): string {
  return text
    .replace(urlParameter, (all, before: string, name: string) =>
      isSecretName(name) ? `${before}${name}=${redacted}` : all,
    )
    .replace(formField, (all, before: string, name: string) => (isSecretName(name) ? `${before}"${redacted}"` : all))
}
