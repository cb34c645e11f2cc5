import type { SweepResult } from './playCase.ts'
import { textOfCall } from './reportedCall.ts'

/** The lines of a finding below its name: why it is a fault, what was thrown and where, the calls, how to run it again. */
export function findingText({ fault, message, line, calls, replay }: SweepResult): string {
  const lines = [
    fault,
    message,
    line && `at ${line}`,
    `Calls: ${calls.map(textOfCall).join(', ')}`,
    replay && `Again: ${replay}`,
  ]
  return lines.filter((text) => text !== undefined).join('\n')
}

/** Why a case fails whose fault is known and has gone. */
export const goneText = (reason: string): string => `this fault is known ("${reason}"), and has gone.`
