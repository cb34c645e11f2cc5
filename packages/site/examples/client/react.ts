import { createTransport } from '@latchkey/client'
import { SessionProvider, useSession } from '@latchkey/client/react'
import { createSession, memoryStorage } from '@latchkey/client/session'
import { createMock } from '@latchkey/mock'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

const mock = createMock()
const environmentId = mock.defaults.environments.sandbox.id
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })
const session = createSession({ api, storage: memoryStorage() })

function Greeting() {
  const { state, user } = useSession()
  return createElement('p', null, state === 'signedIn' ? `Hello ${user.firstName}` : 'Sign in')
}

/** Renders the component as it is now. */
const show = () => {
  const { state, user } = session
  const initialSnapshot = { state, user }
  return renderToStaticMarkup(
    createElement(SessionProvider, { session, initialSnapshot, children: createElement(Greeting) }),
  )
}

console.log(show())
// → <p>Sign in</p>

const ada = await mock.create.user({ email: 'ada@example.com', firstName: 'Ada' })
await session.adopt((await mock.signIn(ada)).reply)
console.log(show())
// → <p>Hello Ada</p>
