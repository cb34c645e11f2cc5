import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findHomelessTests } from './homeless.ts'
import { nameOf } from './outcome.ts'
import { planRun } from './plan.ts'

const workspace = join(import.meta.dirname, '../../../..')
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'latchkey-plan-'))
  write('pnpm-workspace.yaml', 'packages: [packages/*, examples/*]\n')
  write('package.json', JSON.stringify({ scripts: { 'check:build': 'b', 'lint:code': 'l', 'lint:form': 'f' } }))
  addPackage('mock', { test: 'vitest run' })
  addPackage('crypto', { test: 'vitest run' })
  addPackage(
    'ceremony',
    { test: 'vitest run' },
    { '.': { '@latchkey/source': './src/index.ts' }, './rounds/*': './src/rounds/*.ts' },
  )
  write('packages/ceremony/src/index.ts', `export * from './party.ts'`)
  write('packages/ceremony/src/party.ts', `import type { Gate } from '../../mock/src/domain/gates.ts'`)
  write('packages/ceremony/src/party.test.ts', `import './party.ts'`)
  write('packages/mock/src/domain/gates.ts', `import '@latchkey/ceremony'`)
  write('packages/ceremony/src/rounds/first.ts', '')
  write('packages/mock/src/domain/users.ts', `import '@latchkey/ceremony/rounds/first'`)
  write('packages/mock/src/operations/gates/gates.ts', `import '../../domain/gates.ts'`)
  write('packages/mock/src/operations/gates/gates.test.ts', '')
  write('packages/mock/src/operations/users/users.ts', `import '../../domain/users.ts'`)
  write('packages/mock/src/operations/users/users.test.ts', '')
  write('packages/mock/src/operations/generated/resources.ts', `import '../gates/gates.ts'\nimport '../users/users.ts'`)
  write('packages/mock/src/mock/createMock.ts', `const later = () => import('../operations/generated/resources.ts')`)
  write('packages/mock/src/mock/createMock.test.ts', `import { createMock } from './createMock.js'`)
  write('packages/crypto/src/jwt.ts', '')
  write('packages/crypto/src/jwt.test.ts', '')
  write('packages/base/src/defined.ts', '')
  write('spec/resources/users/paths.yaml', '')
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function addPackage(name: string, scripts: Readonly<Record<string, string>>, exports?: object): void {
  write(`packages/${name}/package.json`, JSON.stringify({ name: `@latchkey/${name}`, scripts, exports }))
}

function git(...args: readonly string[]): string {
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  return execFileSync('git', [...author, ...args], { cwd: root, encoding: 'utf8' }).trim()
}

/** Commits everything there is. */
function commit(date = '2026-01-15T09:30:00Z'): string {
  git('add', '--all')
  const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  execFileSync('git', [...author, 'commit', '--quiet', '--message', 'test: state'], {
    cwd: root,
    env: { ...process.env, ...dates },
  })
  return git('rev-parse', 'HEAD')
}

const suitesOf = (...args: readonly string[]) => planRun(root, args).suites.map(nameOf)
const every = ['packages/mock test', 'packages/ceremony test', 'packages/crypto test']

