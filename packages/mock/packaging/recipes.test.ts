import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { launchArguments, launchEnvironment, unpackChromium } from '@latchkey/chromium'
import { nodes, runnerFolder } from '@latchkey/runners'
import { build, preview } from 'vite'
import { describe, expect, it } from 'vitest'
import { startServer } from '../src/hosts/server.ts'
import { command, createProject, packageFolder, runNode } from './consumer.ts'
import { filesOf, pageOfClient, projectOf, readRecipe, type RecipeFile, writeFiles } from './recipes.ts'
import { isFull, onlyInFull } from './tier.ts'
import { findForLonger, jestLimit, vitestLimits } from './timeLimits.ts'

// Runs the files of `docs/recipes`, as they are written there, with the packed packages.

/** Uses the recipe's configuration for tests that find elements. */
const configOfReact = {
  path: 'run.config.ts',
  text: `import { mergeConfig } from 'vitest/config'
    import config from './vitest.config'
    export default mergeConfig(config, { test: { setupFiles: ['./findForLonger.mjs'] } })`,
}

const variables = { NO_COLOR: '1' }

const react = {
  react: runnerFolder('react'),
  'react-dom': runnerFolder('react-dom'),
  jsdom: runnerFolder('jsdom'),
  '@testing-library/react': runnerFolder('@testing-library/react'),
}

const jestForReact = {
  'jest-environment-jsdom': runnerFolder('jest-environment-jsdom'),
  '@swc/jest': runnerFolder('@swc/jest'),
  '@swc/core': runnerFolder('@swc/core'),
}

describe('the recipe for vitest', () => {
  it('runs with vitest 5, msw 3 and React in jsdom', async () => {
    const vitest = packageFolder('vitest')
    const cwd = await projectOf('vitest', { ...react, vitest, msw: packageFolder('msw') }, 'msw3')
    await writeFiles(cwd, [...(await pageOfClient()), ...findForLonger, configOfReact])
    const args = ['run', '--config', configOfReact.path, ...vitestLimits]
    expect(await runNode([join(vitest, 'vitest.mjs'), ...args], { cwd, variables })).toMatch(/Tests +7 passed \(7\)/)
  })

  it('runs with vitest 4 and msw 2 on Node 20', async () => {
    const vitest = runnerFolder('vitest4')
    const cwd = await projectOf('vitest', { vitest, msw: packageFolder('msw2') }, 'msw2')
    // Without the files that need jsdom, whose present version does not run on Node 20.
    const args = ['run', 'users.test.ts', 'grace.test.ts', '--environment', 'node', ...vitestLimits]
    const output = await runNode([join(vitest, 'vitest.mjs'), ...args], { cwd, node: nodes[20], variables })
    expect(output).toMatch(/Tests +2 passed \(2\)/)
  })
})

describe('the recipes for second factors and for fake timers', () => {
  it('run with vitest 5, and with React in jsdom', async () => {
    const vitest = packageFolder('vitest')
    const cwd = await projectOf('second-factors', { ...react, vitest, msw: packageFolder('msw') }, 'recipe')
    await writeFiles(cwd, [
      ...(await pageOfClient()),
      ...filesOf(await readRecipe('fake-timers')),
      { path: 'vitest.config.ts', text: "export default { test: { environment: 'jsdom' } }" },
      ...findForLonger,
      configOfReact,
    ])
    const args = ['run', '--config', configOfReact.path, ...vitestLimits]
    expect(await runNode([join(vitest, 'vitest.mjs'), ...args], { cwd, variables })).toMatch(/Tests +4 passed \(4\)/)
  })
})

