import { bearer, createTransport } from '@latchkey/client'
import { users } from '@latchkey/client/operations'
import { createSession, memoryStorage } from '@latchkey/client/session'
import { createMock } from '@latchkey/mock'

const mock = createMock()
const { id: environmentId, token } = mock.defaults.environments.sandbox
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })
const session = createSession({ api, storage: memoryStorage() })
const ada = await mock.create.user({ email: 'ada@example.com' })
await session.adopt((await mock.signIn(ada)).reply)

const first = await session.accessToken()
await mock.clock.advance({ minutes: 1 })
await session.refresh()
console.log('another token:', (await session.accessToken()) !== first)
// → another token: true

// The administration ends the person's sessions. The next refresh signs the person out.
await users.revokeSessions(api.with({ auth: bearer(token) }), { userId: ada.id })
await session.refresh().catch((error: { code?: string }) => console.log(error.code))
// → session_revoked
console.log(session.state)
// → signedOut
