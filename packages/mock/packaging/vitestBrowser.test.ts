import { join } from 'node:path'
import { launchArguments, launchEnvironment, unpackChromium } from '@latchkey/chromium'
import { expect, it } from 'vitest'
import { packageFolder, runNode } from './consumer.ts'
import { projectOf, writeFiles } from './recipes.ts'
import { vitestLimits } from './timeLimits.ts'

// Runs the recipe for the browser mode of vitest as it is written, with the packed packages, in Chromium.

/** Uses the recipe's configuration with the Chromium of this repository. */
const run = {
  path: 'run.config.ts',
  text: `import { playwright } from '@vitest/browser-playwright'
    import { mergeConfig } from 'vitest/config'
    import config from './vitest.config'
    const launchOptions = JSON.parse(process.env.LAUNCH_OPTIONS ?? '')
    export default mergeConfig(config, { test: { browser: { provider: playwright({ launchOptions }) } } })`,
}

/** Tests of what the kit promises beyond the recipe. */
const further = {
  path: 'further.test.ts',
  text: `import { createTest } from '@latchkey/mock/vitest-browser'
    import { describe } from 'vitest'
    const baseUrl = 'https://login.example.com'
    const origins = [location.origin]
    const prepare = (mock) => mock.settings.cookies({ hostname: 'login.example.com', origins })
    const test = createTest({ baseUrl, prepare })
    const profile = (mock, init) => fetch(baseUrl + '/api/v0/sdk/' + mock.defaults.environments.sandbox.id + '/users', init)
    test('sends the session in a cookie', async ({ mock, signIn, expect }) => {
      await signIn('ada@example.com')
      expect((await profile(mock, { credentials: 'include' })).status).toBe(200)
      expect((await profile(mock, { credentials: 'omit' })).status).toBe(401)
    })
    test('has neither the session nor the user of the test before', async ({ mock, expect }) => {
      expect((await profile(mock, { credentials: 'include' })).status).toBe(401)
      expect([localStorage.length, (await mock.people.list()).count]).toEqual([0, 0])
    })
    describe.concurrent('at the same time', () => {
      let [arrived, meet] = [0, () => {}]
      const both = new Promise((resolve) => (meet = resolve))
      for (const name of ['first', 'second'])
        test('is refused: ' + name, async ({ mock, expect }) => {
          if (++arrived === 2) meet()
          await both
          const lost = await profile(mock)
          expect([lost.status, await lost.text()]).toEqual([500, expect.stringContaining('Do not run them concurrently.')])
        })
    })`,
}

it('the recipe for the browser mode of vitest runs in Chromium', async () => {
  const vitest = packageFolder('vitest')
  const dependencies = { vitest, '@vitest/browser-playwright': packageFolder('@vitest/browser-playwright') }
  const cwd = await projectOf('vitest-browser', dependencies, 'chromium')
  await writeFiles(cwd, [run, further])
  const launchOptions = { executablePath: await unpackChromium(), args: launchArguments, env: launchEnvironment() }
  const output = await runNode([join(vitest, 'vitest.mjs'), 'run', '--config', run.path, ...vitestLimits], {
    cwd,
    variables: { NO_COLOR: '1', LAUNCH_OPTIONS: JSON.stringify(launchOptions) },
  })
  expect(output).toMatch(/Tests +7 passed \(7\)/)
})
