import { createMock } from '@latchkey/mock'

const mock = createMock()
const { id, token } = mock.defaults.environments.sandbox

/** The status of a call that lists the users. */
async function list(headers: Record<string, string> = {}): Promise<number> {
  return (await mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/users`, { headers })).status
}
const authorization = `Bearer ${token}`

// Instead of a handler for each URL: the service, which also refuses.
console.log(await list({ authorization }), await list())
// → 200 401

// Instead of a handler for one test: a fault for one call.
mock.faults.set('users.list', { status: 503 }, 1)
console.log(await list({ authorization }), await list({ authorization }))
// → 503 200

// Instead of an assertion on handlers: the journal.
console.log(mock.journal.list().map(({ operation, status }) => `${operation} ${status}`))
// → ['users.list 200', 'users.list 401', 'users.list 503', 'users.list 200']
