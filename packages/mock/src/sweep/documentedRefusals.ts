import { defined } from '@latchkey/base/defined'
import { type OperationId, operationTable, type OperationRow } from '@latchkey/types'
import { refusalCodes } from '../http/refusalCodes.ts'
import { usualCodeOf } from '../http/refusalOfFault.ts'

/** A refusal that the document has for an operation. */
interface DocumentedRefusal {
  readonly status: number
  /** Absent where the document has no body with a code. */
  readonly code?: string
}

/** Statuses that depend on nothing but how the app's code writes a request. */
const ofTheCode = new Set([405, 415])

/** Statuses whose codes apps tell apart. Of the others, one code stands for all. */
export const branches = new Set([403, 422])

/** The refusals that the document and the tests of the mock know of an operation. */
export function documentedRefusals(id: OperationId): DocumentedRefusal[] {
  const { errors }: OperationRow = operationTable[id]
  const seen = refusalCodes(id)
  return Object.keys(errors).flatMap((text) => {
    const status = Number(text)
    if (ofTheCode.has(status)) return []
    const codes = seen.filter((refusal) => refusal.status === status)
    const hasCode = !['empty', 'text'].includes(errors[status] ?? '')
    if (codes.length === 0) return { status, ...defined({ code: hasCode ? usualCodeOf(status) : undefined }) }
    return branches.has(status) ? codes : codes.slice(0, 1)
  })
}

/** The name of a refusal as a failure: `403 forbidden`. */
export function nameOfRefusal({ status, code }: DocumentedRefusal): string {
  return code === undefined ? `${status}` : `${status} ${code}`
}
