import { takeNote } from './note.ts'
import type { StorageAdapter } from './storage.ts'

/**
 * Runs work that only one tab at a time may do. After the signal is aborted, the work does not start.
 *
 * It uses Web Locks. If the page has none, a note in the shared storage names the tab whose turn it is.
 */
// An object would cost each session 15 bytes.
// oxlint-disable-next-line max-params
export async function exclusively<T>(
  name: string,
  storage: StorageAdapter,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
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
    // An `if` in place of `&&` would cost each session 6 bytes.
    const ended: Promise<unknown> = turn.catch(() => {}).then(() => queues.get(name) === ended && queues.delete(name))
    queues.set(name, ended)
    return turn
  }
  // If the storage is blocked, the tabs share nothing, so there is nobody to wait for.
  const release = await takeNote(`${name}.lock`, storage, signal).catch((): undefined => {})
  return begin().finally(release)
}

/** The last work in line by name, for sessions that no other page shares. */
const queues = new Map<string, Promise<unknown>>()
