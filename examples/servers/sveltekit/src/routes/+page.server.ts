import { isApiError } from '@latchkey/client'
import { sendEmailCode, signInWithEmailCode } from '@latchkey/client/session'
import { type ActionFailure, fail, type RequestEvent } from '@sveltejs/kit'
import { sessionOf } from '../session.ts'

/** The form: whether a code was sent, and why the last step did not work. */
interface SignInForm {
  readonly sent?: string
  readonly problem?: string
}

type Result = Promise<SignInForm | ActionFailure<SignInForm>>

export const actions = {
  async sendCode(event: RequestEvent): Result {
    const form = await event.request.formData()
    try {
      return { sent: (await sendEmailCode(sessionOf(event), { email: `${form.get('email')}` })).verificationUUID }
    } catch (error) {
      return failure(error)
    }
  },
  async signIn(event: RequestEvent): Result {
    const form = await event.request.formData()
    const sent = `${form.get('sent')}`
    try {
      await signInWithEmailCode(sessionOf(event), { verificationUUID: sent, verificationToken: `${form.get('code')}` })
      return {}
    } catch (error) {
      return failure(error, sent)
    }
  },
  async signOut(event: RequestEvent): Promise<void> {
    // If the service cannot be reached, the cookies are removed nevertheless.
    await sessionOf(event)
      .signOut()
      .catch((error: unknown) => console.error(error))
  },
}

const problems: Readonly<Record<number, string>> = {
  400: 'Please check what you have entered.',
  422: 'This is not the code that was sent.',
  429: 'You have tried too often. Please wait a minute.',
}

function failure(error: unknown, sent?: string): ActionFailure<SignInForm> {
  const status = isApiError(error) ? error.status : 503
  return fail(status, { ...(sent && { sent }), problem: problems[status] ?? 'That did not work. Try again later.' })
}
