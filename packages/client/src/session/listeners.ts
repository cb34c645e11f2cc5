import { report } from '../shared/report.ts'
import { type SessionRecord, snapshotOf } from './record.ts'
import type { SessionSnapshot } from './session.ts'

/** The listeners of a session. */
export interface Listeners {
  /** @returns A function that removes the listener. */
  add(listener: (snapshot: SessionSnapshot) => void): () => void
  /** Calls the listeners if the record, or whether it is kept, has changed since the last call. */
  tell(): void
}

export function createListeners(current: () => SessionRecord | undefined, isKept: () => boolean): Listeners {
  const listeners = new Set<(snapshot: SessionSnapshot) => void>()
  let lastReported: SessionRecord | undefined
  let wasKept = true
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
      while (lastReported !== current() || wasKept !== isKept()) {
        lastReported = current()
        wasKept = isKept()
        const now = snapshotOf(lastReported, wasKept)
        for (const listener of new Set(listeners)) (async () => listener(now))().catch(report)
      }
      telling = false
    },
  }
}