describe('the first tier', () => {
  it('has every room outside of a git checkout, and where no commit is older than a day', () => {
    expect(suitesOf()).toEqual(every)
    git('init', '--quiet', '--initial-branch=main')
    commit(new Date().toISOString())
    expect(suitesOf()).toEqual(every)
  })

  it('leaves out the rooms that are as they were a day ago, and says so', () => {
    git('init', '--quiet', '--initial-branch=main')
    const base = commit()
    write('packages/mock/src/domain/users.ts', '// changed')
    commit(new Date().toISOString())
    const { suites, leftOut, notes } = planRun(root, [])
    expect(suites.map(nameOf)).toEqual(['packages/mock test'])
    expect(leftOut.map(nameOf)).toEqual(['packages/ceremony test', 'packages/crypto test'])
    expect(notes).toEqual([
      `Compared with ${base.slice(0, 12)}, the newest commit that is older than a day. Rooms as they were: packages/ceremony test, packages/crypto test.`,
    ])
  })

  it('has a room that has changed, committed or not, new files and removed ones included', () => {
    git('init', '--quiet', '--initial-branch=main')
    commit()
    write('packages/ceremony/src/party.ts', '// changed')
    expect(suitesOf()).toContain('packages/ceremony test')
    git('checkout', '--', '.')
    write('packages/crypto/src/added.ts', '')
    expect(suitesOf()).toEqual(['packages/mock test', 'packages/crypto test'])
    rmSync(join(root, 'packages/crypto/src'), { recursive: true })
    expect(suitesOf()).toEqual(['packages/mock test', 'packages/crypto test'])
  })

  it('has a room that imports what has changed when it runs, and not for a type', () => {
    write('packages/ceremony/src/party.ts', `import '../../base/src/defined.ts'`)
    write('packages/crypto/src/jwt.ts', `import type { Defined } from '../../base/src/defined.ts'`)
    git('init', '--quiet', '--initial-branch=main')
    commit()
    write('packages/base/src/defined.ts', '// changed')
    expect(suitesOf()).toEqual(['packages/mock test', 'packages/ceremony test'])
  })

  it.each([
    ['what its tests import', 'packages/mock/src/domain/users.ts', ['packages/crypto test']],
    [
      'what its tests import, and not what that imports in the sources',
      'packages/mock/test/page.ts',
      ['packages/mock test:inspector'],
    ],
    ['the set-up of all tests', 'packages/mock/test/support/failOnFaults.ts', ['packages/mock test:inspector']],
    ['how long tests wait', 'packages/mock/test/support/waitLonger.ts', ['packages/mock test:inspector']],
    ['the settings of the compiler', 'packages/mock/tsconfig.json', ['packages/mock test:inspector']],
  ])('has a room when this has changed: %s', (_, changed, rooms) => {
    addPackage('mock', { test: 'vitest run', 'test:inspector': 'vitest run' })
    write('packages/crypto/src/jwt.test.ts', `import '../../mock/src/domain/users.ts'`)
    write('packages/mock/test/inspector/view.test.ts', `import '../page.ts'`)
    write('packages/mock/test/page.ts', `import '../src/domain/users.ts'`)
    git('init', '--quiet', '--initial-branch=main')
    commit()
    write(changed, '// changed')
    expect(suitesOf()).toEqual(['packages/mock test', ...rooms])
  })

  it.each([
    ['the installed packages have', 'pnpm-lock.yaml'],
    ['the settings of every compiler have', 'tsconfig.base.json'],
  ])('has every room when %s changed', (_, changed) => {
    git('init', '--quiet', '--initial-branch=main')
    commit()
    write(changed, '')
    expect(suitesOf()).toEqual(every)
  })

  it('names a set-up of the tests that exists, and has no other one', () => {
    const config = readFileSync(join(workspace, 'packages/mock/vitest.config.ts'), 'utf8')
    const [, shared] = /\n    setupFiles: \[(.*)\],\n    projects:/.exec(config) ?? []
    expect(shared).toBe("'./test/support/failOnFaults.ts', './test/support/waitLonger.ts'")
  })

  it('compares a branch with where it left main', () => {
    git('init', '--quiet', '--initial-branch=main')
    write('packages/ceremony/src/party.ts', '// changed on main')
    commit(new Date().toISOString())
    git('checkout', '--quiet', '-b', 'feature')
    write('packages/crypto/src/jwt.ts', '// changed on the branch')
    commit(new Date().toISOString())
    expect(suitesOf()).toEqual(['packages/mock test', 'packages/crypto test'])
  })

  it('has every room with --all', () => {
    git('init', '--quiet', '--initial-branch=main')
    commit()
    expect(suitesOf('--all')).toEqual(every)
  })
})

describe('--only', () => {
  it('runs the scripts of a folder, by name, or whose names begin so, and the build before tests', () => {
    const { checks, suites, isWhole } = planRun(root, ['--all', '--only', 'packages/mock,lint:code'])
    expect(checks.map(nameOf)).toEqual(['check:build', 'lint:code'])
    expect(suites.map(nameOf)).toEqual(['packages/mock test'])
    expect(isWhole).toBe(false)
    expect(planRun(root, ['--only', 'lint:']).checks.map(nameOf)).toEqual(['lint:code', 'lint:form'])
    expect(suitesOf('--only', 'packages/mock test')).toEqual(['packages/mock test'])
    expect(suitesOf('--only', 'packages/')).toEqual(every)
  })

  it('is refused for a name that no script has', () => {
    expect(() => planRun(root, ['--only', 'packages/mok'])).toThrow(
      "Failed to run only packages/mok: no script's name begins so.",
    )
    expect(() => planRun(root, ['packages/mock'])).toThrow(
      'Failed to understand "packages/mock": only --changed takes an argument, one commit.',
    )
  })
})

