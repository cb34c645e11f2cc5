import { bearer, createTransport, isApiError } from '@latchkey/client'
import { passkeys } from '@latchkey/client/operations'
import { createMock } from '@latchkey/mock'

const origin = 'https://app.example.com'
const mock = createMock({ providers: ['emailOnly', 'passkey'] })
await mock.create.origin(origin)
const environmentId = mock.defaults.environments.sandbox.id
const ada = await mock.create.user({ email: 'ada@example.com' })
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })
const hers = api.with({ auth: bearer((await mock.signIn(ada)).token) })

// A device that creates passkeys and signs with them. In a page, `navigator.credentials` does this.
const device = mock.authenticator()
const creation = await passkeys.getRegistrationOptions(hers)
const registration = await device.create(creation, { origin })
await passkeys.register(hers, { body: registration })

const request = await passkeys.getSignInOptions(api)
const assertion = await device.get(request, { origin })
const { user } = await passkeys.signIn(api, { body: assertion })
console.log('signed in:', user.email)
// → signed in: ada@example.com

// The same answer again: its challenge was used up.
const replay = await passkeys.signIn(api, { body: assertion }).catch((error: unknown) => error)
console.log(isApiError(replay) && replay.status)
// → 422
