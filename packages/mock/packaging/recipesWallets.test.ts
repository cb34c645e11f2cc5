import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { launchArguments, launchEnvironment, unpackChromium } from '@latchkey/chromium'
import { runnerFolder } from '@latchkey/runners'
import { build, preview } from 'vite'
import { describe, expect, it } from 'vitest'
import { packageFolder, runNode } from './consumer.ts'
import { inChromium } from './page.ts'
import { filesOf, projectOf, readRecipe, writeFiles } from './recipes.ts'
import { vitestLimits } from './timeLimits.ts'

// Runs the files of the recipe for browser wallets, as they are written there, with the packed packages: in the
// environments of vitest, and in a page that has its mock. `recipes.test.ts` runs those for Jest and for Playwright, and
// `recipesBrowserTools.test.ts` those for other tools.

/** Each environment with the files that run there, in one run of vitest. */
const environments = {
  path: 'run.config.ts',
  text: `import { playwright } from '@vitest/browser-playwright'
    import { defineConfig } from 'vitest/config'
    const launchOptions = JSON.parse(process.env.LAUNCH_OPTIONS ?? '')
    const browser = {
      enabled: true, headless: true, provider: playwright({ launchOptions }), instances: [{ browser: 'chromium' }],
    }
    const project = (name, include, test) => ({ test: { name, include: [include], ...test } })
    export default defineConfig({
      test: {
        projects: [
          project('jsdom', 'wallet.test.ts', { environment: 'jsdom' }),
          project('happy-dom', 'wallet.test.ts', { environment: 'happy-dom' }),
          project('browser', 'wallet.browser.test.ts', { browser }),
          project('stories', 'Wallet.test.tsx', { environment: 'jsdom', setupFiles: ['./vitest.setup.ts'] }),
          project('node', 'windowless.test.ts', { environment: 'node' }),
        ],
      },
    })`,
}

const windowless = {
  path: 'windowless.test.ts',
  text: `import { test } from '@latchkey/mock/vitest'
    test('is refused where there is no window', async ({ wallets, expect }) => {
      await expect(wallets.browser()).rejects.toThrow('this test has no window. Run it in jsdom')
    })`,
}

const dependencies = {
  storybook: runnerFolder('storybook'),
  '@storybook/react-vite': runnerFolder('@storybook/react-vite'),
  react: runnerFolder('react'),
  'react-dom': runnerFolder('react-dom'),
  jsdom: runnerFolder('jsdom'),
  'happy-dom': runnerFolder('happy-dom'),
  vite: runnerFolder('vite'),
  vitest: packageFolder('vitest'),
  '@vitest/browser-playwright': packageFolder('@vitest/browser-playwright'),
  msw: packageFolder('msw'),
}

describe('the recipe for browser wallets', () => {
  it('runs with vitest in jsdom, happy-dom and Chromium, and as stories', async () => {
    const cwd = await projectOf('browser-wallets', dependencies, 'vitest')
    const stories = filesOf(await readRecipe('storybook')).filter(({ path }) => /preview|setup/.test(path))
    await writeFiles(cwd, [environments, windowless, ...stories])
    const launchOptions = { executablePath: await unpackChromium(), args: launchArguments, env: launchEnvironment() }
    const args = ['run', '--config', environments.path, '--reporter=verbose', ...vitestLimits]
    const output = await runNode([join(dependencies.vitest, 'vitest.mjs'), ...args], {
      cwd,
      variables: { NO_COLOR: '1', LAUNCH_OPTIONS: JSON.stringify(launchOptions) },
    })
    for (const name of ['jsdom', 'happy-dom', 'browser (chromium)', 'stories'])
      for (const title of ['signs in with a wallet', 'says that the person has refused'])
        expect(output).toMatch(new RegExp(`✓ +\\|?${name.replaceAll(/[()]/g, '\\$&')}\\|? .* > ${title}`))
    expect(output).toMatch(/Tests +9 passed \(9\)/)
  })

  it('runs in a page that has its mock, whose person refuses, and which is loaded again', async () => {
    const cwd = await projectOf('browser-wallets', { msw: packageFolder('msw') }, 'worker')
    await mkdir(join(cwd, 'public'))
    // As `npx msw init public` does.
    await copyFile(join(packageFolder('msw'), 'lib/mockServiceWorker.js'), join(cwd, 'public/mockServiceWorker.js'))
    const input = join(cwd, 'workerWallet.html')
    await build({
      root: cwd,
      configFile: false,
      logLevel: 'error',
      build: { target: 'es2022', rolldownOptions: { input } },
    })
    const server = await preview({ root: cwd, configFile: false, preview: { port: 0, host: '127.0.0.1' } })
    try {
      const url = new URL('workerWallet.html', server.resolvedUrls?.local[0])
      await inChromium(url.href, async (page) => {
        const button = page.getByRole('button', { name: 'MetaMask' })
        const shows = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()
        await button.waitFor()
        await page.evaluate(() => (globalThis as unknown as { wallet: { refuseNext(): void } }).wallet.refuseNext())
        await button.click()
        await shows('cancelled')
        await button.click()
        await shows(/^0x[\da-f]{40}$/)
        const address = await page.getByRole('status').textContent()
        await page.reload()
        await shows(address ?? '')
        const accounts = () => (globalThis as unknown as { wallet: { accounts: string[] } }).wallet.accounts
        expect(await page.evaluate(accounts)).toEqual([address])
        // The wallet is a new one, and signs for the same account again.
        await page.evaluate(() => localStorage.clear())
        await page.reload()
        await button.waitFor()
        expect(await page.getByRole('status').textContent()).toBe('')
        await button.click()
        await shows(address ?? '')
      })
    } finally {
      await server.close()
    }
  })
})
