import type { FaultTarget } from '@latchkey/contract/faultTargets'
import type { OperationId } from '@latchkey/types'
import { refusals } from './generated/refusals.ts'

/** A refusal that an operation is known to give. */
export interface Refusal {
  readonly status: number
  readonly code: string
}

/**
 * The refusals that the tests of the mock have seen an operation give, the most usual code of a status first. A step at
 * the relay has none.
 */
export function refusalCodes(id: Exclude<FaultTarget, '*'>): Refusal[] {
  const texts = refusals[id as OperationId]?.split('; ') ?? []
  return texts.flatMap((part) => {
    const [status, ...codes] = part.split(' ')
    return codes.map((code) => ({ status: Number(status), code }))
  })
}
