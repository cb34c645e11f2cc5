import { isPending } from '../shared/isPending.ts'
import type { MaybePromise, StorageAdapter } from './storage.ts'

/** One value of a storage that never throws: what the storage does not take is kept in memory. */
export interface Slot {
  /**
   * What the storage has counts more than what is in memory, since another tab has put it there.
   *
   * @returns `null` where there is nothing; undefined where the storage does not say, so that nobody knows.
   */
  read(): MaybePromise<string | null | undefined>
  /**
   * Writes in the order of the calls; `null` removes.
   *
   * @returns Whether the storage has done so. What it holds and cannot replace is taken away.
   */
  write(value: string | null, maxAgeMs?: number): MaybePromise<boolean>
  /**
   * Keeps in memory what the storage takes of no tab; `null` forgets it.
   *
   * @param isStale - Whether what the storage has counts for nothing until it has taken something.
   */
  hold(value: string | null, isStale: boolean): void
}

export function createSlot(storage: StorageAdapter, key: string): Slot {
  let held: string | null = null
  // Whether the storage holds what it was to lose.
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

/** Does a piece of work that may be asynchronous, and stays synchronous where it is not. */
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
