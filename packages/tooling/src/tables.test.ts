import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A cell is read at a glance: two sentences. What needs more is prose, or several rows. */
const limit = 250

/** Pages that are written by machine from longer texts, or that list what tests show. */
const isGenerated = (path: string) =>
  /CHANGELOG\.md$|^SUPPORTED\.md$|\/docs\/api\/|^spec\/claims\/|^packages\/site\/pages\/mutation\.md$/.test(path)

const pages = execFileSync('git', ['ls-files', '--', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && !isGenerated(path))

/** The cells of a page's tables that are longer than the limit. A link counts by its text. */
function longCells(markdown: string): string[] {
  const rows = markdown.split('\n').filter((line) => line.startsWith('|') && !/^[|\s:-]+$/.test(line))
  return rows
    .flatMap((row) => row.split(/(?<!\\)\|/))
    .map((cell) => cell.trim().replaceAll(/\]\([^()]+\)/g, ']'))
    .filter((cell) => cell.length > limit)
}

it.each(pages.filter((path) => readFileSync(`${root}/${path}`, 'utf8').includes('\n|')))(
  'the tables of %s have cells that can be read at a glance',
  (path) => {
    expect(longCells(readFileSync(`${root}/${path}`, 'utf8'))).toEqual([])
  },
)

it('finds a cell that is too long, whatever is beside it, and no line below a head', () => {
  const long = 'word '.repeat(51).trim()
  const page = `| a | b |\n| - | ${'-'.repeat(300)} |\n| short | ${long} |\n| [a](${'x'.repeat(300)}) | a \\| b |\n`
  expect(longCells(page)).toEqual([long])
  expect(pages.length).toBeGreaterThan(150)
})
