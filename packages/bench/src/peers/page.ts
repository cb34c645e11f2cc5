import type { Figures, PeerTable } from './tables.ts'
import { toMarkdown } from './tables.ts'

/** What a page needs to tell besides the tables. */
export interface Report {
  readonly tables: readonly (readonly [PeerTable, ReadonlyMap<string, Figures>])[]
  readonly versions: readonly { readonly package: string; readonly version: string; readonly license: string }[]
  /** The day of the run, in ISO 8601. */
  readonly date: string
  readonly machine: string
}

/** The part of a page that a run writes. */
export function toText({ tables, versions, date, machine }: Report): string {
  const list = versions.map(({ package: name, version, license }) => `| ${name} | ${version} | ${license} |`)
  return [
    `Measured on ${date}: ${machine}.`,
    ...tables.map(([table, figures]) => `## ${table.heading}\n\n${toMarkdown(table, figures)}`),
    `## Versions and licences\n\n| package | version | licence |\n| --- | --- | --- |\n${list.join('\n')}`,
  ].join('\n\n')
}
