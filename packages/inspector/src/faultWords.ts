import type { Entry, SetFault } from './live/control.ts'

type PlayedFault = NonNullable<Entry['fault']>

/** The faults that have happened to a request, or to the steps in a room. */
export function faultsOf({ fault, room }: Entry): readonly PlayedFault[] {
  if (fault) return [fault]
  return room?.steps.flatMap((step) => step.fault ?? []) ?? []
}

/** Describes the effect of a fault, after its subject: `'waits 500 ms and answers 503'`. */
export function wordsOfFault(fault: PlayedFault & Pick<SetFault, 'body'>): string {
  const { status, code, body, retryAfterSeconds, delayMs, networkError, loseReply, truncate, stall } = fault
  const after = retryAfterSeconds === undefined ? '' : ` with Retry-After ${retryAfterSeconds} s`
  const bodyClause = body === undefined ? '' : ' with a body of its own'
  const codeClause = code === undefined ? '' : ` ${code}`
  const parts: string[] = []
  if (delayMs !== undefined) parts.push(`waits ${delayMs.toLocaleString('en')} ms`)
  if (networkError) parts.push('breaks the connection')
  else if (status !== undefined) parts.push(`answers ${status}${codeClause}${after}${bodyClause}`)
  else if (loseReply) parts.push('loses the reply')
  else if (truncate) parts.push('sends half of the reply')
  else if (stall) parts.push('sends half of the reply and waits')
  if (parts.length === 0) return 'does nothing'
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ')
}
