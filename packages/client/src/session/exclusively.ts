import type { StorageAdapter } from './storage.ts'

/**
 * Does a piece of work that only one tab at a time does.
 *
 * Web Locks keep the order. Where there are none, or the page may not use them, a note in the storage that tabs share
 * says who is at it; it counts for a while only, so that a tab which has gone stops nobody.
 */
export async function exclusively<T>(name: string, storage: StorageAdapter, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined
  const begin = (): Promise<T> => (begun ??= work())
  try {
    const locks = globalThis.navigator?.locks
    if (locks) return await locks.request(name, signal ? { signal } : {}, begin)
  } catch (error) {
    signal?.throwIfAborted()
    if (begun) throw error
  }
  if (storage.scope !== 'origin') {
    const turn = (queues.get(name) ?? Promise.resolve()).then(begin)
    queues.set(name, turn.catch(() => {}))
    return turn
  }
  const noteKey = `${name}.lock`
  const held = async (): Promise<string | false | null | undefined> => {
    const note = await storage.get(noteKey)
    return Number.parseInt(note ?? '', 10) > Date.now() && note
  }
  try {
    for (;;) {
      signal?.throwIfAborted()
      if (!(await held())) {
        const own = `${Date.now() + leaseMs} ${Math.random()}`
        await storage.set(noteKey, own, leaseMs)
        // Two tabs may have written at once: the one whose note stays goes first.
        await sleep(settleMs)
        if ((await held()) === own) break
      } else await sleep(settleMs * 3)
    }
  } catch {
    // The storage is blocked, so no tab shares anything.
    signal?.throwIfAborted()
    return begin()
  }
  try {
    return await begin()
  } finally {
    await storage.remove(noteKey)
  }
}

/** The last in line by name, where nobody else but this page takes part. */
const queues = new Map<string, Promise<unknown>>()

const settleMs = 30
const leaseMs = 30_000

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
