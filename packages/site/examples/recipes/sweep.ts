import { createTransport } from '@latchkey/client'
import { profile } from '@latchkey/client/operations'
import { createSession, memoryStorage } from '@latchkey/client/session'
import { createMock } from '@latchkey/mock'

// A sweep does this by itself, for each call and each failure. Here are one call and three failures.
const origin = createMock()
const ada = await origin.create.user({ email: 'ada@example.com' })

const failures = {
  'the session has ended': (mock: typeof origin) => mock.people.revokeSessions(ada.id),
  'the reply is lost': (mock: typeof origin) => mock.faults.set('profile.get', { loseReply: true }, 1),
  'a proxy answers a page': (mock: typeof origin) =>
    mock.faults.set('profile.get', { status: 502, body: '<h1>Bad gateway</h1>', contentType: 'text/html' }),
}

for (const [name, fail] of Object.entries(failures)) {
  const mock = origin.fork()
  const environmentId = mock.defaults.environments.sandbox.id
  const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })
  const session = createSession({ api, storage: memoryStorage() })
  await session.adopt((await mock.signIn(ada)).reply)
  const end = mock.intercept(() => fail(mock))
  const outcome = await profile.get(api.with({ auth: session.auth })).then(
    () => 'got over it',
    (error: Error) => error.message,
  )
  end()
  console.log(`${name}: ${outcome}`)
}
