/** Reads users from CSV text, each with the number of its first line. */
import type { users } from '@latchkey/client/operations'
import Papa from 'papaparse'
import { UsageError } from './script.ts'

type NewUser = users.BulkCreateInput['body'][number]

/** A row of the file, and its outcome. */
export interface Row {
  readonly line: number
  readonly cells: readonly string[]
  readonly user: NewUser
  outcome?: 'created' | 'updated'
  /** Why it is not imported. */
  problem?: string
}

const columns = [
  'email',
  'emailVerifiedAt',
  'alias',
  'firstName',
  'lastName',
  'jobTitle',
  'phoneNumber',
  'team',
  'country',
  'username',
] as const
/** The first columns in a file of failed rows. */
const notes = ['line', 'problem']

/**
 * Reads the file. A row that cannot be sent has a `problem`; the others are still sent.
 *
 * @returns The columns and cells, without the notes of an earlier import.
 */
export function readUsers(text: string): { header: string[]; rows: Row[] } {
  const [first, ...others] = parse(text)
  const header = first?.cells.map((name) => name.trim()) ?? []
  const skipped = notes.every((name, i) => header[i] === name) ? notes.length : 0
  const names = header.slice(skipped)
  if (!names.includes('email'))
    throw new UsageError('The first line of the file names the columns, and one of them has to be "email".')
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw new UsageError(`The column "${twice}" is there twice.`)
  const unknown = names.find((name) => !name.startsWith('metadata.') && !columns.some((column) => column === name))
  if (unknown !== undefined)
    throw new UsageError(`The column "${unknown}" is none of: ${columns.join(', ')}, metadata.<key>.`)

  const lineOf = new Map<string, number>()
  const rows = others.map(({ line, cells: all, problem }): Row => {
    const cells = all.slice(skipped)
    const user = toUser(names, cells)
    const key = user.email?.toLowerCase() ?? ''
    const earlier = lineOf.get(key)
    if (!problem && cells.length !== names.length)
      problem = `The row has ${cells.length} cells, but there are ${names.length} columns.`
    if (!problem && !key) problem = 'The row has no e-mail address.'
    if (!problem && earlier !== undefined) problem = `The e-mail address is on line ${earlier} already.`
    if (key && earlier === undefined) lineOf.set(key, line)
    return { line, cells, user, ...(problem && { problem }) }
  })
  return { header: names, rows }
}

/** Empty cells are left out: with --upsert they change nothing. */
function toUser(names: readonly string[], cells: readonly string[]): NewUser {
  const filled = names.map((name, i) => [name, cells[i]?.trim() ?? ''] as const).filter(([, cell]) => cell !== '')
  const metadata = filled
    .filter(([name]) => name.startsWith('metadata.'))
    .map(([name, cell]) => [name.slice('metadata.'.length), cell])
  const fields = Object.fromEntries(filled.filter(([name]) => !name.startsWith('metadata.')))
  return { ...fields, ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }) }
}

/** The rows that are not empty. A cell may span lines, so lines are counted where the rows end. */
function parse(text: string): Array<{ line: number; cells: string[]; problem?: string }> {
  const parsedRows: Array<{ line: number; cells: string[]; problem?: string }> = []
  let end = 0
  let line = 1
  Papa.parse<string[]>(text, {
    delimiter: ',',
    step({ data: cells, errors: [error], meta }) {
      if (cells.some((cell) => cell.trim() !== ''))
        parsedRows.push({ line, cells, ...(error && { problem: `The row is no CSV: ${error.message}.` }) })
      line += text.slice(end, meta.cursor).split(/\r\n|\n|\r/).length - 1
      end = meta.cursor
    },
  })
  return parsedRows
}
