import { createTransport } from '@latchkey/client'
import { createSession, memoryStorage } from '@latchkey/client/session'
import { provideSession } from '@latchkey/client/svelte'
import { createMock } from '@latchkey/mock'
import { flushSync, mount } from 'svelte'

const mock = createMock()
const environmentId = mock.defaults.environments.sandbox.id
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })
const session = createSession({ api, storage: memoryStorage() })

// The script of a component. In its template the view is `$view`.
function Layout() {
  const view = provideSession(session)
  view.subscribe(({ state, user }) => console.log(state, user?.firstName ?? 'nobody'))
  return {}
}

mount(Layout, { target: document.createElement('div'), context: new Map() })
flushSync()
// → loading nobody
// → signedOut nobody

const ada = await mock.create.user({ email: 'ada@example.com', firstName: 'Ada' })
await session.adopt((await mock.signIn(ada)).reply)
// → signedIn Ada
