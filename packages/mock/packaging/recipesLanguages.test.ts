import { spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { controlRoutes } from '@latchkey/contract/routes/controlRoutes'
import { operationTable } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { runShell, unpackedFolder } from './consumer.ts'
import { filesOf, projectOf, readRecipe } from './recipes.ts'
import { isFull } from './tier.ts'

// The recipes for other languages. A program runs where its language is installed. CI has a job that installs all of
// them and names them in LATCHKEY_LANGUAGES, so that none is left out there.

const variables = { NO_COLOR: '1' }

/** A call of each program that shows whether it is installed, with what a recipe needs. */
const calls = {
  python3: ['--version'],
  pytest: ['-c', 'import pytest, requests'],
  go: ['version'],
  php: ['--version'],
  phpunit: ['--version'],
  java: ['--version'],
} as const
const programs: Partial<Record<keyof typeof calls, string>> = { pytest: 'python3' }
const isInstalled = (name: keyof typeof calls) => spawnSync(programs[name] ?? name, calls[name]).status === 0
const installed = (Object.keys(calls) as (keyof typeof calls)[]).filter(isInstalled)
const whereInstalled = <T extends readonly [name: keyof typeof calls, ...rest: unknown[]]>(rows: readonly T[]) =>
  rows.filter(([name]) => installed.includes(name))

/** Runs a command of a recipe as it says, beside a mock of the packed command. */
async function runBeside(recipe: string, line: string, prepare = 'true'): Promise<string> {
  const cwd = await projectOf(recipe, {}, line.replaceAll(/\W+/g, '-'))
  await runShell(prepare, { cwd })
  return runShell(`node ${bin()} run -- ${line} 2>&1`, { cwd, variables })
}

const bin = () => join(unpackedFolder('mock'), 'dist/bin/latchkeyMock.js')

/** The backend of each page: the command that runs it, and another one before it. */
const backends = [
  ['python3', { recipe: 'pytest', line: 'python3 backend.py', prepare: 'true' }],
  ['go', { recipe: 'go', line: 'go run ./backend', prepare: 'go mod init profile 2>&1' }],
  ['php', { recipe: 'php', line: 'php backend.php', prepare: 'true' }],
  ['java', { recipe: 'java', line: 'java Backend.java', prepare: 'true' }],
] as const

it('runs the recipe of each language that has to be installed here', () => {
  const required = (process.env.LATCHKEY_LANGUAGES ?? '').split(',').filter((name) => name !== '')
  expect(installed).toEqual(expect.arrayContaining(required))
})

describe('the recipes for other languages', () => {
  it('takes each step with curl', async () => {
    expect((await runBeside('languages', 'sh steps.sh')).split('\n').slice(1)).toEqual([
      'ada@example.com',
      'grace@example.com',
      '503',
      '200',
      '401',
      '',
    ])
  })

  it.each(whereInstalled(backends))(
    'verifies webhooks and tokens and signs in with %s, by its standard library',
    async (_, { recipe, line, prepare }) => {
      expect((await runBeside(recipe, line, prepare)).split('\n').slice(1)).toEqual([
        'webhook: ping',
        'provider: grace@example.com',
        'wallet: eip155',
        'with another signature: forged',
        '60 days later: expired',
        '',
      ])
    },
  )

  it.each(backends)('calls URLs that exist, in the backend for %s', async (_, { recipe }) => {
    const files = filesOf(await readRecipe(recipe))
    const { text = '' } = files.find(({ path }) => /backend[.]/i.test(path)) ?? {}
    const urls = Array.from(text.matchAll(/\$?\{?\b(control|sdk)\b[}"' +]*\/([\w./-]+)/gi))
    const named = urls.map(
      ([, base = '', path = '']) => `${base.toLowerCase()} ${path.replaceAll('google', '{providerType}')}`,
    )
    const paths = new Set([
      ...Object.keys(controlRoutes).map((key) => `control ${key.split(' ')[1]}`),
      ...Object.values(operationTable).map(({ path }) => path.replace('/api/v0/sdk/{environmentId}/', 'sdk ')),
    ])
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !paths.has(name))).toEqual([])
  })

  it.each(whereInstalled([['pytest', 'python3']] as const))('runs in %s', async (_, python) => {
    const output = await runBeside('pytest', `${python} -m pytest -q -p no:cacheprovider`)
    expect(output).toContain('4 passed')
  })

  it.each(
    whereInstalled([
      ['python3', 'python3 -m unittest'],
      ['pytest', 'python3 -m pytest -q -p no:cacheprovider'],
    ] as const),
  )('is swept with %s, and a time limit that is left out is found', async (name, line) => {
    const cwd = await projectOf('sweep', {}, `with-${name}`)
    const sweep = `node ${bin()} sweep --jobs 2 --report reports`
    const output = await runShell(`${sweep} ${isFull ? '' : '--sample 12'} -- ${line}`, { cwd, variables })
    expect(output).toMatch(/: \d\d cases, 0 faults\n1 emailSignIn\./)
    expect((await readdir(join(cwd, 'reports'))).map((file) => extname(file)).toSorted()).toEqual([
      '.html',
      '.json',
      '.xml',
    ])
    const app = join(cwd, 'app.py')
    await writeFile(app, (await readFile(app, 'utf8')).replace(', timeout=5', ''))
    const only = 'emailSignIn.signIn: the reply never ends'
    // As the recipe shows it, so that a longer name of the command does not matter.
    const [found = ''] =
      /^emailSignIn\.signIn: the reply never ends:[^]*?(?=Again)/m.exec(await readRecipe('sweep')) ?? []
    expect(found).toContain('Calls: ')
    const refused = runShell(`${sweep} --only '${only}' --timeout 30 -- ${line}`, { cwd, variables })
    await expect(refused).rejects.toThrow(found)
  })

  it.each(whereInstalled([['go']] as const))('runs by %s test, in parallel', async (go) => {
    const output = await runBeside('go', `${go} test -v ./...`, `${go} mod init profile 2>&1`)
    expect(output.match(/--- PASS/g)).toHaveLength(3)
  })

  it.each(whereInstalled([['phpunit']] as const))('runs by %s', async (phpunit) => {
    expect(await runBeside('php', `${phpunit} tests`)).toContain('OK (3 tests, ')
  })

  it.each(whereInstalled([['pytest', 'python3']] as const))(
    'fails in %s where no mock is, and says how to run it',
    async (_, python) => {
      const cwd = await projectOf('pytest', {}, 'alone')
      const run = runShell(`${python} -m pytest -q -p no:cacheprovider`, { cwd, variables })
      await expect(run).rejects.toThrow('Run the tests by: npx @latchkey/mock run -- pytest')
    },
  )
})
