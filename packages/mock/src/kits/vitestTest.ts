import { test as vitestTest, type TestAPI } from 'vitest'
import {
  createMswRouter,
  type MswHandler,
  type MswRouter,
  type MswServer,
  type UnhandledRequests,
} from '../hosts/mswServer.ts'
import { createMock, type Mock, type MockOptions } from '../mock/createMock.ts'
import { readOptions } from '../mock/readOptions.ts'
import { assertVitest } from './assertVitest.ts'
import { refreshNamedImports } from './namedImports.ts'
import { createStoredSignIn, type StoredSignIn } from './storedSignIn.ts'
import { createWindowWallets, type WindowWallets } from './windowWallets.ts'

/** How the tests of a file get their mocks: options of the mock, and these. */
export interface TestOptions extends MockOptions {
  /** Fills the mock that each test gets a copy of. It runs once per file. */
  prepare?: ((mock: Mock) => unknown) | undefined
  /** Other handlers of msw, which have precedence. */
  handlers?: readonly MswHandler[] | undefined
  /** How requests that nobody answers are treated. @default 'error' */
  onUnhandledRequest?: UnhandledRequests | undefined
}

/** The fixtures of each test. */
export interface TestFixtures {
  /** This test's own mock, which answers the requests that the test and its components send. */
  readonly mock: Mock
  /**
   * Signs a user in, and stores the session in `localStorage`, if there is one, as `@latchkey/client/session` does.
   *
   * @param person - An e-mail address, whose user is created if there is none, or a user or the user's id.
   * @param choice.scope - Scopes of the session, with spaces between them: `'gold'`.
   * @example await signIn('ada@example.com')
   */
  readonly signIn: StoredSignIn['signIn']
  /** Browser wallets in the window of the test, with a person who can say no. */
  readonly wallets: WindowWallets
  /** msw's server, for handlers of a single test: `server.use(…)`. */
  readonly server: MswServer
}

/**
 * Makes vitest's `test` with a mock for each test. Call it in a test file, or in a module that test files import.
 *
 * Needs vitest 4.1 or later and msw 2.12 or later.
 *
 * @throws TypeError like `createMock`, and with an older vitest
 * @example
 * const test = createTest({ baseUrl: 'https://api.example.com', providers: ['google'] })
 * test('shows the e-mail', async ({ mock, signIn }) => { … })
 */
export function createTest({
  prepare,
  handlers,
  onUnhandledRequest = 'error',
  ...options
}: TestOptions = {}): TestAPI<TestFixtures> {
  assertVitest('createTest()', '@latchkey/mock/vitest')
  readOptions(options)
  const attachments = new WeakMap<Mock, ReturnType<MswRouter['attach']>>()
  const signIns = new WeakMap<Mock, StoredSignIn>()
  const test = vitestTest
    .extend('origin', { scope: 'file' }, async () => {
      const origin = createMock(options)
      await prepare?.(origin)
      return origin
    })
    // oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern which fixtures are needed
    .extend('router', { scope: 'file' }, ({}, { onCleanup }) => {
      const router = createMswRouter(handlers ?? [], 'Set `baseUrl` of `createTest()` to where the app calls it.')
      router.listen(onUnhandledRequest)
      refreshNamedImports()
      onCleanup(() => {
        router.server.close()
        refreshNamedImports()
      })
      return router
    })
    .extend('server', ({ router }) => router.server)
    .extend('mock', { auto: true }, ({ origin, router }, { onCleanup }) => {
      const mock = origin.fork()
      const attachment = router.attach(mock)
      attachments.set(mock, attachment)
      const storedSignIn = createStoredSignIn(mock, attachment.keepCookies)
      signIns.set(mock, storedSignIn)
      onCleanup(async () => {
        await storedSignIn.end()
        attachment.release()
        mock.close()
      })
      return mock
    })
    .extend('signIn', ({ mock }) => signIns.get(mock)?.signIn)
    .extend('wallets', ({ mock }, { onCleanup }) => {
      const { wallets, end } = createWindowWallets(mock)
      onCleanup(end)
      return wallets
    })
  test.aroundEach(async (runTest, { mock }) => {
    const attachment = attachments.get(mock)
    await (attachment ? attachment.run(runTest) : runTest())
    attachment?.assertReached()
  })
  // Without the fixtures that only this function uses.
  return test as typeof test & TestAPI<TestFixtures>
}