describe('the recipe for sweeps', () => {
  /** The table that ends a sweep. */
  const tableOf = (output: string, name: string) =>
    new RegExp(`${name}: \\d+ cases.*?not as expected`, 's')
      .exec(stripVTControlCharacters(output))?.[0]
      .split('\n')
      .map((line) => line.trim())

  it('finds no fault in the page of the client, and the one of a page that does not catch', async () => {
    const vitest = packageFolder('vitest')
    const cwd = await projectOf('sweep', { ...react, vitest, msw: packageFolder('msw') }, 'recipe')
    const page = await pageOfClient()
    await writeFiles(cwd, page)
    const run = ['run', ...vitestLimits]
    const output = await runNode([join(vitest, 'vitest.mjs'), ...run], { cwd, variables })
    expect(output).toMatch(/signs in by code, and out: 5\d cases, 0 faults/)
    expect(output).toMatch(/asks for a code: 1\d cases, 0 faults/)
    const careless = page.map(({ path, text }) => ({ path, text: text.replace('.catch(console.warn)', '') }))
    await writeFiles(cwd, careless)
    const refused = runNode([join(vitest, 'vitest.mjs'), ...run, 'App.sweep'], { cwd, variables })
    await expect(refused).rejects.toThrow(
      /sessions\.revoke: there is no connection: The app leaves an error unhandled\./,
    )
  })

  it('gives the same tests and outcomes in Jest, and finds the same fault', async () => {
    const vitest = packageFolder('vitest')
    const cwd = await projectOf('sweep', { ...react, ...jestForReact, vitest, msw: packageFolder('msw') }, 'jest')
    const page = await pageOfClient()
    await writeFiles(cwd, [
      ...page,
      ...filesOf(await readRecipe('jest')).filter(({ path }) => path === 'jest.config.js'),
    ])
    const report = ['--reporter=default', '--reporter=json', '--outputFile.json=vitest.json']
    const runVitest = [join(vitest, 'vitest.mjs'), 'run', 'App.sweep', ...vitestLimits, ...report]
    const runJest = [
      join(runnerFolder('jest'), 'bin/jest.js'),
      '--testMatch',
      '**/App.jest.tsx',
      '--outputFile=jest.json',
    ]
    const inVitest = await runNode(runVitest, { cwd, variables })
    const inJest = await runNode([...runJest, '--json'], { cwd, variables })
    const name = 'signs in by code, and out'
    expect(tableOf(inJest, name)).toEqual(tableOf(inVitest, name))
    expect(tableOf(inJest, name)?.[0]).toMatch(/: 5\d cases, 0 faults/)
    expect(await testsIn(join(cwd, 'jest.json'))).toEqual(await testsIn(join(cwd, 'vitest.json')))
    const careless = page.map(({ path, text }) => ({ path, text: text.replace('.catch(console.warn)', '') }))
    await writeFiles(cwd, careless)
    const refused = runNode([...runJest, '-t', 'sessions.revoke: there is no connection$'], { cwd, variables })
    await expect(refused).rejects.toThrow(
      /sessions\.revoke: there is no connection: The app leaves an error unhandled\.[^]*Tests: +1 failed, \d+ skipped/,
    )
  })

  it('runs with Playwright, and finds the same fault in a page that does not catch', async () => {
    const playwright = runnerFolder('@playwright/test')
    const cwd = await projectOf('sweep', { ...react, '@playwright/test': playwright }, 'chromium')
    const page = await pageOfClient()
    await writeFiles(cwd, [
      { path: 'index.html', text: '<main></main><script type="module" src="./main.tsx"></script>' },
      {
        path: 'main.tsx',
        text: `import { createElement } from 'react'
          import { createRoot } from 'react-dom/client'
          import { App } from './App'
          createRoot(document.querySelector('main')!).render(createElement(App))`,
      },
      {
        path: 'run.config.ts',
        text: `import config from './playwright.config'
          const launchOptions = JSON.parse(process.env.LAUNCH_OPTIONS ?? '')
          // A busy machine needs more than the 5 seconds of an expectation.
          const expect = { timeout: 300_000 }
          export default { ...config, expect, reporter: 'line', use: { ...config.use, launchOptions } }`,
      },
    ])
    /** Sweeps the page as it is now. */
    async function sweep(only: Readonly<Record<string, string>> = {}): Promise<string> {
      await build({ root: cwd, configFile: false, logLevel: 'error', build: { target: 'es2022' } })
      const server = await preview({ root: cwd, configFile: false, preview: { port: 0, host: 'localhost' } })
      const launchOptions = {
        executablePath: await unpackChromium(),
        args: launchArguments,
        env: launchEnvironment(),
      }
      const APP_URL = server.resolvedUrls?.local[0] ?? ''
      const cli = join(playwright, 'cli.js')
      return runNode([cli, 'test', '-c', 'run.config.ts'], {
        cwd,
        variables: { ...variables, ...only, APP_URL, LAUNCH_OPTIONS: JSON.stringify(launchOptions) },
      }).finally(() => server.close())
    }
    await writeFiles(cwd, page)
    expect(await sweep()).toMatch(/signs in by code, and out: [56]\d cases, 0 faults/)
    const careless = page.map(({ path, text }) => ({ path, text: text.replace('.catch(console.warn)', '') }))
    await writeFiles(cwd, careless)
    await expect(sweep({ LATCHKEY_SWEEP_ONLY: 'sessions.revoke: there is no connection' })).rejects.toThrow(
      /sessions\.revoke: there is no connection: The app leaves an error unhandled\./,
    )
  })
})

