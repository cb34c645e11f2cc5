import type { ShareStorage } from './storage.ts'

/** Where a browser stores shares. */
export interface IndexedDbOptions {
  /** Name of the database. @default 'latchkey-shares' */
  name?: string | undefined
}

/** A value as it is in the database. */
interface EncryptedValue {
  iv: Uint8Array<ArrayBuffer>
  ct: ArrayBuffer
}

const values = 'values'
const keys = 'keys'
const wrappingKey = 'wrapping'

/** The result of a request to the database. */
function outcomeOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}

/** Resolves when a transaction has stored its writes for good. */
function completionOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error))
  })
}

async function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () =>
    [values, keys].forEach((store) => request.result.createObjectStore(store)),
  )
  const database = await outcomeOf(request)
  // Another page may want to delete the database, or a newer version of this package to change it.
  database.addEventListener('versionchange', () => database.close())
  return database
}

/** The key that encrypts what is stored. Scripts can use it, but cannot read it. All pages of the origin share it. */
async function loadKey(database: IDBDatabase): Promise<CryptoKey> {
  // Made before the transaction, which would end while it waits for the key.
  const newKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const transaction = database.transaction(keys, 'readwrite')
  const store = transaction.objectStore(keys)
  const existingKey = await outcomeOf<CryptoKey | undefined>(store.get(wrappingKey))
  if (!existingKey) store.put(newKey, wrappingKey)
  await completionOf(transaction)
  return existingKey ?? newKey
}

/**
 * Stores shares in the browser's IndexedDB, encrypted by AES-256-GCM with a key that cannot be exported. Scripts of
 * this origin can use the key, but cannot read it. Scripts of another origin cannot use it, even if they get a copy of
 * the browser's files.
 *
 * @example const party = createWalletParty({ client, engine: relayEngine(), storage: indexedDbShares() })
 */
export function indexedDbShares({ name = 'latchkey-shares' }: IndexedDbOptions = {}): ShareStorage {
  let opened: Promise<{ database: IDBDatabase; key: CryptoKey }> | undefined

  /** The database is opened anew at the next use. */
  const forget = () => {
    opened = undefined
  }
  const connect = () => {
    opened ??= open(name)
      .then(async (database) => {
        database.addEventListener('versionchange', forget)
        database.addEventListener('close', forget)
        return { database, key: await loadKey(database) }
      })
      .catch((error: unknown) => {
        forget()
        throw error
      })
    return opened
  }

  /** A value opens only under its own name. */
  const parametersOf = (iv: Uint8Array<ArrayBuffer>, key: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(key),
  })

  return {
    async get(key) {
      const { database, key: secret } = await connect()
      const request = database.transaction(values).objectStore(values).get(key)
      const value = await outcomeOf<EncryptedValue | undefined>(request)
      if (!value) return undefined
      return new TextDecoder().decode(await crypto.subtle.decrypt(parametersOf(value.iv, key), secret, value.ct))
    },
    async set(key, text) {
      const { database, key: secret } = await connect()
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const ct = await crypto.subtle.encrypt(parametersOf(iv, key), secret, new TextEncoder().encode(text))
      const transaction = database.transaction(values, 'readwrite', { durability: 'strict' })
      transaction.objectStore(values).put({ iv, ct } satisfies EncryptedValue, key)
      await completionOf(transaction)
    },
    async remove(key) {
      const { database } = await connect()
      const transaction = database.transaction(values, 'readwrite')
      transaction.objectStore(values).delete(key)
      await completionOf(transaction)
    },
    async keys(prefix) {
      const { database } = await connect()
      const names = await outcomeOf(database.transaction(values).objectStore(values).getAllKeys())
      return names.map(String).filter((key) => key.startsWith(prefix))
    },
  }
}
