import { createTransport } from '@latchkey/client'
import { createSession, memoryStorage } from '@latchkey/client/session'
import { createSessionPlugin, useSession } from '@latchkey/client/vue'
import { createMock } from '@latchkey/mock'
import { createApp, nextTick } from 'vue'

const mock = createMock()
const environmentId = mock.defaults.environments.sandbox.id
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })
const session = createSession({ api, storage: memoryStorage() })

const Greeting = {
  setup() {
    const view = useSession()
    return () => (view.value.state === 'signedIn' ? `Hello ${view.value.user.firstName}` : 'Sign in')
  },
}

const element = document.createElement('div')
createApp(Greeting).use(createSessionPlugin(session)).mount(element)
console.log(element.textContent)
// → Sign in

const ada = await mock.create.user({ email: 'ada@example.com', firstName: 'Ada' })
await session.adopt((await mock.signIn(ada)).reply)
await nextTick()
console.log(element.textContent)
// → Hello Ada
