import { isoOf } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import type { AskedQuestion } from '@latchkey/base/questions'
import { createWatchers } from '@latchkey/base/watchers'
import type { RelayStep } from '@latchkey/contract/faultTargets'
import { assertOperationId } from '@latchkey/contract/operationIds'
import type { OperationId } from '@latchkey/types'
import type { EventName } from '../domain/webhooks/eventNames.ts'
import type { RoomKind, RoomState } from '../store/roomRecords.ts'
import { type PlayedFault, withoutBody } from './faults.ts'
import { type KeptBody, keepBody, showBody, weigh } from './journalBodies.ts'
import { createJournalEntries } from './journalEntries.ts'
import { keepHeaders } from './journalHeaders.ts'
import {
  presentSocket,
  recordOfSocket,
  type SocketHead,
  type SocketRecord,
  type SocketStep,
  withSocketStep,
} from './journalSockets.ts'
import { nearMisses } from './nearMisses.ts'
import { redact, redactForms } from './redact.ts'
import type { RequestHeaders } from './serviceRequest.ts'

/** A step at the relay of embedded wallets, without the content of boxes and plans. */
interface RelayNote<Instant> {
  readonly at: Instant
  readonly step: RelayStep
  /** Ids of the parties that joined, or of the one that posted. */
  readonly parties?: readonly string[]
  /** The number of boxes in the request. */
  readonly posted?: number
  /** The number of boxes in the answer. */
  readonly received?: number
  /** 0 for a connection that a fault broke. */
  readonly status: number
  /** The code of a refusal. */
  readonly code?: string
  /** The fault that happened to it. */
  readonly fault?: Omit<PlayedFault, 'body'>
  /** The events that it caused. */
  readonly events?: readonly JournaledEvent[]
  /** How many times the same step was taken in a row. @default 1 */
  readonly times?: number
}

/** An event of the service, which `mock.events` has as a whole. */
interface JournaledEvent {
  readonly id: string
  readonly eventName: EventName
}

/** Lists events without their data, as the journal shows them. */
export const journaledEvents = (events: readonly JournaledEvent[] = []): readonly JournaledEvent[] =>
  events.map(({ id, eventName }) => ({ id, eventName }))

/** A step, with the epoch milliseconds of its first time. */
export type JournaledStep = RelayNote<number>

/** A room at the relay of embedded wallets. */
interface JournaledRoom {
  readonly roomId: string
  /** Absent for a room that does not exist, like the next fields. */
  readonly kind?: RoomKind | undefined
  readonly walletId?: string | undefined
  readonly state?: RoomState | undefined
}

/** One request and its reply, all that came to the relay for one room, or a WebSocket. Secrets are redacted. */
export interface JournalEntry {
  /** For a room: the id of the room. For a WebSocket: its id. */
  readonly requestId: string
  readonly at: string
  readonly method: string
  readonly path: string
  /** Absent for a room and a WebSocket, and when the request found no operation. */
  readonly operation?: OperationId | undefined
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  /**
   * The headers of the request, by names in lower case. A credential is covered, with its kind:
   * `'Bearer [redacted: session token]'`. Absent for a room and a WebSocket.
   */
  readonly headers?: Readonly<Record<string, string>>
  /** The first 64 kB of its text if it is longer. */
  readonly body?: unknown
  /** The number of bytes of the whole text; set when `body` is shortened. */
  readonly bodyBytes?: number
  /** Paths of the fields that were ignored, with `unknownFields: 'ignore'`: `['filter.ammount']`. */
  readonly unknownFields?: readonly string[]
  /** The fault that happened to it. The faults of a room are in its steps. */
  readonly fault?: Omit<PlayedFault, 'body'>
  /**
   * The end user whose session made the call, even if the call was refused afterwards; for a sign-in, the user who
   * signed in. Absent for calls by API tokens and members, for calls without a credential, and for a room.
   */
  readonly userId?: string
  /** The events that it caused. The events of a room are in its steps. */
  readonly events?: readonly JournaledEvent[]
  /** 0 for a connection that a fault broke. For a room: the status of its last step. For a WebSocket: of its handshake. */
  readonly status: number
  /**
   * How long the answer took, in milliseconds of the machine's time, with one digit after the point. Absent for a room
   * and a WebSocket.
   */
  readonly durationMs?: number
  /** The first 64 kB of its text if it is longer. */
  readonly reply?: unknown
  /** The number of bytes of the whole text; set when `reply` is shortened. */
  readonly replyBytes?: number
  /** A room at the relay, with its steps. */
  readonly room?: JournaledRoom & { readonly steps: readonly RelayNote<string>[] }
  /** A WebSocket of a chain with its latest steps, or handshakes that were refused for the same reason. */
  readonly socket?: {
    readonly isOpen: boolean
    /** The number of all calls. */
    readonly calls: number
    readonly steps: readonly SocketStep<string>[]
  }
  /** The first hundred questions to real parts of the world outside, such as the node of a chain. */
  readonly questions?: readonly AskedQuestion[]
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
  readonly id?: OperationId | undefined
  readonly params: Readonly<Record<string, string>>
  readonly headers: RequestHeaders
  readonly decoded?: { readonly query: Readonly<Record<string, unknown>>; readonly body: unknown } | undefined
  readonly unknownFields?: readonly string[] | undefined
  readonly fault?: PlayedFault | undefined
  readonly userId?: string | undefined
  readonly events?: readonly JournaledEvent[]
  readonly status: number
  readonly durationMs: number
  readonly reply: { readonly text: string | null; readonly isJson: boolean }
  readonly questions?: readonly AskedQuestion[] | undefined
  readonly notes?: readonly string[] | undefined
}

