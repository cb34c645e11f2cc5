import type { Column } from './compare.ts'

const begin = '<!-- behaviour: written by `node behaviour/run.ts --write` -->'
const end = '<!-- /behaviour -->'
const signs = { pass: '✓', fail: '✗', none: '–' } as const

/** The verdicts as a Markdown table: a row for each case, a column for each client and runtime, and the sums. */
export function toTable(columns: readonly Column[]): string {
  const heads = columns.map(({ client, runtime }) => `${client}<br>${runtime}`)
  const rows = (columns[0]?.verdicts ?? []).map(({ when, needs }, at) => [
    when,
    needs,
    ...columns.map(({ verdicts }) => signs[verdicts[at]?.verdict ?? 'none']),
  ])
  const sums = columns.map(({ verdicts }) => {
    const judged = verdicts.filter(({ verdict }) => verdict !== 'none')
    return `${judged.filter(({ verdict }) => verdict === 'pass').length} of ${judged.length}`
  })
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    line(['The server, or the caller', 'What a caller needs', ...heads]),
    line(['---', '---', ...columns.map(() => ':-:')]),
    ...rows.map(line),
    line(['**passed**', '', ...sums]),
  ].join('\n')
}

/** Where a document has its table, between the markers. */
function placeOf(document: string): [from: number, to: number] {
  const at = document.indexOf(begin)
  const to = document.indexOf(end)
  if (at < 0 || to < at) throw new Error('The document has no place for the table: the two markers are missing.')
  return [at + begin.length, to]
}

/** A document with the table between its markers replaced. */
export function putTable(document: string, table: string): string {
  const [from, to] = placeOf(document)
  return `${document.slice(0, from)}\n${table}\n${document.slice(to)}`
}

/**
 * The columns of a document's table, each as its cells from the head down, by head; a machine may run only some of
 * them.
 */
export function publishedColumns(document: string): Map<string, string[]> {
  return columnsOf(document.slice(...placeOf(document)).trim())
}

/** The columns of a table as Markdown, without the line below the heads. A formatter may have padded the cells. */
export function columnsOf(table: string): Map<string, string[]> {
  const lines = table.split('\n').map((line) => line.slice(2, -2).split(' | '))
  const [head = [], , ...rows] = lines.map((cells) => cells.map((cell) => cell.trim()))
  return new Map(head.map((name, at) => [name, rows.map((cells) => cells[at] ?? '')]))
}
