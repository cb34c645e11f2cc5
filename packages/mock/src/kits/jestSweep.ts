import process from 'node:process'
import { runInThisContext } from 'node:vm'
import { expect } from '@jest/globals'
import { assertPlatform } from '../effects/platform.ts'
import { createMock, type Mock, type MockOptions } from '../mock/createMock.ts'
import { readOptions } from '../mock/readOptions.ts'
import { createFetchRouter } from './fetchRouter.ts'
import { defineLearned } from './jestTests.ts'
import { createJestTimers } from './jestTimers.ts'
import { runInWindow } from './runInWindow.ts'
import type { StoredSignIn } from './storedSignIn.ts'
import { createSweepOf, type Sweep } from './sweepTests.ts'
import { testFileAt } from './testFile.ts'
import { watchUnhandled } from './watchUnhandled.ts'
import type { WindowWallets } from './windowWallets.ts'

/** How the runs of a sweep get their mocks: options of the mock, and this. */
export interface SweepMockOptions extends MockOptions {
  /** Fills the mock that each run gets a copy of. It runs once per file. */
  prepare?: ((mock: Mock) => unknown) | undefined
}

/** The argument of a swept test. */
export interface SweepContext {
  /** The mock of this run, which answers what the test and its components fetch. */
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
}

/**
 * Makes a function that runs a test once for each call that its app makes and each way in which the call can fail.
 *
 * It replaces the global `fetch` at once. The test first runs without a failure, before the tests of the file.
 *
 * Needs Jest 29.5 or later.
 *
 * @throws TypeError like `createMock`, and while timers are fake
 * @example
 * const sweep = createSweep({ baseUrl: 'https://api.example.com' })
 * sweep('signs in by code', async ({ mock }) => { … }, { onRefusal: () => expect(alert()).toBeVisible() })
 */
export function createSweep({ prepare, ...options }: SweepMockOptions = {}): Sweep<SweepContext> {
  assertPlatform()
  readOptions(options)
  if (Object.hasOwn(globalThis.setTimeout, 'clock'))
    throw new TypeError(
      'Failed to call "createSweep()": timers are fake already. Call `jest.useFakeTimers()` within the other tests, and leave `fakeTimers.enableGlobally` out.',
    )
  const router = createFetchRouter({
    ambiguity: 'several runs are under way at the same time.',
    remedy: 'Set `baseUrl` of `createSweep()` to where the app calls it.',
  })
  return createSweepOf<SweepContext>({
    async createOrigin() {
      const origin = createMock(options)
      await prepare?.(origin)
      return origin
    },
    stageOf: (cleanup) => ({
      async run(mock, work) {
        const attachment = router.attach(mock)
        const endUpdates = allowUpdates()
        try {
          return await runInWindow(mock, { attachment, cleanup, work })
        } finally {
          endUpdates()
        }
      },
      timers: createJestTimers(),
      watchUnhandled: (listener) => watchUnhandled(listener, processOfJest()),
      folder: process.cwd(),
    }),
    command: 'npx jest',
    testFile: () => testFileAt(expect.getState().testPath),
    define: defineLearned,
  })
}

/**
 * Lets React update the page whenever time passes. In Jest, Testing Library sets that tests wait within `act`, and React
 * warns of each other update. @returns A function that ends it
 */
function allowUpdates(): () => void {
  const name = 'IS_REACT_ACT_ENVIRONMENT'
  const before: unknown = Reflect.get(globalThis, name)
  Reflect.set(globalThis, name, false)
  return () => void Reflect.set(globalThis, name, before)
}

/** The process itself. Test files get a copy of it, which hears of no unhandled error. */
const processOfJest = (): typeof process => runInThisContext('process') as typeof process
