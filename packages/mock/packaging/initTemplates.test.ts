import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchArguments, launchEnvironment, unpackChromium } from '@latchkey/chromium'
import { nodes, runnerFolder } from '@latchkey/runners'
import { describe, expect, it } from 'vitest'
import { command, createProject, installedPackages, packageFolder, runNode, runShell } from './consumer.ts'
import { initVariables as variables } from './initIn.ts'
import { textOfServedPage } from './page.ts'
import { writeFiles } from './recipes.ts'
import { isFull, onlyInFull } from './tier.ts'

// Runs `latchkey-mock init` in new projects of create-vite, and then what it tells people to run.

const typescript7 = packageFolder('typescript-7')

/** The entry and dependencies of a template's projects, and the commands of their build. */
const templates = {
  'react-ts': {
    entry: 'src/main.tsx',
    dependencies: {
      react: runnerFolder('react'),
      'react-dom': runnerFolder('react-dom'),
      '@types/react': runnerFolder('@types/react'),
      '@types/react-dom': runnerFolder('@types/react-dom'),
      '@vitejs/plugin-react': runnerFolder('@vitejs/plugin-react'),
      typescript: typescript7,
    },
    commands: { tsc: join(typescript7, 'bin/tsc') },
  },
  'vue-ts': {
    entry: 'src/main.ts',
    dependencies: {
      vue: runnerFolder('vue'),
      '@vitejs/plugin-vue': runnerFolder('@vitejs/plugin-vue'),
      '@vue/tsconfig': runnerFolder('@vue/tsconfig'),
      typescript: packageFolder('typescript'),
    },
    commands: { 'vue-tsc': join(runnerFolder('vue-tsc'), 'bin/vue-tsc.js') },
  },
} as const

type Template = keyof typeof templates

interface App {
  readonly template: Template
  readonly runner: string
  /** Packages besides the template's dependencies. */
  readonly dependencies: Readonly<Record<string, string>>
}

/** Creates an app, and runs `init` in it. */
async function createApp({ template, runner, dependencies }: App) {
  const { dependencies: installed, commands } = templates[template]
  const vite = packageFolder('vite')
  const name = [template, runner, ...Object.keys(dependencies)].join('-')
  const projects = join(installedPackages().folder, 'projects', 'templates')
  await mkdir(join(projects, name), { recursive: true })
  const create = [join(runnerFolder('create-vite'), 'index.js'), name, '--template', template, '--no-interactive']
  await runNode(create, { cwd: projects, variables })
  const links = { vite, '@types/node': packageFolder('@types/node'), ...installed, ...dependencies }
  const cwd = await createProject(`templates/${name}`, links)
  await mkdir(join(cwd, 'node_modules/.bin'))
  for (const [bin, target] of Object.entries({ vite: join(vite, 'bin/vite.js'), ...commands }))
    await symlink(target, join(cwd, 'node_modules/.bin', bin))
  const init = [join(cwd, 'node_modules/@latchkey/mock/dist/bin/latchkeyMock.js'), 'init', '--yes', '--runner', runner]
  return { cwd, output: await runNode(init, { cwd, variables }) }
}

/** Checks the types and builds, by the script of the template. Returns the names of the files for users. */
async function build(cwd: string): Promise<string[]> {
  // vitest has set NODE_ENV to "test".
  await runShell('npm run build', { cwd, variables: { ...variables, NODE_ENV: 'production' } })
  return readdir(join(cwd, 'dist'), { recursive: true })
}

/** Checks the types of the files that `init` has added beside the app, with the template's options. */
async function typecheckTests(cwd: string, folder: string): Promise<string> {
  const config = { extends: './tsconfig.app.json', compilerOptions: { types: ['vite/client', 'node'] } }
  const include = [`${folder}/**/*.ts`, 'playwright.config.ts']
  await writeFile(join(cwd, 'tsconfig.tests.json'), JSON.stringify({ ...config, include }))
  return runNode([command('typescript-7', 'bin/tsc'), '-p', 'tsconfig.tests.json'], { cwd })
}

const mswVersions = [
  ['2', packageFolder('msw2')],
  ['3', packageFolder('msw')],
] as const
const [msw2, msw3] = mswVersions
type Combination = readonly [template: Template, version: string, msw: string]