/** The names of the tests in a report, each with its status. Jest's has the form of vitest's. */
async function testsIn(path: string): Promise<string[]> {
  const { testResults } = JSON.parse(await readFile(path, 'utf8')) as {
    readonly testResults: readonly {
      readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
    }[]
  }
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, status }) => `${fullName}: ${status}`),
  )
}

describe('the app of the README of the repository', () => {
  it('runs its tests with vitest 4 and msw 2 on Node 20', async () => {
    const vitest = runnerFolder('vitest4')
    const cwd = await createProject('readme-app', { vitest, msw: packageFolder('msw2') })
    await writeFiles(cwd, filesOf(await readFile(new URL('../../../README.md', import.meta.url), 'utf8')))
    const args = ['run', 'app.test.ts', ...vitestLimits]
    const output = await runNode([join(vitest, 'vitest.mjs'), ...args], { cwd, node: nodes[20], variables })
    expect(output).toMatch(/Tests +2 passed \(2\)/)
  })
})

describe('the recipe for Vue', () => {
  const vue = runnerFolder('vue')

  it('runs with vitest in jsdom', async () => {
    const vitest = packageFolder('vitest')
    const plugins = { '@vitejs/plugin-vue': runnerFolder('@vitejs/plugin-vue'), jsdom: runnerFolder('jsdom') }
    const cwd = await projectOf('vue', { ...plugins, vue, vitest, msw: packageFolder('msw') }, 'vitest')
    expect(await runNode([join(vitest, 'vitest.mjs'), 'run', ...vitestLimits], { cwd, variables })).toMatch(
      /Tests +2 passed \(2\)/,
    )
  })

  it('has right types, also in its template', async () => {
    const cwd = await projectOf('vue', { vue, vitest: packageFolder('vitest') }, 'types')
    const compilerOptions = { strict: true, module: 'preserve', target: 'es2023', noEmit: true, skipLibCheck: true }
    const check = async (component: string) => {
      await writeFiles(cwd, [
        {
          path: 'tsconfig.json',
          text: JSON.stringify({ compilerOptions, include: ['src'], exclude: ['**/*.test.ts'] }),
        },
        { path: 'src/Account.vue', text: component },
      ])
      return runNode([join(runnerFolder('vue-tsc'), 'bin/vue-tsc.js'), '-p', cwd], { cwd, variables })
    }
    const component = await readFile(join(cwd, 'src/Account.vue'), 'utf8')
    expect(await check(component)).toBe('')
    // Whether the compiler reads the template at all.
    if (!isFull) return
    await expect(check(component.replace('view.user.email', 'view.user.mail'))).rejects.toThrow(
      "Property 'mail' does not exist",
    )
  })
})

describe('the recipe for Angular', () => {
  const names = [
    '@angular/common',
    '@angular/compiler',
    '@angular/core',
    '@angular/platform-browser',
    'rxjs',
    'jsdom',
  ] as const
  const compilerOptions = { experimentalDecorators: true, useDefineForClassFields: false, target: 'es2023' }

  it('runs with vitest in jsdom, and has right types', async () => {
    const angular = Object.fromEntries(names.map((name) => [name, runnerFolder(name)]))
    const vitest = packageFolder('vitest')
    const cwd = await projectOf('angular', { ...angular, vitest, msw: packageFolder('msw') }, 'vitest')
    const strict = { strict: true, module: 'preserve', noEmit: true, skipLibCheck: true, types: [] }
    const tsconfig = { compilerOptions: { ...compilerOptions, ...strict }, include: ['src'] }
    await writeFiles(cwd, [{ path: 'tsconfig.json', text: JSON.stringify(tsconfig) }])
    expect(await runNode([join(vitest, 'vitest.mjs'), 'run', ...vitestLimits], { cwd, variables })).toMatch(
      /Tests +2 passed \(2\)/,
    )
    expect(await runNode([command('typescript-7', 'bin/tsc'), '-p', cwd], { cwd })).toBe('')
  })
})

