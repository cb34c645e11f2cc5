import { createTransport, isLatchkeyError } from '@latchkey/client'
import { profile } from '@latchkey/client/operations'
import {
  createSession,
  memoryStorage,
  sendEmailCode,
  type Session,
  SignInError,
  signInWithEmailCode,
} from '@latchkey/client/session'
import { createSweep } from '@latchkey/mock/vitest'
import { expect } from 'vitest'

// The client's own session, once for each way in which a call of it can fail.
const sweep = createSweep({
  seed: 'sweep',
  prepare: (mock) => mock.create.user({ email: 'ada@example.com' }),
})

let session: Session

/** Errors that a caller can tell by class and reason. A `TypeError` of `fetch` is none. */
const isOfClient = (error: unknown) => isLatchkeyError(error) || error instanceof SignInError

sweep(
  'a session by code',
  async ({ mock }) => {
    const environmentId = mock.defaults.environments.sandbox.id
    const api = createTransport({ baseUrl: mock.baseUrl, environmentId })
    session = createSession({ api, storage: memoryStorage() })
    const { verificationUUID } = await sendEmailCode(session, { email: 'ada@example.com' })
    const code = mock.outbox.email.last('ada@example.com')?.code ?? ''
    await signInWithEmailCode(session, { verificationUUID, verificationToken: code })
    const mine = api.with({ auth: session.auth })
    await profile.get(mine)
    await session.proceed((options) => profile.update(mine, { body: { firstName: 'Ada' } }, options))
    await profile.get(mine)
    await session.signOut()
  },
  {
    onRefusal: ({ error }) => expect(isOfClient(error) || error === undefined).toBe(true),
    onNetwork: ({ error }) => expect(isOfClient(error) || error === undefined).toBe(true),
    isSignedIn: () => session.state === 'signedIn',
    ...(process.env.LATCHKEY_TESTS === 'full' ? {} : { sample: 40 }),
  },
)