/** One for each template and major version of msw; `pnpm test:full` tries both runners in all of them. */
const served: readonly Combination[] = [
  ['react-ts', ...msw3],
  ...onlyInFull<Combination>(['react-ts', ...msw2], ['vue-ts', ...msw2], ['vue-ts', ...msw3]),
]
const tested: readonly Combination[] = [
  ['vue-ts', ...msw2],
  ...onlyInFull<Combination>(['vue-ts', ...msw3], ['react-ts', ...msw2], ['react-ts', ...msw3]),
]

const timeLimit = '--testTimeout=600000'

describe('latchkey-mock init in a new project of create-vite', () => {
  it.each(served)('leaves it building, and the mock answers its pages: %s with msw %s', async (...row) => {
    const [template, version, msw] = row
    const dependencies = { msw, [`msw${version}`]: msw }
    const { cwd, output } = await createApp({ template, runner: 'vite', dependencies })
    await runNode([join(msw, 'cli/index.js'), 'init', 'public', '--no-save'], { cwd })
    const [, entry = '', line = ''] = /add to (\S+), .*\n {2}(.*)\n/.exec(output) ?? []
    expect(entry).toBe(templates[template].entry)
    // Where the app renders.
    const [imports, render] = (await readFile(join(cwd, entry), 'utf8')).split(/^(?=create(?:Root|App)\()/m)
    const request = `fetch('https://api.example.com/api/v0/sdk/00000000-0000-7000-8000-000000000004/settings')`
    const show = `void ${request}.then(({ status }) => document.body.setAttribute('title', String(status)))\n`
    await writeFile(join(cwd, entry), [imports, line, '\n', render, show].join(''))
    const built = await build(cwd)
    expect(built.filter((path) => path.endsWith('.js') && path.startsWith('assets/'))).toHaveLength(1)
    expect(built.filter((path) => path.includes('latchkey'))).toEqual([])
    const page = { path: '/latchkey.html', selector: 'output', expected: 'ada@example.com' }
    expect(await textOfServedPage(cwd, page)).toBe('ada@example.com')
    const app = { path: '/', selector: 'body[title="200"] h1', expected: 'Get started' }
    expect(await textOfServedPage(cwd, app)).toBe('Get started')
  })

  it.each(tested)('adds a test for vitest that passes: %s with msw %s', async (...row) => {
    const [template, version, msw] = row
    const vitest = packageFolder('vitest')
    const dependencies = { vitest, msw, [`msw${version}`]: msw }
    const { cwd } = await createApp({ template, runner: 'vitest', dependencies })
    const run = [join(vitest, 'vitest.mjs'), 'run', timeLimit]
    expect(await runNode(run, { cwd, variables })).toMatch(/Tests +1 passed \(1\)/)
    expect(await typecheckTests(cwd, 'test')).toBe('')
  })

  // `init.test.ts` runs what these add, in projects without a template.
  if (!isFull) return

  it('adds a test for Jest that passes: react-ts', async () => {
    const jest = runnerFolder('jest')
    const { cwd } = await createApp({ template: 'react-ts', runner: 'jest', dependencies: { jest } })
    const output = await runNode([join(jest, 'bin/jest.js'), timeLimit], { cwd, node: nodes[24], variables })
    expect(output).toContain('Tests:       1 passed, 1 total')
    expect(await build(cwd)).toContain('index.html')
  })

  it('adds a test for Playwright that passes: vue-ts', async () => {
    const playwright = runnerFolder('@playwright/test')
    const dependencies = { '@playwright/test': playwright }
    const { cwd } = await createApp({ template: 'vue-ts', runner: 'playwright', dependencies })
    expect(await typecheckTests(cwd, 'e2e')).toBe('')
    const launchOptions = { executablePath: await unpackChromium(), args: launchArguments, env: launchEnvironment() }
    const text = `import config from './playwright.config'
      const launchOptions = JSON.parse(process.env.LAUNCH_OPTIONS ?? '')
      export default { ...config, reporter: 'line', use: { ...config.use, launchOptions } }`
    await writeFiles(cwd, [{ path: 'run.config.ts', text }])
    const output = await runNode([join(playwright, 'cli.js'), 'test', '-c', 'run.config.ts'], {
      cwd,
      variables: { ...variables, LAUNCH_OPTIONS: JSON.stringify(launchOptions) },
    })
    expect(output).toContain('1 passed')
    expect(await build(cwd)).toContain('index.html')
  })
})
