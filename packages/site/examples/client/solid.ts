import { createTransport } from '@latchkey/client'
import { createSession, memoryStorage } from '@latchkey/client/session'
import { SessionProvider, useUser } from '@latchkey/client/solid'
import { createMock } from '@latchkey/mock'
import { createComponent, createEffect } from 'solid-js'
import { render } from 'solid-js/web'

const mock = createMock()
const environmentId = mock.defaults.environments.sandbox.id
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })
const session = createSession({ api, storage: memoryStorage() })

// With JSX it would be: <>{user() ? `Hello ${user().firstName}` : 'Sign in'}</>
function Greeting() {
  const user = useUser()
  const text = document.createTextNode('')
  createEffect(() => (text.data = user() ? `Hello ${user()?.firstName}` : 'Sign in'))
  return text
}

const element = document.createElement('div')
const page = () =>
  createComponent(SessionProvider, {
    session,
    get children() {
      return createComponent(Greeting, {})
    },
  })
render(page, element)
console.log(element.textContent)
// → Sign in

const ada = await mock.create.user({ email: 'ada@example.com', firstName: 'Ada' })
await session.adopt((await mock.signIn(ada)).reply)
console.log(element.textContent)
// → Hello Ada
