import { dataOf, errorOf, expect, outcomeOf, type Trial } from '../trial.ts'
import type { Case } from './case.ts'

/** A GET that must succeed at its second request. */
async function succeedsAgain(trial: Trial, scenario: string): Promise<[firstAtMs: number, secondAtMs: number]> {
  const environment = trial.environment(scenario)
  const data = await dataOf(() => trial.open().get(environment))
  expect(data.name === 'Holders', 'It gave something else than the gate.')
  const [first, second, ...more] = await trial.seen(environment, 2)
  expect(first && second && more.length === 0, 'It did not take two requests.')
  return [first.atMs, second.atMs]
}

const onceThenGood = (code: number): Case => ({
  when: `${code} once`,
  needs: 'GET is sent again and succeeds',
  run: async (trial) => void (await succeedsAgain(trial, `${code}-once`)),
})

export const retries: readonly Case[] = [
  {
    when: 'connection reset before the reply',
    needs: 'GET is sent again and succeeds',
    run: async (trial) => void (await succeedsAgain(trial, 'reset-once')),
  },
  {
    when: 'connection closed within the body',
    needs: 'an error, or GET is sent again; never half a value',
    async run(trial) {
      const { data } = await outcomeOf(() => trial.open().get(trial.environment('cut-off-once')))
      expect(data === undefined || (data as { name?: string }).name === 'Holders', 'It gave half a value.')
    },
  },
  {
    when: 'connection reset after a POST came',
    needs: 'POST without a key is not repeated',
    async run(trial) {
      const environment = trial.environment('reset')
      await errorOf(() => trial.open().create(environment, { name: 'Once' }))
      const seen = await trial.seen(environment, 1)
      expect(seen.length === 1, `The service was asked ${seen.length} times.`)
    },
  },
  {
    when: 'connection reset after a keyed POST came',
    needs: 'POST is repeated with the same key and body',
    async run(trial) {
      const environment = trial.environment('reset-once')
      await dataOf(() => trial.open().create(environment, { name: 'Keyed' }, { idempotencyKey: 'key-of-this-call' }))
      const seen = await trial.seen(environment, 2)
      expect(seen.length === 2, `The service was asked ${seen.length} times.`)
      expect(
        seen.every(({ idempotencyKey }) => idempotencyKey === 'key-of-this-call'),
        'The key changed.',
      )
      expect(
        seen.every(({ body }) => body === seen[0]?.body && body.includes('Keyed')),
        'The body changed.',
      )
    },
  },
  ...[408, 500, 502, 503, 504].map(onceThenGood),
  {
    when: '501',
    needs: 'the error at once: it will not get better',
    async run(trial) {
      const environment = trial.environment('501')
      const { status } = await errorOf(() => trial.open().get(environment))
      expect(status === 501, 'The error has no status.')
      expect((await trial.seen(environment)).length === 1, 'It was sent again.')
    },
  },
  { ...onceThenGood(429), when: '429 without `retry-after`' },
  {
    when: '429, `retry-after` in seconds',
    needs: 'GET is sent again after that time, not before',
    async run(trial) {
      const [first, second] = await succeedsAgain(trial, '429-seconds')
      // Timers may fire a little early.
      expect(second - first >= 980, `It was sent again after ${second - first} ms.`)
    },
  },
  {
    when: '429, `retry-after` as a date',
    needs: 'GET is sent again after that date, not before',
    async run(trial) {
      const [first, second] = await succeedsAgain(trial, '429-date')
      const dateMs = Math.ceil(first / 1000 + 1) * 1000
      expect(second >= dateMs - 20, `It was sent again ${dateMs - second} ms too early.`)
    },
  },
]
