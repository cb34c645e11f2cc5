import { storedSessionKey } from '@latchkey/contract/storedSession'
import type { Mock } from '../mock/createMock.ts'
import { openSession, type OpenSession, type Person, type SessionChoice } from './openSession.ts'

/** A sign-in whose session is in `localStorage`, if there is one. */
export interface StoredSignIn {
  /** @param choice.scope - Scopes of the session, with spaces between them: `'gold'`. */
  signIn(person: Person, choice?: SessionChoice): Promise<OpenSession>
  /** Ends all sessions of the page, so that nobody is signed in when the next test starts. */
  end(): Promise<void>
}

/** @param keepCookies - Keeps the cookies of a session, for the requests of the page. */
export function createStoredSignIn(mock: Mock, keepCookies: (lines: readonly string[]) => void): StoredSignIn {
  return {
    async signIn(person, { scope } = {}) {
      const session = await openSession(mock, { person, scope, origin: globalThis.document?.location.origin })
      keepCookies(session.cookies)
      if (hasStorage()) {
        localStorage.setItem(session.stored.key, session.stored.value)
        await announce(mock, session.stored.key)
      }
      return session
    },
    async end() {
      if (!hasStorage()) return
      const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
      for (const key of keys.filter((key) => key.startsWith(storedSessionKey('')))) {
        localStorage.removeItem(key)
        await announce(mock, key)
      }
    },
  }
}

/**
 * Makes the sessions that are open read the storage again, and waits for it. An app may have created its session when a
 * module was loaded, before the test. They take this for a message of another tab.
 */
async function announce({ baseUrl }: Mock, key: string): Promise<void> {
  const [tab, witness] = [openChannel(), openChannel()]
  function openChannel(): BroadcastChannel {
    return new BroadcastChannel(`latchkey ${baseUrl} ${key}`)
  }
  // The second message arrives after all that the first one has caused.
  for (const round of [1, 2])
    await new Promise((resolve) => {
      witness.addEventListener('message', resolve, { once: true })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel reaches only its own origin.
      tab.postMessage({ round })
    })
  tab.close()
  witness.close()
}

/** Whether this is a page, or jsdom. Node has a `localStorage` of its own, which warns when it is used. */
function hasStorage(): boolean {
  return typeof document !== 'undefined' && typeof localStorage !== 'undefined'
}
