import {
  type BrowserContext,
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
import type { ClockControl } from '../control/clockControl.ts'
import { createMock, type Mock, type MockOptions } from '../createMock.ts'
import { type MockServer, startServer } from '../hosts/server.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { openSession, type OpenSession, type Person } from './openSession.ts'
import { cookiesOf, storeInPage } from './pageSession.ts'
import { routeToMock } from './routeToMock.ts'

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
}

/** The clock of the mock and, once installed there, of the test's pages. */
export interface TestClock extends Pick<ClockControl, 'now'> {
  /** Whether the pages have the mock's clock. */
  readonly isInstalled: boolean
  /** Moves the clock forward, as `mock.clock.advance` does. */
  advance: ClockControl['advance']
  /** Gives pages the mock's clock. Call it before `page.goto()`. From then on `advance` moves both. */
  install(): Promise<void>
}

/** What each test gets. */
export interface LatchkeyFixtures {
  /** A mock of this test's own. If the test fails, its journal is attached to the report. */
  readonly mock: Mock
  /**
   * Signs a user in: the app finds the session in its storage, as `@latchkey/client/session` writes it, or in cookies if
   * the environment keeps sessions there. Needs `baseURL`. Call it before `page.goto()`.
   *
   * @param person - An e-mail address, whose user is created if there is none, or a user or the user's id.
   * @example await signIn('ada@example.com')
   */
  readonly signIn: (person: Person) => Promise<OpenSession>
  /** E-mails and text messages: each call waits for the next one to an address. */
  readonly inbox: Inbox
  readonly clock: TestClock
  /** A software authenticator that answers `navigator.credentials` in the test's pages. Needs Playwright 1.61. */
  readonly passkeys: Credentials
}

/** What the tests of a worker share. */
export interface LatchkeyWorkerFixtures {
  readonly latchkey: LatchkeyOptions
  /** The server whose worlds the tests get. */
  readonly latchkeyServer: MockServer
}

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
    if (testInfo.status !== testInfo.expectedStatus) {
      const body = JSON.stringify(mock.journal.list(), null, 2)
      await testInfo.attach('latchkey journal', { body, contentType: 'application/json' })
    }
    remove()
  },

  async context({ context, latchkey, mock }, use) {
    if (latchkey.apiUrl !== undefined) await routeToMock(context, mock)
    await use(context)
  },

  async signIn({ context, baseURL, mock, clock }, use) {
    await use(async (person) => {
      if (!baseURL) throw new TypeError('Failed to call "signIn()": set `baseURL` to the URL of the app, in `use`.')
      const { origin } = new URL(baseURL)
      const session = await openSession(mock, { person, origin, time: clock.isInstalled ? clock : undefined })
      await context.addCookies(cookiesOf(session.cookies, mock.baseUrl))
      await storeInPage(context, { origin, ...session.stored })
      return session
    })
  },

  async inbox({ mock }, use) {
    await use(createInbox(mock))
  },

  async clock({ context, mock }, use) {
    await use(createTestClock(context, mock))
  },

  async passkeys({ context }, use) {
    await context.credentials.install()
    await use(context.credentials)
  },
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

function createTestClock(context: BrowserContext, { clock }: Mock): TestClock {
  let isInstalled = false
  return {
    now: clock.now,
    get isInstalled() {
      return isInstalled
    },
    async install() {
      await context.clock.install({ time: clock.now() })
      isInstalled = true
    },
    async advance(span) {
      const before = clock.now()
      await clock.advance(span)
      if (isInstalled) await context.clock.fastForward(Math.round(clock.now() - before))
    },
  }
}
