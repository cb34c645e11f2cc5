import { retryVerification, startVerification } from '../../domain/contacts/verifications.ts'
import { linkContact } from '../../domain/flows/accounts/contactLinking.ts'
import { signInWithContact } from '../../domain/flows/signIn/contactSignIn.ts'
import { assertCodesAllowed, emailProviderFor, ssoProviderFor } from '../../domain/flows/signIn/emailProviders.ts'
import { assertCaptcha } from '../../domain/shared/captcha.ts'
import type { ResourceOperations } from '../operation.ts'

export const emailSignIn = {
  getProvider({ backend, params, query }) {
    return { status: 200, body: emailProviderFor(backend, params.environmentId, query.email) }
  },

  checkSso({ backend, params, body }) {
    return { status: 200, body: ssoProviderFor(backend, params.environmentId, body.email) }
  },

  async create({ backend, params: { environmentId }, body: { email: address, captchaToken }, request }) {
    assertCaptcha(backend, environmentId, captchaToken)
    assertCodesAllowed(backend, environmentId, address)
    return {
      status: 201,
      body: await startVerification(backend, environmentId, { channel: 'email', address, request }),
    }
  },

  async retry({
    backend,
    params: { environmentId },
    body: { verificationUUID: verificationId, email: address, captchaToken },
    request,
  }) {
    assertCaptcha(backend, environmentId, captchaToken)
    assertCodesAllowed(backend, environmentId, address)
    return {
      status: 201,
      body: await retryVerification(backend, environmentId, { channel: 'email', verificationId, address, request }),
    }
  },

  async signIn({ backend, params: { environmentId }, body, request }) {
    const { verificationUUID: verificationId, verificationToken: code, captchaToken, sessionPublicKey } = body
    assertCaptcha(backend, environmentId, captchaToken)
    const { body: reply, cookies } = await signInWithContact(backend, environmentId, {
      channel: 'email',
      verificationId,
      code,
      request,
      sessionPublicKey,
    })
    return { status: 200, body: reply, cookies }
  },

  async verify({
    backend,
    caller,
    request: { mfaAuthToken },
    body: { verificationUUID: verificationId, verificationToken: code, captchaToken },
  }) {
    assertCaptcha(backend, caller.user.environmentId, captchaToken)
    const { body, cookies } = await linkContact(backend, caller, {
      channel: 'email',
      verificationId,
      code,
      mfaAuthToken,
    })
    return { status: 200, body, cookies }
  },
} satisfies ResourceOperations<'emailSignIn'>
