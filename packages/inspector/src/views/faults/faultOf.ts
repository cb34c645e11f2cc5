import { defined } from '@latchkey/base/defined'
import type { ControlInput } from '../../live/control.ts'

type NewFault = ControlInput<'POST faults/set'>

/** The effects of faults, in the order of the form. */
export const faultKinds = [
  ['status', 'Answers an error'],
  ['limit', 'Refuses for too many requests (429)'],
  ['network', 'Breaks the connection'],
  ['loseReply', 'Runs, and loses the reply'],
  ['truncate', 'Runs, and sends half of the reply'],
  ['stall', 'Runs, sends half of the reply, and waits'],
  ['delay', 'Runs, after a wait'],
] as const

export type FaultKind = (typeof faultKinds)[number][0]

/** The fields of the form, by their names in the body. */
export const faultFields = [
  'operation',
  'status',
  'retryAfterSeconds',
  'delayMs',
  'code',
  'body',
  'after',
  'times',
] as const

export type FaultField = (typeof faultFields)[number]

interface Entered {
  readonly kind: FaultKind
  readonly often: 'once' | 'times' | 'always'
  /** The entered text; empty for a field that is not shown. */
  textOf(field: FaultField): string
}

/**
 * The fault that a form describes.
 *
 * @throws Error that names a field, and says what to enter in it
 */
export function faultOf({ kind, often, textOf }: Entered): NewFault {
  const operation = textOf('operation').trim()
  if (operation === '') throw new Error('operation: choose one, or "*" for all of them.')
  const delayMs = numberIn(textOf('delayMs'), 'delayMs: enter how many milliseconds to wait: 0 or more.')
  if (kind === 'delay' && !delayMs) throw new Error('delayMs: enter how many milliseconds to wait: more than 0.')
  const retryAfterSeconds = numberIn(
    textOf('retryAfterSeconds'),
    'retryAfterSeconds: enter the seconds of Retry-After: 0 or more.',
  )
  const kinds = {
    status: () => ({
      status: statusOf(textOf('status')),
      ...defined({ code: textOf('code').trim() || undefined }),
      ...defined({ body: textOf('body').trim() === '' ? undefined : jsonOf(textOf('body')) }),
      retryAfterSeconds,
    }),
    limit: () => ({ status: 429, retryAfterSeconds }),
    network: () => ({ networkError: true }),
    loseReply: () => ({ loseReply: true }),
    truncate: () => ({ truncate: true }),
    stall: () => ({ stall: true }),
    delay: () => ({}),
  } satisfies Record<FaultKind, () => Partial<NewFault>>
  const counts = { once: () => 1, times: () => timesOf(textOf('times')), always: () => undefined }
  return {
    operation: operation as NewFault['operation'],
    delayMs,
    after: numberIn(textOf('after'), 'after: enter how many calls pass first: 0 or more.'),
    ...kinds[kind](),
    times: counts[often](),
  }
}

function statusOf(text: string): number {
  const status = Number(text)
  if (Number.isInteger(status) && status >= 400 && status <= 599) return status
  throw new Error('status: enter that of an error: a whole number from 400 to 599.')
}

function timesOf(text: string): number {
  const times = Number(text)
  if (Number.isInteger(times) && times >= 1) return times
  throw new Error('times: enter how many times it happens: a whole number, 1 or more.')
}

/** A number that is not below 0; `undefined` for an empty field. @throws Error with the sentence */
function numberIn(text: string, sentence: string): number | undefined {
  if (text.trim() === '') return undefined
  if (Number(text) >= 0) return Number(text)
  throw new Error(sentence)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('body: must be JSON. Texts are in quotation marks.')
  }
}
