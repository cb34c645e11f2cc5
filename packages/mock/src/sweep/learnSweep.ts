import type { Mock } from '../mock/createMock.ts'
import { chooseCases, type SweepChoice } from './chooseCases.ts'
import { learnCalls } from './learnCalls.ts'
import { playCase, type SweepExpectations, type SweepResult } from './playCase.ts'
import type { ReportedCall } from './reportedCall.ts'
import type { Stage } from './runOnce.ts'
import { casesOf } from './sweepCases.ts'

/** A test that can be swept. */
interface SweptTest<Context> extends SweepChoice, SweepExpectations<Context> {
  /** The mock that each run gets a copy of. */
  readonly origin: Mock
  readonly stage: Stage<Context>
  readonly body: (context: Context) => unknown
}

/** The calls and the cases of a test. */
export interface LearnedSweep<Context> {
  /** The calls of the run without failures. */
  readonly calls: readonly ReportedCall[]
  readonly cases: readonly PlayableCase<Context>[]
}

export interface PlayableCase<Context> {
  /** By it the case can be run again. */
  readonly name: string
  /** @param stage - One of its own, for a case that runs beside others. @default that of the test */
  play(stage?: Stage<Context>): Promise<SweepResult>
}

/**
 * Learns the calls of a test, and gives a case for each call and each way in which it can fail.
 *
 * @throws SweepError for a test that cannot be swept, and TypeError for a choice that cannot be read
 */
export async function learnSweep<Context>(swept: SweptTest<Context>): Promise<LearnedSweep<Context>> {
  const { calls, reported } = await learnCalls(swept)
  const usualCalls = new Map(calls.map(({ target, occurrence }) => [target, occurrence]))
  const cases = chooseCases(casesOf(calls), swept).map((sweepCase) => ({
    name: sweepCase.name,
    play: (stage: Stage<Context> = swept.stage) => playCase({ ...swept, stage, sweepCase, usualCalls }),
  }))
  return { calls: reported, cases }
}
