/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>

/**
 * Stores a session. Each method may return its result or a promise of it. When a method throws, or does not answer
 * within ten seconds, the session continues in memory, and its `isKept` is false.
 */
export interface StorageAdapter {
  /** Returns the stored value; `null` or undefined if there is none. */
  get(key: string): MaybePromise<string | null | undefined>
  /**
   * Stores a value in place of the earlier one.
   *
   * @param maxAgeMs - How long the value is useful, in milliseconds.
   */
  set(key: string, value: string, maxAgeMs: number): MaybePromise<unknown>
  /** Removes the value, if there is one. */
  remove(key: string): MaybePromise<unknown>
  /**
   * The reach of the storage: all tabs of the site (`origin`); one tab, which a person can duplicate (`tab`); the
   * sessions of a page or process that use this same object (`page`); or one request on a server (`request`). The
   * session of a request has no timer, and sends no messages to tabs.
   * @default 'tab'
   */
  readonly scope?: 'origin' | 'tab' | 'page' | 'request' | undefined
  /** Whether the storage cannot be written now. Then the session does not refresh, as the new token would be lost. */
  readonly readOnly?: boolean | undefined
  /**
   * Whether the storage has little room. The session then stores the smaller of the service's two tokens
   * (`minifiedJwt`), whose size does not depend on the user's wallets and fields.
   */
  readonly isSmall?: boolean | undefined
  /**
   * Whether a session that exists only in memory is useless, because a server would not see it. If `set` throws, the
   * sign-in then rejects with that error.
   */
  readonly isRequired?: boolean | undefined
}

/**
 * Stores the session in `localStorage`: all tabs share it, and it survives a restart of the browser.
 *
 * @example const session = createSession({ api, storage: localStorageAdapter() })
 */
export function localStorageAdapter(): StorageAdapter {
  return webStorage(() => localStorage, 'origin')
}

/**
 * Stores the session in `sessionStorage`: each tab has its own session, which ends with the tab.
 *
 * @example const session = createSession({ api, storage: sessionStorageAdapter() })
 */
export function sessionStorageAdapter(): StorageAdapter {
  return webStorage(() => sessionStorage, 'tab')
}

/**
 * Stores the session in memory, where other scripts cannot read it. It ends with the page or process. Sessions that are
 * created with the same object share it.
 *
 * @example const session = createSession({ api, storage: memoryStorage() })
 */
export function memoryStorage(): StorageAdapter {
  const values = new Map<string, string>()
  return {
    scope: 'page',
    get: (key) => values.get(key),
    set: (key, value) => values.set(key, value),
    remove: (key) => values.delete(key),
  }
}

/** Looks the storage up at each use: if it is blocked, even reading the property throws. */
function webStorage(storage: () => Storage, scope: 'origin' | 'tab'): StorageAdapter {
  return {
    scope: hasTabs(storage) ? scope : 'page',
    get: (key) => storage().getItem(key),
    set: (key, value) => storage().setItem(key, value),
    remove: (key) => storage().removeItem(key),
  }
}

/**
 * Whether others can have the session, too: in a page or a worker of a browser, even if the storage is blocked, and where
 * there is such a storage elsewhere. Without a file for it, Node has none, or one without methods.
 */
function hasTabs(storage: () => Storage): boolean {
  try {
    return 'document' in globalThis || 'WorkerGlobalScope' in globalThis || !!storage().getItem
  } catch {
    return false
  }
}
