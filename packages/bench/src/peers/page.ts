import type { Figures, PeerTable } from './tables.ts'
import { toMarkdown } from './tables.ts'

/** The content of a page. */
export interface Report {
  readonly tables: readonly (readonly [PeerTable, ReadonlyMap<string, Figures>])[]
  readonly versions: readonly { readonly package: string; readonly version: string; readonly license: string }[]
  /** The day of the run, in ISO 8601. */
  readonly date: string
  readonly machine: string
}

const begin = '<!-- peers: written by `pnpm bench:peers --write` -->'
const end = '<!-- /peers -->'

/** The part of a page that a run writes. */
export function toText({ tables, versions, date, machine }: Report): string {
  const list = versions.map(({ package: name, version, license }) => `| ${name} | ${version} | ${license} |`)
  return [
    `Measured on ${date}: ${machine}.`,
    ...tables.map(([table, figures]) => `## ${table.heading}\n\n${toMarkdown(table, figures)}`),
    `## Versions and licences\n\n| package | version | licence |\n| --- | --- | --- |\n${list.join('\n')}`,
  ].join('\n\n')
}

/** A page with what a run wrote replaced. @throws Error when the page has no markers */
export function putText(page: string, text: string): string {
  const [from, to] = limitsOf(page)
  return `${page.slice(0, from)}\n\n${text}\n\n${page.slice(to)}`
}

/** Reads the text that a run wrote into a page. @throws Error when the page has no markers */
export function textOf(page: string): string {
  return page.slice(...limitsOf(page)).trim()
}

function limitsOf(page: string): [from: number, to: number] {
  const at = page.indexOf(begin)
  const to = page.indexOf(end)
  if (at < 0 || to < at) throw new Error('The page has no place for the tables: the two markers are missing.')
  return [at + begin.length, to]
}
