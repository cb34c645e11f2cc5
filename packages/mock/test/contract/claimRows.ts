import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const read = (page: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../spec/claims/${page}.md`, import.meta.url)), 'utf8')

/** The code in the cells of a row of the claims, with the heading above it. */
export interface ClaimRow {
  readonly heading: string
  readonly cells: readonly (string | undefined)[]
}

/** The rows of the tables of a page of `spec/claims`. */
export function rowsOf(page: string): ClaimRow[] {
  let heading = ''
  return read(page)
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('## ')) heading = line.slice(3)
      if (!line.startsWith('|') || !line.includes('`')) return []
      return [
        {
          heading,
          cells: line
            .split('|')
            .slice(1, -1)
            .map((cell) => /`([^`]+)`/.exec(cell)?.[1]),
        },
      ]
    })
}

/** A claim of `records.md`: a field of a record or of a request body, and the kind of its values. */
export interface FieldClaim {
  readonly record: string
  readonly field: string
  readonly kind: string
  /** The record and the field, with a dot between them. */
  readonly claim: string
}

export const fieldClaims: readonly FieldClaim[] = rowsOf('records').map(
  ({ heading, cells: [field = '', kind = ''] }) => ({ record: heading, field, kind, claim: `${heading}.${field}` }),
)
