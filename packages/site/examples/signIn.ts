import { createTransport } from '@latchkey/client'
import { createSession, memoryStorage, sendEmailCode, signInWithEmailCode } from '@latchkey/client/session'
import { createMock } from '@latchkey/mock'

const mock = createMock({ seed: 'getting started' })
const environmentId = mock.defaults.environments.sandbox.id
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })
const session = createSession({ api, storage: memoryStorage() })

const { verificationUUID } = await sendEmailCode(session, { email: 'ada@example.com' })
const mail = mock.outbox.email.last('ada@example.com')
console.log(mail?.to, 'gets a code of', mail?.code?.length, 'digits')
// → ada@example.com gets a code of 6 digits

await signInWithEmailCode(session, { verificationUUID, verificationToken: mail?.code ?? '' })
console.log(session.state, session.user?.email)
// → signedIn ada@example.com
