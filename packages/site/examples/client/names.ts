import { bearer, createTransport } from '@latchkey/client'
import { withNames } from '@latchkey/client/names'
import { users } from '@latchkey/client/operations'
import { createMock } from '@latchkey/mock'
import { readNames } from '@latchkey/mock/names'

const file = { paths: { '/api/v0/*': '/v1/*' }, fields: { email: 'mail' } }
// In an app, this is the deployment, which is reached by the platform's fetch.
const mock = createMock({ names: readNames(file) })
const { id: environmentId, token } = mock.defaults.environments.sandbox
const api = createTransport({
  baseUrl: mock.baseUrl,
  environmentId,
  auth: bearer(token),
  fetch: withNames(file, async (url, init) => {
    console.log(new URL(url).pathname.slice(0, 16), init?.body)
    return mock.fetch(url, init)
  }),
})

const { user } = await users.create(api, { body: { email: 'ada@example.com' } })
console.log(user?.email)
// → /v1/environments {"mail":"ada@example.com"}
// → ada@example.com
