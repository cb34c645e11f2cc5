import { bearer, createTransport, isApiError } from '@latchkey/client'
import { gates } from '@latchkey/client/operations'
import { createMock } from '@latchkey/mock'

const mock = createMock()
const { id: environmentId, token } = mock.defaults.environments.sandbox
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch, auth: bearer(token) })

try {
  await gates.create(api, { body: { name: 'Nobody', outcome: 'block', rules: [] } })
} catch (error) {
  if (!isApiError(error)) throw error
  console.log(error.status, error.code)
  console.log(error.message)
}
// → 422 invalid_gate
// → gates.create was refused with 422 invalid_gate: A gate needs at least one rule.
