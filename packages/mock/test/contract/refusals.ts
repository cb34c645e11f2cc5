import { operationTable } from '@latchkey/types'

/** The record of a refusal with a code, of which {@link refusalsOf} makes the table of `src/http/generated/refusals.ts`. */
export const refusedWith = (id: string, status: number, code: string): string => `${id} ${status} ${code}`

/** The codes that come first with their status. The others follow by the alphabet. */
const usualCodes = ['validation_failed', 'unauthorized', 'forbidden', 'missing_scope', 'mfa_required']

const rankOf = (code: string) => (usualCodes.includes(code) ? usualCodes.indexOf(code) : usualCodes.length)

const byUse = (a: string, b: string) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1)

/** The refusals of each operation, from the lines of a whole run: `'400 validation_failed; 401 unauthorized token_expired'` */
export function refusalsOf(recorded: ReadonlySet<string>): Record<string, string> {
  const found = new Map<string, Map<string, string[]>>(Object.keys(operationTable).map((id) => [id, new Map()]))
  for (const line of recorded) {
    const [, id = '', status = '', code = ''] = /^(\w+\.\w+) (\d{3}) (\w+)$/.exec(line) ?? []
    const statuses = found.get(id)
    statuses?.set(status, [...(statuses.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...found].map(([id, statuses]) => [
      id,
      [...statuses]
        .toSorted(([a], [b]) => Number(a) - Number(b))
        .map(([status, codes]) => [status, ...codes.toSorted(byUse)].join(' '))
        .join('; '),
    ]),
  )
}

export function refusalsFile(refusals: Readonly<Record<string, string>>): string {
  const rows = Object.entries(refusals).map(([id, codes]) => `  '${id}': '${codes}',\n`)
  return `// Written by scripts/reachedContract.ts from what the tests of the mock have seen.
import type { OperationId } from '@latchkey/types'

/** The codes with which each operation refuses, by status. */
export const refusals: Readonly<Partial<Record<OperationId, string>>> = {
${rows.join('')}}
`
}
