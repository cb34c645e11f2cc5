import { inTime } from './inTime.ts'
import type { StorageAdapter } from './storage.ts'

/**
 * Waits until no other tab has a note, writes one, and renews it. A note expires, so a closed tab blocks nobody. If the
 * storage drops the note, the work continues without it.
 *
 * @returns A function that removes the note, unless another tab has replaced it meanwhile. It never rejects.
 */
export async function takeNote(
  key: string,
  storage: StorageAdapter,
  signal: AbortSignal | undefined,
): Promise<() => Promise<void>> {
  const noteId = `${Math.random()}`
  const read = async (): Promise<[isHeld: boolean, isOwn: boolean]> => {
    const [until, id] = ((await inTime(Promise.resolve(storage.get(key)))) ?? '').split(' ')
    const leftMs = Number(until) - Date.now()
    // A note that is valid for longer was written before the clock was set back.
    return [leftMs > 0 && leftMs <= hiddenLeaseMs, id === noteId]
  }
  const write = async (): Promise<unknown> => {
    const leaseMs = globalThis.document?.hidden ? hiddenLeaseMs : 30_000
    return inTime(Promise.resolve(storage.set(key, `${Date.now() + leaseMs} ${noteId}`, leaseMs)))
  }
  // A single miss may be chance: a faster tab replaced this note and has removed its own since.
  for (let dropped = 0; dropped < 2;) {
    signal?.throwIfAborted()
    const [isTaken] = await read()
    if (isTaken) await sleep(settleMs * 3)
    else {
      await write()
      // Two tabs may have written at once: the one whose note stays goes first.
      await sleep(settleMs)
      const [isHeld, isOwn] = await read()
      if (isHeld && isOwn) break
      if (!isHeld) dropped++
    }
  }
  let renewed: Promise<unknown> = Promise.resolve()
  const renew = async (): Promise<unknown> => (await read())[1] && write()
  const timer = setInterval(() => {
    renewed = renewed.then(renew).catch(() => {})
  }, renewalMs)
  return async () => {
    clearInterval(timer)
    await renewed
    await read()
      .then(([, isOwn]) => isOwn && inTime(Promise.resolve(storage.remove(key))))
      .catch(() => {})
  }
}

const settleMs = 30
/** Browsers run the timers of a hidden page once a minute. */
const hiddenLeaseMs = 90_000
const renewalMs = 10_000

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
