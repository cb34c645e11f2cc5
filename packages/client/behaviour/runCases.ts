import type { Case } from './cases/case.ts'
import { cases } from './cases/cases.ts'
import type { Subject } from './subject.ts'
import { createTrial, Lasting, type TrialServers } from './trial.ts'

/** The verdict of one case: what is wrong, if anything. */
export interface Verdict {
  readonly when: string
  readonly needs: string
  /** `none` for a client that the case is not about. */
  readonly verdict: 'pass' | 'fail' | 'none'
  /** Why it fails. */
  readonly fault?: string | undefined
}

/**
 * Runs all cases with one client in the present runtime.
 *
 * @param run.unhandled - Messages of the unhandled rejections that the runtime has reported, read at the end.
 * @param run.atOnce - How many cases may run at the same time; browsers open six connections at most.
 */
export async function runCases(
  place: TrialServers,
  subject: Subject,
  { unhandled, atOnce }: { readonly unhandled: Iterable<string>; readonly atOnce: number },
): Promise<Verdict[]> {
  const verdicts = new Map<Case, Verdict>()
  const judge = async (testCase: Case): Promise<void> =>
    void verdicts.set(testCase, await verdictOf(testCase, place, subject))
  const isAlone = ({ timed, alone }: Case): boolean => Boolean(timed || alone)
  const waiting = cases.filter((testCase) => !isAlone(testCase))
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await judge(next)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  // One after the other, with nothing else going on.
  for (const testCase of cases.filter(isAlone)) await judge(testCase)
  // The runtime reports rejections after the turn they happen in.
  await new Promise((resolve) => setTimeout(resolve, 50))
  const [first] = unhandled
  return [
    ...cases.flatMap((testCase) => verdicts.get(testCase) ?? []),
    {
      when: 'all of the above',
      needs: 'no promise is rejected unhandled',
      verdict: first === undefined ? 'pass' : 'fail',
      fault: first,
    },
  ]
}

async function verdictOf(testCase: Case, place: TrialServers, subject: Subject): Promise<Verdict> {
  const { when, needs } = testCase
  if (testCase.applies?.(subject) === false) return { when, needs, verdict: 'none' }
  let fault = ''
  for (let tries = testCase.timed ? 3 : 1; tries > 0; tries--) {
    try {
      await testCase.run(createTrial(place, subject))
      return { when, needs, verdict: 'pass' }
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error)
      if (error instanceof Lasting) break
    }
  }
  return { when, needs, verdict: 'fail', fault }
}
