import { cp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { nodes, runnerFolder } from '@latchkey/runners'
import { beforeAll, describe, expect, it } from 'vitest'
import { command, createProject, installedPackages, packageFolder, runNode, unpackedFolder } from './consumer.ts'
import { isFull, onlyInFull } from './tier.ts'

// Runs `consumers/story` in each Node version and test runner that the packages support.

const { folder } = installedPackages()
const jest = join(runnerFolder('jest'), 'bin/jest.js')
const mswAnswers = [200, ['ada@example.com'], 401]

/** The versions of vitest and msw for each Node version. msw 3 and vitest 5 need Node 22. */
const versions = [
  { version: 20, vitest: join(runnerFolder('vitest4'), 'vitest.mjs'), mswPackages: ['msw2'] },
  { version: 22, vitest: command('vitest', 'vitest.mjs'), mswPackages: ['msw2', 'msw'] },
  { version: 24, vitest: command('vitest', 'vitest.mjs'), mswPackages: ['msw2', 'msw'] },
] as const

let expected: unknown
let readme = ''

beforeAll(async () => {
  expected = JSON.parse(await readFile(join(folder, 'story/expected.json'), 'utf8'))
  readme = await readFile(join(unpackedFolder('mock'), 'README.md'), 'utf8')
})

it.each<[carrier: string, isTested: (mswPackages: readonly string[]) => boolean]>([
  ['`mock.fetch`', () => true],
  ['loopback server', () => true],
  ['msw 2', (mswPackages) => mswPackages.includes('msw2')],
  ['msw 3', (mswPackages) => mswPackages.includes('msw')],
])('agrees with the table of the README: %s', (carrier, isTested) => {
  const nodeVersions = versions.filter(({ mswPackages }) => isTested(mswPackages)).map(({ version }) => version)
  const rows = readme.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  // Plain Node, vitest, and Jest with both environments; the last column is about browsers.
  const cells = rows.find((row) => row[1] === carrier)?.slice(2, 6)
  expect(cells).toEqual(Array.from({ length: 4 }, () => nodeVersions.join(', ')))
})

const [oldest, middle, newest] = versions
/** Programs are run by the oldest and the newest version; `pnpm test:full` tries all. */
const tried = [oldest, ...onlyInFull(middle), newest]

/** For vitest and Jest: a busy machine needs more than their 5 seconds. */
const timeLimit = '--testTimeout=600000'

const runOn =
  ({ version, mswPackages }: (typeof versions)[number]) =>
  (...args: string[]) =>
    runNode(args, { node: nodes[version], variables: { MSW_PACKAGES: mswPackages.join() } })

describe.each(tried)('on Node $version', (row) => {
  const { version, mswPackages } = row
  const run = runOn(row)

  it('runs on that version', async () => {
    expect(await run('--version')).toMatch(new RegExp(`^v${version}\\.`))
  })

  it('every entry works as ES modules', async () => {
    expect(JSON.parse(await run('story/node.mjs'))).toEqual(expected)
  })

  it("every entry works as CommonJS, without Node's support for requiring ES modules", async () => {
    expect(JSON.parse(await run('--no-experimental-require-module', 'story/node.cjs'))).toEqual(expected)
  })

  it.each(mswPackages)('answers requests that %s intercepts, as ES modules and as CommonJS', async (name) => {
    expect(JSON.parse(await run('story/msw.mjs', name))).toEqual(mswAnswers)
    expect(JSON.parse(await run('story/msw.cjs', name))).toEqual(mswAnswers)
  })
})

describe.each(tried)('in test runners on Node $version', (row) => {
  const { vitest, mswPackages } = row
  const run = runOn(row)
  const runJest = (files: string, environment: string, ...options: string[]) =>
    run(
      ...options,
      jest,
      '--rootDir',
      join(folder, 'jest'),
      '--testMatch',
      `**/${files}`,
      '--env',
      environment,
      '--runInBand',
      timeLimit,
    )

  it('every entry works in vitest, also with msw', async () => {
    expect(await run(vitest, 'run', '--root', join(folder, 'vitest'), '--globals', timeLimit)).toContain(
      `${1 + mswPackages.length} passed`,
    )
  })

  // Jest has one version, which sees of Node what the programs above see. vitest and msw differ between versions of Node.
  if (row !== oldest && !isFull) return

  describe.each(['node', '@latchkey/mock/jest-environment'])('in Jest with the environment %s', (environment) => {
    it('every entry works as CommonJS', async () => {
      expect(await runJest('story.spec.cjs', environment)).toContain('1 passed, 1 total')
    })

    it('every entry works as ES modules, also with msw', async () => {
      const output = await runJest('*.spec.mjs', environment, '--experimental-vm-modules')
      expect(output).toContain(`Tests:       ${1 + mswPackages.length} passed, ${1 + mswPackages.length} total`)
    })
  })

  it('leaves pages in Jest what jsdom has, and fetch takes it', async () => {
    expect(await runJest('page.spec.cjs', '@latchkey/mock/jest-environment')).toContain('8 passed, 8 total')
  })

  it('names what is missing in the jsdom of Jest', async () => {
    expect(await runJest('platform.spec.cjs', 'jsdom')).toContain('2 passed, 2 total')
  })
})

describe('a sweep in Jest', () => {
  const run = runOn(newest)
  const whole = 'each way in which its calls can fail'
  const [once, forGood] = ['jwks.get: there is no connection', 'jwks.get: there is no connection any more']
  const jsdom = '@latchkey/mock/jest-environment'

  /** The ends of the tests of a file, by their names: the status, and the messages of those that fail. */
  async function resultsOf(file: string, environment: string, ...options: string[]) {
    const output = join(folder, `${file}.json`)
    const args = ['--rootDir', join(folder, 'jest'), '--testMatch', `**/${file}`, '--env', environment, '--ci']
    // The command fails, since tests of the file do.
    await run('--experimental-vm-modules', jest, ...args, '--json', '--outputFile', output, ...options).catch(() => '')
    const { testResults } = JSON.parse(await readFile(output, 'utf8')) as JestReport
    await rm(output)
    return Object.fromEntries(
      testResults.flatMap(({ message, assertionResults }) => [
        ['', message],
        ...assertionResults.map(({ fullName, status, failureMessages }) => [
          fullName,
          [status, ...failureMessages].join(': '),
        ]),
      ]),
    ) as Record<string, string>
  }

  /** The report of a sweep of the last run. */
  async function reportOf(name: string): Promise<unknown> {
    const reports = join(folder, 'jest/reports')
    const files = await readdir(reports)
    const text = await readFile(
      join(reports, files.find((each) => each.startsWith(name) && each.endsWith('.json')) ?? ''),
    )
    await rm(reports, { recursive: true })
    return JSON.parse(text.toString())
  }

  it.each([
    ['node', 'sweep.case.cjs'],
    [jsdom, 'sweep.case.mjs'],
    ...onlyInFull(['node', 'sweep.case.mjs'], [jsdom, 'sweep.case.cjs']),
  ])('is a test for each case, in the environment %s: %s', async (environment, file) => {
    const { '': _, ...results } = await resultsOf(file, environment)
    const failed = (sentence: string) => expect.stringMatching(new RegExp(`^failed: .*${sentence}`, 's'))
    expect(results).toEqual({
      [`tries again after a minute ${once}`]: 'passed',
      [`tries again after a minute ${forGood}`]: 'passed',
      [`does not catch ${once}`]: 'passed',
      [`does not catch ${forGood}`]: failed('The app leaves an error unhandled\\.'),
      [`has no time left ${once}`]: 'pending',
      [`has no time left ${forGood}`]: 'pending',
      [`makes other calls ${whole}`]: failed('it makes other calls the second time\\. Call 2 was no call'),
      [`fails ${whole}`]: failed('it fails without a failure of the service\\. Error: broken'),
      [`calls nothing ${whole}`]: failed('it makes no calls of the service\\.'),
      [`sweeps ${whole}`]: failed('"within" is within "sweeps", which is swept itself\\.'),
      [`beside other tests runs hooks ${once}`]: 'passed',
      [`beside other tests runs hooks ${forGood}`]: 'passed',
      'beside other tests have timers that are not held': 'passed',
      [`in a group that is skipped is not learned ${whole}`]: 'pending',
      'refuse what they cannot read, and fake timers': 'passed',
    })
    expect(await reportOf('runs-hooks')).toMatchObject({ file: `jest/${file}`, calls: [{ name: 'jwks.get' }] })
  })

  it('runs a single case by its name, and names a sweep that cannot be learned for it', async () => {
    const { '': message, ...results } = await resultsOf('sweep.case.cjs', 'node', '-t', `does not catch ${once}$`)
    expect(Object.keys(results).filter((name) => results[name] !== 'pending')).toEqual([`does not catch ${once}`])
    expect(message).toContain('Failed to sweep the test: it fails without a failure of the service. Error: broken')
  })

  it('is not learned beside a test that is focused', async () => {
    const { '': _, ...results } = await resultsOf('focused.case.cjs', 'node')
    expect(results).toEqual({ [`is not learned ${whole}`]: 'pending', 'a test that is focused': 'passed' })
  })

  it('is a single test where Jest does not tell when the tests start', async () => {
    const setup = ['--setupFilesAfterEnv', './withoutEvents.cjs']
    const results = await resultsOf('sweep.case.cjs', jsdom, ...setup)
    expect(results).toMatchObject({
      [`tries again after a minute ${whole}`]: 'passed',
      [`does not catch ${whole}`]: expect.stringContaining(`${forGood}: The app leaves an error unhandled.`),
      [`calls nothing ${whole}`]: expect.stringContaining('it makes no calls of the service.'),
    })
  })
})

/** The part of Jest's report that the test reads. */
interface JestReport {
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

describe('in a page that a library simulates', () => {
  let page = ''

  beforeAll(async () => {
    page = await createProject('page', { vitest: packageFolder('vitest') })
    await cp(join(folder, 'simulated'), page, { recursive: true })
  })

  it.each(['jsdom26' as const, 'happy-dom' as const, ...onlyInFull('jsdom27' as const, 'jsdom' as const)])(
    'the client and the mock work: %s',
    async (library) => {
      const args = [newest.vitest, 'run', '--root', page, '--globals', '--environment', './environment.mjs', timeLimit]
      const variables = { PAGE_LIBRARY: runnerFolder(library) }
      expect(await runNode(args, { node: nodes[newest.version], variables })).toContain('4 passed')
    },
  )
})
