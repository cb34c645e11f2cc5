import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readOperation } from './walk/addedOperation.ts'
import { changeText, type PlaceOfChange, readPlaces } from './walk/changes.ts'
import { copyRepository, root } from './walk/repositoryCopy.ts'
import { openTypeChecker, type TypeChecker } from './walk/typeChecker.ts'

// Carries out the steps of CONTRIBUTING.md and its lists of places in a copy of the repository: all of them at once, so
// that one run of the generators, of the compiler and of the tests shows that they are complete. Then it leaves places
// out. `pnpm test:full` also checks the types of all tests, and runs every generator.

const isFull = process.env.LATCHKEY_TESTS === 'full'
/** Nothing here waits, so only an endless loop reaches it. */
const timeLimit = 3_600_000

const contributing = 'CONTRIBUTING.md'
const rooms = 'packages/mock/src/README.md'

/** Each change, and a word in each error about a forgotten place, in lower case. */
const changes = {
  query: { places: readPlaces(contributing, 'A query parameter'), word: 'contains' },
  header: { places: readPlaces(contributing, 'A header'), word: 'confirm' },
  body: { places: readPlaces(contributing, 'A field of a body'), word: 'withoutwildcard' },
  field: { places: readPlaces(contributing, 'A field of a resource'), word: 'note' },
  profile: { places: readPlaces(contributing, 'A field of profiles'), word: 'pronouns' },
  provider: { places: readPlaces(contributing, 'A sign-in provider'), word: 'vimeo' },
  event: { places: readPlaces(contributing, 'An event'), word: 'refreshed' },
  option: { places: readPlaces(contributing, 'An option of the mock'), word: 'organizationname' },
  chain: { places: readPlaces(rooms, 'A new chain'), word: 'fogo' },
  table: { places: readPlaces(rooms, 'A new table'), word: 'gateenabling' },
  route: { places: readPlaces('packages/mock/src/control/README.md', 'A new route'), word: 'clear' },
  view: { places: readPlaces('packages/inspector/README.md', 'A new view'), word: 'due' },
}
type Change = keyof typeof changes
const names = Object.keys(changes) as Change[]
const allPlaces = names.flatMap((name) => changes[name].places)
const paths = [...new Set(allPlaces.map(({ path }) => path))]

const operation = readOperation()
const copy = copyRepository()
let checker: TypeChecker
afterAll(() => {
  checker?.close()
  copy.remove()
}, timeLimit)

const isInDocument = ({ path }: PlaceOfChange) => path.startsWith('spec/')
const isTest = ({ path }: PlaceOfChange) => path.includes('.test.ts')

/** The files of the lists as they are with the operation, and without any place. */
let former: ReadonlyMap<string, string | undefined>

/** A file after all changes, or after all but some. */
function changedText(path: string, without: ReadonlySet<PlaceOfChange> = new Set()): string | undefined {
  return allPlaces
    .filter((place) => place.path === path && !without.has(place))
    .reduce<string | undefined>((text, place) => changeText(place, text), former.get(path))
}

const generated = 'packages/types/src/generated/openapi.ts'
/** The generator's output without the places and the operation, and with them. */
const ungenerated = readFileSync(join(root, generated), 'utf8')
let regenerated: string | undefined

/** The files in which the compiler names what is missing. */
const checked = [...paths, 'packages/mock/src/domain/environments/sdkSettings.ts'].filter((path) =>
  /\.tsx?$/.test(path),
)

/** The mock, and the private packages that it consists of. */
const inMock = /^packages\/(base|browser-wallet|chains|contract|crypto|inspector|mock|signing|store)\//

const project = 'packages/mock/tsconfig.walk.json'
/** Packages of the mock in which a list has places: a file there counts also while nothing imports it. */
const besideMock = ['../contract/src', '../inspector/src']
/** The tests of the mock, with the libraries that they compare it with, are most of the compiler's work. */
const withoutOtherTests = {
  include: ['src', 'test', ...besideMock],
  exclude: ['**/*.test.ts'],
  files: [...checked, ...operation.files]
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => path.replace('packages/mock/', './')),
}

beforeAll(async () => {
  const { commands, generateCode } = operation
  await copy.run(commands.writeStubs)
  operation.fillIn(copy)
  former = new Map(paths.map((path) => [path, copy.read(path)]))
  for (const path of paths) copy.write(path, changedText(path))
  await copy.run(isFull ? commands.generate : generateCode)
  regenerated = copy.read(generated)
  const whole = { include: ['src', 'test', 'scripts', 'packaging/*.ts', '*.ts', ...besideMock] }
  copy.write(project, JSON.stringify({ extends: './tsconfig.json', ...(isFull ? whole : withoutOtherTests) }))
  checker = openTypeChecker(copy.folder, project)
}, timeLimit)

/**
 * These fail when a field is not shown, when a handler does not read a part of a request, when the full world has no
 * record of a table, and when an event has no rule.
 */
const tellingTests = [
  'src/operations/gates/gates.test.ts',
  'src/operations/origins/origins.test.ts',
  'src/domain/flows/users/deletion.test.ts',
  'src/events/catalogue.test.ts',
].join(' ')
const otherTests = 'src/domain/chains/addressKeys.test.ts src/control/http/handlers/controlHandlers.test.ts'
/** The first one fails when nothing reads an option, and when its TSDoc has another default. */
const optionTests = 'src/mock/optionRules.test.ts src/mock/mockOptions.test.ts'

const limits = `--testTimeout=${timeLimit} --hookTimeout=${timeLimit}`

