import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeText, type PlaceOfChange, readPlaces } from './walk/changes.ts'
import { copyRepository, root } from './walk/repositoryCopy.ts'
import { typeErrors } from './walk/typeErrors.ts'

const contributing = 'CONTRIBUTING.md'
const rooms = 'packages/mock/src/README.md'

/** Each change, and a word in each error about a forgotten place, in lower case. */
const changes = {
  field: { places: readPlaces(contributing, 'A field of a resource'), word: 'note' },
  profile: { places: readPlaces(contributing, 'A field of profiles'), word: 'pronouns' },
  provider: { places: readPlaces(contributing, 'A sign-in provider'), word: 'vimeo' },
  chain: { places: readPlaces(rooms, 'A new chain'), word: 'fogo' },
  table: { places: readPlaces(rooms, 'A new table'), word: 'gateenabling' },
  route: { places: readPlaces('packages/mock/src/control/README.md', 'A new route'), word: 'clear' },
  view: { places: readPlaces(rooms, 'A new view'), word: 'due' },
}
type Change = keyof typeof changes
const names = Object.keys(changes) as Change[]
const allPlaces = names.flatMap((name) => changes[name].places)
const paths = [...new Set(allPlaces.map(({ path }) => path))]

const copy = copyRepository()
afterAll(() => copy.remove())

const generated = 'packages/types/src/generated/openapi.ts'
const isInDocument = ({ path }: PlaceOfChange) => path.startsWith('spec/')
const isTest = ({ path }: PlaceOfChange) => path.includes('.test.ts')
const textIn = (folder: string, path: string) =>
  existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined

/** A file after all changes, or after all but some. */
function changedText(path: string, without: ReadonlySet<PlaceOfChange> = new Set()): string | undefined {
  return allPlaces
    .filter((place) => place.path === path && !without.has(place))
    .reduce<string | undefined>((text, place) => changeText(place, text), textIn(root, path))
}

function write(path: string, text: string | undefined): void {
  mkdirSync(dirname(join(copy.folder, path)), { recursive: true })
  if (text === undefined) rmSync(join(copy.folder, path))
  else writeFileSync(join(copy.folder, path), text)
}

/** The files that the compiler checks, beside those that it has to read for these. */
const checked = [...paths, 'packages/mock/src/domain/environments/sdkSettings.ts'].filter((path) =>
  /\.tsx?$/.test(path),
)

beforeAll(async () => {
  for (const path of paths) write(path, changedText(path))
  await copy.run('node --conditions=@latchkey/source packages/types/scripts/generate.ts')
}, 600_000)

const run = 'cd packages/mock && npx vitest run --project core --project fetch'
/** These fail when a field is not shown, and when the full world has no record of a table. */
const gateTests = 'src/operations/gates/gates.test.ts src/domain/flows/users/deletion.test.ts'
const otherTests = 'src/domain/chains/addressKeys.test.ts src/control/http/routes/controlRoutes.test.ts'

/** Places that only a test misses. The rule that writes a table is missed by the test of the full world, too. */
const testedPlaces = [
  changes.field.places.find(({ path }) => path.endsWith('access/gates.ts')),
  changes.table.places.find(({ path }) => path.endsWith('ownedWorld.ts')),
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

/** Returns the generator's output before the change of the document, if that is left out. */
const ungenerated = (places: readonly PlaceOfChange[]) =>
  places.some(isInDocument) ? ([[generated, textIn(root, generated)]] as const) : []

describe('the lists of places', () => {
  it('are complete: with all changes everything compiles, and the tests of the changes pass', async () => {
    // All files, since a place that a list has not is in none of the files that it names.
    await copy.run('node node_modules/typescript-7/bin/tsc -p packages/mock')
    await copy.run(`${run} ${gateTests} ${otherTests}`)
  }, 600_000)

  it.each([...rounds.entries()])(
    'are minimal: the compiler names what is missing (%i)',
    { timeout: 600_000 },
    (_, round) => {
      const places = round.map(({ place }) => place)
      const left = new Set(places)
      const replaced = new Map([
        ...places.map(({ path }) => [path, changedText(path, left)] as const),
        ...ungenerated(places),
      ])
      const errors = typeErrors(copy.folder, checked, replaced)
      const isAbout = (error: string, { name, place, hasOwnError }: (typeof round)[number]) =>
        error.toLowerCase().includes(changes[name].word) && (!hasOwnError || error.startsWith(`${place.path}: `))
      expect(round.filter((missing) => !errors.some((error) => isAbout(error, missing)))).toEqual([])
    },
  )

  it('are minimal: a test names what the compiler cannot miss', { timeout: 600_000 }, async () => {
    for (const { path } of testedPlaces) write(path, changedText(path, new Set(testedPlaces)))
    const failure = await copy.run(`${run} ${gateTests}`).catch((error: Error) => error.message)
    expect(failure).toMatch(/-\s+"note": "Since June"/)
    expect(failure).toMatch(/\+\s+"gateEnablings"/)
  })
})
