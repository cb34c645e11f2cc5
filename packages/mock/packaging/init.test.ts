import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchArguments, launchEnvironment, unpackChromium } from '@latchkey/chromium'
import { nodes, runnerFolder } from '@latchkey/runners'
import { describe, expect, it } from 'vitest'
import { command, createProject, packageFolder, runNode } from './consumer.ts'
import { writeFiles } from './recipes.ts'
import { textOfServedPage } from './page.ts'

// Runs `latchkey-mock init` in projects with the packed package, and then what it tells people to run.

const variables = { NO_COLOR: '1', npm_config_user_agent: '' }

interface Variant {
  readonly runner: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly manifest?: object
  readonly files?: Readonly<Record<string, string>>
}

/** Runs `init --yes` in a new project. Returns its folder, output, and the files that were added. */
async function initIn(name: string, { runner, dependencies, manifest = {}, files = {} }: Variant) {
  const cwd = await createProject(`init-${name}`, dependencies)
  const packageJson = JSON.stringify({
    name,
    private: true,
    ...manifest,
    devDependencies: Object.fromEntries(Object.keys(dependencies).map((dependency) => [dependency, '*'])),
  })
  await writeFiles(cwd, [
    { path: 'package.json', text: packageJson },
    ...Object.entries(files).map(([path, text]) => ({ path, text })),
  ])
  const before = await contentsOf(cwd)
  const script = join(cwd, 'node_modules/@latchkey/mock/dist/bin/latchkeyMock.js')
  const output = await runNode([script, 'init', '--yes', '--runner', runner], { cwd, variables })
  const after = await contentsOf(cwd)
  expect(after).toMatchObject(before)
  return { cwd, output, added: Object.keys(after).filter((path) => !(path in before)) }
}

/** The texts of a project's files, without its dependencies. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
  const texts = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const
    }),
  )
  return Object.fromEntries(texts)
}

/** Checks the files of a project in TypeScript. */
async function typecheck(cwd: string, types: readonly string[] = []): Promise<string> {
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types,
  }
  await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  return runNode([command('typescript-7', 'bin/tsc'), '-p', cwd], { cwd })
}

const typescript = { 'tsconfig.json': '{}' }
const timeLimit = '--testTimeout=60000'

describe('latchkey-mock init', () => {
  it.each([
    ['TypeScript', typescript, 'ts'],
    ['JavaScript', {}, 'js'],
  ])('writes a test for vitest that passes: %s', async (language, files, extension) => {
    const vitest = packageFolder('vitest')
    const dependencies = { vitest, msw: packageFolder('msw') }
    const { cwd, added, output } = await initIn(`vitest-${extension}`, { runner: 'vitest', dependencies, files })
    expect(added.sort()).toEqual([`test/latchkey.${extension}`, `test/latchkey.test.${extension}`].sort())
    expect(output).toContain(
      `  npm install --save-dev @latchkey/mock\n  npx vitest run test/latchkey.test.${extension}\n`,
    )
    expect(await runNode([join(vitest, 'vitest.mjs'), 'run', timeLimit], { cwd, variables })).toMatch(
      /Tests +1 passed \(1\)/,
    )
    if (language === 'TypeScript') expect(await typecheck(cwd)).toBe('')
  })

  it.each([
    ['a package of CommonJS', 20, {}, {}, 'test/latchkey.test.js'],
    ['a package of ES modules', 24, { type: 'module' }, {}, 'test/latchkey.test.cjs'],
    [
      'jsdom',
      24,
      { jest: { testEnvironment: 'jsdom' } },
      { 'jest-environment-jsdom': runnerFolder('jest-environment-jsdom') },
      'test/latchkey.test.js',
    ],
  ] as const)('writes a test for Jest that passes: %s', async (name, version, manifest, more, path) => {
    const jest = runnerFolder('jest')
    const dependencies = { jest, ...more }
    const { cwd, added } = await initIn(`jest ${name}`.replaceAll(' ', '-'), { runner: 'jest', dependencies, manifest })
    expect(added).toEqual([path])
    const output = await runNode([join(jest, 'bin/jest.js'), timeLimit], { cwd, node: nodes[version], variables })
    expect(output).toContain('Tests:       1 passed, 1 total')
  })

  it.each([
    ['without a configuration', typescript, ['e2e/latchkey.spec.ts', 'playwright.config.ts']],
    [
      'beside a configuration',
      { 'playwright.config.js': "module.exports = { testDir: 'specs' }" },
      ['specs/latchkey.spec.js'],
    ],
  ])('writes a test for Playwright that passes: %s', async (name, files, expected) => {
    const playwright = runnerFolder('@playwright/test')
    const dependencies = { '@playwright/test': playwright, '@types/node': packageFolder('@types/node') }
    const { cwd, added } = await initIn(`playwright ${name}`.replaceAll(' ', '-'), {
      runner: 'playwright',
      dependencies,
      files,
    })
    expect(added.sort()).toEqual(expected)
    const launchOptions = { executablePath: await unpackChromium(), args: launchArguments, env: launchEnvironment() }
    const run = {
      path: 'run.config.ts',
      text: `import config from './playwright.config'
        const launchOptions = JSON.parse(process.env.LAUNCH_OPTIONS ?? '')
        export default { ...config, reporter: 'line', use: { ...config.use, launchOptions } }`,
    }
    await writeFiles(cwd, [run])
    const output = await runNode([join(playwright, 'cli.js'), 'test', '-c', run.path], {
      cwd,
      variables: { ...variables, LAUNCH_OPTIONS: JSON.stringify(launchOptions) },
    })
    expect(output).toContain('1 passed')
    if ('tsconfig.json' in files) expect(await typecheck(cwd, ['node'])).toBe('')
  })

  it('writes a page for Vite that shows the mock, and an app shows it with the line to add', async () => {
    const vite = packageFolder('vite')
    const { cwd, added, output } = await initIn('vite', {
      runner: 'vite',
      dependencies: { vite, msw: packageFolder('msw') },
      manifest: { type: 'module' },
      files: {
        ...typescript,
        'index.html': '<main></main><script type="module" src="/src/main.ts"></script>',
        'src/main.ts': '',
      },
    })
    expect(added.sort()).toEqual(['latchkey.html', 'src/latchkey.ts'])
    const msw = join(packageFolder('msw'), 'cli/index.js')
    await runNode([msw, 'init', 'public', '--no-save'], { cwd })
    expect(
      await textOfServedPage(cwd, { path: '/latchkey.html', selector: 'output', expected: 'ada@example.com' }),
    ).toBe('ada@example.com')
    const line = /^ {2}(if \(import\.meta.*)$/m.exec(output)?.[1]
    await writeFile(
      join(cwd, 'src/main.ts'),
      `${line}
      const answer = await fetch('https://api.latchkey.test/api/v0/sdk/00000000-0000-7000-8000-000000000004/settings')
      document.querySelector('main')!.append(String(answer.status))`,
    )
    expect(await textOfServedPage(cwd, { path: '/', selector: 'main', expected: '200' })).toBe('200')
    // What is built for users has no mock.
    await runNode([join(vite, 'bin/vite.js'), 'build', '--outDir', 'built', '--logLevel', 'error'], {
      cwd,
      // vitest has set it to "test".
      variables: { NODE_ENV: 'production' },
    })
    const built = await readdir(join(cwd, 'built'), { recursive: true })
    expect(built.filter((path) => path.includes('latchkey'))).toEqual([])
  })
})
