// Signs a user in at a server, in a folder that has the packages: node signIn.mjs <url> <control url> <environment id>
import { createTransport, isApiError } from '@latchkey/client'
import { createSession, memoryStorage, sendEmailCode, signInWithEmailCode } from '@latchkey/client/session'

const [baseUrl, controlUrl, environmentId] = process.argv.slice(2)
const email = 'ada@example.com'
const session = createSession({ api: createTransport({ baseUrl, environmentId }), storage: memoryStorage() })

const { verificationUUID } = await sendEmailCode(session, { email })
const { messages } = await (await fetch(`${controlUrl}/outbox/email`)).json()
const { code } = messages.findLast(({ to }) => to === email)
const wrongCode = code === '000000' ? '000001' : '000000'
const refusal = await signInWithEmailCode(session, { verificationUUID, verificationToken: wrongCode }).catch(
  (error) => error,
)
await signInWithEmailCode(session, { verificationUUID, verificationToken: code })

const { state, user } = session
console.log(JSON.stringify({ wrongCode: isApiError(refusal) && refusal.status, state, email: user.email }))
session.close()
