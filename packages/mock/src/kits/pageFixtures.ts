import type { BrowserContext, Credentials } from '@playwright/test'
import { createInbox, type Inbox, type SendingMock } from './inbox.ts'
import type { SignInControl } from './openSession.ts'
import { createSignIn, type SignIn } from './pageSignIn.ts'
import type { SessionCookieOptions } from './sessionCookies.ts'
import { createTestClock, type TestClock } from './testClock.ts'

type Now = number | Promise<number>
type Use<Fixture> = (fixture: Fixture) => Promise<void>

/** A mock of a test, in this process or in another one. */
type MockOfTest<N extends Now> = SignInControl &
  Parameters<typeof createInbox>[0] & { readonly clock: Pick<TestClock<N>, 'now' | 'advance'> }

/** The fixtures that work alike for a mock in this process and in another one. Playwright reads what each needs. */
export const pageFixtures = <N extends Now>() => ({
  async signIn(
    {
      context,
      baseURL,
      mock,
      clock,
      latchkey: { sessionCookie },
    }: {
      readonly context: BrowserContext
      readonly baseURL: string | undefined
      readonly mock: MockOfTest<N>
      readonly clock: TestClock<N>
      readonly latchkey: { readonly sessionCookie?: boolean | SessionCookieOptions }
    },
    use: Use<SignIn>,
  ) {
    await use(createSignIn(context, { mock, baseURL, clock, sessionCookie }))
  },

  async inbox(
    { mock, latchkeyServer }: { readonly mock: MockOfTest<N>; readonly latchkeyServer: { readonly mock: SendingMock } },
    use: Use<Inbox>,
  ) {
    await use(createInbox(mock, latchkeyServer.mock))
  },

  async clock(
    { context, mock }: { readonly context: BrowserContext; readonly mock: MockOfTest<N> },
    use: Use<TestClock<N>>,
  ) {
    await use(createTestClock(context, mock.clock))
  },

  async passkeys({ context }: { readonly context: BrowserContext }, use: Use<Credentials>) {
    await context.credentials.install()
    await use(context.credentials)
  },
})
