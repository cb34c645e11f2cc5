import { createTest } from './kits/vitestBrowserTest.ts'

export { createTest } from './kits/vitestBrowserTest.ts'
export type { OpenSession, Person, SessionChoice } from './kits/openSession.ts'
export type { BrowserTestFixtures, BrowserTestOptions } from './kits/vitestBrowserTest.ts'
export type { WindowWallets } from './kits/windowWallets.ts'

/**
 * vitest's `test` for its browser mode, with a mock for each test at `https://api.latchkey.test`. `createTest` takes
 * options.
 *
 * @example
 * import { test } from '@latchkey/mock/vitest-browser'
 * test('shows the e-mail', async ({ mock, signIn }) => { … })
 */
export const test = createTest()
