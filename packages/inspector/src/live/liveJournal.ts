import { type ReadonlySignal, signal } from '@preact/signals'
import type { Entry } from './control.ts'
import type { Source } from './source.ts'

/** How many entries of the journal are kept. */
const maximumEntries = 2000
/** How many are read first: what a window shows. */
const entriesAtFirst = 50
/** How many older ones are read at once after them. */
const entriesAtOnce = 200

/** The latest requests, oldest first. */
interface LiveJournal {
  readonly entries: ReadonlySignal<readonly Entry[]>
  add(entry: Entry): void
  /** Shows entries in place of those before, when the journal is read anew or emptied. */
  show(entries: readonly Entry[]): void
  readLatest(): Promise<readonly Entry[]>
  /** Adds the entries before those that are shown, until others are shown in their place. */
  readOlder(): Promise<void>
}

export function createLiveJournal(source: Pick<Source, 'call'>): LiveJournal {
  const entries = signal<readonly Entry[]>([])
  /** Another object each time the journal is read anew or emptied. */
  let reading = {}
  return {
    entries,
    add(entry) {
      entries.value = withEntry(entries.value, entry)
    },
    show(shown) {
      reading = {}
      entries.value = shown
    },
    async readLatest() {
      return (await source.call('GET journal', { limit: entriesAtFirst })).entries
    },
    async readOlder() {
      const begun = reading
      for (let before = entries.value[0]?.requestId; before !== undefined;) {
        const { entries: older } = await source.call('GET journal', { limit: entriesAtOnce, before })
        if (reading !== begun) return
        entries.value = [...older, ...entries.value].slice(-maximumEntries)
        before = older[0]?.requestId
      }
    },
  }
}

/** The entries with a new one. That of a room takes the place of its former state. */
function withEntry(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const index = entries.findLastIndex(({ requestId }) => requestId === entry.requestId)
  if (index >= 0) return entries.with(index, entry)
  return [...entries, entry].slice(-maximumEntries)
}
