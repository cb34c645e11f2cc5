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
    const isLast = (): boolean => queues.get(name) === ended
    const ended: Promise<unknown> = turn.catch(() => {}).then(() => isLast() && queues.delete(name))
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

/**
 * Waits for its turn to leave a note, and renews it, since it counts for a while only: a tab which has gone stops nobody.
 * Where the storage drops the note, it goes on without one.
 *
 * @returns What takes the note away, unless another tab has left its own meanwhile. Never rejects.
 */
async function takeNote(
  key: string,
  storage: StorageAdapter,
  signal: AbortSignal | undefined,
): Promise<() => Promise<void>> {
  const own = `${Math.random()}`
  const read = async (): Promise<{ isHeld: boolean; isOwn: boolean }> => {
    const [until, id] = ((await storage.get(key)) ?? '').split(' ')
    return { isHeld: Number(until) > Date.now(), isOwn: id === own }
  }
  const write = async (): Promise<unknown> => {
    // Browsers let the timers of a page that nobody sees run once a minute.
    const leaseMs = globalThis.document?.hidden ? 90_000 : 30_000
    return storage.set(key, `${Date.now() + leaseMs} ${own}`, leaseMs)
  }
  // Once may be chance: the note of a faster tab, which has ended its work by now, took the place of this one's.
  for (let dropped = 0; dropped < 2;) {
    signal?.throwIfAborted()
    if ((await read()).isHeld) await sleep(settleMs * 3)
    else {
      await write()
      // Two tabs may have written at once: the one whose note stays goes first.
      await sleep(settleMs)
      const { isHeld, isOwn } = await read()
      if (isHeld && isOwn) break
      if (!isHeld) dropped++
    }
  }
  let renewed: Promise<unknown> = Promise.resolve()
  const renew = async (): Promise<unknown> => (await read()).isOwn && write()
  const timer = setInterval(() => {
    renewed = renewed.then(renew).catch(() => {})
  }, renewalMs)
  return async () => {
    clearInterval(timer)
    await renewed
    await read()
      .then(({ isOwn }) => isOwn && storage.remove(key))
      .catch(() => {})
  }
}

const settleMs = 30
const renewalMs = 10_000

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
