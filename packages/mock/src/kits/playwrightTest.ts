import { assertKeys } from '@latchkey/base/nearest'
import {
  type Credentials,
  expect,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  test as playwrightTest,
  type TestInfo,
  type TestType,
} from '@playwright/test'
import { type MockServer, startServer } from '../hosts/server.ts'
import { createMock, type Mock, type MockOptions } from '../mock/createMock.ts'
import type { Inbox } from './inbox.ts'
import { attachJournal } from './journalReport.ts'
import { pageFixtures } from './pageFixtures.ts'
import type { SignIn } from './pageSignIn.ts'
import { createPageWallets, type PageWallets } from './pageWallets.ts'
import { originOfApp, refuseMissedCalls, remedyFor } from './refuseMissedCalls.ts'
import { routeToMock } from './routeToMock.ts'
import type { SessionCookieOptions } from './sessionCookies.ts'
import type { TestClock } from './testClock.ts'

/** How tests get their mocks, in `use` of the configuration or of a file. */
export interface LatchkeyOptions {
  /** Options of the mock. */
  readonly mock?: MockOptions
  /** Fills the mock that each test gets a copy of. It runs once per worker. */
  readonly prepare?: (mock: Mock) => unknown
  /**
   * Where the app calls the service, if that is fixed. Requests of pages to this URL are answered by the test's mock.
   *
   * @default none: the app has to call `mock.baseUrl`, a world on a server of this worker
   */
  readonly apiUrl?: string
  /**
   * Whether the app keeps its session in cookies, by `cookieStorage` of `@latchkey/client/session`, or the options of
   * these cookies. Then `signIn` sets them.
   *
   * @default false: in `localStorage`
   */
  readonly sessionCookie?: boolean | SessionCookieOptions
}

/** The fixtures of each test. */
export interface LatchkeyFixtures {
  /** This test's own mock. If the test fails, its journal is attached to the report. */
  readonly mock: Mock
  /** Signs a user in before the app is opened. */
  readonly signIn: SignIn
  /** E-mails and text messages: each call waits for the next one to an address. */
  readonly inbox: Inbox
  /** The clock of the mock and, once installed there, of the test's pages. */
  readonly clock: TestClock
  /** A software authenticator that answers `navigator.credentials` in the test's pages. Needs Playwright 1.61. */
  readonly passkeys: Credentials
  /** Browser wallets in the test's pages, with a person who can say no. */
  readonly wallets: PageWallets<Mock['wallets']['browser']>
}

/** The fixtures that the tests of a worker share. */
export interface LatchkeyWorkerFixtures {
  /** How the tests get their mocks. */
  readonly latchkey: LatchkeyOptions
  /** The server whose worlds the tests get. */
  readonly latchkeyServer: MockServer
}

/** The type of Playwright's `test` with these fixtures. */
export type LatchkeyTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & LatchkeyFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & LatchkeyWorkerFixtures
>

/**
 * Playwright's `test` with a mock for each test.
 *
 * @example
 * import { expect, test } from '@latchkey/mock/playwright'
 * test.use({ latchkey: { apiUrl: 'https://api.example.com' } })
 * test('shows who is signed in', async ({ page, signIn }) => {
 *   await signIn('ada@example.com')
 *   await page.goto('/')
 *   await expect(page.getByRole('status')).toHaveText('ada@example.com')
 * })
 */
export const test: LatchkeyTest = playwrightTest.extend<LatchkeyFixtures, LatchkeyWorkerFixtures>({
  latchkey: [{}, { option: true, scope: 'worker' }],

  latchkeyServer: [
    async ({ latchkey }, use) => {
      assertKeys(latchkey, ['mock', 'prepare', 'apiUrl', 'sessionCookie'], {
        call: 'test.use()',
        what: 'option of "latchkey"',
      })
      const mock = createMock(latchkey.mock)
      const server = await startServer(mock)
      await latchkey.prepare?.(mock)
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],

  async mock({ latchkey, latchkeyServer }, use, testInfo) {
    const { mock, remove } = copyFor(testInfo, latchkeyServer, latchkey)
    await use(mock)
    await attachJournal(testInfo, mock)
    remove()
  },

  async context({ context, latchkey: { apiUrl }, mock, baseURL }, use) {
    const { baseUrl } = mock
    const remedy = remedyFor(apiUrl)
    // Only without a fixed URL can the server of the app pass calls on to the mock.
    const proxy = apiUrl === undefined ? originOfApp(baseURL) : undefined
    await refuseMissedCalls(context, { baseUrl, proxy, remedy })
    if (apiUrl !== undefined) await routeToMock(context, mock)
    await use(context)
  },

  async wallets({ context, mock }, use) {
    const { wallets, end } = createPageWallets(context, mock.wallets.browser)
    await use(wallets)
    end()
  },

  ...pageFixtures<number>(),
})

export { expect }

/** A copy of the prepared mock: in this process for a fixed URL of the app, or else a world of the server. */
function copyFor(
  { testId, retry, repeatEachIndex }: TestInfo,
  { mock, worlds }: MockServer,
  { apiUrl }: LatchkeyOptions,
): { readonly mock: Mock; remove(): void } {
  if (apiUrl !== undefined) {
    const copy = mock.fork()
    copy.listenAt(apiUrl)
    return { mock: copy, remove: copy.close }
  }
  const name = `${testId}-${retry}-${repeatEachIndex}`
  return { mock: worlds.create(name), remove: () => void worlds.drop(name) }
}
