import type { SweepResult } from './playCase.ts'
import { type ReportedCall, textOfCall } from './reportedCall.ts'

/** An app that repeats its calls makes more than a line can hold. The report has all of them. */
const mostCalls = 12

/** The lines of a finding below its name: why it is a fault, what was thrown and where, the first calls, how to run it again. */
export function findingText({ fault, message, line, calls, replay }: SweepResult): string {
  const lines = [fault, message, line && `at ${line}`, `Calls: ${callsText(calls)}`, replay && `Again: ${replay}`]
  return lines.filter((text) => text !== undefined).join('\n')
}

function callsText(calls: readonly ReportedCall[]): string {
  const first = calls.slice(0, mostCalls).map(textOfCall).join(', ')
  return calls.length > mostCalls ? `${first}, … and ${calls.length - mostCalls} more` : first
}

/** Why a case fails whose fault is known and has gone. */
export const goneText = (reason: string): string => `this fault is known ("${reason}"), and has gone.`
