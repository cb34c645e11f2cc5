import { defined } from '@latchkey/base/defined'
import type { Reply } from '@latchkey/base/reply'
import type { OperationId, OperationRow } from '@latchkey/types'
import { failures } from '../domain/shared/errors.ts'
import type { Fault } from './fault.ts'
import { writeRefusal } from './respond.ts'

/** The operation whose reply a fault replaces. */
interface RefusedOperation {
  readonly id: OperationId
  readonly row: OperationRow
}

/**
 * The reply of a fault that answers a status. Without a body of its own it has the documented one, with a code that the
 * operation gives.
 *
 * @param operation - Absent for a step at the relay.
 */
export async function refusalOfFault(fault: Fault, operation?: RefusedOperation): Promise<Reply> {
  const { status = 500, body, contentType, retryAfterSeconds } = fault
  const added = defined({
    'retry-after': retryAfterSeconds === undefined ? undefined : String(retryAfterSeconds),
    'content-type': contentType,
  })
  if (body !== undefined) return { status, body, headers: added }
  const code = fault.code ?? (await codesOf(operation?.id, status))[0] ?? usualCodeOf(status)
  const message = sentenceOf(status, code) ?? `A fault of the mock answers ${status}.`
  const reply = writeRefusal({ status, code, message, details: {} }, operation?.row)
  return { ...reply, headers: { ...reply.headers, ...added } }
}

/** The codes that the tests of the mock have seen an operation give with a status, the most usual first. */
async function codesOf(id: OperationId | undefined, status: number): Promise<readonly string[]> {
  if (id === undefined) return []
  const { refusalCodes } = await import('./refusalCodes.ts')
  return refusalCodes(id).flatMap((refusal) => (refusal.status === status ? refusal.code : []))
}

/** The code of a status that no test has seen with a code. */
export const usualCodeOf = (status: number): string => usualCodes[status] ?? 'internal_server_error'

const usualCodes: Readonly<Record<number, string>> = {
  400: 'validation_failed',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  429: 'too_many_requests',
}

function sentenceOf(status: number, code: string): string | undefined {
  return Object.values(failures).find((failure) => failure[0] === status && failure[1] === code)?.[2]
}
