import { absent, type Difference } from './shape.ts'

/** The columns of a table of differences, and of a table of renamed schemas. */
const differenceColumns = ['where', 'what', 'interface', 'document', 'why']
const renamedColumns = ['interface', 'document']

/** The differences in the interface that a page of the decisions names. */
export interface DifferencePage {
  readonly differences: readonly NamedDifference[]
  /** The document's names of schemas that have another name in the reference. */
  readonly renamed: ReadonlyMap<string, string>
}

/** A difference that the page names. `*` stands for any text in `where`. */
export interface NamedDifference extends Difference {
  readonly line: number
}

/**
 * Reads the tables of a page in Markdown. Only code counts in their cells, and several pieces of code in the column
 * `where` are several differences.
 *
 * @throws Error for a row without code where it has to be
 */
export function readPage(markdown: string): DifferencePage {
  const differences: NamedDifference[] = []
  const renamed = new Map<string, string>()
  let columns: readonly string[] = []
  for (const [index, text] of markdown.split('\n').entries()) {
    const cells = cellsOf(text)
    if (!cells) columns = []
    else if (columns.length === 0) columns = cells
    else if (!cells.every((cell) => /^:?-+:?$/.test(cell))) {
      if (isTableOf(columns, differenceColumns)) differences.push(...readDifferences(cells, index + 1))
      if (isTableOf(columns, renamedColumns)) renamed.set(...readNames(cells, index + 1))
    }
  }
  return { differences, renamed }
}

const isTableOf = (columns: readonly string[], expected: readonly string[]): boolean =>
  columns.join() === expected.join()

function cellsOf(line: string): string[] | undefined {
  if (!/^\|.*\|$/.test(line.trim())) return undefined
  return line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function readDifferences([where = '', ...rest]: readonly string[], line: number): NamedDifference[] {
  const [what, reference, document] = rest.map((cell) => (cell === absent ? absent : codeIn(cell)[0]))
  const places = codeIn(where)
  if (places.length === 0 || !what || !reference || !document)
    throw new Error(`Line ${line} of the page has a cell without code: a place, a keyword, or a value.`)
  return places.map((place) => ({ where: place, what, reference, document, line }))
}

function readNames(cells: readonly string[], line: number): [string, string] {
  const [reference, document] = cells.map((cell) => codeIn(cell)[0])
  if (!reference || !document) throw new Error(`Line ${line} of the page has a cell without the name of a schema.`)
  return [reference, document]
}

const codeIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code as string)
