import { type ReadonlySignal, signal } from '@preact/signals'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { after, now } from '../platform.ts'
import type { ControlOutput, Entry, StreamEvents } from './control.ts'
import type { Source } from './source.ts'

/** How many entries of the journal are kept. */
const maximumEntries = 2000
/** How many are read first: what a window shows. */
const entriesAtFirst = 50
/** How many older ones are read at once after them. */
const entriesAtOnce = 200
const firstDelayMs = 500
const maximumDelayMs = 15_000

/** Whether changes arrive. `reason` says in words why they do not. */
interface Connection {
  readonly state: 'connecting' | 'live' | 'lost'
  readonly reason?: string
}

type Clock = ControlOutput<'GET clock'>

/** The mock as the inspector sees it: its state is asked for, its changes arrive by themselves. */
export interface Live {
  readonly baseUrl: string
  readonly call: Source['call']
  readonly connection: ReadonlySignal<Connection>
  /** The latest requests, oldest first. */
  readonly journal: ReadonlySignal<readonly Entry[]>
  /** The faults that are set. */
  readonly faults: ReadonlySignal<StreamEvents['faults']['faults']>
  /** `receivedAt` is the page's time, in epoch milliseconds. */
  readonly clock: ReadonlySignal<(Clock & { readonly receivedAt: number }) | undefined>
  /**
   * Calls a function when one of the tables has changed, and after each reconnection.
   *
   * @param tables - Names of tables of the store, `worlds`, `snapshots` or `clock`; `undefined` for all.
   * @returns A function that ends it.
   */
  onChange(tables: readonly string[] | undefined, listener: () => void): () => void
  /** Connects again at once. */
  reconnect(): void
  close(): void
}

/** Connects to a mock, and connects again, with longer and longer pauses, when the connection is lost. */
export function createLive(source: Source): Live {
  const connection = signal<Connection>({ state: 'connecting' })
  const journal = signal<readonly Entry[]>([])
  const faults = signal<StreamEvents['faults']['faults']>([])
  const clock = signal<(Clock & { receivedAt: number }) | undefined>(undefined)
  const listeners = new Set<{ tables: readonly string[] | undefined; listener: () => void }>()
  const closing = new AbortController()
  /** Another object each time the journal is read anew or emptied. */
  let journalReading = {}
  let attempt = new AbortController()
  let cancelRetry = () => {}

  const tell = (changed?: readonly string[]) => {
    for (const { tables, listener } of listeners) {
      if (!changed || !tables || tables.some((table) => changed.includes(table))) listener()
    }
  }

  const on: { readonly [Name in keyof StreamEvents]: (data: StreamEvents[Name]) => void | Promise<void> } = {
    journal: (entry) => void (journal.value = withEntry(journal.value, entry)),
    journalCleared: () => showJournal([]),
    state: ({ tables }) => tell(tables),
    clock(state) {
      clock.value = { ...state, receivedAt: now() }
      tell(['clock'])
    },
    worlds: () => tell(['worlds']),
    snapshots: () => tell(['snapshots']),
    faults: (event) => void (faults.value = event.faults),
    dropped: readAnew,
  }

  async function readAnew(): Promise<void> {
    const latest = source.call('GET journal', { limit: entriesAtFirst })
    const [{ entries }, set] = await Promise.all([latest, source.call('GET faults')])
    showJournal(entries)
    faults.value = set.faults
    tell()
    // When it fails the connection is lost, and all is read anew.
    void readOlder().catch(() => {})
  }

  function showJournal(entries: readonly Entry[]): void {
    journalReading = {}
    journal.value = entries
  }

  /** Adds the entries before those that are shown, until the journal is read anew or emptied. */
  async function readOlder(): Promise<void> {
    const reading = journalReading
    for (let before = journal.value[0]?.requestId; before !== undefined;) {
      const { entries } = await source.call('GET journal', { limit: entriesAtOnce, before })
      if (journalReading !== reading) return
      journal.value = [...entries, ...journal.value].slice(-maximumEntries)
      before = entries[0]?.requestId
    }
  }

  async function connect(delayMs = firstDelayMs): Promise<void> {
    const own = (attempt = new AbortController())
    const ended = AbortSignal.any([own.signal, closing.signal])
    let nextDelayMs = delayMs
    try {
      const stream = await source.stream(ended)
      const reader = stream.pipeThrough(textDecoder()).pipeThrough(new EventSourceParserStream()).getReader()
      // What happens from now on waits in the stream.
      await readAnew()
      connection.value = { state: 'live' }
      nextDelayMs = firstDelayMs
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        const { event = '', data } = next.value
        if (Object.hasOwn(on, event)) await on[event as keyof StreamEvents](JSON.parse(data) as never)
      }
      connection.value = { state: 'lost', reason: 'The mock has ended the connection.' }
    } catch (error) {
      // Whoever reconnects or closes goes on from here.
      if (ended.aborted) return
      connection.value = { state: 'lost', reason: reasonOf(error) }
    } finally {
      // A stream may be open still when something else has failed.
      own.abort()
    }
    cancelRetry = after(nextDelayMs, () => void connect(Math.min(nextDelayMs * 2, maximumDelayMs)))
  }

  void connect()
  return {
    baseUrl: source.baseUrl,
    call: source.call,
    connection,
    journal,
    clock,
    faults,
    onChange(tables, listener) {
      const entry = { tables, listener }
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
    reconnect() {
      cancelRetry()
      attempt.abort()
      connection.value = { state: 'connecting' }
      void connect()
    },
    close() {
      closing.abort()
      cancelRetry()
    },
  }
}

/** The entries with a new one. That of a room takes the place of its former state. */
function withEntry(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const index = entries.findLastIndex(({ requestId }) => requestId === entry.requestId)
  if (index >= 0) return entries.with(index, entry)
  return [...entries, entry].slice(-maximumEntries)
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The types of the DOM take any bytes, but do not say so of a stream's. */
const textDecoder = () => new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>
