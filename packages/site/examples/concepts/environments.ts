import { bearer, createTransport, isApiError } from '@latchkey/client'
import { users } from '@latchkey/client/operations'
import { createMock } from '@latchkey/mock'

const mock = createMock()
const { sandbox, live } = mock.defaults.environments
const api = createTransport({ baseUrl: mock.baseUrl, fetch: mock.fetch, auth: bearer(sandbox.token) })

await users.create(api, { environmentId: sandbox.id, body: { email: 'ada@example.com' } })
console.log('sandbox:', (await users.list(api, { environmentId: sandbox.id })).count)
// → sandbox: 1

// The token of the sandbox does not open the other environment.
const refusal = await users.list(api, { environmentId: live.id }).catch((error: unknown) => error)
console.log('live:', isApiError(refusal) && refusal.code)
// → live: wrong_environment
