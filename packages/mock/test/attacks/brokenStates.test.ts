import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStateFile } from '../../src/hosts/stateFile.ts'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { mockOptions } from '../hosts/harness.ts'

const isFull = process.env.LATCHKEY_TESTS === 'full'
const folder = mkdtempSync(join(tmpdir(), 'latchkey-attacks-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Tables = Readonly<Record<string, readonly object[]>>
const tablesOf = (mock: Mock) => mock.export().tables as Tables

/** The files of a state, as a process that was killed leaves them, and one that has closed them. */
let killed: { readonly database: Buffer; readonly journal: Buffer }
let closed: Buffer
/** The states that were committed, the earliest first. */
const commits: string[] = []

beforeAll(async () => {
  const file = join(folder, 'written.db')
  const { mock, close } = openStateFile(file, mockOptions, {})
  commits.push(JSON.stringify(tablesOf(mock)))
  for (const email of ['ada@example.com', 'grace@example.com']) {
    await mock.create.user({ email, alias: 'x'.repeat(200) })
    commits.push(JSON.stringify(tablesOf(mock)))
  }
  killed = { database: readFileSync(file), journal: readFileSync(`${file}-wal`) }
  close()
  closed = readFileSync(file)
})

/** Opens a state file. @returns The number of the commit, the tables if they are of no commit, or the refusal */
function load(database: Uint8Array, journal?: Uint8Array): number | Tables | Error {
  const file = join(folder, 'broken.db')
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
  writeFileSync(file, database)
  if (journal) writeFileSync(`${file}-wal`, journal)
  try {
    const { mock, close } = openStateFile(file, mockOptions, {})
    const tables = tablesOf(mock)
    close()
    const commit = commits.indexOf(JSON.stringify(tables))
    return commit === -1 ? tables : commit
  } catch (error) {
    return error as Error
  }
}

/** Every so many positions of a file, and each one of its first bytes. */
function positionsIn(bytes: Uint8Array, step: number): number[] {
  const start = Array.from({ length: 100 }, (_, at) => at)
  const rest = Array.from({ length: Math.ceil(bytes.length / step) }, (_, at) => at * step)
  return [...new Set([...start, ...rest])].filter((at) => at < bytes.length)
}

function flipped(bytes: Uint8Array, at: number, bit = at % 8): Uint8Array {
  const copy = Uint8Array.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ (1 << bit)
  return copy
}

const pageBytes = 8192
/** The bits at the head of each page of a database, by which SQLite finds everything else in it. */
function headBits(bytes: Uint8Array): { readonly at: number; readonly bit: number }[] {
  const heads = Array.from({ length: (bytes.length / pageBytes) * 12 }, (_, index) => {
    const page = Math.floor(index / 12)
    return page * pageBytes + (index % 12)
  })
  return heads.flatMap((at) => (isFull ? [0, 1, 2, 3, 4, 5, 6, 7] : [0, 4, 7]).map((bit) => ({ at, bit })))
}

const refusal = /^The state file \S+broken\.db (is not a state file|is damaged: [^\n]+|cannot be opened: [^\n]+)\.$/

function expectRefusal(outcome: number | Tables | Error, title: string): void {
  if (!(outcome instanceof Error)) expect.fail(`${title} is loaded`)
  expect(outcome.message, title).toMatch(refusal)
  expect(outcome.message, title).not.toMatch(/Cannot read|is not a function|is not iterable|undefined/)
}

describe('a state file', () => {
  it('is refused when it is cut off anywhere, but for an empty one, which is new', () => {
    expect(load(closed)).toBe(2)
    expect(load(closed.subarray(0, 0))).toBe(0)
    for (const at of positionsIn(closed, isFull ? 13 : 499).slice(1))
      expectRefusal(load(closed.subarray(0, at)), `cut off at ${at}`)
  })

  it('leads to the state of a commit, to one whose letter has changed, or is refused, when a bit is flipped', () => {
    const bits = positionsIn(closed, isFull ? 7 : 211).map((at) => ({ at, bit: at % 8 }))
    for (const { at, bit } of [...bits, ...headBits(closed)]) {
      const outcome = load(flipped(closed, at, bit))
      const title = `bit ${bit} of byte ${at}`
      if (outcome instanceof Error) expectRefusal(outcome, title)
      // The file has no checksums, so a letter can become another one. No record may be missing, or doubled.
      else if (typeof outcome === 'object') expect(changedRecords(outcome), title).toBeLessThanOrEqual(1)
      else expect(outcome, title).toBe(2)
    }
  })

  it('goes back to an earlier commit when its journal is cut off, or a bit of it is flipped', () => {
    const { database, journal } = killed
    expect(load(database, journal)).toBe(2)
    const positions = positionsIn(journal, isFull ? 101 : 997)
    const broken = positions.flatMap((at) => [journal.subarray(0, at), flipped(journal, at)])
    const reached = new Set(broken.map((bytes) => load(database, bytes)))
    expect([...reached].sort()).toEqual([0, 1])
  })
})

/** The records as texts, in alphabetical order. */
const recordsIn = (tables: Tables) =>
  Object.entries(tables)
    .flatMap(([name, records]) => records.map((record) => `${name} ${JSON.stringify(record)}`))
    .sort()

/** How many records of the last commit are otherwise in these tables. */
function changedRecords(tables: Tables): number {
  const last = JSON.parse(commits.at(-1) ?? '') as Tables
  const counts = Object.keys({ ...last, ...tables }).map((name) => {
    const [before, after] = [last[name] ?? [], tables[name] ?? []]
    expect(after.length, name).toBe(before.length)
    const present = new Set(after.map((record) => JSON.stringify(record)))
    return before.filter((record) => !present.has(JSON.stringify(record))).length
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

describe('an exported state', () => {
  const streamOf = (bytes: Uint8Array) => new Blob([Uint8Array.from(bytes)]).stream()
  let text: Buffer
  let mock: Mock
  const present = () => JSON.stringify({ ...mock.export(), now: undefined })
  beforeAll(async () => {
    const exported = createMock({ ...mockOptions, providers: [] })
    await exported.create.user({ email: 'ada@example.com' })
    text = Buffer.from(await new Response(exported.exportStream()).text())
    mock = createMock({ ...mockOptions, seed: 'another' })
  })

  it('is imported as a whole, or refused in a sentence and changes nothing, when it is cut off anywhere', async () => {
    const before = present()
    for (const at of positionsIn(text, isFull ? 1 : 61)) {
      const error: unknown = await mock.importStream(streamOf(text.subarray(0, at))).catch((cause: unknown) => cause)
      expect(String(error), `cut off at ${at}`).toMatch(/^TypeError: Failed to call "importStream\(\)": [^\n]+\.$/)
    }
    expect(present()).toBe(before)
    await mock.importStream(streamOf(text))
    expect(tablesOf(mock)).toEqual((JSON.parse(text.toString()) as { tables: Tables }).tables)
  })

  it('is imported as it reads, or refused in a sentence and changes nothing, when a bit is flipped', async () => {
    for (const at of positionsIn(text, isFull ? 1 : 41)) {
      const bytes = flipped(text, at)
      const before = present()
      const error: unknown = await mock.importStream(streamOf(bytes)).catch((cause: unknown) => cause)
      if (error === undefined) {
        const { tables } = JSON.parse(new TextDecoder().decode(bytes)) as { tables: Tables }
        expect(recordsIn(tablesOf(mock)), `bit ${at}`).toEqual(recordsIn(tables))
        continue
      }
      expect(String(error), `bit ${at}`).toMatch(/^TypeError: (Failed to call "import(Stream)?\(\)": )?[^\n]+\.$/)
      expect(String(error), `bit ${at}`).not.toMatch(/Cannot read|is not a function|is not iterable|undefined/)
      expect(present(), `bit ${at}`).toBe(before)
    }
  })
})
