import { type OperationRow, operationTable } from '@latchkey/types'
import { documentedFields } from './replyFields.ts'
import { rolledBack, writesNothing } from './rollbackRecordings.ts'

/** The tests that try operations beside their own ones, by their folder. */
const kinds = ['fuzz', 'models'] as const
type Kind = (typeof kinds)[number]

export function evidenceKindOf(path: string): Kind | undefined {
  return kinds.find((kind) => path.replaceAll('\\', '/').includes(`/test/${kind}/`))
}

export const evidenceLine = (kind: Kind, id: string): string => `${id} is sent by ${kind}`

/** The record of an operation that strangers have tried in vain. */
export const strangersFail = (id: string): string => `${id} is refused to strangers`

/** The operations that were answered, by the lines `<operation> <status>`. */
export function operationsIn(recorded: ReadonlySet<string>): Set<string> {
  return new Set([...recorded].flatMap((line) => /^([a-z]\w+\.\w+) \d{3}$/i.exec(line)?.[1] ?? []))
}

/**
 * The evidence for each operation, from the lines of a whole run: how many of the fields that its replies may have were
 * seen with a value, the folders of tests that have sent it, whether each of its writes was made to fail, or it writes
 * nothing, and whether strangers have sent it in vain. `'14/15 fields, fuzz, models, rollback, attacks'`
 */
export function evidenceOf(recorded: ReadonlySet<string>): Record<string, string> {
  const rows = Object.entries<OperationRow>(operationTable)
  return Object.fromEntries(
    rows.map(([id, row]) => {
      const fields = [...documentedFields([row])]
      const seen = fields.filter((field) => recorded.has(field))
      const isProved = (status: number) =>
        recorded.has(rolledBack(id, status)) || recorded.has(writesNothing(id, status))
      const parts = [
        ...(fields.length > 0 ? [`${seen.length}/${fields.length} fields`] : []),
        ...kinds.filter((kind) => recorded.has(evidenceLine(kind, id))),
        ...(row.success.every(isProved) ? ['rollback'] : []),
        ...(recorded.has(strangersFail(id)) ? ['attacks'] : []),
      ]
      return [id, parts.join(', ')]
    }),
  )
}
