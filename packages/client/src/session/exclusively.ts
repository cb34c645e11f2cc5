import { takeNote } from './note.ts'
import type { StorageAdapter } from './storage.ts'

/**
 * Does a piece of work that only one tab at a time does. Once the signal is aborted, it is not begun any more.
 *
 * Web Locks keep the order. Where there are none, or the page may not use them, a note in the storage that tabs share
 * says who is at it.
 */
export async function exclusively<T>(
  name: string,
  storage: StorageAdapter,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  let begun: Promise<T> | undefined
  const begin = (): Promise<T> => {
    signal?.throwIfAborted()
    return (begun ??= work())
  }
  try {
    const locks = globalThis.navigator?.locks
    if (locks) return await locks.request(name, signal ? { signal } : {}, begin)
  } catch (error) {
    signal?.throwIfAborted()
    if (begun) throw error
  }
  if (storage.scope !== 'origin') {
    const turn = (queues.get(name) ?? Promise.resolve()).then(begin)
    const ended: Promise<unknown> = turn.catch(() => {}).then(() => queues.get(name) === ended && queues.delete(name))
    queues.set(name, ended)
    return turn
  }
  // Where the storage is blocked, no tab shares anything.
  const release = await takeNote(`${name}.lock`, storage, signal).catch(() => {})
  try {
    return await begin()
  } finally {
    await release?.()
  }
}

/** The last in line by name, where nobody else but this page takes part. */
const queues = new Map<string, Promise<unknown>>()