describe('the recipe for Jest', () => {
  // `runners.test.ts` runs Jest on Node 20 with msw 2.
  it.each([...onlyInFull([20, 'msw2'] as const), [24, 'msw'] as const])(
    'runs on Node %i with %s: CommonJS, ES modules, jsdom, React and browser wallets',
    async (version, msw) => {
      const dependencies = {
        ...react,
        ...jestForReact,
        msw: packageFolder(msw),
      }
      const cwd = await projectOf('jest', dependencies, String(version))
      const jest = join(runnerFolder('jest'), 'bin/jest.js')
      const ofWallets = filesOf(await readRecipe('browser-wallets')).filter(({ path }) =>
        ['wallet.jest.js', 'walletPage.ts'].includes(path),
      )
      await writeFiles(cwd, [...(await pageOfClient()), ...findForLonger, ...ofWallets])
      const found = ['--setupFilesAfterEnv', './findForLonger.cjs']
      const options = ['--testMatch', '**/*.{test,jest}.{js,mjs,tsx}', '--runInBand', jestLimit, ...found]
      const output = await runNode(['--experimental-vm-modules', jest, ...options], {
        cwd,
        node: nodes[version],
        variables,
      })
      expect(output).toContain('Tests:       8 passed, 8 total')
    },
  )
})

