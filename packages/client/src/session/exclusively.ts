import { takeNote } from './note.ts'
import type { StorageAdapter } from './storage.ts'

interface Turn {
  readonly name: string
  readonly storage: StorageAdapter
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs work that only one tab at a time may do. After the signal is aborted, the work does not start.
 *
 * It uses Web Locks. If the page has none, a note in the shared storage names the tab whose turn it is.
 */
export async function exclusively<T>({ name, storage, signal }: Turn, work: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined
  const begin = async (): Promise<T> => {
    signal?.throwIfAborted()
    begun ??= work()
    return begun
  }
  try {
    const locks = globalThis.navigator?.locks
    if (locks) return await locks.request(name, signal ? { signal } : {}, begin)
  } catch (error) {
    signal?.throwIfAborted()
    if (begun) throw error
  }
  if (storage.scope !== 'origin') {
    const turn = Promise.resolve(queues.get(name)).then(begin)
    const ended: Promise<void> = turn
      .catch(() => {})
      .then(() => {
        if (queues.get(name) === ended) queues.delete(name)
      })
    queues.set(name, ended)
    return turn
  }
  // If the storage is blocked, the tabs share nothing, so there is nobody to wait for.
  const release = await takeNote(`${name}.lock`, storage, signal).catch((): undefined => {})
  return begin().finally(release)
}

/** The last work in line by name, for sessions that no other page shares. */
const queues = new Map<string, Promise<unknown>>()
