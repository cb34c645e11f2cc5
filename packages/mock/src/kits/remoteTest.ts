import { assertKeys } from '@latchkey/base/nearest'
import { trimEnd } from '@latchkey/base/trimEnd'
import {
  type Credentials,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  test as playwrightTest,
  type TestType,
} from '@playwright/test'
import { connect } from '../control/remote/connect.ts'
import type { RemoteMock } from '../control/remote/remoteMock.ts'
import type { Inbox } from './inbox.ts'
import { attachJournal } from './journalReport.ts'
import { pageFixtures } from './pageFixtures.ts'
import type { SignIn } from './pageSignIn.ts'
import { createRemotePageWallets, type PageWallets } from './pageWallets.ts'
import { originOfApp, refuseMissedCalls } from './refuseMissedCalls.ts'
import { routeToWorld } from './routeToWorld.ts'
import type { SessionCookieOptions } from './sessionCookies.ts'
import type { TestClock } from './testClock.ts'
import { createTestWorld, dropTestWorld } from './testWorld.ts'

/** Which running mock the tests use, in `use` of the configuration or of a file. */
export interface RemoteLatchkeyOptions {
  /** The URL of the server. @default the variable `LATCHKEY_URL` */
  readonly mockUrl?: string
  /** The control token of the server, if it has one. @default the variable `LATCHKEY_CONTROL_TOKEN` */
  readonly controlToken?: string
  /** Fills the world that each test gets a copy of. It runs once per worker. @default a copy of the server's own mock */
  readonly prepare?: (mock: RemoteMock) => unknown
  /**
   * Whether each test has a world of its own. Without worlds all tests use the server's own mock, for an app whose own
   * server calls the mock, too. Then `prepare` fills that mock, and tests share its people.
   *
   * @default true
   */
  readonly worlds?: boolean
  /**
   * Whether the app keeps its session in cookies, by `cookieStorage` of `@latchkey/client/session`, or the options of
   * these cookies. Then `signIn` sets them.
   *
   * @default false: in `localStorage`
   */
  readonly sessionCookie?: boolean | SessionCookieOptions
}

/** The fixtures of each test. */
export interface RemoteLatchkeyFixtures {
  /** This test's own world at the server. If the test fails, its journal is attached to the report. */
  readonly mock: RemoteMock
  /** Signs a user in before the app is opened. */
  readonly signIn: SignIn
  /** E-mails and text messages: each call waits for the next one to an address. */
  readonly inbox: Inbox
  /** The clock of the test's world and, once installed there, of the test's pages. */
  readonly clock: TestClock<Promise<number>>
  /** A software authenticator that answers `navigator.credentials` in the test's pages. Needs Playwright 1.61. */
  readonly passkeys: Credentials
  /** Browser wallets of the server in the test's pages, with a person who can say no. */
  readonly wallets: PageWallets<RemoteMock['wallets']['browser']>
}

/** The server that the tests of a worker use. */
export interface LatchkeyConnection {
  /** The server's own mock. */
  readonly mock: RemoteMock
  readonly url: string
  /** The world that the worlds of tests are copies of. */
  readonly from?: string
}

/** The fixtures that the tests of a worker share. */
export interface RemoteLatchkeyWorkerFixtures {
  /** Which running mock the tests use. */
  readonly latchkey: RemoteLatchkeyOptions
  /** The server that the tests use. */
  readonly latchkeyServer: LatchkeyConnection
}

/** The type of Playwright's `test` with these fixtures. */
export type RemoteLatchkeyTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & RemoteLatchkeyFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & RemoteLatchkeyWorkerFixtures
>

/**
 * Playwright's `test` with a world for each test at a mock that runs elsewhere, such as beside the app in a container.
 *
 * @example
 * import { expect, remoteTest as test } from '@latchkey/mock/playwright'
 * test.use({ latchkey: { mockUrl: 'http://127.0.0.1:4010' } })
 * test('shows who is signed in', async ({ page, signIn }) => {
 *   await signIn('ada@example.com')
 *   await page.goto('/')
 *   await expect(page.getByRole('status')).toHaveText('ada@example.com')
 * })
 */
export const remoteTest: RemoteLatchkeyTest = playwrightTest.extend<
  RemoteLatchkeyFixtures,
  RemoteLatchkeyWorkerFixtures
>({
  latchkey: [{}, { option: true, scope: 'worker' }],

  latchkeyServer: [
    async ({ latchkey }, use) => {
      assertKeys(latchkey, ['mockUrl', 'controlToken', 'prepare', 'worlds', 'sessionCookie'], {
        call: 'test.use()',
        what: 'option of "latchkey"',
      })
      const { mockUrl, controlToken, prepare, worlds = true } = latchkey
      const url = mockUrl ?? process.env.LATCHKEY_URL
      if (!url)
        throw new TypeError(
          'The tests do not know which mock to use: set `latchkey: { mockUrl }` in `use`, or LATCHKEY_URL, to its URL.',
        )
      const token = controlToken ?? process.env.LATCHKEY_CONTROL_TOKEN
      const server = { mock: await connect(url, { token }), url: trimEnd(url, '/') }
      if (!worlds) await prepare?.(server.mock)
      if (!worlds || !prepare) return use(server)
      const prepared = await createTestWorld(server, 'prepared')
      await prepare(prepared.mock)
      await use({ ...server, from: prepared.name })
      await dropTestWorld(server, prepared.name)
    },
    { scope: 'worker' },
  ],

  async mock({ latchkey, latchkeyServer, context, baseURL }, use, testInfo) {
    const remedy = () =>
      'Give the app this URL, or set `latchkey: { mockUrl }` in `use` to where the app calls the mock.'
    await refuseMissedCalls(context, { baseUrl: latchkeyServer.url, proxy: originOfApp(baseURL), remedy })
    if (latchkey.worlds === false) {
      await use(latchkeyServer.mock)
      return attachJournal(testInfo, latchkeyServer.mock)
    }
    const { name, mock } = await createTestWorld(latchkeyServer, testInfo.title)
    await routeToWorld(context, latchkeyServer.url, name)
    await use(mock)
    await attachJournal(testInfo, mock)
    await dropTestWorld(latchkeyServer, name)
  },

  // Pages get the routes before they are opened, also in a test that does not ask for its mock.
  async page({ page, mock: _mock }, use) {
    await use(page)
  },

  async wallets({ context, mock }, use) {
    const { wallets, end } = createRemotePageWallets(context, mock.wallets.browser)
    await use(wallets)
    end()
  },

  ...pageFixtures<Promise<number>>(),
})
