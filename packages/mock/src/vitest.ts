import { createTest } from './kits/vitestTest.ts'

export { createSweep } from './kits/vitestSweep.ts'
export type { SweepContext } from './kits/vitestSweep.ts'
export { createTest } from './kits/vitestTest.ts'
export type { OpenSession, Person, SessionChoice } from './kits/openSession.ts'
export type { Sweep, SweepOptions } from './kits/sweepTests.ts'
export type { TestFixtures, TestOptions } from './kits/vitestTest.ts'
export type { SweepChoice } from './sweep/chooseCases.ts'
export type { AfterFailure, SweepExpectations, SweepOutcome } from './sweep/playCase.ts'
export type { WindowWallets } from './kits/windowWallets.ts'

/**
 * vitest's `test` with a mock for each test, at `https://api.latchkey.test`. `createTest` takes options.
 *
 * @example
 * import { test } from '@latchkey/mock/vitest'
 * test('shows the e-mail', async ({ mock, signIn }) => { … })
 */
export const test = createTest()
