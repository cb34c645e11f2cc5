import { findingText, goneText } from './findingText.ts'
import type { SweepResult } from './playCase.ts'

/**
 * Fails for a fault that is not known, and for one that is known and has gone.
 *
 * @param reason - Why the fault is known; absent when it is not.
 * @throws Error that names the case, the fault, what was thrown and where, the calls, and how to run it again
 */
export function assertResult(result: SweepResult, reason: string | undefined): void {
  const { name, fault } = result
  if (fault !== undefined && reason === undefined) throw new Error(`${name}: ${findingText(result)}`)
  if (fault === undefined && reason !== undefined)
    throw new Error(`${name}: ${goneText(reason)} Remove it from \`knownFaults\`.`)
}
