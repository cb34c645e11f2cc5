import { createTransport } from '@latchkey/client'
import { cookieStorage, createSession, memoryStorage } from '@latchkey/client/session'
import { createMock } from '@latchkey/mock'

const mock = createMock()
const environmentId = mock.defaults.environments.sandbox.id
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })

// The cookies of a request, as a rendering server has them: `await cookies()` in Next.
const jar = new Map<string, string>()
const cookies = {
  get: (name: string) => jar.get(name),
  set: (name: string, value: string) => jar.set(name, value),
}

const ada = await mock.create.user({ email: 'ada@example.com' })
const page = createSession({ api, storage: cookieStorage(cookies) })
await page.adopt((await mock.signIn(ada)).reply)

// The next request brings the cookies, and the server knows who asks.
const server = createSession({ api, storage: cookieStorage(cookies) })
console.log(server.state, server.user?.email)
// → signedIn ada@example.com

const stranger = createSession({ api, storage: memoryStorage() })
console.log(stranger.state)
// → signedOut
