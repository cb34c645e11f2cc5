/** A value, at once or later. */
export type MaybePromise<T> = T | Promise<T>

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
