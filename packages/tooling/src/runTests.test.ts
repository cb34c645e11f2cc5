import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runsVitest } from './testCommand/outcome.ts'
import { listTasks } from './testCommand/tasks.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'latchkey-tests-'))
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
  write('pnpm-workspace.yaml', 'packages: [packages/*, examples/*]\nworkspaceConcurrency: 2\n')
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Adds a package with scripts, and with files of tests. */
function addPackage(
  folder: string,
  scripts: Readonly<Record<string, string>>,
  tests: Record<string, string> = {},
): void {
  write(join(folder, 'package.json'), JSON.stringify({ name: folder, private: true, type: 'module', scripts }))
  for (const [name, code] of Object.entries(tests))
    write(join(folder, name), `import { beforeAll, describe, expect, it } from 'vitest'\n${code}\n`)
}

interface Ran {
  readonly exitCode: number | null
  readonly output: string
  /** From the line that begins the list of failures. */
  readonly lastLines: string[]
}

/** Runs a program in the workspace as a person would, apart from the vitest around this test. */
function run(file: string, args: readonly string[], PATH: string): Ran {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$|TEST$)/.test(name))
  const env = { ...Object.fromEntries(inherited), PATH }
  const { status, stdout, stderr } = spawnSync(file, args, { cwd: root, env, encoding: 'utf8' })
  const lines = stdout.trimEnd().split('\n')
  return { exitCode: status, output: stdout + stderr, lastLines: lines.slice(lines.indexOf('What failed:')) }
}

const binaries = join(repository, 'node_modules/.bin')
const path = [dirname(process.execPath), binaries, process.env.PATH].join(delimiter)
const runTests = () => run(process.execPath, [here('runTests.ts')], path)
const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
const passing = `it('passes', () => expect(1).toBe(1))`

describe('the test command', { timeout: 300_000 }, () => {
  it('ends with the numbers when everything passes', () => {
    addPackage('.', { 'lint:code': 'echo linted', 'other:code': 'exit 1' })
    addPackage('packages/client', { test: 'vitest run' }, { 'a.test.ts': passing })
    const { exitCode, output } = runTests()
    expect([exitCode, output.trimEnd().split('\n').at(-1)]).toEqual([0, '2 passed, 0 failed'])
    expect(readFileSync(join(root, 'coverage/reports/numbers.txt'), 'utf8')).toBe('2 passed, 0 failed\n')
  })

  it('names each failure of every script at its end, and lets no failure stop the others', () => {
    addPackage('.', { 'lint:code': 'exit 3', 'check:types': 'echo checked' })
    addPackage(
      'packages/client',
      { test: 'vitest run' },
      {
        'a.test.ts': `${passing}\ndescribe('a group', () => { it('fails', () => expect(1).toBe(2)) })`,
        'b.test.ts': `import './nothing.ts'`,
        'c.test.ts': `describe('prepared', () => { beforeAll(() => { throw new Error('no') }); ${passing} })`,
        'd.test.ts': `it('loses a promise', () => { void Promise.reject(new Error('lost')) })`,
      },
    )
    addPackage('packages/crashes', { test: 'vitest run' }, { 'a.test.ts': `process.kill(process.ppid, 'SIGKILL')` })
    addPackage('packages/unfinished', { test: 'vitest run', posttest: 'exit 4' }, { 'a.test.ts': passing })
    addPackage('packages/unloadable', { test: 'vitest run' })
    write('packages/unloadable/vitest.config.ts', `throw new Error('no configuration')`)
    addPackage('packages/silent', { test: 'vitest run; echo' }, { 'a.test.ts': passing })
    addPackage('examples/story', { typecheck: 'exit 2', test: 'vitest run' }, { 'a.test.ts': passing })

    const { exitCode, lastLines } = runTests()
    expect(exitCode).toBe(1)
    expect(lastLines.slice(1, -1).sort()).toEqual([
      '  examples/story typecheck: failed with exit code 2; its output is above',
      '  lint:code: failed with exit code 3; its output is above',
      '  packages/client test: a.test.ts > a group > fails',
      expect.stringMatching(/^ {2}packages\/client test: b\.test\.ts: Error: Cannot find module '\.\/nothing\.ts'/),
      '  packages/client test: c.test.ts > prepared: its set-up failed',
      '  packages/client test: outside of a test: Error: lost',
      expect.stringMatching(/^ {2}packages\/crashes test: broke off (in a\.test\.ts|between its tests)$/),
      '  packages/silent test: ended with exit code 0 and no report of its tests; its output is above',
      '  packages/unfinished test: failed outside of its tests with exit code 4; its output is above',
      '  packages/unloadable test: ended with exit code 1 and no report of its tests; its output is above',
    ])
    expect(lastLines.at(-1)).toBe('5 passed, 10 failed')
  })

  it('fails for a file of tests that no script has run', () => {
    addPackage('packages/client', { test: 'vitest run --dir src' }, { 'src/a.test.ts': passing, 'b.test.ts': passing })
    const { exitCode, lastLines } = runTests()
    expect([exitCode, lastLines]).toEqual([
      1,
      ['What failed:', '  packages/client/b.test.ts: no script runs it', '1 passed, 1 failed'],
    ])
  })

  it('fails for such a file beside other failures, too', () => {
    addPackage('.', { 'lint:code': 'exit 3' })
    addPackage('packages/client', { test: 'vitest run --dir src' }, { 'src/a.test.ts': passing, 'b.test.ts': passing })
    expect(runTests().lastLines.slice(1, -1)).toEqual([
      '  lint:code: failed with exit code 3; its output is above',
      '  packages/client/b.test.ts: no script runs it',
    ])
  })

  it('runs only the files that are near to a change with --changed, and nothing that judges all of them', () => {
    addPackage(
      'packages/client',
      { test: 'vitest run', posttest: 'exit 4', 'test:other': 'vitest run --exclude a.test.ts' },
      { 'a.test.ts': passing, 'b.test.ts': `it('fails', () => expect(1).toBe(2))` },
    )
    for (const args of [
      ['init', '--quiet'],
      ['add', '.'],
      [...author, 'commit', '--quiet', '-m', 'test: state'],
    ])
      spawnSync('git', args, { cwd: root })
    write('packages/client/a.test.ts', `import { expect, it } from 'vitest'\n${passing}\n${passing}`)
    const { exitCode, output } = run(process.execPath, [here('runTests.ts'), '--changed', 'HEAD'], path)
    expect([exitCode, output.trimEnd().split('\n').at(-1)], output).toEqual([0, '2 passed, 0 failed'])
  })

  it('fails in a workspace without scripts', () => {
    addPackage('.', {})
    const { exitCode, output } = runTests()
    expect([exitCode, output]).toEqual([1, 'No commit to compare with: every room runs.\n0 passed, 0 failed\n'])
  })
})

