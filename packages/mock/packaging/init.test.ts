import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchArguments, launchEnvironment, unpackChromium } from '@latchkey/chromium'
import { nodes, runnerFolder } from '@latchkey/runners'
import { describe, expect, it } from 'vitest'
import { command, packageFolder, runNode } from './consumer.ts'
import { initIn, initVariables as variables } from './initIn.ts'
import { writeFiles } from './recipes.ts'
import { onlyInFull } from './tier.ts'

// Runs `latchkey-mock init` in projects with the packed package, and then what it tells people to run.

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
const timeLimit = '--testTimeout=600000'

describe('latchkey-mock init', () => {
  it.each([
    ['TypeScript', typescript, 'ts'],
    ...onlyInFull<[string, Readonly<Record<string, string>>, string]>(['JavaScript', {}, 'js']),
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
    ['a package of ES modules', 20, { type: 'module' }, {}, 'test/latchkey.test.cjs'] as const,
    [
      'jsdom',
      24,
      { jest: { testEnvironment: 'jsdom' } },
      { 'jest-environment-jsdom': runnerFolder('jest-environment-jsdom') },
      'test/latchkey.test.js',
    ] as const,
    ...onlyInFull(['a package of CommonJS', 20, {}, {}, 'test/latchkey.test.js'] as const),
  ])('writes a test for Jest that passes: %s', async (...[name, version, manifest, more, path]) => {
    const jest = runnerFolder('jest')
    const dependencies = { jest, ...more }
    const { cwd, added } = await initIn(`jest ${name}`.replaceAll(' ', '-'), { runner: 'jest', dependencies, manifest })
    expect(added).toEqual([path])
    const output = await runNode([join(jest, 'bin/jest.js'), timeLimit], { cwd, node: nodes[version], variables })
    expect(output).toContain('Tests:       1 passed, 1 total')
  })

  it.each([
    ['without a configuration', typescript, ['e2e/latchkey.spec.ts', 'playwright.config.ts']],
    ...onlyInFull<[string, Readonly<Record<string, string>>, string[]]>([
      'beside a configuration',
      { 'playwright.config.js': "module.exports = { testDir: 'specs' }" },
      ['specs/latchkey.spec.js'],
    ]),
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
})
