import { isPending } from '../shared/isPending.ts'
import { inTime } from './inTime.ts'
import type { MaybePromise, StorageAdapter } from './storage.ts'

/**
 * One value of a storage. It never throws: a value that the storage refuses stays in memory. So does one for which the
 * storage does not answer in time.
 */
export interface Slot {
  /** The error of a storage, this tab's or another one's, that does not have the latest value. */
  readonly refusal: { readonly cause?: unknown } | undefined
  /**
   * Prefers the storage to the memory, since another tab may have written to it.
   *
   * @param onLate - Gets an answer that comes after the time limit.
   * @returns `null` when nothing is stored, undefined when the storage could not be read.
   */
  read(onLate?: (value: string | null | undefined) => void): MaybePromise<string | null | undefined>
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
  let refusal: Slot['refusal']
  let last: MaybePromise<boolean> | undefined
  /** @param reason - Why the value is removed, if the storage has refused the next one. */
  const remove = (reason?: Slot['refusal']): MaybePromise<boolean> => {
    isStale = true
    return attempt(
      () => storage.remove(key),
      () => {
        isStale = false
        refusal = reason
        return !reason
      },
      (cause) => {
        refusal = reason ?? { cause }
        return false
      },
    )
  }
  return {
    get refusal() {
      return refusal
    },
    read(onLate) {
      if (isStale) return held
      const value = attempt<string | null | undefined, string | null | undefined>(
        () => storage.get(key),
        (text) => text || held,
        () => undefined,
      )
      if (!isPending(value)) return value
      return inTime(value).catch(() => void value.then(onLate))
    },
    write(value, maxAgeMs = 0) {
      const work = (): MaybePromise<boolean> => {
        held = value
        if (value === null) return remove()
        return attempt(
          () => storage.set(key, value, maxAgeMs),
          () => {
            held = null
            isStale = false
            refusal = undefined
            return true
          },
          (cause) => remove({ cause }),
        )
      }
      const written = isPending(last) ? last.then(work) : work()
      last = written
      if (!isPending(written)) return written
      return inTime(written).catch((cause: unknown) => {
        // The next write waits for this one, which could otherwise replace it when the storage answers at last.
        held = value
        isStale = true
        refusal = { cause }
        return false
      })
    },
    hold(value, isStaleNow) {
      held = value
      isStale = isStaleNow
      refusal = value !== null || isStale ? (refusal ?? {}) : undefined
    },
  }
}

/** Runs work that may be asynchronous; if the work is synchronous, so is this function. */
function attempt<T, R>(
  work: () => MaybePromise<T>,
  then: (value: T) => R,
  otherwise: (error: unknown) => MaybePromise<R>,
): MaybePromise<R> {
  try {
    const value = work()
    return isPending(value) ? Promise.resolve(value).then(then).catch(otherwise) : then(value)
  } catch (error) {
    return otherwise(error)
  }
}
