import { defined } from '@latchkey/base/defined'
import type { PostedSweepCall, PostedSweepResult as Result } from './sweepReport.ts'

/** The mark of each end of a test, and the end in words. Small letters are for the author to judge, capitals are faults. */
const outcomes: Readonly<Record<Result['outcome'], readonly [mark: string, words: string]>> = {
  passes: ['✓', 'passes'],
  fails: ['f', 'fails'],
  throws: ['t', 'throws'],
  unhandled: ['U', 'leaves an error unhandled'],
  crashes: ['C', 'crashes'],
  hangs: ['H', 'does not end'],
  loops: ['L', 'calls without an end'],
  silent: ['S', 'shows nothing of the failure'],
  blank: ['B', 'is blank'],
  stale: ['X', 'shows somebody as signed in whom the service refuses'],
}

const notAsExpected = ['!', 'is not as expected'] as const

export const isOutcome = (name: string): name is Result['outcome'] => Object.hasOwn(outcomes, name)

/** The kinds of failures, in the order of tables. */
export const failureKinds: readonly (readonly [kind: Result['kind'], name: string])[] = [
  ['state', 'The state'],
  ['person', 'The person'],
  ['refusal', 'The reply'],
  ['network', 'The network'],
]

type Judged = Pick<Result, 'outcome' | 'fault' | 'knownFault'>

/** Whether a result fails its sweep: by a fault that is not known, or a known one that has gone. */
export const isUnexpected = ({ fault, knownFault }: Pick<Judged, 'fault' | 'knownFault'>): boolean =>
  (fault === undefined) !== (knownFault === undefined)

/** The mark of a result in tables, and its words. */
export function markOf({ outcome, fault, knownFault }: Judged): readonly [mark: string, words: string] {
  const own = outcomes[outcome]
  const isHarmless = own[0] === own[0].toLowerCase()
  const [mark, words] = fault !== undefined && isHarmless ? notAsExpected : own
  if (knownFault === undefined) return [mark, words]
  return [mark, `${words}: ${fault === undefined ? 'its known fault has gone' : 'a known fault'}`]
}

/** A call of a case beside the same one of the run without failures. Either is absent where a run lacks it. */
export interface ComparedCall<Call = PostedSweepCall> {
  readonly name: string
  readonly clean?: Call
  readonly played?: Call
  /** `reply`: another one; `address`: another one; `more`: not in the clean run; `missing`: only there. Absent if nothing differs. */
  readonly difference?: 'reply' | 'address' | 'more' | 'missing'
}

/**
 * The calls of a case in their order. Those that only the run without failures makes stand where the next one is that
 * both make, or at the end.
 */
export function compareCalls<Call extends PostedSweepCall>(
  clean: readonly Call[],
  played: readonly Call[],
): ComparedCall<Call>[] {
  const names = new Set(played.map(({ name }) => name))
  /** The missing calls of the clean run right before one of its calls. */
  const missingBefore = (end: number): ComparedCall<Call>[] => {
    const start = clean.findLastIndex(({ name }, index) => index < end && names.has(name)) + 1
    return clean.slice(start, end).map((call) => ({ name: call.name, clean: call, difference: 'missing' }))
  }
  const compared = played.flatMap((call): ComparedCall<Call>[] => {
    const index = clean.findIndex(({ name }) => name === call.name)
    const counterpart = clean[index]
    if (!counterpart) return [{ name: call.name, played: call, difference: 'more' }]
    const difference = differenceOf(counterpart, call)
    return [...missingBefore(index), { name: call.name, clean: counterpart, played: call, ...defined({ difference }) }]
  })
  return [...compared, ...missingBefore(clean.length)]
}

function differenceOf(clean: PostedSweepCall, played: PostedSweepCall): 'reply' | 'address' | undefined {
  if (clean.status !== played.status || clean.code !== played.code) return 'reply'
  return clean.path === played.path ? undefined : 'address'
}