/** An exchange as it is kept. */
interface KeptRecord extends Omit<JournalRecord, 'url' | 'headers' | 'decoded' | 'reply'> {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: KeptBody
  readonly reply: KeptBody
}

/** The requests to the relay for one room. */
interface RoomRecord {
  /** The room, with its path at the relay. */
  readonly room: JournaledRoom & { readonly path: string }
  readonly steps: readonly JournaledStep[]
}

type AnyRecord = KeptRecord | RoomRecord | SocketRecord

function idOf(entry: AnyRecord): string {
  if ('socket' in entry) return entry.socket.requestId
  return 'room' in entry ? entry.room.roomId : entry.requestId
}

/** The maximum number of steps of a room that are kept: the latest ones. */
const maximumSteps = 200

/** A part of the list. */
interface JournalRange {
  /** The maximum number of entries: the latest ones. @default all */
  readonly limit?: number | undefined
  /** The request id of an entry: lists only entries before it, and none if the journal does not have that entry. */
  readonly before?: string | undefined
}

export interface Journal {
  record(entry: JournalRecord): void
  /** Records a step at the relay. All steps of a room are one entry, at the place of the first one. */
  recordStep(room: RoomRecord['room'], step: JournaledStep): void
  /**
   * Records a WebSocket from its first step on, as one entry.
   *
   * @returns A function that records a step
   */
  recordSocket(socket: SocketHead): (step: SocketStep<number>) => void
  /** The latest requests, oldest first, all or those of one operation. */
  list(operation?: OperationId, range?: JournalRange): JournalEntry[]
  /**
   * Calls a function with each later entry, and with an entry of a room or a WebSocket after each of its steps.
   *
   * @param onClear - Called each time the journal is emptied.
   * @returns A function that ends it.
   */
  watch(listener: (entry: JournalEntry) => void, onClear?: () => void): () => void
  /**
   * The ids of the kept requests that have caused events, by the events' ids. For a step of a room it is the room's id.
   */
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
  const entries = createJournalEntries<AnyRecord>(limit)
  let recorded = 0
  const watchers = createWatchers<[JournalEntry | 'cleared']>(report)
  const tell = (entry: AnyRecord) => {
    if (watchers.count > 0) watchers.tell(presentEntry(entry))
  }
  function add(entry: AnyRecord): void {
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
    recordSocket(socket) {
      let record = recordOfSocket(socket)
      return (step) => {
        const former = record
        record = withSocketStep(former, step)
        if (entries.replace(former, record, record.bytes)) return tell(record)
        // It is new, or the journal was emptied.
        record = withSocketStep({ ...recordOfSocket(socket), isOpen: former.isOpen, calls: former.calls }, step)
        add(record)
      }
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
        if ('socket' in entry) continue
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
/** Secrets are covered first: a half of one would not be known by its form. */
function cut(text: string): string {
  const covered = redactForms(text)
  return covered.length <= longestText ? covered : `${covered.slice(0, longestText)}…`
}
const cutList = (texts: readonly string[] | undefined) => texts?.slice(0, mostNames).map(cut)
const cutValues = <T>(values: Readonly<Record<string, T>>) =>
  Object.fromEntries(
    Object.entries(values)
      .slice(0, mostNames)
      .map(([name, value]) => [cut(name), typeof value === 'string' ? cut(value) : value]),
  ) as Record<string, T>

/** Shortens the parts of an exchange that would take too much memory. */
function keep(exchange: JournalRecord): KeptRecord {
  const { url, headers, decoded, reply, unknownFields, params, questions = [], notes, ...record } = exchange
  const query = decoded?.query ?? {}
  const isShort = url.href.length <= longestText
  return {
    ...record,
    path: cut(url.pathname),
    headers: cutValues(keepHeaders(headers)),
    params: isShort ? params : cutValues(params),
    query: isShort ? query : cutValues(query),
    body: keepBody(decoded?.body === undefined ? null : JSON.stringify(decoded.body), true, redact),
    reply: keepBody(reply.text, reply.isJson, coverOf(record)),
    unknownFields: cutList(unknownFields),
    questions: questions.slice(0, mostNames),
    notes: cutList(notes),
  }
}

/** An error's `code` is the name of a rule, not a secret. */
const coverOf = ({ status }: Pick<JournalRecord, 'status'>) =>
  status >= 400 ? (value: unknown) => redactForms(value) : (value: unknown) => redact(value)

/** The memory of an entry's own fields, in bytes. */
const fieldsBytes = 800

/** About how many bytes of memory an entry takes. */
function sizeOf(entry: AnyRecord): number {
  if ('socket' in entry) return entry.bytes
  if ('room' in entry) return weigh(entry)
  const { path, params, query, headers, unknownFields, fault, events, questions, notes, body, reply } = entry
  const texts = path.length + (body.text?.length ?? 0) + (reply.text?.length ?? 0)
  const rest = [params, query, headers, unknownFields, fault, events, questions, notes]
  return fieldsBytes + 2 * texts + rest.reduce((bytes: number, value) => (value ? bytes + weigh(value) : bytes), 0)
}

/** Adds a step. Repeated equal steps count as one. */
function withStep(steps: readonly JournaledStep[], step: JournaledStep): readonly JournaledStep[] {
  const last = steps.at(-1)
  const isSame = last && JSON.stringify({ ...last, at: 0, times: 1 }) === JSON.stringify({ ...step, at: 0, times: 1 })
  if (isSame) return [...steps.slice(0, -1), { ...last, times: (last.times ?? 1) + 1 }]
  return [...steps.slice(-maximumSteps + 1), step]
}

function presentEntry(entry: AnyRecord): JournalEntry {
  if ('socket' in entry) return presentSocket(entry)
  return 'room' in entry ? presentRoom(entry) : present(entry)
}

function presentRoom({ room: { path, ...room }, steps }: RoomRecord): JournalEntry {
  return redactForms({
    requestId: room.roomId,
    at: isoOf(steps[0]?.at ?? 0),
    method: 'POST',
    path,
    params: {},
    query: {},
    status: steps.at(-1)?.status ?? 0,
    room: { ...room, steps: steps.map(({ at, ...step }) => ({ at: isoOf(at), ...step })) },
  })
}

function present(record: KeptRecord): JournalEntry {
  const { requestId, at, method, path, id, params, query, headers, unknownFields, fault, userId, events } = record
  const { status, durationMs, questions, notes } = record
  const body = showBody(record.body, redact)
  const reply = showBody(record.reply, coverOf(record))
  return {
    requestId,
    at: isoOf(at),
    method,
    path,
    operation: id,
    params: redactForms(params),
    query: redact(query) as Record<string, unknown>,
    headers,
    body: body.shown,
    ...defined({
      bodyBytes: body.cutFromBytes,
      unknownFields: unknownFields?.length ? unknownFields : undefined,
      fault: fault && withoutBody(fault),
      userId,
      events: events?.length ? events : undefined,
    }),
    status,
    durationMs: tenths(durationMs),
    reply: reply.shown,
    ...defined({
      replyBytes: reply.cutFromBytes,
      questions: questions?.length ? redactForms(questions.map(presentQuestion)) : undefined,
      notes,
      nearMisses: id === undefined ? nearMisses(method, path) : undefined,
    }),
  }
}

const tenths = (milliseconds: number) => Math.round(milliseconds * 10) / 10

function presentQuestion({ afterMs, durationMs, ...question }: AskedQuestion): AskedQuestion {
  return { ...question, afterMs: tenths(afterMs), durationMs: tenths(durationMs) }
}
