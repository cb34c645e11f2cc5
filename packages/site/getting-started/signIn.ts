import { createTransport, type TransportOptions } from '@latchkey/client'
import { createSession, memoryStorage, sendEmailCode, signInWithEmailCode } from '@latchkey/client/session'

/** Signs a person in with a code that arrives by e-mail. The app calls this with its settings, a test with the mock's. */
export function createSignIn(settings: Pick<TransportOptions, 'baseUrl' | 'environmentId' | 'fetch'>) {
  const session = createSession({ api: createTransport(settings), storage: memoryStorage() })
  let verificationUUID = ''
  return {
    session,
    async askForCode(email: string) {
      verificationUUID = (await sendEmailCode(session, { email })).verificationUUID
    },
    enterCode: (code: string) => signInWithEmailCode(session, { verificationUUID, verificationToken: code }),
  }
}
