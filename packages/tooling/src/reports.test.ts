import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { areas, files, type Report, reportsOf } from '../../site/scripts/reports.ts'
import { titlesIn } from './testTitles.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const reports = Object.keys(areas).flatMap(reportsOf)

const titles = new Map<string, readonly string[]>()
/** The titles of the tests of a file, and none if there is no such file. */
function titlesOf(path: string): readonly string[] {
  const isTest = /^(?:packages|examples)\/.+\.test\.tsx?$/.test(path) && existsSync(`${root}/${path}`)
  const all = titles.get(path) ?? (isTest ? titlesIn(path, readFileSync(`${root}/${path}`, 'utf8')) : [])
  titles.set(path, all)
  return all
}

/** The URLs of threads that everybody can read. */
const threads: readonly RegExp[] = [
  /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(?:issues|pull|discussions)\/\d+$/,
  /^https:\/\/gitlab\.com\/[\w./-]+\/-\/(?:issues|work_items|merge_requests)\/\d+$/,
  /^https:\/\/(?:stackoverflow\.com|[a-z]+\.stackexchange\.com)\/questions\/\d+(?:\/[\w-]+)?$/,
  /^https:\/\/(?:community|forum|discuss)\.[\w.-]+\/t\/[\w-]+\/\d+$/,
]

const isSentence = (text: unknown) =>
  typeof text === 'string' && /^(?:[A-Z\d]|`).{10,}\.$/.test(text) && text.length <= 320

/** Lists the faults of a row, as words. */
function faultsOf(report: Report): string[] {
  const { elsewhere, here, source, test, title, ...others } = report
  return [
    !isSentence(elsewhere) && 'elsewhere is no sentence',
    !isSentence(here) && 'here is no sentence',
    !threads.some((thread) => thread.test(source)) && 'its source is no public thread',
    !titlesOf(test).includes(title) && 'there is no such test',
    Object.keys(others).length > 0 && `it has other fields: ${Object.keys(others).join(', ')}`,
  ].filter((fault) => fault !== false)
}

const repeatedIn = (values: readonly string[]) => values.filter((value, i) => values.indexOf(value) !== i)

describe('the reports of the page "What people ran into"', () => {
  it('are in files of the areas', () => {
    expect(files.filter((file) => !(file in areas))).toEqual([])
  })

  it.each(Object.keys(areas))('each have two sentences, a public thread and a test that exists: %s', (area) => {
    const faulty = reportsOf(area).flatMap((report) => faultsOf(report).map((fault) => `${report.source}: ${fault}`))
    expect(faulty).toEqual([])
  })

  it('stand there once, by their threads and by their sentences, in every area', () => {
    expect(reports.length).toBeGreaterThanOrEqual(150)
    expect(Object.keys(areas).filter((area) => reportsOf(area).length === 0)).toEqual([])
    for (const field of ['source', 'elsewhere', 'here'] as const)
      expect({ field, repeated: repeatedIn(reports.map((report) => report[field])) }).toEqual({ field, repeated: [] })
  })

  it('name every test of the folders test/reports', () => {
    const named = new Set(reports.map(({ test, title }) => `${test}: ${title}`))
    const written = globSync('packages/*/test/reports/*.test.ts', { cwd: root }).flatMap((path) =>
      titlesOf(path).map((title) => `${path}: ${title}`),
    )
    expect(written.filter((test) => !named.has(test))).toEqual([])
  })
})

describe('a report', () => {
  const test = 'packages/tooling/src/reports.test.ts'
  const report: Report = {
    elsewhere: 'A page was left empty.',
    here: 'A page says that it is empty.',
    source: 'https://github.com/owner/repository/issues/1',
    test,
    title: 'is refused: $fault',
  }

  it('has no fault when it is whole', () => {
    expect(faultsOf(report)).toEqual([])
  })

  it.each([
    { fault: 'elsewhere is no sentence', fields: { elsewhere: 'Page empty' } },
    { fault: 'here is no sentence', fields: { here: '' } },
    { fault: 'its source is no public thread', fields: { source: 'https://github.com/owner/repository' } },
    { fault: 'its source is no public thread', fields: { source: 'http://github.com/owner/repository/issues/1' } },
    { fault: 'there is no such test', fields: { title: 'is refused' } },
    { fault: 'there is no such test', fields: { test: 'packages/tooling/src/missing.test.ts' } },
    { fault: 'it has other fields: note', fields: { note: 'Later.' } },
  ])('is refused: $fault', ({ fault, fields }) => {
    expect(faultsOf({ ...report, ...fields })).toEqual([fault])
  })
})
