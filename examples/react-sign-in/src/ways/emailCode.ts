import { emailSignIn } from '@latchkey/client/operations'
import { anonymous, type SignedIn } from '../api.ts'

/** Sends a code. @returns The id of the verification, to send with the code. */
export async function sendCode(email: string): Promise<string> {
  const { verificationUUID } = await emailSignIn.create(anonymous, { body: { email } })
  return verificationUUID
}

/** Sends another code for the same verification; the previous one stops working. */
export async function sendCodeAgain(verificationUUID: string, email: string): Promise<void> {
  await emailSignIn.retry(anonymous, { body: { verificationUUID, email } })
}

/** The link in the mail brings both in its fragment, which no server sees; `undefined` for any other address. */
export function readSignInLink({
  hash,
}: Pick<Location, 'hash'>): { verificationUUID: string; verificationToken: string } | undefined {
  const { verificationUUID, verificationToken } = Object.fromEntries(new URLSearchParams(hash.slice(1)))
  return verificationUUID && verificationToken ? { verificationUUID, verificationToken } : undefined
}

export function signInWithCode(verificationUUID: string, verificationToken: string): Promise<SignedIn> {
  return emailSignIn.signIn(anonymous, { body: { verificationUUID, verificationToken } })
}
