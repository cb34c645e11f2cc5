import { join } from 'node:path'
import { runnerFolder } from '@latchkey/runners'
import { preview } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { command, packageFolder, runNode } from './consumer.ts'
import { inChromium, textAt } from './page.ts'
import { filesOf, projectOf, readRecipe, writeFiles } from './recipes.ts'
import { isFull } from './tier.ts'
import { vitestLimits } from './timeLimits.ts'

// Runs the recipe for Storybook as it is written, with the packed packages.

const dependencies = {
  storybook: runnerFolder('storybook'),
  '@storybook/react-vite': runnerFolder('@storybook/react-vite'),
  react: runnerFolder('react'),
  'react-dom': runnerFolder('react-dom'),
  '@types/react': runnerFolder('@types/react'),
  jsdom: runnerFolder('jsdom'),
  vite: runnerFolder('vite'),
  vitest: packageFolder('vitest'),
}

/** A story that is rendered without its mock, beside those of the recipe. */
const unloaded = {
  path: 'unloaded.test.tsx',
  text: `import { composeStories } from '@storybook/react-vite'
    import { renderToString } from 'react-dom/server'
    import { expect, test } from 'vitest'
    import * as stories from './Profile.stories'
    test('is refused', () => {
      const { SignedIn } = composeStories(stories)
      expect(() => renderToString(<SignedIn />)).toThrow('Failed to render the story "Signed In": it has no mock yet.')
    })`,
}

/** A preview with a wrong URL, whose stories show the error that their component has a text for. */
const misled = {
  path: 'misled.test.tsx',
  text: `import { composeStories, setProjectAnnotations } from '@storybook/react-vite'
    import { createPreview } from '@latchkey/mock/storybook'
    import { expect, test } from 'vitest'
    import * as stories from './Profile.stories'
    setProjectAnnotations([createPreview({ baseUrl: 'https://api.exmaple.com' })])
    test('passes no story', async () => {
      const { SignedIn } = composeStories(stories)
      await SignedIn.run()
      await expect.poll(() => document.body.textContent).toBe('Try again later.')
    })`,
}

let cwd: string
/** The output of all tests: those of `misled` fail. */
let output: string
beforeAll(async () => {
  cwd = await projectOf('storybook', dependencies, 'react')
  const manifest = { path: 'package.json', text: '{ "private": true, "type": "module" }' }
  await writeFiles(cwd, [unloaded, misled, manifest])
  const run = [join(dependencies.vitest, 'vitest.mjs'), 'run', ...vitestLimits]
  output = await runNode(run, { cwd, variables: { NO_COLOR: '1' } }).catch(({ message }: Error) => message)
})

describe('the recipe for Storybook', () => {
  it('runs the stories as tests, one for each failure of a call, and refuses one that is rendered without its mock', () => {
    expect(output).toMatch(/Tests +1 failed \| 16 passed \(17\)/)
  })

  it('passes no story when the preview has another URL than the components, and names both', () => {
    expect(output).toMatch(/FAIL +misled\.test\.tsx > passes no story/)
    expect(output).toContain(
      'The app calls the service at https://api.example.com, but the mock answers at https://api.exmaple.com. ' +
        'Set `baseUrl` of `createPreview()` to where the stories call it.',
    )
  })

  it('fits the types of Storybook', async () => {
    const compilerOptions = {
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
    }
    const config = {
      compilerOptions,
      include: ['.storybook/preview.ts', 'Profile*.tsx', 'Failures.test.tsx', 'vitest.setup.ts'],
    }
    await writeFiles(cwd, [{ path: 'tsconfig.json', text: JSON.stringify(config) }])
    expect(await runNode([command('typescript-7', 'bin/tsc'), '-p', cwd], { cwd })).toBe('')
  })

  // The tests above render the same preview and stories, by vitest in place of the builder.
  if (!isFull) return

  it('builds a Storybook whose stories show who is signed in, by wallets too, and fail as the toolbar says', async () => {
    const ofWallets = filesOf(await readRecipe('browser-wallets')).filter(({ path }) =>
      ['Wallet.stories.tsx', 'walletPage.ts'].includes(path),
    )
    await writeFiles(cwd, ofWallets)
    const storybook = join(dependencies.storybook, 'dist/bin/dispatcher.js')
    const variables = { NODE_ENV: 'production', STORYBOOK_DISABLE_TELEMETRY: '1', CI: '1' }
    await runNode([storybook, 'build', '--quiet', '--output-dir', 'built'], { cwd, variables })
    const server = await preview({
      root: cwd,
      configFile: false,
      build: { outDir: 'built' },
      preview: { port: 0, host: '127.0.0.1' },
    })
    try {
      const base = server.resolvedUrls?.local[0]
      const textOf = (story: string, expected: string) => {
        const url = new URL(`iframe.html?viewMode=story&id=${story}`, base)
        return textAt(url.href, '#storybook-root output', expected)
      }
      expect(await textOf('profile--signed-in', 'ada@example.com')).toBe('ada@example.com')
      expect(await textOf('profile--signed-out', 'Please sign in.')).toBe('Please sign in.')
      expect(await textOf('wallet--signs-in', '0x')).toMatch(/^0x[\da-f]{40}$/)
      expect(await textOf('wallet--refused', 'cancelled')).toBe('cancelled')
      expect(await textOf('profile--session-ended', 'Try')).toBe('Try again later.')
      const byLink = 'profile--signed-in&globals=latchkeyFailure:there+is+no+connection'
      expect(await textOf(byLink, 'Try')).toBe('Try again later.')
      const chosen = await inChromium(new URL('?path=/story/profile--signed-in', base).href, async (page) => {
        const story = page.frameLocator('#storybook-preview-iframe')
        const see = (text: string) => story.locator('#storybook-root').getByText(text, { exact: true }).waitFor()
        const choose = async (shown: string, failure: string) => {
          await page.locator('button', { hasText: shown }).click()
          await page.getByText(failure, { exact: true }).click()
        }
        await see('ada@example.com')
        await choose('Failure', 'the session has ended')
        await see('Try again later.')
        await choose('the session has ended', 'No failure')
        await see('ada@example.com')
        await choose('Failure', '404')
        return story.getByText('"profile.get" does not fail by "404".').first().textContent()
      })
      expect(chosen).toContain('It can be: the session has ended; the token has expired; ')
    } finally {
      await server.close()
    }
  })
})
