import { operationTable } from '@latchkey/types'
import { expect, it } from 'vitest'
import { createHost } from '#host'
import { createSigner, friend, transaction } from '../../test/people/policyPeople.ts'
import { createVitestTimers } from '../kits/vitestTimers.ts'
import { watchUnhandled } from '../kits/watchUnhandled.ts'
import type { Mock } from '../mock/createMock.ts'
import { learnSweep } from './learnSweep.ts'

const host = createHost()

const stage = {
  run: <T>(mock: Mock, work: (mock: Mock) => Promise<T>) => work(mock),
  timers: createVitestTimers(),
  page: () => undefined,
  watchUnhandled,
}

it('lets a policy refuse what an embedded wallet signs, and a limit each call for a minute', async () => {
  const { token, wallet } = await createSigner(host)
  const { method, path } = operationTable['waas.signMessage']
  const environmentId = host.mock.defaults.environments.sandbox.id
  const sign = (mock: Mock) =>
    mock.fetch(mock.baseUrl + path.replace('{environmentId}', environmentId).replace('{walletId}', wallet.walletId), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(transaction({ to: friend })),
    })
  const statuses: Record<string, readonly number[]> = {}
  const { cases } = await learnSweep({
    origin: host.mock,
    stage,
    async body(mock) {
      if ((await sign(mock)).ok) return
      await new Promise((resolve) => setTimeout(resolve, 59_000))
      await sign(mock)
      await new Promise((resolve) => setTimeout(resolve, 1000))
      await sign(mock)
    },
    only: /policy refuses|rate limit/,
  })
  for (const { play } of cases) {
    const { failure, calls } = await play()
    statuses[failure] = calls.map(({ status }) => Number(status))
  }
  expect(statuses).toEqual({
    'a policy refuses what wallets sign': [403, 403, 403],
    'the rate limit is reached': [429, 429, 200],
  })
})
