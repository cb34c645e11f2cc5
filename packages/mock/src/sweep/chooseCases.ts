import { createRandom } from '@latchkey/base/random'
import type { SweepCase } from './sweepCases.ts'
import type { SweepReport } from './sweepReport.ts'

/** Which cases of a sweep run. */
export interface SweepChoice {
  /** Only the case of this name, or those whose names have this text or fit this expression. @default all */
  readonly only?: string | RegExp | undefined
  /** At most so many cases, drawn by the seed. @default all */
  readonly sample?: number | undefined
  /** Only cases of calls that the test did not make in this earlier report: those that a change adds. @default all */
  readonly since?: Pick<SweepReport, 'calls'> | undefined
  /** Decides which cases a sample has. @default 'sweep' */
  readonly seed?: string | undefined
}

/** The cases that a choice leaves, in their order. @throws TypeError for a sample that is no positive number */
export function chooseCases(
  cases: readonly SweepCase[],
  { only, since, sample, seed = 'sweep' }: SweepChoice,
): SweepCase[] {
  const former = new Set(since?.calls.map(({ name }) => name))
  // Other names may begin with a whole one.
  const named = cases.filter(({ name }) => name === only)
  const fitting = named.length > 0 ? named : cases.filter(({ name }) => isWanted(name, only))
  const wanted = fitting.filter(({ call }) => !former.has(call.name))
  if (sample === undefined) return wanted
  if (!Number.isInteger(sample) || sample < 1)
    throw new TypeError(`Failed to call "sweep()": sample takes a whole number from 1 on, not ${String(sample)}.`)
  const random = createRandom(`sample ${seed}`)
  const drawn = wanted
    .map((each) => ({ each, lot: random.bytes(4).join('.') }))
    .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
  const chosen = new Set(drawn.slice(0, sample).map(({ each }) => each))
  return wanted.filter((each) => chosen.has(each))
}

function isWanted(name: string, only: SweepChoice['only']): boolean {
  if (only === undefined) return true
  // By `search`, since an expression with `g` remembers where it was.
  return typeof only === 'string' ? name.includes(only) : name.search(only) !== -1
}
