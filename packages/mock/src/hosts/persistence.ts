import type { Mock } from '../createMock.ts'
import { createClock } from '../effects/clock.ts'
import type { CookieJar } from './cookieJar.ts'

/** How a mock's state is kept from one page to the next. */
export interface PersistOptions {
  /** Where it is kept. @default sessionStorage, which lasts as long as the tab */
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Name in the storage. @default 'latchkey.mock' */
  key?: string
  /** Cookies that are kept beside the state, for hosts that have a jar. */
  cookies?: Pick<CookieJar, 'export' | 'restore'>
}

/** A state that is kept. */
export interface Persistence {
  /** Whether the mock goes on where an earlier page ended. */
  readonly isRestored: boolean
  /** Keeps the state as it is now, which also happens whenever the page is left. */
  save(): void
  /** Removes what is kept and keeps no more, so that the next page begins anew. */
  clear(): void
  /** Keeps no more; what is kept stays. */
  stop(): void
}

/** What is in the storage, as JSON. */
interface Kept {
  readonly state: unknown
  readonly cookies: Parameters<CookieJar['restore']>[0]
  readonly isClockRunning: boolean
  /** The machine's time, in epoch milliseconds. */
  readonly savedAt: number
}

/**
 * Lets a mock go on where the page before it ended: records, keys, mail that was sent, time. Not kept are the journal,
 * faults, overrides and webhook receivers. A running clock goes on as if the page had never been away.
 *
 * @param mock - A mock that nothing has been asked of yet.
 * @example
 * const { isRestored } = await persist(mock)
 * if (!isRestored) await mock.create.user({ email: 'ada@example.com' })
 */
export async function persist(
  mock: Mock,
  { storage = sessionStorage, key = 'latchkey.mock', cookies }: PersistOptions = {},
): Promise<Persistence> {
  const machine = createClock()
  const isRestored = await restore()
  const save = () => {
    const kept: Kept = {
      state: mock.export(),
      cookies: cookies?.export() ?? [],
      isClockRunning: mock.clock.isRunning,
      savedAt: machine.now(),
    }
    try {
      storage.setItem(key, JSON.stringify(kept))
    } catch (cause) {
      warn('could not be kept', cause)
    }
  }
  const stop = () => removeEventListener('pagehide', save)
  addEventListener('pagehide', save)
  return {
    isRestored,
    save,
    stop,
    clear() {
      stop()
      storage.removeItem(key)
    },
  }

  async function restore(): Promise<boolean> {
    const text = storage.getItem(key)
    if (text === null) return false
    try {
      const kept = JSON.parse(text) as Kept
      mock.import(kept.state)
      cookies?.restore(kept.cookies)
      if (kept.isClockRunning) {
        mock.clock.resume()
        await mock.clock.advance(Math.max(0, machine.now() - kept.savedAt))
      } else mock.clock.freeze()
      return true
    } catch (cause) {
      storage.removeItem(key)
      warn('was of another version and is dropped', cause)
      return false
    }
  }

  function warn(outcome: string, cause: unknown): void {
    console.warn(`@latchkey/mock: the state in "${key}" ${outcome}.`, cause)
  }
}
