import type { Tone } from '../../components/Badge.tsx'
import type { ControlOutput } from '../../live/control.ts'

export type Report = ControlOutput<'GET sweeps/report'>
export type Result = Report['results'][number]
export type ReportedCall = Report['calls'][number]
type Outcome = Result['outcome']

/** The mark of each end of a test, as in the table of the terminal, and the end in words. */
export const outcomes: Readonly<Record<Outcome, readonly [mark: string, words: string]>> = {
  passes: ['✓', 'passes'],
  fails: ['f', 'fails by an assertion'],
  throws: ['t', 'throws an error'],
  unhandled: ['U', 'leaves an error unhandled'],
  crashes: ['C', 'crashes'],
  hangs: ['H', 'does not end'],
  loops: ['L', 'calls without an end'],
  silent: ['S', 'shows nothing of the failure'],
  blank: ['B', 'shows a blank page'],
  stale: ['X', 'shows somebody as signed in whom the service refuses'],
}

const notAsExpected = ['!', 'is not as its author expects'] as const

/** The kinds of failures, in the order of the table. */
export const kinds: readonly (readonly [kind: Result['kind'], name: string])[] = [
  ['state', 'The state'],
  ['person', 'The person'],
  ['refusal', 'The reply'],
  ['network', 'The network'],
]

/** The ends that are no faults by themselves. */
const harmless = new Set<Outcome>(['passes', 'fails', 'throws'])

/** The mark of a case, its words, and its colour. */
export function markOf(result: Result): { mark: string; words: string; tone: Tone | undefined } {
  const { outcome, fault, knownFault } = result
  const [mark, ownWords] = fault !== undefined && harmless.has(outcome) ? notAsExpected : outcomes[outcome]
  const knownWords = fault === undefined ? 'its known fault has gone' : 'a known fault'
  const words = knownFault === undefined ? ownWords : `${ownWords}: ${knownWords}`
  if (isUnexpected(result)) return { mark, words, tone: 'bad' }
  if (fault !== undefined) return { mark, words, tone: 'warn' }
  return { mark, words, tone: outcome === 'passes' ? 'good' : undefined }
}

/** Whether a result fails its sweep: by a fault that is not known, or a known one that has gone. */
export const isUnexpected = ({ fault, knownFault }: Result): boolean =>
  (fault === undefined) !== (knownFault === undefined)
