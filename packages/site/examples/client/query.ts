import { bearer, createTransport } from '@latchkey/client'
import { gates, users } from '@latchkey/client/operations'
import { queryKey, queryOptions } from '@latchkey/client/query'
import { createMock } from '@latchkey/mock'

const mock = createMock()
const { id: environmentId, token } = mock.defaults.environments.sandbox
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch, auth: bearer(token) })

// The argument of `useQuery`: a key, and a function that calls the operation.
const { queryFn } = queryOptions(gates.list, api)
console.log(await queryFn({ signal: new AbortController().signal }))
// → { gates: [] }

console.log(queryKey(users.get, api, { userId: '42' })[0])
// → users
