import { abortable } from '../shared/abortable.ts'
import { isPending } from '../shared/isPending.ts'
import { createListeners, type Listeners } from './listeners.ts'
import { isOlder, maxAgeMs, parseRecord, type SessionRecord } from './record.ts'
import type { Setup } from './setup.ts'
import { createSlot, type Slot } from './slot.ts'
import type { MaybePromise } from './storage.ts'
import type { TabMessage } from './tabs.ts'

/** The present session: in memory and in the storage. It informs the listeners and the other tabs. */
export interface Store extends Listeners, Pick<Slot, 'hold' | 'refusal'> {
  readonly current: SessionRecord | undefined
  /** The first read of the storage, while it is in progress. */
  readonly loading: void | Promise<void>
  /** Replaces the session in memory only. */
  set(record: SessionRecord | undefined): void
  /** Writes to the storage only. */
  write(record: SessionRecord | null | undefined): MaybePromise<boolean>
  /**
   * Makes this the session, even while the first read of the storage is in progress, stores it, and informs the other
   * tabs. {@link Store.tell} calls the listeners.
   */
  keep(record: SessionRecord | undefined): void | Promise<void>
  /** Like {@link Store.keep}, and throws what a required storage has thrown if it does not take the record. */
  insist(record: SessionRecord): Promise<void>
  /**
   * Reads a shared storage again.
   *
   * @param otherwise - The session to use if the storage cannot be read; `null` ends the session.
   */
  reload(otherwise?: SessionRecord | null): Promise<void>
}

/**
 * @param post - Informs the other tabs, after the storage has been written.
 * @param onRecord - Called with each new record, even with one that was read.
 */
export function createStore(
  { storage, key, environmentId }: Setup,
  post: (message: TabMessage) => void,
  onRecord: (record: SessionRecord | undefined) => void,
): Store {
  const slot = createSlot(storage, key)
  let current: SessionRecord | undefined
  let loading: void | Promise<void>
  let isReplaced = false
  const { add, tell } = createListeners(
    () => current,
    () => !slot.refusal,
  )

  const set = (record: SessionRecord | undefined): void => {
    current = record
    onRecord(record)
  }
  /** Uses the record that was read, unless it is an older token of the same session. */
  const take = (record: SessionRecord | undefined): void => {
    if (record !== current && !isOlder(record, current)) set(record)
  }
  const load = (text: string | null | undefined): void => {
    if (!current) take(parseRecord(text, environmentId))
    tell()
  }
  const write: Store['write'] = (record) =>
    record ? slot.write(JSON.stringify(record), maxAgeMs(record)) : slot.write(null, 0)
  const keep: Store['keep'] = (record) => {
    const sessionId = (record ?? current)?.user.sessionId
    loading = undefined
    isReplaced = true
    set(record)
    const announce = (isStored: boolean): void => post({ sessionId, record, isStored })
    const written = write(record)
    return isPending(written) ? written.then(announce) : announce(written)
  }

  // A person may take longer to unlock the storage than the session waits for it.
  const first = slot.read((text) => isReplaced || load(text))
  loading = isPending(first)
    ? first.then((text) => {
        // A change before the storage answers is newer than its answer.
        if (!loading) return
        loading = undefined
        load(text)
      })
    : load(first)

  return {
    get current() {
      return current
    },
    get refusal() {
      return slot.refusal
    },
    get loading() {
      return loading
    },
    add,
    tell,
    hold: slot.hold,
    set,
    write,
    keep,
    async insist(record) {
      await keep(record)
      if (storage.isRequired && slot.refusal) throw slot.refusal.cause
    },
    async reload(otherwise = current) {
      if (storage.scope !== 'origin') return
      const before = current
      const text = await slot.read()
      if (current === before) take(text === undefined ? (otherwise ?? undefined) : parseRecord(text, environmentId))
    },
  }
}

/** Runs work after the storage has been read. */
export function whenLoaded(
  store: Store,
  signal: AbortSignal | undefined,
  work?: () => void | Promise<void>,
): Promise<void> {
  return abortable(signal, async () => {
    await store.loading
    await work?.()
  })
}
