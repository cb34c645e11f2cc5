import { createTransport } from '@latchkey/client'
import { profile } from '@latchkey/client/operations'
import { createSession, memoryStorage } from '@latchkey/client/session'
import { createMock } from '@latchkey/mock'

const mock = createMock()
const environmentId = mock.defaults.environments.sandbox.id
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })
const session = createSession({ api, storage: memoryStorage() })
session.onChange(({ state, user }) => console.log(state, user?.firstName))

const ada = await mock.create.user({ email: 'ada@example.com', firstName: 'Ada' })
await session.adopt((await mock.signIn(ada)).reply)
// → signedIn Ada

const mine = api.with({ auth: session.auth })
await session.proceed((options) => profile.update(mine, { body: { firstName: 'Augusta' } }, options))
// → signedIn Augusta

await session.signOut()
// → signedOut undefined
