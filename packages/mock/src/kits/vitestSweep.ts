import process from 'node:process'
import { startStopwatch } from '@latchkey/base/clock'
import { afterAll, describe, test } from 'vitest'
import { createMswRouter, type MswServer } from '../hosts/mswServer.ts'
import { createMock, type Mock } from '../mock/createMock.ts'
import { readOptions } from '../mock/readOptions.ts'
import type { SweepChoice } from '../sweep/chooseCases.ts'
import type { SweepExpectations, SweepResult } from '../sweep/playCase.ts'
import type { Stage } from '../sweep/runOnce.ts'
import { assertVitest } from './assertVitest.ts'
import { createStoredSignIn, type StoredSignIn } from './storedSignIn.ts'
import type { TestOptions } from './vitestTest.ts'
import { createVitestTimers } from './vitestTimers.ts'
import { watchUnhandled } from './watchUnhandled.ts'
import { createWindowWallets, type WindowWallets } from './windowWallets.ts'

/** The argument of a swept test. */
export interface SweepContext {
  /** The mock of this run, which answers the requests that the test and its components send. */
  readonly mock: Mock
  /** As in tests of `createTest`. */
  readonly signIn: StoredSignIn['signIn']
  /** As in tests of `createTest`. */
  readonly wallets: WindowWallets
  /** msw's server, for handlers of a single run: `server.use(…)`. */
  readonly server: MswServer
}

export interface SweepOptions extends SweepExpectations<SweepContext>, SweepChoice {
  /**
   * Faults that are known: names of cases, each with the reason. Such a case passes while it has its fault, and fails
   * when it has none any more.
   */
  readonly knownFaults?: Readonly<Record<string, string>> | undefined
  /** Seconds after which no further case begins. @default no limit */
  readonly budgetSeconds?: number | undefined
  /** Removes what a run has left in the page, such as `cleanup` of Testing Library. */
  readonly cleanup?: (() => unknown) | undefined
}

/** Defines the cases of a test, each as a test of vitest. */
export type Sweep = (name: string, body: (context: SweepContext) => unknown, options?: SweepOptions) => void

/**
 * Makes a function that runs a test once for each call that its app makes and each way in which the call can fail.
 *
 * Call it as `createTest`, with the same options. The test first runs without a failure, while vitest collects the tests.
 *
 * @throws TypeError like `createMock`, and with an older vitest
 * @example
 * const sweep = createSweep({ baseUrl: 'https://api.example.com' })
 * sweep('signs in by code', async ({ mock }) => { … }, { onRefusal: () => expect(alert()).toBeVisible() })
 */
export function createSweep({
  prepare,
  handlers = [],
  onUnhandledRequest = 'error',
  ...options
}: TestOptions = {}): Sweep {
  assertVitest('createSweep()', '@latchkey/mock/vitest')
  readOptions(options)
  let prepared: Promise<Mock> | undefined
  let isUnderWay = false
  async function prepareOrigin(): Promise<Mock> {
    const origin = createMock(options)
    await prepare?.(origin)
    return origin
  }
  const stageOf = (cleanup: SweepOptions['cleanup']): Stage<SweepContext> => ({
    async run(mock, work) {
      const router = createMswRouter(handlers, 'Set `baseUrl` of `createSweep()` to where the app calls it.')
      router.listen(onUnhandledRequest)
      const attachment = router.attach(mock)
      const storedSignIn = createStoredSignIn(mock, attachment.keepCookies)
      const { wallets, end } = createWindowWallets(mock)
      const context = { mock, signIn: storedSignIn.signIn, wallets, server: router.server }
      isUnderWay = true
      try {
        const result = await attachment.run(() => work(context))
        attachment.assertReached()
        return result
      } finally {
        isUnderWay = false
        await cleanup?.()
        end()
        await storedSignIn.end()
        attachment.release()
        router.server.close()
      }
    },
    timers: createVitestTimers(),
    page: () => globalThis.document?.body.innerHTML,
    watchUnhandled,
    folder: process.cwd(),
  })
  return (name, body, { knownFaults = {}, budgetSeconds, cleanup, ...rest } = {}) => {
    if (isUnderWay) throw new TypeError(`Failed to call "sweep()": "${name}" is within a test that is swept itself.`)
    describe(name, async () => {
      // Other tests do not load it.
      const [{ learnSweep }, { assertResult }, { sweepTable }] = await Promise.all([
        import('../sweep/learnSweep.ts'),
        import('../sweep/assertResult.ts'),
        import('../sweep/sweepTable.ts'),
      ])
      const origin = await (prepared ??= prepareOrigin())
      const { calls, cases } = await learnSweep({ origin, body, stage: stageOf(cleanup), ...rest })
      const results: SweepResult[] = []
      const elapsed = startStopwatch()
      for (const { name, play } of cases) {
        test(name, async (context) => {
          if (budgetSeconds !== undefined && elapsed() > budgetSeconds * 1000)
            return context.skip(`The budget of ${budgetSeconds} s is used up.`)
          const result = await play()
          results.push(result)
          assertResult(result, knownFaults[name])
        })
      }
      // A part of the cases does not show which there are.
      if (rest.only === undefined && rest.sample === undefined) assertKnownNames(knownFaults, cases)
      afterAll(() => console.log(sweepTable(name, results)))
    })
  }
}

function assertKnownNames(
  knownFaults: Readonly<Record<string, string>>,
  cases: readonly { readonly name: string }[],
): void {
  for (const name of Object.keys(knownFaults)) {
    if (cases.some((each) => each.name === name)) continue
    test(name, () => {
      throw new Error(`There is no such case. Remove it from \`knownFaults\`.`)
    })
  }
}
