import type { ControlInput } from '../../live/control.ts'

type NewFault = ControlInput<'POST faults/set'>

/** The effects of faults, in the order of the form. */
export const faultKinds = [
  ['status', 'Answers an error'],
  ['limit', 'Refuses for too many requests (429)'],
  ['network', 'Breaks the connection'],
  ['truncate', 'Runs, and sends half of the reply'],
  ['delay', 'Runs, after a wait'],
] as const

type FaultKind = (typeof faultKinds)[number][0]

/** The fields of the form, as they were entered. A field that is not shown is empty. */
export interface FaultFields {
  readonly operation: string
  readonly kind: FaultKind
  readonly status: string
  readonly retryAfter: string
  readonly delay: string
  /** JSON. */
  readonly body: string
  readonly often: 'once' | 'times' | 'always'
  readonly times: string
}

/**
 * The fault that a form describes.
 *
 * @throws Error that says in a sentence what to enter
 */
export function faultOf({ operation, kind, status, retryAfter, delay, body, often, times }: FaultFields): NewFault {
  if (operation.trim() === '') throw new Error('Choose an operation, or "*" for all of them.')
  const delayMs = delay === '' ? undefined : numberOf(delay, 'how many milliseconds to wait: 0 or more', 0)
  if (kind === 'delay' && !delayMs) throw new Error('Enter how many milliseconds to wait: more than 0.')
  const retryAfterSeconds =
    retryAfter === '' ? undefined : numberOf(retryAfter, 'the seconds of Retry-After: 0 or more', 0)
  const kinds = {
    status: () => ({ status: statusOf(status), ...(body.trim() !== '' && { body: jsonOf(body) }), retryAfterSeconds }),
    limit: () => ({ status: 429, retryAfterSeconds }),
    network: () => ({ networkError: true }),
    truncate: () => ({ truncate: true }),
    delay: () => ({}),
  } satisfies Record<FaultKind, () => Partial<NewFault>>
  const counts = {
    once: () => 1,
    times: () => Math.trunc(numberOf(times, 'how many times it happens: 1 or more', 1)),
    always: () => undefined,
  }
  return { operation: operation.trim() as NewFault['operation'], delayMs, ...kinds[kind](), times: counts[often]() }
}

function statusOf(text: string): number {
  const status = Number(text)
  if (Number.isInteger(status) && status >= 400 && status <= 599) return status
  throw new Error('Enter the status of an error: a whole number from 400 to 599.')
}

function numberOf(text: string, what: string, minimum: number): number {
  const value = text === '' ? Number.NaN : Number(text)
  if (value >= minimum) return value
  throw new Error(`Enter ${what}.`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('The body is not valid JSON. Texts are in quotation marks.')
  }
}
