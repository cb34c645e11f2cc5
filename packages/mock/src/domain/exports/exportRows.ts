import type { CustomField, Export, User } from '../../store/records.ts'
import { customFieldsOf } from '../customFields/customFields.ts'
import { profileFields } from '../customFields/userFields.ts'
import type { Backend } from '../shared/backend.ts'

type Cell = string | number | boolean | undefined

/** A table to be written: the names of its columns, and its rows one by one, each with the columns' cells. */
export interface Sheet {
  readonly columns: readonly string[]
  readonly rows: Iterable<readonly Cell[]>
}

/** The columns and rows of each model's export, oldest record first. Rows are generated on demand. */
export const exportRows: Record<Export['model'], (backend: Pick<Backend, 'store'>, environmentId: string) => Sheet> = {
  users(backend, environmentId) {
    const fields = customFieldsOf(backend, environmentId)
    const ofFields = fields.map(({ key }) => `metadata.${key}`)
    return {
      columns: [
        'id',
        'email',
        ...profileFields,
        ...ofFields,
        'wallets',
        'socialAccounts',
        'createdAt',
        'updatedAt',
        'firstVisit',
        'lastVisit',
      ],
      rows: mapped(backend.store.users.scan('byCreatedAt', [environmentId]), (user) =>
        userCells(backend, user, fields),
      ),
    }
  },
  visits: ({ store }, environmentId) => ({
    columns: ['id', 'address', 'chain', 'walletName', 'provider', 'createdAt'],
    rows: mapped(
      store.visitors.scan('byCreatedAt', [environmentId]),
      ({ id, address, chain, walletName, provider, createdAt }) => [
        id,
        address,
        chain,
        walletName,
        provider,
        createdAt,
      ],
    ),
  }),
}

/** How many rows are written at a time, so that no chunk is much larger than a few hundred kilobytes. */
const rowsPerChunk = 1_000

/**
 * Text that a spreadsheet would run as a formula, including full-width and small-form characters, and after blanks or
 * invisible characters such as control characters and zero-width spaces. A tab, a line break or a null character in
 * front may be cut off when a file is opened (OWASP ASVS 5.0, 1.2.10).
 */
const formula =
  /^([\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]|[\t\r\n\0])/u

/** Separators that a spreadsheet may use instead of the comma, depending on its language. */
const otherSeparator = /[;\t|]/

/**
 * Writes a table as RFC 4180 text, a chunk of whole lines at a time; the header row stands in the first. A text that a
 * spreadsheet would run as a formula gets an apostrophe in front; numbers stay as they are.
 */
export async function* toCsv({ columns, rows }: Sheet): AsyncGenerator<string, void> {
  const { default: Papa } = await import('papaparse')
  const format = {
    newline: '\r\n',
    escapeFormulae: formula,
    quotes: (value: unknown) => typeof value === 'string' && otherSeparator.test(value),
  }
  const write = (lines: (readonly Cell[])[]) => asOneText(`${Papa.unparse(lines, format)}\r\n`)
  let lines: (readonly Cell[])[] = [columns]
  for (const row of rows) {
    if (lines.length === rowsPerChunk) {
      yield write(lines)
      lines = []
    }
    lines.push(row)
  }
  yield write(lines)
}

function userCells({ store }: Pick<Backend, 'store'>, user: User, fields: readonly CustomField[]): Cell[] {
  const { id, email, metadata, createdAt, updatedAt, firstVisit, lastVisit } = user
  const wallets = [...store.wallets.scan('byUser', [id])].map(({ chain, publicKey }) => `${chain}:${publicKey}`)
  const accounts = [...store.credentials.scan('byUser', [id])].flatMap(({ format, key }) =>
    format === 'oauth' ? [key] : [],
  )
  return [
    id,
    cellOf(email),
    ...profileFields.map((name) => cellOf(user[name])),
    ...fields.map(({ key }) => cellOf(metadata && Object.hasOwn(metadata, key) ? metadata[key] : undefined)),
    wallets.join(' '),
    accounts.join(' '),
    createdAt,
    updatedAt,
    cellOf(firstVisit),
    cellOf(lastVisit),
  ]
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value)
}

/**
 * A string that was concatenated from many pieces stays stored as those pieces, at five times its size. One that is
 * decoded from bytes does not.
 */
function asOneText(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))
}

function* mapped<T, R>(values: Iterable<T>, map: (value: T) => R): Iterable<R> {
  for (const value of values) yield map(value)
}
