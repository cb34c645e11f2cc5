import { createTransport } from '@latchkey/client'
import { createSession, memoryStorage } from '@latchkey/client/session'
import { createMock } from '@latchkey/mock'
import { computed, shallowRef, watchEffect } from 'vue'

const mock = createMock()
const environmentId = mock.defaults.environments.sandbox.id
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })
const session = createSession({ api, storage: memoryStorage() })

// As `useSession` below: a reference that follows the session, and values that are computed from it.
const view = shallowRef({ state: session.state, user: session.user })
session.onChange(({ state, user }) => (view.value = { state, user }))
const greeting = computed(() => (view.value.state === 'signedIn' ? `Hello ${view.value.user?.firstName}` : 'Sign in'))
watchEffect(() => console.log(greeting.value), { flush: 'sync' })
// → Sign in

const ada = await mock.create.user({ email: 'ada@example.com', firstName: 'Ada' })
await session.adopt((await mock.signIn(ada)).reply)
// → Hello Ada

await session.signOut()
// → Sign in
