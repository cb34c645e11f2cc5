/** The maximum bytes of memory for the entries of a journal, and for those of all journals of the process. */
const limits = { journal: 16_777_216, process: 134_217_728 } as const

/** The latest entries of a journal. */
export interface JournalEntries<T> {
  /** Adds an entry, and drops the oldest ones while the limits are exceeded. */
  add(entry: T, bytes: number): void
  /** The last entry for which a function is true. */
  findLast(matches: (entry: T) => boolean): T | undefined
  /** @returns Whether the entry was still there */
  replace(entry: T, changed: T, bytes: number): boolean
  /** Oldest first. */
  list(): T[]
  readonly size: number
  /** About how many bytes of memory they take. */
  readonly bytes: number
  clear(): void
}

/** A journal of the process that can make room. */
interface Journal {
  readonly bytes: number
  dropOldest(): void
}

/** The journals whose mocks are still in use. */
const journals = new Set<WeakRef<Journal>>()
/** An upper estimate of the bytes that all of them take. */
let processBytes = 0

/** Makes room in the largest journals, so that one world does not empty the journals of the others. */
function limitProcess(): void {
  const sizes = [...journals].flatMap((reference) => {
    const journal = reference.deref()
    if (!journal) journals.delete(reference)
    return journal ? [journal] : []
  })
  processBytes = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  while (processBytes > limits.process) {
    const largest = sizes.reduce((a, b) => (b.bytes > a.bytes ? b : a))
    const before = largest.bytes
    if (before === 0) return
    largest.dropOldest()
    processBytes -= before - largest.bytes
  }
}

/** @param maximum - How many entries are kept. */
export function createJournalEntries<T>(maximum: number): JournalEntries<T> {
  let weighedEntries: { entry: T; bytes: number }[] = []
  /** The number of entries at the beginning that were dropped. */
  let start = 0
  let bytes = 0
  const count = (change: number) => {
    bytes += change
    processBytes += change
  }
  const journal: Journal = {
    get bytes() {
      return bytes
    },
    dropOldest() {
      const oldest = weighedEntries[start]
      if (!oldest) return
      count(-oldest.bytes)
      start += 1
      // Cutting the list now and then costs less than shifting it each time.
      if (start <= maximum) return
      weighedEntries = weighedEntries.slice(start)
      start = 0
    },
  }
  // Older runtimes of workers have no WeakRef. There each world has its own process, so the limit of the journal is
  // enough.
  if (typeof WeakRef !== 'undefined') journals.add(new WeakRef(journal))
  const makeRoom = () => {
    const isFull = () =>
      weighedEntries.length - start > maximum || (bytes > limits.journal && weighedEntries.length - start > 1)
    while (isFull()) journal.dropOldest()
    if (processBytes > limits.process) limitProcess()
  }
  return {
    add(entry, entryBytes) {
      weighedEntries.push({ entry, bytes: entryBytes })
      count(entryBytes)
      makeRoom()
    },
    findLast: (matches) => weighedEntries.findLast(({ entry }, index) => index >= start && matches(entry))?.entry,
    replace(entry, changed, entryBytes) {
      const weighedEntry = weighedEntries.findLast((each, index) => index >= start && each.entry === entry)
      if (!weighedEntry) return false
      count(entryBytes - weighedEntry.bytes)
      weighedEntry.entry = changed
      weighedEntry.bytes = entryBytes
      makeRoom()
      return true
    },
    get size() {
      return weighedEntries.length - start
    },
    list: () => weighedEntries.slice(start).map(({ entry }) => entry),
    get bytes() {
      return bytes
    },
    clear() {
      count(-bytes)
      weighedEntries = []
      start = 0
    },
  }
}
