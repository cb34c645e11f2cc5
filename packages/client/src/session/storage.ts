import { isPending } from '../shared/isPending.ts'

type MaybePromise<T> = T | Promise<T>

/** Where a session is kept. Each method may answer at once or later, and may throw: the session goes on in memory then. */
export interface StorageAdapter {
  get(key: string): MaybePromise<string | null | undefined>
  /** @param maxAgeMs - For how long the value is worth anything, in milliseconds. */
  set(key: string, value: string, maxAgeMs: number): MaybePromise<unknown>
  remove(key: string): MaybePromise<unknown>
  /**
   * Who sees what is kept: `origin` all tabs of the site, `tab` this one alone, `request` one request of a server. A session
   * of one request has no timer and tells no other.
   * @default 'tab'
   */
  readonly scope?: 'origin' | 'tab' | 'request'
  /** Whether nothing can be kept now. Such a session does not refresh, since nobody would learn of the new token. */
  readonly readOnly?: boolean
}

/** Keeps the session in `localStorage`: all tabs share it, and it survives the browser's end. */
export function localStorageAdapter(): StorageAdapter {
  return { ...webStorage(() => localStorage), scope: 'origin' }
}

/** Keeps the session in `sessionStorage`: each tab has its own, which ends with the tab. */
export function sessionStorageAdapter(): StorageAdapter {
  return webStorage(() => sessionStorage)
}

/** Keeps the session for as long as the page or process lasts, and where no script can look for it. */
export function memoryStorage(): StorageAdapter {
  const values = new Map<string, string>()
  return {
    get: (key) => values.get(key),
    set: (key, value) => values.set(key, value),
    remove: (key) => values.delete(key),
  }
}

/** Looked up at each use: where storage is blocked, even to name it throws. */
function webStorage(storage: () => Storage): StorageAdapter {
  return {
    get: (key) => storage().getItem(key),
    set: (key, value) => storage().setItem(key, value),
    remove: (key) => storage().removeItem(key),
  }
}

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
  let last: MaybePromise<unknown>
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
      const written = last instanceof Promise ? last.then(work) : work()
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
