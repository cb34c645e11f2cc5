import { expect, it } from 'vitest'
import { createMock } from '../mock/createMock.ts'
import { chainFailures } from './chainFailures.ts'
import { stateFailures } from './stateFailures.ts'

const mock = createMock({ seed: 'states', providers: ['emailOnly', 'google'] })
const ada = await mock.create.user({ email: 'ada@example.com' })
await mock.create.wallet(ada.id)
const { headers } = await mock.signIn(ada)
const environmentId = mock.defaults.environments.sandbox.id

const call = { target: 'profile.update', operation: 'profile.update', userId: ada.id, environmentId } as const
const sent = new Headers(headers)
const request = {
  method: 'PUT',
  url: `${mock.baseUrl}/api/v0/sdk/${environmentId}/users`,
  headers: { get: (name: string) => sent.get(name) },
  text: async () => JSON.stringify({ email: 'grace@example.com', username: 'grace' }),
}

// A sweep leaves out what cannot be made before a call, so a failure that can never be made would not be missed.
it.each(stateFailures.filter((failure) => !chainFailures.includes(failure)))(
  'can be made before a call of a person: $name',
  async ({ makeFor }) => {
    const make = makeFor(call, request)
    expect(make).toBeTypeOf('function')
    const copy = mock.fork()
    await make?.(copy)
    copy.close()
  },
)

it('is made for the user of the request, who may have signed up with another id than in the run before', async () => {
  const failure = stateFailures.find(({ name }) => name === 'the user was deleted')
  const copy = mock.fork()
  await failure?.makeFor({ ...call, userId: '01938c5e-0000-7000-8000-000000000000' }, request)?.(copy)
  expect((await copy.people.list()).users).toEqual([])
  copy.close()
})
