import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'
import { afterAll, describe, expect, test } from 'vitest'
import { createMswRouter, type MswServer } from '../hosts/mswServer.ts'
import { createMock, type Mock } from '../mock/createMock.ts'
import { readOptions } from '../mock/readOptions.ts'
import { assertVitest } from './assertVitest.ts'
import { runInWindow } from './runInWindow.ts'
import type { StoredSignIn } from './storedSignIn.ts'
import { createSweepOf, type Sweep, testLimitMs } from './sweepTests.ts'
import { testFileAt } from './testFile.ts'
import type { TestOptions } from './vitestTest.ts'
import { createVitestTimers } from './vitestTimers.ts'
import { watchUnhandled } from './watchUnhandled.ts'
import type { WindowWallets } from './windowWallets.ts'

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
}: TestOptions = {}): Sweep<SweepContext> {
  assertVitest('createSweep()', '@latchkey/mock/vitest')
  readOptions(options)
  return createSweepOf<SweepContext>({
    async createOrigin() {
      const origin = createMock(options)
      await prepare?.(origin)
      return origin
    },
    stageOf: (cleanup) => ({
      async run(mock, work) {
        const router = createMswRouter(handlers, 'Set `baseUrl` of `createSweep()` to where the app calls it.')
        router.listen(onUnhandledRequest)
        // Here timers are held by the sweep, and modules get the real ones again at its end (`refreshNamedImports`).
        syncBuiltinESMExports()
        const { server } = router
        const attachment = router.attach(mock)
        try {
          return await runInWindow(mock, {
            attachment,
            cleanup,
            work: (context) => attachment.run(() => work({ ...context, server })),
          })
        } finally {
          server.close()
        }
      },
      timers: createVitestTimers(),
      watchUnhandled,
      folder: process.cwd(),
    }),
    command: 'npx vitest run',
    testFile: () => testFileAt(expect.getState().testPath),
    define(name, learn) {
      describe(name, async () => {
        const { tests, finish } = await learn()
        for (const { name, reasonToSkip, run } of tests) {
          test(name, { timeout: testLimitMs }, async (context) => {
            const reason = reasonToSkip()
            if (reason !== undefined) context.skip(reason)
            await run()
          })
        }
        afterAll(async () => console.log(await finish()))
      })
    },
  })
}
