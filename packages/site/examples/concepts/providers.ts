import { createTransport } from '@latchkey/client'
import { createSession, finishOAuth, memoryStorage, startOAuth } from '@latchkey/client/session'
import { createMock } from '@latchkey/mock'

const mock = createMock({ providers: ['google'] })
await mock.idp.google.addUser({ email: 'ada@example.com' })
const environmentId = mock.defaults.environments.sandbox.id
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })
const session = createSession({ api, storage: memoryStorage() })

// In a page, `navigate` is the browser, which goes to the provider. Here it is Ada, who agrees.
const storage = memoryStorage()
let answer = ''
await startOAuth(session, {
  provider: 'google',
  redirectUrl: 'https://app.example.com/signed-in',
  storage,
  navigate: async (url) => {
    answer = (await mock.idp.google.approve(url, 'ada@example.com')) ?? ''
  },
})
console.log(new URL(answer).origin, [...new URL(answer).searchParams.keys()].sort().join(' '))
// → https://app.example.com code state

await finishOAuth(session, answer, { storage })
console.log(session.state, session.user?.email)
// → signedIn ada@example.com
