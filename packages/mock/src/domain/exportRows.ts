import type { Backend } from '../backend.ts'
import type { Export } from '../store/records.ts'
import { profileFields, profileOf } from './userFields.ts'

type Cell = string | number | boolean | undefined
type Row = Readonly<Record<string, Cell>>

export interface Sheet {
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
}

/** What an export of each model holds, oldest record first. */
export const exportRows: Record<Export['model'], (backend: Backend, environmentId: string) => Sheet> = {
  users: ({ store }, environmentId) => ({
    columns: ['id', 'email', ...profileFields, 'wallets', 'socialAccounts', 'createdAt', 'updatedAt', 'firstVisit', 'lastVisit'],
    rows: [...store.users.scan('byCreatedAt', [environmentId])].map((user) => {
      const { metadata, ...profile } = profileOf(user)
      const credentials = [...store.credentials.scan('byUser', [user.id])]
      return {
        ...definedCells(profile),
        id: user.id,
        email: user.email ?? undefined,
        metadata: metadata && JSON.stringify(metadata),
        wallets: joined([...store.wallets.scan('byUser', [user.id])].map(({ chain, publicKey }) => `${chain}:${publicKey}`)),
        socialAccounts: joined(credentials.filter(({ format }) => format === 'oauth').map(({ key }) => key)),
        createdAt: user.createdAt, updatedAt: user.updatedAt, firstVisit: user.firstVisit, lastVisit: user.lastVisit,
      }
    }),
  }),
  visits: ({ store }, environmentId) => ({
    columns: ['id', 'address', 'chain', 'walletName', 'provider', 'createdAt'],
    rows: [...store.visitors.scan('byCreatedAt', [environmentId])].map(({ id, address, chain, walletName, provider, createdAt }) => ({
      id, address, chain, walletName, provider, createdAt,
    })),
  }),
}

/** RFC 4180 text with a header row. A cell that a spreadsheet would run as a formula gets an apostrophe in front. */
export async function toCsv({ columns, rows }: Sheet): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const cells = rows.map((row) => columns.map((column) => row[column] ?? ''))
  // The library's own expression overlooks a formula with a line break in it.
  return Papa.unparse([[...columns], ...cells], { escapeFormulae: /^[=+\-@\t\r]/, newline: '\r\n' })
}

function definedCells(values: Readonly<Record<string, string | boolean | null | undefined>>): Record<string, Cell> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? undefined]))
}

function joined(values: readonly string[]): string {
  return values.join(' ')
}
