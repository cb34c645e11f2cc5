import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { putText, textOf } from '../../bench/src/peers/page.ts'
import { chainSubjects, userSubjects, variants } from '../../bench/src/peers/subjects/subjects.ts'
import { chainTable, checksTable, type PeerTable, rows, toMarkdown, userTable } from '../../bench/src/peers/tables.ts'

const page = readFileSync(new URL('../pages/peers.md', import.meta.url), 'utf8')
const peers = new URL('../../bench/peers/', import.meta.url)
const namesOf = (subjects: readonly { readonly name: string }[]) => subjects.map(({ name }) => name)
const tables = [
  userTable(namesOf(userSubjects)),
  checksTable(namesOf([...userSubjects.slice(0, 1), ...variants])),
  chainTable(namesOf(chainSubjects)),
]

/** The cells of a table in Markdown, without the line below its head. A formatter may have padded them. */
function cellsOf(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^[|\s:-]+$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
}

/** The cells of the section with a heading. */
function sectionOf(heading: string): string[][] {
  const [, section = ''] = textOf(page).split(`## ${heading}\n`)
  return cellsOf(section.split('\n## ')[0] ?? '')
}

const forms = {
  time: /^\d[\d.]* (µs|ms|s)$/,
  bytes: /^-?\d+\.\d MB$/,
  rate: /^\d+ \/ s$/,
}
const factors: Readonly<Record<string, number>> = { µs: 1e-6, ms: 1e-3, s: 1 }

/** A figure as a number, of which the least is the best. */
function rank(cell: string): number {
  const [value = '', ...unit] = cell.replaceAll('**', '').split(' ')
  return unit[0] === '/' ? -Number(value) : Number(value) * (factors[unit.join(' ')] ?? 1)
}

describe('the page of the peers', () => {
  it.each(tables)('has the columns and rows of the command: $heading', (table: PeerTable) => {
    const [head = [], ...lines] = sectionOf(table.heading)
    expect(head.slice(1)).toEqual(table.columns)
    expect(lines.map(([what]) => what)).toEqual(table.keys.map((key) => rows[key][1]))
  })

  it.each(tables)(
    'has a figure or a dash in every cell, and the best figure of each row is bold: $heading',
    (table) => {
      const [, ...lines] = sectionOf(table.heading)
      for (const [position, [what, ...cells]] of lines.entries()) {
        const key = table.keys[position]
        const figures = cells.filter((cell) => cell !== '–')
        const form = key && forms[rows[key][0]]
        expect({ what, wrong: figures.filter((cell) => !form?.test(cell.replaceAll('**', ''))) }).toEqual({
          what,
          wrong: [],
        })
        const best = Math.min(...figures.map(rank))
        const bold = figures.filter((cell) => cell.startsWith('**'))
        expect({ what, bold: bold.length > 0 && bold.every((cell) => rank(cell) === best) }).toEqual({
          what,
          bold: true,
        })
      }
    },
  )

  it('names the versions of the lockfiles', () => {
    const shown = new Map(sectionOf('Versions and licences').map(([name = '', version]) => [name, version]))
    const subjects = [...userSubjects, ...chainSubjects].filter(({ folder }) => folder !== undefined)
    expect(subjects.map(({ folder }) => folder).sort()).toEqual(readdirSync(peers).sort())
    for (const { package: name, folder } of subjects) {
      const lock = JSON.parse(readFileSync(new URL(`${folder}/package-lock.json`, peers), 'utf8')) as {
        packages: Record<string, { version: string }>
      }
      expect({ name, version: shown.get(name) }).toEqual({
        name,
        version: lock.packages[`node_modules/${name}`]?.version,
      })
    }
  })
})

describe('a table of peers', () => {
  it('marks the peer that is ahead, and has a dash for what it does not do', () => {
    const figures = new Map([
      ['Latchkey', { get: 0.4, rate64: 900 }],
      ['other', { get: 0.3, rate64: 800 }],
      ['third', {}],
    ])
    const table = { heading: '', columns: [...figures.keys()], keys: ['get', 'rate64'] as const }
    expect(cellsOf(toMarkdown(table, figures)).slice(1)).toEqual([
      [rows.get[1], '400.0 µs', '**300.0 µs**', '–'],
      [rows.rate64[1], '**900 / s**', '800 / s', '–'],
    ])
  })

  it('is not written to a page without a place for it', () => {
    expect(() => putText('# Peers', 'text')).toThrow('the two markers are missing')
    expect(textOf(putText(page, 'text'))).toBe('text')
  })
})
