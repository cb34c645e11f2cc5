import type { Mock } from '../createMock.ts'
import { openSession, type OpenSession, type Person } from './openSession.ts'

/** A sign-in whose sessions are in `localStorage`, if there is one, until they are removed. */
export interface StoredSignIn {
  signIn(person: Person): Promise<OpenSession>
  /** Removes the stored sessions. */
  forget(): void
}

/** @param keepCookies - Keeps the cookies of a session, for the requests of the page. */
export function createStoredSignIn(mock: Mock, keepCookies: (lines: readonly string[]) => void): StoredSignIn {
  const stored = new Set<string>()
  return {
    async signIn(person) {
      const session = await openSession(mock, { person, origin: globalThis.document?.location.origin })
      keepCookies(session.cookies)
      if (hasStorage()) {
        localStorage.setItem(session.stored.key, session.stored.value)
        stored.add(session.stored.key)
      }
      return session
    },
    forget: () => stored.forEach((key) => localStorage.removeItem(key)),
  }
}

/** Whether this is a page, or jsdom. Node has a `localStorage` of its own, which warns when it is used. */
function hasStorage(): boolean {
  return typeof document !== 'undefined' && typeof localStorage !== 'undefined'
}
