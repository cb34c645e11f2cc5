import type { Channel } from '../domain/contacts/verificationChannels.ts'
import { linkContact } from '../domain/flows/accounts/contactLinking.ts'
import { signInWithContact } from '../domain/flows/signIn/contactSignIn.ts'
import { assertCaptcha } from '../domain/shared/captcha.ts'
import type { Call } from './operation.ts'

/** The operations that take a sent code: it signs in, or links the contact. */
export const codeOperations = (channel: Channel) => ({
  async signIn({ backend, params, body, request }: Call<'emailSignIn.signIn' | 'smsSignIn.signIn'>) {
    const { environmentId } = params
    const { verificationUUID: verificationId, verificationToken: code, captchaToken, sessionPublicKey } = body
    assertCaptcha(backend, environmentId, captchaToken)
    const input = { channel, verificationId, code, request, sessionPublicKey }
    const { body: reply, cookies } = await signInWithContact(backend, environmentId, input)
    return { status: 200 as const, body: reply, cookies }
  },

  async verify({ backend, caller, request, body }: Call<'emailSignIn.verify' | 'smsSignIn.verify'>) {
    const { mfaAuthToken } = request
    const { verificationUUID: verificationId, verificationToken: code, captchaToken } = body
    assertCaptcha(backend, caller.user.environmentId, captchaToken)
    const input = { channel, verificationId, code, mfaAuthToken }
    const { body: reply, cookies } = await linkContact(backend, caller, input)
    return { status: 200 as const, body: reply, cookies }
  },
})
