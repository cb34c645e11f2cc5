import { test as vitestTest, type TestAPI } from 'vitest'
import { createMock, type Mock, type MockOptions } from '../mock/createMock.ts'
import { readOptions } from '../mock/readOptions.ts'
import { assertVitest } from './assertVitest.ts'
import { createFetchRouter } from './fetchRouter.ts'
import { createStoredSignIn, type StoredSignIn } from './storedSignIn.ts'
import { createWindowWallets, type WindowWallets } from './windowWallets.ts'

/** How the tests of a file get their mocks: options of the mock, and this. */
export interface BrowserTestOptions extends MockOptions {
  /** Fills the mock that each test gets a copy of. It runs once per file. */
  prepare?: ((mock: Mock) => unknown) | undefined
}

/** The fixtures of each test. */
export interface BrowserTestFixtures {
  /** This test's own mock, which answers what the page fetches. */
  readonly mock: Mock
  /**
   * Signs a user in, and stores the session in `localStorage`, as `@latchkey/client/session` does.
   *
   * @param person - An e-mail address, whose user is created if there is none, or a user or the user's id.
   * @param choice.scope - Scopes of the session, with spaces between them: `'gold'`.
   * @example await signIn('ada@example.com')
   */
  readonly signIn: StoredSignIn['signIn']
  /** Browser wallets in the page of the test, with a person who can say no. */
  readonly wallets: WindowWallets
}

const severalTests =
  'several tests run at the same time on this page, and it cannot be told which of them sent this request. ' +
  'Do not run them concurrently.'

/**
 * Makes vitest's `test` with a mock for each test, for its browser mode. It replaces the page's `fetch` at once, and needs
 * no service worker.
 *
 * @throws TypeError like `createMock`, and with a vitest before 4.1
 * @example
 * const test = createTest({ baseUrl: 'https://api.example.com', providers: ['google'] })
 * test('shows the e-mail', async ({ mock, signIn }) => { … })
 */
export function createTest({ prepare, ...options }: BrowserTestOptions = {}): TestAPI<BrowserTestFixtures> {
  assertVitest('createTest()', '@latchkey/mock/vitest-browser')
  readOptions(options)
  const router = createFetchRouter({
    ambiguity: severalTests,
    remedy: 'Set `baseUrl` of `createTest()` to where the app calls it.',
  })
  const signIns = new WeakMap<Mock, StoredSignIn>()
  const test = vitestTest
    .extend('origin', { scope: 'file' }, async () => {
      const origin = createMock(options)
      await prepare?.(origin)
      return origin
    })
    .extend('mock', { auto: true }, ({ origin }, { onCleanup }) => {
      const mock = origin.fork()
      const attachment = router.attach(mock)
      const storedSignIn = createStoredSignIn(mock, attachment.keepCookies)
      signIns.set(mock, storedSignIn)
      onCleanup(async () => {
        await storedSignIn.end()
        attachment.release()
        mock.close()
        attachment.assertReached()
      })
      return mock
    })
    .extend('signIn', ({ mock }) => signIns.get(mock)?.signIn)
    .extend('wallets', ({ mock }, { onCleanup }) => {
      const { wallets, end } = createWindowWallets(mock)
      onCleanup(end)
      return wallets
    })
  // Without the fixture that only this function uses.
  return test as typeof test & TestAPI<BrowserTestFixtures>
}
