import { isPending } from '../shared/isPending.ts'
import type { MaybePromise, StorageAdapter } from './storage.ts'

/** One value of a storage. It never throws: a value that the storage refuses stays in memory. */
export interface Slot {
  /**
   * Prefers the storage to the memory, since another tab may have written to it.
   *
   * @returns `null` when nothing is stored, undefined when the storage could not be read.
   */
  read(): MaybePromise<string | null | undefined>
  /**
   * Writes in the order of the calls; `null` removes the value.
   *
   * @returns Whether the storage took the value. If not, its old value is removed.
   */
  write(value: string | null, maxAgeMs?: number): MaybePromise<boolean>
  /**
   * Keeps a value in memory that the storage refuses in every tab; `null` forgets it.
   *
   * @param isStale - Whether to ignore the storage's value until the storage accepts a new one.
   */
  hold(value: string | null, isStale: boolean): void
}

export function createSlot(storage: StorageAdapter, key: string): Slot {
  let held: string | null = null
  // Whether the storage still holds a value that should have been removed.
  let isStale = false
  let last: MaybePromise<boolean> | undefined
  const remove = (isDone: boolean): MaybePromise<boolean> => {
    isStale = true
    return attempt(
      () => storage.remove(key),
      () => {
        isStale = false
        return isDone
      },
      () => false,
    )
  }
  return {
    read: () =>
      isStale
        ? held
        : attempt(
            () => storage.get(key),
            (value) => value || held,
            () => undefined,
          ),
    write(value, maxAgeMs = 0) {
      const work = (): MaybePromise<boolean> => {
        held = value
        if (value === null) return remove(true)
        return attempt(
          () => storage.set(key, value, maxAgeMs),
          () => {
            held = null
            isStale = false
            return true
          },
          () => remove(false),
        )
      }
      const written = isPending(last) ? last.then(work) : work()
      last = written
      return written
    },
    hold(value, isStaleNow) {
      held = value
      isStale = isStaleNow
    },
  }
}

/** Runs work that may be asynchronous; if the work is synchronous, so is this function. */
function attempt<T, R>(
  work: () => MaybePromise<T>,
  then: (value: T) => R,
  otherwise: () => MaybePromise<R>,
): MaybePromise<R> {
  try {
    const value = work()
    return isPending(value) ? Promise.resolve(value).then(then).catch(otherwise) : then(value)
  } catch {
    return otherwise()
  }
}
