import { cp, readFile } from 'node:fs/promises'
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
    expect(await runJest('platform.spec.cjs', 'jsdom')).toContain('1 passed, 1 total')
  })
})

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
