import { type SessionRecord, snapshotOf } from './record.ts'
import type { SessionSnapshot } from './session.ts'
import { report } from './surroundings.ts'

/** The listeners of a session. */
export interface Listeners {
  /** @returns A function that removes the listener. */
  add(listener: (snapshot: SessionSnapshot) => void): () => void
  /** Calls the listeners if the record has changed since the last call. */
  tell(): void
}

export function createListeners(current: () => SessionRecord | undefined): Listeners {
  const listeners = new Set<(snapshot: SessionSnapshot) => void>()
  let lastReported: SessionRecord | undefined
  let telling = false
  return {
    add(listener) {
      // A function may be registered twice; each registration is removed by its own function.
      const registration = (now: SessionSnapshot): void => listener(now)
      listeners.add(registration)
      return () => void listeners.delete(registration)
    },
    tell() {
      // The loop below reports changes that a listener makes.
      if (telling) return
      telling = true
      while (lastReported !== current()) {
        lastReported = current()
        const now = snapshotOf(lastReported)
        for (const listener of new Set(listeners)) (async () => listener(now))().catch(report)
      }
      telling = false
    },
  }
}