describe('what the test command runs here', () => {
  const { checks, suites } = listTasks(repository)
  const names = (tasks: typeof suites) => tasks.map(({ folder, script }) => `${folder} ${script}`)

  it('is every check of the root, and every type check and test of a package', () => {
    expect(names(checks)).toEqual(
      expect.arrayContaining(['. check:types', '. check:build', '. lint:code', '. lint:form']),
    )
    expect(names(suites)).toEqual(
      expect.arrayContaining([
        'packages/tooling test',
        'packages/mock test:packaging',
        'examples/quickstart typecheck',
      ]),
    )
  })

  it('begins with the mock and the client, and ends with the examples', () => {
    const folders = [...new Set(suites.map(({ folder }) => folder))]
    expect(folders.slice(0, 2)).toEqual(['packages/mock', 'packages/client'])
    const isExample = folders.map((folder) => folder.startsWith('examples/'))
    expect(isExample).toEqual([...isExample].sort())
    expect(isExample.at(-1)).toBe(true)
  })

  it('ends with vitest where it runs vitest, so that it gets the arguments that ask for a report', () => {
    const tests = suites.filter(runsVitest)
    expect(tests.length).toBeGreaterThan(10)
    expect(tests.filter(({ command }) => !/\bvitest run( [^&|;]*)?$/.test(command))).toEqual([])
    expect(suites.filter(({ script, command }) => /^test\b/.test(script) && !runsVitest({ command }))).toEqual([])
  })
})

describe('.ci/run', () => {
  /** Runs it with a stand-in for `npx pnpm@12 test`. */
  const runWith = (testCommand: string) => {
    write('.ci/run', readFileSync(join(repository, '.ci/run'), 'utf8'))
    write('bin/npx', `#!/bin/sh\nmkdir -p coverage/reports\n${testCommand}\n`)
    const { exitCode, output } = run('sh', ['-c', 'chmod +x bin/npx && bash .ci/run'], `${root}/bin${delimiter}${path}`)
    return { exitCode, lastLine: output.trimEnd().split('\n').at(-1), output }
  }
  const count = (numbers: string) => `echo '${numbers}' > coverage/reports/numbers.txt`

  it('repeats the numbers as its last line, and ends as the command does', () => {
    expect(runWith(count('7 passed, 0 failed'))).toMatchObject({ exitCode: 0, lastLine: '7 passed, 0 failed' })
    const failed = runWith(`${count('5 passed, 2 failed')}; echo ELIFECYCLE; exit 9`)
    expect(failed).toMatchObject({ exitCode: 9, lastLine: '5 passed, 2 failed' })
  })

  it('fails with one failure when the command breaks off before it has counted', () => {
    write('coverage/reports/numbers.txt', '7 passed, 0 failed\n')
    const broken = runWith('exit 1')
    expect(broken).toMatchObject({ exitCode: 1, lastLine: '0 passed, 1 failed' })
    expect(broken.output).toContain('The test command broke off with exit code 1.')
    expect(runWith('true')).toMatchObject({ exitCode: 1, lastLine: '0 passed, 1 failed' })
  })

  it('fails when exit code and numbers disagree', () => {
    expect(runWith(`${count('7 passed, 0 failed')}; exit 2`)).toMatchObject({
      exitCode: 2,
      lastLine: '0 passed, 1 failed',
    })
    expect(runWith(count('6 passed, 1 failed'))).toMatchObject({ exitCode: 1, lastLine: '6 passed, 1 failed' })
  })
})
