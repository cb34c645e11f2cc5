import type { Choice, Api } from '../subject.ts'
import { errorOf, expect, Lasting, outcomeOf, sleep, tokenOf, type Trial } from '../trial.ts'
import type { Case } from './case.ts'

const says = /time(d)?[ -]?out|in time|within|deadline/i

const stalls = (scenario: string, when: string, needs: string): Case => ({
  when,
  needs,
  timed: true,
  async run(trial) {
    const { text } = await errorOf(() => trial.open({ timeoutMs: 150 }).get(trial.environment(scenario)), 3000)
    expect(says.test(text), `The error does not speak of time: ${text}`)
  },
})

const deadline = (scenario: string, when: string): Case => ({
  when,
  needs: 'a deadline of 400 ms ends the whole call with an error',
  timed: true,
  async run(trial) {
    const startedAt = performance.now()
    await errorOf(() => trial.open({ timeoutMs: 4000, deadlineMs: 400 }).get(trial.environment(scenario)), 1500)
    const tookMs = performance.now() - startedAt
    expect(tookMs < 1000, `It took ${Math.round(tookMs)} ms.`)
  },
})

/** Aborts a call once it is in a phase, and takes the time until it rejects. */
async function abortIn(
  call: (choice: Choice) => ReturnType<Api['get']>,
  reached: () => Promise<unknown>,
): Promise<void> {
  const controller = new AbortController()
  let endedAt: number | undefined
  const ended = outcomeOf(() => call({ signal: controller.signal })).finally(() => (endedAt = performance.now()))
  // Should it hang, that is judged below.
  ended.catch(() => {})
  await reached()
  await sleep(30)
  if (endedAt !== undefined) throw new Lasting('It ended before it was aborted.')
  const abortedAt = performance.now()
  controller.abort()
  const outcome = await Promise.race([ended, sleep(800)])
  expect(outcome, 'It has not ended 800 ms after it was aborted.')
  if (outcome.error === undefined) throw new Lasting('It went on as if nothing had happened.')
  const tookMs = (endedAt ?? Infinity) - abortedAt
  if (tookMs > 400) throw new Lasting(`It took ${Math.round(tookMs)} ms.`)
  expect(tookMs <= 50, `It took ${Math.round(tookMs)} ms.`)
}

const abortsIn = (phase: string, run: (trial: Trial) => Promise<void>): Case => ({
  when: `abort ${phase}`,
  needs: 'the call rejects within 50 ms',
  timed: true,
  run,
})

const abortsAt = (phase: string, scenario: string): Case =>
  abortsIn(phase, async (trial) => {
    const environment = trial.environment(scenario)
    await abortIn(
      (choice) => trial.open().get(environment, choice),
      () => trial.seen(environment, 1),
    )
  })

export const limits: readonly Case[] = [
  stalls('stalled', 'the headers never come', 'the time limit of an attempt ends it, with an error that says so'),
  stalls('stalled-body', 'the body stalls half-way', 'the time limit covers it, with an error that says so'),
  deadline('stalled', 'no reply, whatever is tried'),
  deadline('503-later', '503, `retry-after: 5`, each time'),
  {
    when: 'aborted before the call',
    needs: 'nothing is sent',
    async run(trial) {
      const environment = trial.environment('good')
      await errorOf(() => trial.open().get(environment, { signal: AbortSignal.abort() }), 3000)
      expect((await trial.seen(environment)).length === 0, 'It was sent.')
    },
  },
  abortsIn('while a token is awaited', async (trial) => {
    let asked: () => void
    const reached = new Promise<void>((resolve) => (asked = resolve))
    const token = async (): Promise<string> => {
      asked()
      await sleep(600)
      return tokenOf(1)
    }
    await abortIn(
      (choice) => trial.open({ token }).get(trial.environment('good'), choice),
      () => reached,
    )
  }),
  abortsAt('while the headers are awaited', 'stalled'),
  abortsAt('while the body comes', 'stalled-body'),
  abortsAt('while a retry is awaited', '503-later'),
]
