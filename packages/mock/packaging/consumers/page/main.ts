import { bearer, createClient } from '@latchkey/client'
import { createMock } from '@latchkey/mock'

const mock = createMock({ seed: 'page' })
const user = await mock.create.user({ email: 'ada@example.com' })
const { token } = await mock.signIn(user)
const { id, token: environmentToken } = mock.defaults.environments.sandbox
const client = createClient({ baseUrl: mock.baseUrl, auth: bearer(environmentToken), fetch: mock.fetch })
const { data } = await client.GET('/api/v0/environments/{environmentId}/users', {
  params: { path: { environmentId: id } },
})
const emails = data?.users.map(({ email }) => email).join() ?? 'none'
;(document.querySelector('#emails') as HTMLElement).textContent = `${emails} ${token.split('.').length}`
