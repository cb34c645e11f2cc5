import type { SweepResult } from './playCase.ts'
import { textOfCall } from './sweepReport.ts'

/**
 * Fails for a fault that is not known, and for one that is known and has gone.
 *
 * @param reason - Why the fault is known; absent when it is not.
 * @throws Error that names the case, the fault, what was thrown and where, the calls, and how to run it again
 */
export function assertResult(
  { name, fault, message, line, calls, replay }: SweepResult,
  reason: string | undefined,
): void {
  if (fault !== undefined && reason === undefined) {
    const lines = [
      `${name}: ${fault}`,
      message,
      line && `at ${line}`,
      `Calls: ${calls.map(textOfCall).join(', ')}`,
      replay && `Again: ${replay}`,
    ]
    throw new Error(lines.filter((text) => text !== undefined).join('\n'))
  }
  if (fault === undefined && reason !== undefined)
    throw new Error(`${name}: this fault is known ("${reason}"), and has gone. Remove it from \`knownFaults\`.`)
}
