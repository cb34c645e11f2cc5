import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { transform } from 'esbuild'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCommandLine } from '../../test/support/commandLine.ts'
import { runInit } from './init.ts'

const { runWith } = createCommandLine()
let folder: string
beforeEach(async () => {
  // Below a `.git`, so that lockfiles above do not count.
  folder = await mkdtemp(join(tmpdir(), 'latchkey-init-'))
  await mkdir(join(folder, '.git'))
  vi.stubEnv('npm_config_user_agent', '')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

type Files = Readonly<Record<string, string>>

async function writeFiles(files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

const manifest = (devDependencies: Readonly<Record<string, string>>, rest = {}) => ({
  'package.json': JSON.stringify({ name: 'app', ...rest, devDependencies }),
})

async function contents(): Promise<Record<string, string>> {
  const paths = await readdir(folder, { recursive: true })
  const files: Record<string, string> = {}
  for (const path of paths.sort())
    if ((await stat(join(folder, path))).isFile()) files[path] = await readFile(join(folder, path), 'utf8')
  return files
}

/** Runs the command without a terminal. Returns its exit code and output. */
async function init(...args: string[]): Promise<{ readonly exitCode: number; readonly text: string }> {
  const output = new PassThrough()
  const exitCode = await runInit(['--dir', folder, ...args], { input: new PassThrough(), output })
  return { exitCode, text: String(output.read() ?? '') }
}

/** Answers a terminal's questions: each key is sent once its question is shown. */
async function answer(keys: readonly (readonly [question: string, key: string])[], ...args: string[]) {
  const terminal = () => Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined, columns: 80 })
  const [input, output] = [terminal(), terminal()]
  let text = ''
  output.on('data', (chunk) => (text += String(chunk)))
  const ended = runInit(['--dir', folder, ...args], { input, output })
  for (const [question, key] of keys) {
    await vi.waitFor(() => expect(text).toContain(question))
    input.write(key)
  }
  return { exitCode: await ended, text }
}

const enter = '\r'

describe('latchkey-mock init', () => {
  it('adds new files, leaves all others as they are, and says what to install', async () => {
    await writeFiles({ ...manifest({ vitest: '^5.0.0' }), 'tsconfig.json': '{}', 'src/app.ts': 'export {}' })
    const before = await contents()
    const { exitCode, text } = await init('--yes')
    const { 'test/latchkey.ts': setup, 'test/latchkey.test.ts': test, ...others } = await contents()
    expect(others).toEqual(before)
    expect(setup).toContain("createTest({ baseUrl: 'https://api.example.com' })")
    expect(test).toContain("from './latchkey.js'")
    expect([exitCode, text]).toEqual([
      0,
      [
        'Wrote test/latchkey.ts',
        'Wrote test/latchkey.test.ts',
        '',
        'Then:',
        '  npm install --save-dev @latchkey/mock msw',
        '  npx vitest run test/latchkey.test.ts',
        '',
      ].join('\n'),
    ])
  })

  it.each(['vitest', 'jest', 'playwright', 'vite'])('changes nothing when it runs again: %s', async (runner) => {
    await writeFiles(manifest({}))
    await init('--yes', '--runner', runner)
    const before = await contents()
    expect(Object.keys(before).length).toBeGreaterThan(1)
    const { exitCode, text } = await init('--yes', '--runner', runner)
    expect([exitCode, await contents()]).toEqual([0, before])
    expect(text).toContain(' is there already\n')
    expect(text).not.toMatch(/Wrote|other content/)
  })

  it('keeps a file that has the path of a new one', async () => {
    await writeFiles({ ...manifest({ vitest: '*' }), 'test/latchkey.js': 'export const mine = 1\n' })
    const { text } = await init('--yes')
    expect((await contents())['test/latchkey.js']).toBe('export const mine = 1\n')
    expect(text).toContain('test/latchkey.js exists, with other content. It stays as it is.')
  })

  it('writes nothing with --dry-run, and prints the files', async () => {
    await writeFiles(manifest({ jest: '^30.0.0' }))
    const before = await contents()
    const { text } = await init('--dry-run', '--yes', '--api-url', 'https://login.example.com/')
    expect(await contents()).toEqual(before)
    expect(text).toContain('Would write test/latchkey.test.js:')
    expect(text).toContain("  const prepared = createMock({ baseUrl: 'https://login.example.com' })\n")
  })

  it('writes no file if one of them cannot be written', async () => {
    await writeFiles({ ...manifest({ '@playwright/test': '*' }), e2e: 'a file' })
    const before = await contents()
    const { exitCode, text } = await init('--yes')
    expect([exitCode, await contents()]).toEqual([1, before])
    expect(text).toMatch(/^EEXIST.*\. Nothing was written\.\n$/)
  })
})

describe('the files for', () => {
  const names = async () => Object.keys(await contents()).filter((path) => path !== 'package.json')

  it.each([
    ['a project without transforms', {}, {}, 'test/latchkey.test.js'],
    ['a project of ES modules', {}, { type: 'module' }, 'test/latchkey.test.cjs'],
    ['a project whose Jest reads TypeScript', { 'ts-jest': '^29' }, { type: 'module' }, 'test/latchkey.test.ts'],
  ])('Jest in %s are in the form that it reads', async (...[, dependencies, rest, path]) => {
    await writeFiles(manifest({ jest: '^30.0.0', ...dependencies }, rest))
    await init('--yes')
    expect(await names()).toEqual([path])
  })

  it('Jest with jsdom have the environment of the kit, and the configuration is left to the project', async () => {
    const dependencies = { jest: '^30.0.0', 'jest-environment-jsdom': '^30.0.0' }
    await writeFiles({ ...manifest(dependencies), 'jest.config.js': "module.exports = { testEnvironment: 'jsdom' }" })
    const { text } = await init('--yes')
    expect((await contents())['test/latchkey.test.js']).toContain('@jest-environment @latchkey/mock/jest-environment')
    expect(text).toContain('set this environment in jest.config.js. It is jsdom')
    expect(text).toContain("  testEnvironment: '@latchkey/mock/jest-environment',\n")
  })

  it('Playwright follow a configuration that exists, and say what to add to it', async () => {
    const config = "export default { testDir: './specs/', use: { baseURL: 'http://localhost:3000' } }"
    await writeFiles({ ...manifest({ '@playwright/test': '*', jest: '*' }), 'playwright.config.mts': config })
    const { text } = await init('--yes', '--runner', 'playwright')
    expect(await names()).toEqual(['playwright.config.mts', 'specs/latchkey.spec.js'])
    const { 'specs/latchkey.spec.js': spec, 'playwright.config.mts': configAfterwards } = await contents()
    expect(configAfterwards).toBe(config)
    expect(spec).toContain("test.use({ latchkey: { apiUrl: 'https://api.example.com' } })")
    expect(text).toContain('In playwright.config.mts, add to "use"')
    expect(text).toContain('jest would run the files of specs/, too. Exclude the folder there.')
  })

  it('Vite name the module to add a line to', async () => {
    const page = '<script type="module" src="/src/main.tsx"></script>'
    await writeFiles({ ...manifest({ vite: '^8' }), 'index.html': page, 'src/main.tsx': '' })
    const { text } = await init('--yes')
    expect(await names()).toEqual(['index.html', 'latchkey.html', 'src/latchkey.js', 'src/main.tsx'])
    expect(text).toContain('add to src/main.tsx, before the app renders:')
    expect(text).toContain("(await import('./latchkey')).startMock()")
  })

  it.each([
    ['app/main.ts', '../src/latchkey'],
    ['main.ts', './src/latchkey'],
    ['src/pages/main.ts', '../latchkey'],
  ])('Vite are imported by a relative path: %s', async (entry, path) => {
    const page = `<script type="module" src="/${entry}"></script>`
    await writeFiles({ ...manifest({ vite: '^8' }), 'index.html': page, 'src/app.ts': '' })
    expect((await init('--yes')).text).toContain(`await import('${path}')`)
  })

  it.each(['vitest', 'jest', 'playwright', 'vite'])('a project in JavaScript are JavaScript: %s', async (runner) => {
    await writeFiles(manifest({ [runner === 'playwright' ? '@playwright/test' : runner]: '*', msw: '^3' }))
    await init('--yes', '--runner', runner)
    const scripts = Object.entries(await contents()).filter(([path]) => /\.c?js$/.test(path))
    expect(scripts.length).toBeGreaterThan(0)
    for (const [, text] of scripts) await transform(text, { loader: 'js' })
  })

  it.each([
    ['package-lock.json', '', 'npm install --save-dev '],
    ['pnpm-lock.yaml', 'npm/11.0.0', 'pnpm add --save-dev '],
    ['yarn.lock', '', 'yarn add --dev '],
    ['bun.lock', '', 'bun add --dev '],
    [undefined, 'pnpm/10.2.0 npm/? node/v24.1.0', 'pnpm add --save-dev '],
    [undefined, 'unknown/1', 'npm install --save-dev '],
  ])('the package manager of %s and "%s"', async (lockfile, userAgent, command) => {
    vi.stubEnv('npm_config_user_agent', userAgent)
    // The lockfile of a workspace.
    await writeFiles({
      'app/package.json': manifest({ jest: '*' })['package.json'],
      ...(lockfile && { [lockfile]: '' }),
    })
    expect((await init('--yes', '--dir', join(folder, 'app'))).text).toContain(`\n  ${command}@latchkey/mock\n`)
  })
})

describe('the questions', () => {
  it('lead from the runner to the files', async () => {
    await writeFiles(manifest({ vitest: '^5', '@playwright/test': '*' }))
    const { exitCode } = await answer([
      ['For which runner?', enter],
      ['Where does your code call the service?', enter],
      ['Write test/latchkey.js and test/latchkey.test.js?', enter],
    ])
    expect([exitCode, Object.keys(await contents())]).toEqual([
      0,
      ['package.json', 'test/latchkey.js', 'test/latchkey.test.js'],
    ])
  })

  it.each([
    ['Ctrl+C', '\u0003'],
    ['no', 'n'],
  ])('write nothing after %s', async (_, key) => {
    await writeFiles(manifest({ jest: '^30' }))
    const { exitCode, text } = await answer(
      [['Write test/latchkey.test.js?', key]],
      '--runner',
      'jest',
      '--api-url',
      'https://a.example',
    )
    expect([exitCode, Object.keys(await contents())]).toEqual([1, ['package.json']])
    expect(text).toMatch(/Nothing was written\.\n$/)
  })
})

describe('init refuses', () => {
  it.each([
    ['no terminal to ask at', [], {}, 'init asks questions, and this is not a terminal. Add --yes, and --runner'],
    [
      'no known runner',
      ['--yes'],
      {},
      'package.json has no runner that init knows. Say which to use: --runner vitest|jest',
    ],
    [
      'several runners',
      ['--yes'],
      { jest: '*', vitest: '*', vite: '*' },
      'package.json has vitest and Jest. Say which to use: --runner vitest|jest.',
    ],
    [
      'a misspelt runner',
      ['--runner', 'vitst'],
      {},
      '--runner takes vitest, jest, playwright or vite, not "vitst". Did you mean "vitest"?',
    ],
    ['an unknown flag', ['--runer', 'jest'], {}, 'There is no flag --runer. Did you mean --runner?'],
    [
      'no URL',
      ['--api-url', 'api.example.com'],
      {},
      '--api-url: This takes a URL such as https://api.example.com, not "api.example.com".',
    ],
    ['a URL with a quote', ['--api-url', "https://a.example/'"], {}, '--api-url: This takes a URL such as'],
    [
      "a URL of the service's calls",
      ['--api-url', 'https://a.example/api/v0/'],
      {},
      '--api-url: This takes a URL without /api/v0',
    ],
    [
      'an old vitest',
      ['--yes'],
      { vitest: '^3.2.0' },
      'The kit needs vitest 4.1 or later, and this project has ^3.2.0. Update it first.',
    ],
    [
      'an old msw',
      ['--yes', '--runner', 'vite'],
      { msw: '~2.4.0' },
      'The kit needs msw 2.12 or later, and this project has ~2.4.0.',
    ],
    [
      'Jest 29 with only ES modules',
      ['--yes', '--runner', 'jest'],
      { jest: '^29.7.0' },
      'The kit needs jest 30.0 or later',
    ],
  ])('%s, in one line, and writes nothing', async (...[, args, dependencies, line]) => {
    await writeFiles(manifest(dependencies, { type: 'module' }))
    const before = await contents()
    await expect(init(...args)).rejects.toThrow(line)
    expect(await contents()).toEqual(before)
  })

  it.each([
    ['no package.json', {}, 'There is no package.json in '],
    ['a broken package.json', { 'package.json': '{' }, 'package.json cannot be read: '],
    ['a package.json that is no object', { 'package.json': '[]' }, 'is not an object of JSON.'],
  ])('%s', async (_, files, line) => {
    await writeFiles(files)
    await expect(init('--yes')).rejects.toThrow(line)
  })

  it('a folder that does not exist', async () => {
    await expect(init('--yes', '--dir', join(folder, 'none'))).rejects.toThrow(
      `There is no folder ${join(folder, 'none')}.`,
    )
  })

  it('by an exit code of 2, and one line of the command', async () => {
    await cp(new URL('../../package.json', import.meta.url), join(folder, 'package.json'))
    const { ended, output } = runWith({}, 'init', '--dir', folder)
    expect([await ended, output.stdout, output.stderr]).toEqual([
      2,
      '',
      'latchkey-mock: init asks questions, and this is not a terminal. Add --yes, and --runner to say which runner. See latchkey-mock init --help.\n',
    ])
  })
})

it('latchkey-mock init --help prints its flags', async () => {
  const { exitCode, text } = await init('--help')
  expect(exitCode).toBe(0)
  for (const flag of ['--runner', '--api-url', '--agent', '--dir', '--yes', '--dry-run']) expect(text).toContain(flag)
})
