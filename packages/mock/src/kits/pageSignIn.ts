import type { BrowserContext } from '@playwright/test'
import { openSession, type OpenSession, type Person, type SessionChoice, type SignInControl } from './openSession.ts'
import { cookiesOf, storeInPage } from './pageSession.ts'
import { type SessionCookieOptions, sessionCookies } from './sessionCookies.ts'
import type { TestClock } from './testClock.ts'

/**
 * Signs a user in: the app finds the session in its storage, as `@latchkey/client/session` writes it, in cookies if the
 * environment keeps sessions there, or in those of the app (`sessionCookie`). Needs `baseURL`. Call it before `page.goto()`.
 *
 * @param person - An e-mail address, whose user is created if there is none, or a user or the user's id.
 * @param choice.scope - Scopes of the session, with spaces between them: `'gold'`.
 * @example await signIn('ada@example.com')
 */
export type SignIn = (person: Person, choice?: SessionChoice) => Promise<OpenSession>

interface AppUnderTest {
  readonly mock: SignInControl
  /** The URL of the app. */
  readonly baseURL: string | undefined
  readonly clock: Pick<TestClock<number | Promise<number>>, 'isInstalled' | 'now'>
  /** Where the app keeps its session, if not in `localStorage`. */
  readonly sessionCookie?: boolean | SessionCookieOptions | undefined
}

export function createSignIn(context: BrowserContext, { mock, baseURL, clock, sessionCookie }: AppUnderTest): SignIn {
  return async (person, { scope } = {}) => {
    if (!baseURL) throw new TypeError('Failed to call "signIn()": set `baseURL` to the URL of the app, in `use`.')
    const { origin } = new URL(baseURL)
    const session = await openSession(mock, { person, scope, origin, time: clock.isInstalled ? clock : undefined })
    await context.addCookies(cookiesOf(session.cookies, mock.baseUrl))
    if (sessionCookie) await context.addCookies(sessionCookies(session, { origin, ...Object(sessionCookie) }))
    else await storeInPage(context, { origin, ...session.stored })
    return session
  }
}
