import { type ReadonlySignal, signal } from '@preact/signals'
import { now } from '../platform.ts'
import { type Connection, createConnection, type StreamListeners } from './connection.ts'
import type { AsJson, ControlOutput, Entry, StreamEvents } from './control.ts'
import { createLiveJournal } from './liveJournal.ts'
import type { Source } from './source.ts'
import { createTableListeners } from './tableListeners.ts'

type Clock = ControlOutput<'GET clock'>
type Faults = AsJson<StreamEvents>['faults']

/** The mock as the inspector sees it: its state is asked for, its changes arrive by themselves. */
export interface Live {
  readonly baseUrl: string
  readonly call: Source['call']
  readonly open: Source['open']
  readonly document: Source['document']
  readonly connection: ReadonlySignal<Connection>
  /** The latest requests, oldest first. */
  readonly journal: ReadonlySignal<readonly Entry[]>
  /** The faults that are set, and those that happen by chance. */
  readonly faults: ReadonlySignal<Faults>
  /** `receivedAt` is the page's time, in epoch milliseconds. */
  readonly clock: ReadonlySignal<(Clock & { readonly receivedAt: number }) | undefined>
  /**
   * Calls a function when one of the tables has changed, and after each reconnection.
   *
   * @param tables - Names of tables of the store, `worlds`, `snapshots`, `sweeps`, `browserWallets`, `sockets` or `clock`; `undefined` for all.
   * @returns A function that ends it.
   */
  onChange(tables: readonly string[] | undefined, listener: () => void): () => void
  /** Connects again at once. */
  reconnect(): void
  close(): void
}

/** Connects to a mock, and connects again, with longer and longer pauses, when the connection is lost. */
export function createLive(source: Source): Live {
  const journal = createLiveJournal(source)
  const faults = signal<Faults>({ faults: [] })
  const clock = signal<(Clock & { receivedAt: number }) | undefined>(undefined)
  const { tell, onChange } = createTableListeners()

  async function readAnew(): Promise<void> {
    const [latest, set] = await Promise.all([journal.readLatest(), source.call('GET faults')])
    journal.show(latest)
    faults.value = set
    tell()
    // When it fails the connection is lost, and all is read anew.
    void journal.readOlder().catch(() => {})
  }

  const on: StreamListeners = {
    journal(entry) {
      journal.add(entry)
      if (entry.socket) tell(['sockets'])
    },
    journalCleared: () => journal.show([]),
    state: ({ tables }) => tell(tables),
    clock(state) {
      clock.value = { ...state, receivedAt: now() }
      tell(['clock'])
    },
    worlds: () => tell(['worlds']),
    snapshots: () => tell(['snapshots']),
    sweeps: () => tell(['sweeps']),
    browserWallets: () => tell(['browserWallets']),
    faults: (event) => void (faults.value = event),
    dropped: readAnew,
  }

  return {
    baseUrl: source.baseUrl,
    call: source.call,
    open: source.open,
    document: source.document,
    journal: journal.entries,
    clock,
    faults,
    onChange,
    ...createConnection(source, { readAnew, on }),
  }
}
