import { bearer, createTransport } from '@latchkey/client'
import { gates, users } from '@latchkey/client/operations'
import { createMock } from '@latchkey/mock'

const mock = createMock()
const { id: environmentId, token } = mock.defaults.environments.sandbox
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch, auth: bearer(token) })

// Ids of the URL by name, the query in `query`, the body in `body`. The environment's id comes from the transport.
await users.create(api, { body: { email: 'ada@example.com' } })
await users.create(api, { body: { email: 'grace@example.com' } })
for await (const { email } of users.list(api, { query: { orderBy: 'email-asc' } })) console.log(email)
// → ada@example.com
// → grace@example.com

const { gates: list } = await gates.list(api)
console.log(list?.length, 'gates')
// → 0 gates