/** Places that only a test misses. The rule that writes a table is missed by the test of the full world, too. */
const testedPlaces = [
  ...[changes.query, changes.header, changes.body].map(({ places }) =>
    places.find(({ path }) => path.endsWith('origins/origins.ts')),
  ),
  changes.header.places.find(({ path }) => path.endsWith('http/exchange.ts')),
  changes.field.places.find(({ path }) => path.endsWith('access/gates.ts')),
  changes.table.places.find(({ path }) => path.endsWith('ownedWorld.ts')),
  changes.event.places.find(({ path }) => path.endsWith('events/catalogue.ts')),
  changes.option.places.find(({ path }) => path.endsWith('seedDefaults.ts')),
] as PlaceOfChange[]
/** Places that the compiler misses. */
const compiledPlaces = (name: Change) =>
  changes[name].places.filter((place) => !isTest(place) && testedPlaces.every(({ path }) => path !== place.path))

/** Changes whose places beside the document are tables: each has an error of its own when it lacks a row. */
const tableChanges: ReadonlySet<Change> = new Set(['chain', 'profile'])

/** The places of a change, grouped by what is left out at once: those in the document, then each other place. */
function groupsOf(name: Change): PlaceOfChange[][] {
  const places = compiledPlaces(name)
  const inDocument = places.filter(isInDocument)
  const others = places.filter((place) => !isInDocument(place))
  const groups = tableChanges.has(name) ? [others] : others.map((place) => [place])
  return inDocument.length > 0 ? [inDocument, ...groups] : groups
}

/** The places that are left out at once: the first group of each change, the second one, the third one. */
const rounds = [0, 1, 2].map((round) =>
  names.flatMap((name) =>
    (groupsOf(name)[round] ?? []).map((place) => ({
      name,
      place,
      hasOwnError: tableChanges.has(name) && !isInDocument(place),
    })),
  ),
)

/** The compiler's errors while places are left out. */
function errorsWithout(places: readonly PlaceOfChange[]): string[] {
  const left = new Set(places)
  const touched = [...new Set(places.map(({ path }) => path))]
  const generatedToo = places.some(isInDocument)
  const files = generatedToo ? [...touched, generated] : touched
  for (const path of touched) copy.write(path, changedText(path, left))
  if (generatedToo) copy.write(generated, ungenerated)
  checker.update(files)
  try {
    return checker.errorsIn(checked.filter((path) => copy.read(path) !== undefined))
  } finally {
    for (const path of touched) copy.write(path, changedText(path))
    copy.write(generated, regenerated)
    checker.update(files)
  }
}

describe('an added operation and the lists of places', () => {
  it('are complete: with all changes everything compiles', { timeout: timeLimit }, () => {
    // The compiler finds in the files of the mock and its packages whether what is generated fits.
    const files = isFull ? checker.files() : checker.files().filter((path) => inMock.test(path))
    expect(files).toEqual(expect.arrayContaining([...checked, 'packages/mock/src/hosts/server.ts']))
    expect(checker.errorsIn(files)).toEqual([])
  })

  it('are complete: the tests of the changes pass', { timeout: timeLimit }, async () => {
    // By the page's own command, which runs the tests of the operation.
    const tests = `${tellingTests} ${otherTests} ${optionTests}`
    await copy.run(`${operation.commands.test.trimEnd()} --project core ${tests} ${limits}`)
  })

  it('pass the checks of form, of code and of the document', { timeout: timeLimit }, async () => {
    const files = operation.files.join(' ')
    await copy.run(isFull ? 'oxfmt --check' : `oxfmt --check ${files}`)
    await copy.run(`oxlint --deny-warnings ${isFull ? 'packages/mock/src/operations' : files}`)
    await copy.run('redocly lint --config spec/redocly.yaml')
    expect(copy.read('SUPPORTED.md')).toContain('| `gates.duplicate` | `POST /environments/')
    if (isFull) expect(copy.read('packages/client/docs/api/gates.md')).toContain('gates.duplicate(client')
  })

  it.each([...rounds.entries()])(
    'are minimal: the compiler names what is missing (%i)',
    { timeout: timeLimit },
    (_, round) => {
      const errors = errorsWithout(round.map(({ place }) => place))
      const isAbout = (error: string, { name, place, hasOwnError }: (typeof round)[number]) =>
        error.toLowerCase().includes(changes[name].word) && (!hasOwnError || error.startsWith(`${place.path}: `))
      expect(round.filter((missing) => !errors.some((error) => isAbout(error, missing)))).toEqual([])
    },
  )

  it('are minimal: a test names what the compiler cannot miss', { timeout: timeLimit }, async () => {
    for (const { path } of testedPlaces) copy.write(path, changedText(path, new Set(testedPlaces)))
    const run = `cd packages/mock && npx vitest run --project core --project fetch ${tellingTests} ${optionTests} ${limits}`
    const failure = await copy.run(run).catch((error: Error) => error.message)
    for (const title of [
      'keeps the origins that contain a text',
      'removes nothing when x-confirm names another origin',
      'refuses a wildcard if the body asks for an origin without one',
    ])
      expect(failure).toMatch(new RegExp(`FAIL.*${title}`))
    expect(failure).toMatch(/-\s+"note": "Since June"/)
    expect(failure).toMatch(/\+\s+"gateEnablings"/)
    expect(failure).toMatch(/-\s+"user\.session\.refreshed"/)
    expect(failure).toMatch(/\+\s+"organizationName"/)
  })
})
