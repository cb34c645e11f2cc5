import { createMock } from '@latchkey/mock'
import { readNames } from '@latchkey/mock/names'

const names = readNames({
  paths: { '/api/v0/*': '/v1/*' },
  fields: { email: 'mail', createdAt: 'created_at' },
  tokenPrefixes: { lk_sandbox_: 'dev_' },
})
const mock = createMock({ names })
const { id, token } = mock.defaults.environments.sandbox
console.log(token.slice(0, 4))
// → dev_

await mock.create.user({ email: 'ada@example.com' })
const response = await mock.fetch(`${mock.baseUrl}/v1/environments/${id}/users`, {
  headers: { authorization: `Bearer ${token}` },
})
const { users } = await response.json()
console.log(users[0].mail)
// → ada@example.com

console.log(mock.journal.list()[0]?.path)
// → /api/v0/environments/00000000-0000-7000-8000-000000000004/users
