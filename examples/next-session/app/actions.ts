'use server'

import { isApiError } from '@latchkey/client'
import { sendEmailCode, signInWithEmailCode } from '@latchkey/client/session'
import { openSession } from '@/lib/serverSession'

/** The form: whether a code was sent, and why the last step did not work. */
export interface SignInView {
  sent?: string | undefined
  problem?: string
}

/** Sends a code, or signs in with it. After that, Next renders the page anew, with the cookies that are set here. */
export async function continueSignIn({ sent }: SignInView, form: FormData): Promise<SignInView> {
  const session = await openSession()
  try {
    if (!sent) return { sent: (await sendEmailCode(session, { email: `${form.get('email')}` })).verificationUUID }
    await signInWithEmailCode(session, { verificationUUID: sent, verificationToken: `${form.get('code')}` })
    return {}
  } catch (error) {
    // An action that throws replaces the page by an error.
    return { sent, problem: problemOf(error) }
  }
}

export async function signOut(): Promise<void> {
  const session = await openSession()
  // If the service cannot be reached, the cookies are removed nevertheless.
  await session.signOut().catch((error: unknown) => console.error(error))
}

/** Asks the service whether a session that it has refused goes on. If not, this removes the cookies. */
export async function checkSession(): Promise<void> {
  const session = await openSession()
  await session.refresh().catch(() => undefined)
}

const problems: Readonly<Record<number, string>> = {
  400: 'Please check what you have entered.',
  422: 'This is not the code that was sent.',
  429: 'You have tried too often. Please wait a minute.',
}

function problemOf(error: unknown): string {
  return (isApiError(error) && problems[error.status]) || 'That did not work. Try again later.'
}
