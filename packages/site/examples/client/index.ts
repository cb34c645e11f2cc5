import { bearer, createClient, createTransport } from '@latchkey/client'
import { gates } from '@latchkey/client/operations'
import { createMock } from '@latchkey/mock'

const { baseUrl, defaults, fetch } = createMock()
const { id: environmentId, token } = defaults.environments.sandbox

// By operation: a function for each.
const api = createTransport({ baseUrl, environmentId, fetch, auth: bearer(token) })
console.log(await gates.list(api))
// → { gates: [] }

// By path: a client of openapi-fetch.
const client = createClient({ baseUrl, fetch, auth: bearer(token) })
const { data, error } = await client.GET('/api/v0/environments/{environmentId}/gates', {
  params: { path: { environmentId } },
})
console.log(data ?? error)
// → { gates: [] }
