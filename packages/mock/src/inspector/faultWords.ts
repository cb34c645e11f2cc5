import type { Entry, SetFault } from './live/control.ts'

type PlayedFault = NonNullable<Entry['fault']>

/** The faults that have happened to a request, or to the steps in a room. */
export function faultsOf({ fault, room }: Entry): readonly PlayedFault[] {
  if (fault) return [fault]
  return room?.steps.flatMap((step) => step.fault ?? []) ?? []
}

/** What a fault does, after its subject: `'waits 500 ms and answers 503'`. */
export function wordsOfFault(fault: PlayedFault & Pick<SetFault, 'body'>): string {
  const { status, body, retryAfterSeconds, delayMs, networkError, truncate } = fault
  const after = retryAfterSeconds === undefined ? '' : ` with Retry-After ${retryAfterSeconds} s`
  const own = body === undefined ? '' : ' with a body of its own'
  const parts = [
    ...(delayMs === undefined ? [] : [`waits ${delayMs.toLocaleString('en')} ms`]),
    ...(networkError ? ['breaks the connection'] : []),
    ...(!networkError && status !== undefined ? [`answers ${status}${after}${own}`] : []),
    ...(!networkError && truncate ? ['sends half of the reply'] : []),
  ]
  if (parts.length === 0) return 'does nothing'
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ')
}
