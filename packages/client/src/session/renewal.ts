import { type CookieCheck, createCookieCheck } from './cookieCheck.ts'
import { exclusively } from './exclusively.ts'
import type { SessionRecord } from './record.ts'
import { createShared, isAtItsEnd, requestTokens } from './refresh.ts'
import { isRefused } from './refusal.ts'
import type { Schedule } from './schedule.ts'
import type { Setup } from './setup.ts'
import type { Store } from './store.ts'

/** Refreshes the session, in one tab at a time. */
export interface Renewal {
  readonly check: CookieCheck
  /** Runs work that replaces the tokens, in one tab at a time. Listeners are called after it. */
  lock<T>(record: SessionRecord, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>
  /** Gets the next tokens. Call it while holding the lock. */
  renewTokens(from: SessionRecord): Promise<void>
  /** Refreshes if there is a record whose tokens have not been replaced. */
  refreshFrom(from: SessionRecord | undefined): Promise<void>
  /** Refreshes and ignores a failure: the next attempt follows. */
  refreshQuietly(): Promise<void>
  /** Refreshes a token that is due: in the background, or before it returns if the token has expired. */
  freshen(): void | Promise<void>
}

export function createRenewal(setup: Setup, store: Store, schedule: Schedule): Renewal {
  const { storage } = setup
  const check = createCookieCheck()
  const lock: Renewal['lock'] = (record, signal, work) =>
    exclusively({ name: `${setup.name} ${record.user.sessionId}`, storage, signal }, work).finally(store.tell)

  const renewTokens = async (from: SessionRecord): Promise<void> => {
    try {
      const record = await requestTokens(setup, from)
      await store.reload()
      if (store.current === from) await store.keep(record)
    } catch (error) {
      await store.reload()
      if (store.current !== from) return
      if (isRefused(error)) await store.keep(undefined)
      else schedule.retry()
      throw check.explain(from, error)
    }
  }

  const refreshOnce = createShared((from) =>
    lock(from, undefined, async () => {
      await store.reload()
      if (store.current === from) await renewTokens(from)
    }),
  )
  const refreshFrom = async (from: SessionRecord | undefined): Promise<void> => {
    if (from && store.current === from && !storage.readOnly) await refreshOnce(from)
  }
  const refreshQuietly = (): Promise<void> => refreshFrom(store.current).catch(() => {})

  return {
    check,
    lock,
    renewTokens,
    refreshFrom,
    refreshQuietly,
    freshen() {
      const { current } = store
      if (!current) return
      if (isAtItsEnd(current)) return refreshFrom(current)
      if (!schedule.isDue()) return
      const refreshed = refreshQuietly()
      // After a server has sent its reply, a new token would be lost.
      if (storage.scope === 'request') return refreshed
    },
  }
}
