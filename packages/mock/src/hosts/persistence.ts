import { createClock } from '@latchkey/base/clock'
import type { CookieJar } from '../carriers/cookieJar.ts'
import type { Mock } from '../mock/createMock.ts'

/** How a mock's state is stored from one page to the next. */
export interface PersistOptions {
  /** @default sessionStorage, which lasts as long as the tab */
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  /** Key in the storage. @default 'latchkey.mock' */
  key?: string | undefined
  /** Cookies to store with the state, for hosts that have a cookie jar. */
  cookies?: Pick<CookieJar, 'export' | 'restore'> | undefined
}

/** A mock's stored state. */
export interface Persistence {
  /** Whether the mock has the state of an earlier page. */
  readonly isRestored: boolean
  /** Stores the present state. This also happens whenever the user leaves the page. */
  save(): void
  /** Removes the stored state and stops, so that the next page starts with a new one. */
  clear(): void
  /** Stops storing. The stored state stays. */
  stop(): void
}

/** The value in the storage, as JSON. */
interface StoredState {
  readonly state: unknown
  readonly cookies: Parameters<CookieJar['restore']>[0]
  readonly isClockRunning: boolean
  /** The machine's time, in epoch milliseconds. */
  readonly savedAt: number
}

/**
 * Restores a mock from the state of the page before, and stores its state for the next page: records, keys, sent
 * messages, time. The journal, faults, overrides and webhook receivers are not stored. A running clock catches up on
 * the time between the pages.
 *
 * @param mock - A mock that has not been called yet.
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
    const stored: StoredState = {
      state: mock.export(),
      cookies: cookies?.export() ?? [],
      isClockRunning: mock.clock.isRunning,
      savedAt: machine.now(),
    }
    try {
      storage.setItem(key, JSON.stringify(stored))
    } catch (cause) {
      warn('could not be stored', cause)
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
      const stored = JSON.parse(text) as StoredState
      mock.import(stored.state)
      cookies?.restore(stored.cookies)
      if (stored.isClockRunning) {
        mock.clock.resume()
        await mock.clock.advance(Math.max(0, machine.now() - stored.savedAt))
      } else mock.clock.freeze()
      return true
    } catch (cause) {
      storage.removeItem(key)
      warn('could not be read, so it is removed', cause)
      return false
    }
  }

  function warn(outcome: string, cause: unknown): void {
    console.warn(`@latchkey/mock: the state in "${key}" ${outcome}.`, cause)
  }
}
