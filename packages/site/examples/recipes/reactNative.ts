import { createTransport } from '@latchkey/client'
import { createSession, finishOAuth, startOAuth, type StorageAdapter } from '@latchkey/client/session'
import { createMock } from '@latchkey/mock'

const mock = createMock({ providers: ['google'] })
await mock.create.deeplinkUrl('shop://signed-in')
await mock.idp.google.addUser({ email: 'ada@example.com' })
const environmentId = mock.defaults.environments.sandbox.id
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })

// A storage that answers later, as AsyncStorage does.
const entries = new Map<string, string>()
const storage: StorageAdapter = {
  get: async (key) => entries.get(key),
  set: async (key, value) => entries.set(key, value),
  remove: async (key) => entries.delete(key),
}
const session = createSession({ api, storage })
console.log(session.isLoading ? 'loading' : session.state)
// → loading
await session.ready

// `Linking.openURL` opens the provider's page, and the deep link brings the answer.
let link = ''
await startOAuth(session, {
  provider: 'google',
  redirectUrl: 'shop://signed-in',
  storage,
  navigate: async (url) => (link = (await mock.idp.google.approve(url, 'ada@example.com')) ?? ''),
})
console.log(link.slice(0, link.indexOf('?')))
// → shop://signed-in

await finishOAuth(session, link, { storage })
console.log(session.state, session.user?.email)
// → signedIn ada@example.com

const restarted = createSession({ api, storage })
await restarted.ready
console.log(restarted.state, restarted.user?.email)
// → signedIn ada@example.com