describe('--changed', () => {
  const filesOf = (...args: readonly string[]) => {
    const { checks, suites } = planRun(root, ['--changed', ...args])
    expect(checks.map(nameOf)).toEqual(['lint:code', 'lint:form'])
    return Object.fromEntries(suites.map((task) => [nameOf(task), task.files]))
  }
  beforeEach(() => {
    git('init', '--quiet', '--initial-branch=main')
    commit()
  })

  it('runs nothing but quick checks when nothing has changed', () => {
    expect(filesOf()).toEqual({})
  })

  it('runs the tests of the operations that import what has changed, not all that create a mock', () => {
    write('packages/mock/src/domain/gates.ts', '// changed')
    const files = ['src/operations/gates/gates.test.ts']
    expect(filesOf()).toEqual({ 'packages/mock test': files })
  })

  it('runs those of a resource whose description has changed', () => {
    write('spec/resources/users/paths.yaml', 'changed: {}')
    expect(filesOf()['packages/mock test']).toEqual(['src/operations/users/users.test.ts'])
  })

  it('follows imports from package to package, and runs what lies beside a change', () => {
    write('packages/ceremony/src/party.ts', '// changed')
    expect(filesOf()).toMatchObject({
      'packages/mock test': ['src/operations/gates/gates.test.ts'],
      'packages/ceremony test': ['src/party.test.ts'],
    })
  })

  it('follows an import by a pattern of a package', () => {
    write('packages/ceremony/src/rounds/first.ts', '// changed')
    expect(filesOf()['packages/mock test']).toEqual(['src/operations/users/users.test.ts'])
  })

  it('runs the tests of what puts the mock together when that has changed itself', () => {
    write('packages/mock/src/mock/createMock.ts', '// changed')
    expect(filesOf()['packages/mock test']).toEqual(['src/mock/createMock.test.ts'])
  })

  it('compares with the commit that is given', () => {
    write('packages/mock/src/domain/users.ts', '// changed')
    commit(new Date().toISOString())
    expect(filesOf()).toEqual({})
    expect(filesOf('HEAD~1')['packages/mock test']).toEqual(['src/operations/users/users.test.ts'])
    expect(() => planRun(root, ['--changed', 'nowhere'])).toThrow('git cannot compare the workspace with nowhere.')
  })
})

describe('a file of tests', () => {
  const ran = (...paths: readonly string[]) => paths.map((path) => ({ name: path, path, duration: 1 }))
  const others = [
    'packages/mock/src/operations/gates/gates.test.ts',
    'packages/mock/src/operations/users/users.test.ts',
    'packages/mock/src/mock/createMock.test.ts',
  ]
  const crypto = { folder: 'packages/crypto', script: 'test', command: 'vitest run' }

  it('that no script has run is named', () => {
    const files = ran(...others, 'packages/ceremony/src/party.test.ts')
    expect(findHomelessTests(root, { ran: files, brokenOff: [], leftOut: [], isFull: false })).toEqual([
      'packages/crypto/src/jwt.test.ts',
    ])
  })

  it('of a room that was left out, or of the second tier, is at home', () => {
    write('packages/ceremony/src/party.full.test.ts', '')
    const files = ran(...others, 'packages/ceremony/src/party.test.ts')
    expect(findHomelessTests(root, { ran: files, brokenOff: [], leftOut: [crypto], isFull: false })).toEqual([])
    expect(findHomelessTests(root, { ran: files, brokenOff: [], leftOut: [crypto], isFull: true })).toEqual([
      'packages/ceremony/src/party.full.test.ts',
    ])
  })

  it('that another test runs is at home where that one ran', () => {
    write('packages/site/getting-started/signIn.test.ts', '')
    const files = ran(...others, 'packages/ceremony/src/party.test.ts')
    const find = (...more: string[]) =>
      findHomelessTests(root, { ran: [...files, ...ran(...more)], brokenOff: [], leftOut: [crypto], isFull: false })
    expect(find()).toEqual(['packages/site/getting-started/signIn.test.ts'])
    expect(find('packages/site/test/gettingStarted.test.ts')).toEqual([])
  })

  it('is not looked for in a folder whose script broke off', () => {
    const files = ran(...others, 'packages/crypto/src/jwt.test.ts')
    const find = (...brokenOff: string[]) =>
      findHomelessTests(root, { ran: files, brokenOff, leftOut: [], isFull: false })
    expect([find('packages/mock'), find('packages/ceremony')]).toEqual([['packages/ceremony/src/party.test.ts'], []])
  })
})
