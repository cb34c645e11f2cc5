import { dataOf, errorOf, expect, tokenOf, type Trial } from '../trial.ts'
import type { Case } from './case.ts'

/** Gives a token with another number each time, and counts. */
function issuer(): { token: () => Promise<string>; count: () => number } {
  let count = 0
  return { token: async () => tokenOf(++count), count: () => count }
}

const refusedAtOnce = (calls: number): Case => ({
  ...(calls > 100 && { alone: true }),
  when: `${calls.toLocaleString('en-GB').replace(',', ' ')} parallel calls are answered with 401`,
  needs: 'one refresh for all, and all succeed',
  async run(trial) {
    const { token, count } = issuer()
    const environment = trial.environment('first-token-refused')
    // A browser lets calls wait for one of six connections, and their time runs.
    const api = trial.open({ token, timeoutMs: 80_000 })
    await Promise.all(Array.from({ length: calls }, () => dataOf(() => api.get(environment), 80_000)))
    expect(count() === 2, `The token was asked for ${count()} times.`)
  },
})

/** A JWT without a signature; the service here judges it only by its `exp`. */
function jwtOf(expiresAtMs: number): string {
  const part = (value: object): string =>
    btoa(JSON.stringify(value)).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
  return [
    part({ alg: 'none', typ: 'JWT' }),
    part({ sub: 'user-1', exp: Math.floor(expiresAtMs / 1000), jti: Math.random().toString(36) }),
    'c2ln',
  ].join('.')
}

/** Five calls with tokens that are valid for two minutes by the service's clock, which differs from the client's. */
async function callsWithClock(
  trial: Trial,
  scenario: string,
  { offsetMs, firstIsOld }: { offsetMs: number; firstIsOld: boolean },
): Promise<void> {
  let count = 0
  const token = async (): Promise<string> =>
    jwtOf(Date.now() + offsetMs + (firstIsOld && count === 0 ? -60_000 : 120_000) + ++count)
  const environment = trial.environment(scenario)
  const api = trial.open({ token })
  for (let call = 0; call < 5; call++) await dataOf(() => api.get(environment))
  const seen = await trial.seen(environment)
  expect(seen.length <= 6, `The service was asked ${seen.length} times.`)
  expect(count <= 6, `The token was asked for ${count} times.`)
}

export const credentials: readonly Case[] = [
  {
    when: 'redirect to another origin',
    needs: 'the credential does not go there',
    async run(trial) {
      const environment = trial.environment('redirect')
      await trial
        .open()
        .get(environment)
        .catch(() => {})
      const seen = await trial.seen(environment)
      expect(seen.length > 0, 'Nothing was sent.')
      expect(
        seen.every(({ atOther, authorization }) => !atOther || authorization === undefined),
        'The other origin got the token.',
      )
    },
  },
  {
    when: 'redirect of a POST to another origin',
    needs: 'its body does not go there',
    async run(trial) {
      const environment = trial.environment('redirect')
      await trial
        .open()
        .create(environment, { name: 'Confidential' })
        .catch(() => {})
      const seen = await trial.seen(environment)
      expect(seen.length > 0, 'Nothing was sent.')
      expect(
        seen.every(({ atOther, body }) => !atOther || body === ''),
        'The other origin got the body.',
      )
    },
  },
  {
    when: '401 once, for a POST',
    needs: 'the token is refreshed, and the call replayed with its body',
    async run(trial) {
      const { token, count } = issuer()
      const environment = trial.environment('first-token-refused')
      await dataOf(() => trial.open({ token }).create(environment, { name: 'Replayed' }))
      const seen = await trial.seen(environment, 2)
      expect(count() === 2 && seen.length === 2, `It took ${count()} tokens and ${seen.length} requests.`)
      expect(
        seen.every(({ body }) => body.includes('Replayed') && body === seen[0]?.body),
        'The body changed.',
      )
    },
  },
  {
    when: '401 always',
    needs: 'it ends after one replay at most, with the 401 as the error',
    async run(trial) {
      const { token, count } = issuer()
      const environment = trial.environment('token-refused')
      const { status } = await errorOf(() => trial.open({ token }).get(environment))
      const seen = await trial.seen(environment)
      expect(status === 401, `Its status is ${status}.`)
      expect(seen.length <= 2 && count() <= 2, `It took ${count()} tokens and ${seen.length} requests.`)
    },
  },
  refusedAtOnce(10),
  refusedAtOnce(1000),
  {
    when: 'the clock here is 5 minutes ahead',
    needs: 'new tokens that look expired are used, without a loop',
    run: (trial) => callsWithClock(trial, 'service-behind', { offsetMs: -5 * 60_000, firstIsOld: false }),
  },
  {
    when: 'the clock here is 5 minutes behind',
    needs: 'a token that looks valid and is refused gets refreshed, without a loop',
    run: (trial) => callsWithClock(trial, 'service-ahead', { offsetMs: 5 * 60_000, firstIsOld: true }),
  },
]
