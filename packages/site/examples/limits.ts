import { bearer, createTransport, isApiError } from '@latchkey/client'
import { users } from '@latchkey/client/operations'
import { createMock } from '@latchkey/mock'

const mock = createMock({ seed: 'one' })
const { id: environmentId } = mock.defaults.environments.sandbox
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })

/** Lists users with the token of another mock. */
async function enter(seed: string): Promise<string> {
  const { token } = createMock({ seed }).defaults.environments.sandbox
  try {
    return `${(await users.list(api, {}, { auth: bearer(token) })).count} users`
  } catch (error) {
    return isApiError(error) ? `${error.status} ${error.code}` : String(error)
  }
}

console.log('With another seed:', await enter('another'))
// → With another seed: 401 unauthorized

console.log('With the same seed:', await enter('one'))
// → With the same seed: 0 users
