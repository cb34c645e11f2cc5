import { assertArgument } from '../shared/assertArgument.ts'
import { inTurn } from './locks.ts'

/** A value, at once or later. */
type MaybePromise<T> = T | Promise<T>

/**
 * Stores shares and unfinished ceremonies as texts. These texts are secret: whoever reads them can sign with the
 * service's help. When a method throws, the call of the wallet fails with the reason `storage_failed`.
 */
export interface ShareStorage {
  /** Reads a text; `null` or `undefined` if there is none. */
  get(key: string): MaybePromise<string | null | undefined>
  /** Writes a text, in place of an earlier one. */
  set(key: string, value: string): MaybePromise<unknown>
  /** Removes a text, if there is one. */
  remove(key: string): MaybePromise<unknown>
  /** All keys that begin with the prefix. */
  keys(prefix: string): MaybePromise<readonly string[]>
}

/** A storage of texts without a list of its keys, such as the secure storage of a phone. */
export interface KeyedStorage extends Omit<ShareStorage, 'keys'> {}

/** The entry that lists the keys of the others. */
const listKey = 'latchkey.shares'

/**
 * Stores shares where keys cannot be listed, such as in the secure storage of a phone: one additional entry lists them.
 *
 * @param storage - The storage. Keys have only letters, digits, dots, hyphens and underscores.
 * @throws {@link TypeError} when `storage` has no `get`.
 * @example
 * const storage = listedShares({
 *   get: (key) => SecureStore.getItemAsync(key),
 *   set: (key, value) => SecureStore.setItemAsync(key, value),
 *   remove: (key) => SecureStore.deleteItemAsync(key),
 * })
 */
export function listedShares(storage: KeyedStorage): ShareStorage {
  assertArgument(Object(storage).get, 'storage', 'an object with get, set and remove')
  const readList = async () => new Set<string>(JSON.parse((await storage.get(listKey)) ?? '[]') as string[])
  const writeList = (list: ReadonlySet<string>) => storage.set(listKey, JSON.stringify([...list]))
  return {
    get: (key) => storage.get(key),
    // A key is listed before its entry is written, and until it is removed: an entry that is not listed would be lost.
    set: (key, value) =>
      inTurn(listKey, async () => {
        const list = await readList()
        if (!list.has(key)) await writeList(list.add(key))
        await storage.set(key, value)
      }),
    remove: (key) =>
      inTurn(listKey, async () => {
        const list = await readList()
        await storage.remove(key)
        if (list.delete(key)) await writeList(list)
      }),
    keys: async (prefix) => [...(await readList())].filter((key) => key.startsWith(prefix)),
  }
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