describe('the recipe for Playwright', () => {
  /** Uses the recipe's configuration with the Chromium of this repository. */
  const run = {
    path: 'run.config.ts',
    text: `import config from './playwright.config'
      const launchOptions = JSON.parse(process.env.LAUNCH_OPTIONS ?? '')
      // A busy machine needs more than the 5 seconds of an expectation.
      const expect = { timeout: 300_000 }
      export default { ...config, expect, reporter: 'json', workers: 2, use: { ...config.use, launchOptions } }`,
  }
  const failing = {
    path: 'tests/failing.spec.ts',
    text: `import { expect, test } from '@latchkey/mock/playwright'
      test('fails', async ({ page, signIn }) => {
        await signIn('ada@example.com')
        await page.goto('/')
        const status = page.getByRole('status')
        await expect(status).toHaveText('ada@example.com')
        await expect(status).toHaveText('grace@example.com', { timeout: 1_000 })
      })
      test('waits in vain', ({ inbox }) => inbox.email('nobody@example.com', { timeoutMs: 100 }).then(() => {}))
      test('waits for a mail as long as for an expectation', async ({ inbox, mock }) => {
        const { id } = mock.defaults.environments.sandbox
        const request = { method: 'POST', headers: { 'content-type': 'application/json' } }
        const send = () => mock.fetch(mock.baseUrl + '/api/v0/sdk/' + id + '/emailVerifications/create', {
          ...request,
          body: '{"email":"late@example.com"}',
        })
        // Later than the 5 seconds of Playwright.
        setTimeout(send, 6_000)
        await inbox.email('late@example.com')
      })
      test.describe(() => {
        test.use({ baseURL: '' })
        test('does not say where the app is', ({ signIn }) => signIn('ada@example.com').then(() => {}))
      })
      test('streams', async ({ page, mock }) => {
        mock.serve = async () => ({ status: 200, headers: {}, text: null, stream: new ReadableStream() })
        await page.goto('/')
        await page.evaluate((url) => fetch(url).catch(() => undefined), mock.baseUrl + '/')
      })`,
  }

  /** A test that waits in its world, while the app's own server calls the mock without a world. */
  const elsewhere = {
    path: 'tests/elsewhere.spec.ts',
    text: `import { remoteTest as test } from '@latchkey/mock/playwright'
      test.use({ latchkey: {} })
      test('waits in another mock', async ({ inbox, mock }) => {
        const { id } = mock.defaults.environments.sandbox
        const send = process.env.LATCHKEY_URL + '/api/v0/sdk/' + id + '/emailVerifications/create'
        const headers = { 'content-type': 'application/json' }
        await fetch(send, { method: 'POST', headers, body: '{"email":"server@example.com"}' })
        await inbox.email('server@example.com', { timeoutMs: 100 })
      })`,
  }

  /** Replies to changes come late, as on a busy machine: the recipe has to wait for what its next step relies on. */
  const late = {
    path: 'tests/late.ts',
    text: `import { test as base } from '@latchkey/mock/playwright'
      export { expect } from '@latchkey/mock/playwright'
      export const test = base.extend({
        async mock({ mock }, use) {
          const { serve } = mock
          mock.serve = async (request) => {
            const reply = await serve(request)
            // Longer than the second between two looks of \`expect.poll\`.
            if (request.method !== 'GET') await new Promise((resolve) => setTimeout(resolve, 1_500))
            return reply
          }
          await use(mock)
        },
      })`,
  }
  const withLateReplies = ({ text }: RecipeFile): RecipeFile => ({
    path: 'tests/lateReplies.spec.ts',
    text: text.replace("'@latchkey/mock/playwright'", "'./late'").replaceAll(/^test\('/gm, "test('late: "),
  })

  /** Configurations by which the app's calls miss the mock, each with what the test says then. */
  const missing: Readonly<Record<string, readonly [test: string, options: string, sentence: string]>> = {
    'calls elsewhere than at apiUrl': [
      'test',
      "{ apiUrl: 'https://api.exmaple.com' }",
      "but the mock answers at https://api.exmaple.com. Set `latchkey: { apiUrl: 'https://api.example.com' }` in `use`.",
    ],
    'does not call its world': [
      'test',
      '{}',
      'Give the app the URL of its mock, `mock.baseUrl`, or set `latchkey: { apiUrl',
    ],
    'does not call the running server': ['remoteTest', '{}', 'Give the app this URL, or set `latchkey: { mockUrl }`'],
  }

  /** Servers that the kit cannot use, each with the sentence that says why. */
  const unusable = (full: string): Readonly<Record<string, readonly [options: string, sentence: string]>> => ({
    'is not told the server': ["{ mockUrl: '' }", 'The tests do not know which mock to use'],
    'finds no server': ["{ mockUrl: 'http://127.0.0.1:1' }", 'nothing answers there. Start it with'],
    'finds a server without worlds': [`{ mockUrl: '${full}' }`, `Failed to create a world for the test at ${full}: `],
    'has an option of the other test': [
      "{ apiUrl: 'https://api.example.com' }",
      'there is no option of "latchkey" "apiUrl"',
    ],
  })

  it('runs in Chromium, and explains what fails, with the journal', async () => {
    const servers = [await startServer(), await startServer({}, { worlds: { maximum: 0 } })] as const
    const [running, full] = servers
    const refusals = unusable(full.url)
    const unusableServers = Object.entries(refusals).map(([title, [options]], index) => ({
      path: `tests/unusable${index}.spec.ts`,
      text: `import { remoteTest as test } from '@latchkey/mock/playwright'
        test.use({ latchkey: ${options} as object })
        test('${title}', async ({ mock }) => void (await mock.clock.now()))`,
    }))
    const missingCalls = Object.entries(missing).map(([title, [test, options]], index) => ({
      path: `tests/missing${index}.spec.ts`,
      text: `import { expect, ${test} as test } from '@latchkey/mock/playwright'
        test.use({ latchkey: ${options} as object })
        test('${title}', async ({ page, signIn }) => {
          await signIn('ada@example.com')
          await page.goto('/')
          await expect(page.getByRole('alert')).toHaveText('Try again later.')
          // Its time is over, as that of a test which waits for something else.
          test.setTimeout(1)
          await new Promise(() => {})
        })`,
    }))
    const cwd = await projectOf('playwright', { '@playwright/test': runnerFolder('@playwright/test') }, 'chromium')
    const recipe = filesOf(await readRecipe('playwright'))
    const lateReplies = recipe.filter(({ path }) => path === 'tests/profile.spec.ts').map(withLateReplies)
    const ofWallets = filesOf(await readRecipe('browser-wallets')).filter(({ path }) =>
      /^(tests\/|wallet\.html|walletPage)/.test(path),
    )
    await writeFiles(cwd, [
      run,
      ...ofWallets,
      failing,
      elsewhere,
      late,
      ...lateReplies,
      ...missingCalls,
      ...unusableServers,
    ])
    const pages = ['index.html', 'wallet.html'].map((name) => join(cwd, name))
    const built = { target: 'es2022', rolldownOptions: { input: pages } }
    await build({ root: cwd, configFile: false, logLevel: 'error', build: built })
    const server = await preview({ root: cwd, configFile: false, preview: { port: 0, host: 'localhost' } })
    const launchOptions = {
      executablePath: await unpackChromium(),
      args: launchArguments,
      env: launchEnvironment(),
    }
    const environment = {
      APP_URL: server.resolvedUrls?.local[0] ?? '',
      LAUNCH_OPTIONS: JSON.stringify(launchOptions),
      LATCHKEY_URL: running.url,
      PLAYWRIGHT_JSON_OUTPUT_NAME: 'report.json',
    }
    const cli = join(runnerFolder('@playwright/test'), 'cli.js')
    // As for vitest's recipes: a passkey takes its time on a machine that is busy.
    const command = runNode([cli, 'test', '-c', run.path, '--timeout=600000'], {
      cwd,
      variables: { ...variables, ...environment },
    })
    // Some tests are to fail, so the command does.
    await expect(command.finally(() => server.close())).rejects.toThrow('failed')
    expect(running.worlds.list().map(({ name }) => name)).toEqual([])
    for (const each of servers) await each.close()
    const report = JSON.parse(await readFile(join(cwd, 'report.json'), 'utf8')) as Suite
    const profileTests = [
      'shows who is signed in',
      'asks everybody else to sign in, by a code in the mail',
      'says that the service is down',
      'ends a session after its time',
      'signs in by a passkey that the user has made',
    ]
    const walletTests = [
      'signs in with a wallet',
      'says that the person has refused',
      'signs out when the person selects another account',
      'serves another person, too',
      'signs in with a wallet of the server',
    ]
    expect(resultsOf(report)).toEqual({
      ...Object.fromEntries(profileTests.flatMap((title) => [title, `late: ${title}`]).map((title) => [title, []])),
      'calls the world of this test': [],
      ...Object.fromEntries(walletTests.map((title) => [title, []])),
      'uses a world of the running server': [],
      'ends a session after its time, by the clock of its world': [],
      'reads the mail of its world': [],
      'signs in where the server of the app reads its cookies': [],
      'has the session in an httpOnly cookie': [],
      fails: [expect.stringContaining('Received: "ada@example.com"'), 'latchkey journal'],
      'waits in vain': [
        expect.stringContaining('The service sends a message (email) to nobody@example.com'),
        'latchkey journal',
      ],
      'waits for a mail as long as for an expectation': [],
      'waits in another mock': [expect.stringContaining("the message is in the server's own mock"), 'latchkey journal'],
      'does not say where the app is': [
        expect.stringContaining('Failed to call "signIn()": set `baseURL` to the URL of the app, in `use`.'),
        'latchkey journal',
      ],
      streams: [expect.stringContaining('this reply is a stream'), 'latchkey journal'],
      ...Object.fromEntries(
        Object.entries(missing).map(([title, [, , sentence]]) => [
          title,
          [expect.stringContaining(sentence), 'latchkey journal'],
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(refusals).map(([title, [, sentence]]) => [title, [expect.stringContaining(sentence)]]),
      ),
    })
  })
})

/** The part of Playwright's report that the test reads. */
interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs?: readonly {
    readonly title: string
    readonly tests: readonly { readonly results: readonly Result[] }[]
  }[]
}
interface TestError {
  readonly message: string
}
interface Result {
  readonly error?: TestError
  readonly errors?: readonly TestError[]
  readonly attachments: readonly { readonly name: string }[]
}

/** The error of a test. For one that hung, also the step in which it did, which is a second error. */
function textOf({ message }: TestError, errors: readonly TestError[] = []): string {
  const messages = message.startsWith('Test timeout of 600000ms') ? errors.map((each) => each.message) : [message]
  return stripVTControlCharacters(messages.join('\n'))
}

/** For each test the error of its run, and the attachment of the kit; nothing when it passed. */
function resultsOf({ suites = [], specs = [] }: Suite): Record<string, readonly string[]> {
  const ownResults = specs.map(({ title, tests }): [string, string[]] => {
    const results = tests.flatMap(({ results }) => results)
    return [
      title,
      results.flatMap(({ error, errors, attachments }) => [
        ...(error ? [textOf(error, errors)] : []),
        ...attachments.map(({ name }) => name).filter((name) => name.startsWith('latchkey')),
      ]),
    ]
  })
  return Object.assign(Object.fromEntries(ownResults), ...suites.map(resultsOf))
}
