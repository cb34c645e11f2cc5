import { type SessionRecord, snapshotOf } from './record.ts'
import type { SessionSnapshot } from './session.ts'
import { report } from './surroundings.ts'

/** Those who are told of changes. */
export interface Listeners {
  /** @returns What takes the listener out again. */
  add(listener: (snapshot: SessionSnapshot) => void): () => void
  /** Tells how things stand now, if that is another record than was told last. */
  tell(): void
}

export function createListeners(current: () => SessionRecord | undefined): Listeners {
  const listeners = new Set<(snapshot: SessionSnapshot) => void>()
  let told: SessionRecord | undefined
  let telling = false
  return {
    add(listener) {
      // A function may be registered twice, and each end its own.
      const own = (now: SessionSnapshot): void => listener(now)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    tell() {
      // Whoever changes things while they are told has all told anew.
      if (telling) return
      telling = true
      while (told !== current()) {
        told = current()
        const now = snapshotOf(told)
        for (const listener of Array.from(listeners)) (async () => listener(now))().catch(report)
      }
      telling = false
    },
  }
}
