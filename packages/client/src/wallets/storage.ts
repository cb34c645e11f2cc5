/** A value, at once or later. */
type MaybePromise<T> = T | Promise<T>

/**
 * Stores shares and unfinished ceremonies as texts. What it gets is secret: whoever reads it can sign with the
 * service's help. When a method throws, the call of the wallet fails with the reason `storage_failed`.
 */
export interface ShareStorage {
  get(key: string): MaybePromise<string | null | undefined>
  set(key: string, value: string): MaybePromise<unknown>
  remove(key: string): MaybePromise<unknown>
  /** All keys that begin with the prefix. */
  keys(prefix: string): MaybePromise<readonly string[]>
}

/** Stores shares in memory, for tests and for programs that end with their wallets. A reload loses them. */
export function memoryShares(): ShareStorage {
  const values = new Map<string, string>()
  return {
    get: (key) => values.get(key),
    set: (key, value) => values.set(key, value),
    remove: (key) => values.delete(key),
    keys: (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)),
  }
}
