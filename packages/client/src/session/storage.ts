/** A value, at once or later. */
export type MaybePromise<T> = T | Promise<T>

/**
 * Stores a session. Each method may return its result or a promise of it. When a method throws, or does not answer
 * within ten seconds, the session continues in memory, and its `isKept` is false.
 */
export interface StorageAdapter {
  get(key: string): MaybePromise<string | null | undefined>
  /** @param maxAgeMs - How long the value is useful, in milliseconds. */
  set(key: string, value: string, maxAgeMs: number): MaybePromise<unknown>
  remove(key: string): MaybePromise<unknown>
  /**
   * The scope of the storage: `origin` is shared by all tabs of the site; `tab` belongs to one tab, which a person can
   * duplicate; `page` belongs to one page or process, and only sessions with this same object share it; `request` belongs
   * to one request of a server. A session of one request has no timer and sends no messages to tabs.
   * @default 'tab'
   */
  readonly scope?: 'origin' | 'tab' | 'page' | 'request' | undefined
  /** Whether the storage cannot be written now. Such a session does not refresh, since the new token would be lost. */
  readonly readOnly?: boolean | undefined
  /**
   * Whether the storage has little room. The session then has the smaller of the service's two tokens (`minifiedJwt`),
   * whose size does not depend on the user's wallets and fields.
   */
  readonly isSmall?: boolean | undefined
  /**
   * Whether a session in memory only is of no use, since a server would not see it. A sign-in then rejects with what
   * `set` has thrown.
   */
  readonly isRequired?: boolean | undefined
}

/** Stores the session in `localStorage`: all tabs share it, and it survives a restart of the browser. */
export function localStorageAdapter(): StorageAdapter {
  return webStorage(() => localStorage, 'origin')
}

/** Stores the session in `sessionStorage`: each tab has its own session, which ends with the tab. */
export function sessionStorageAdapter(): StorageAdapter {
  return webStorage(() => sessionStorage, 'tab')
}

/**
 * Stores the session in memory, where other scripts cannot read it. It ends with the page or process. Sessions share it
 * if they are created with the same object.
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
