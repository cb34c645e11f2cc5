import { createRandom } from '@latchkey/base/random'
import type { SweepCase } from './sweepCases.ts'

/** Which cases of a sweep run. */
export interface SweepChoice {
  /** Only cases whose name has this text or fits this expression. @default all */
  readonly only?: string | RegExp | undefined
  /** At most so many cases: the first of each call and kind, and others by chance. @default all */
  readonly sample?: number | undefined
  /** Decides which cases a sample has. @default 'sweep' */
  readonly seed?: string | undefined
}

/** The cases that a choice leaves, in their order. @throws TypeError for a sample that is no positive number */
export function chooseCases(cases: readonly SweepCase[], { only, sample, seed = 'sweep' }: SweepChoice): SweepCase[] {
  const wanted = cases.filter(
    ({ name }) => only === undefined || (typeof only === 'string' ? name.includes(only) : only.test(name)),
  )
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
