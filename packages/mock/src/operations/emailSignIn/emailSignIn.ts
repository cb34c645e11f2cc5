import { retryVerification, startVerification } from '../../domain/contacts/verifications.ts'
import { assertCodesAllowed, emailProviderFor, ssoProviderFor } from '../../domain/flows/signIn/emailProviders.ts'
import { assertCaptcha } from '../../domain/shared/captcha.ts'
import { codeOperations } from '../codeOperations.ts'
import type { ResourceOperations } from '../operation.ts'

export const emailSignIn = {
  ...codeOperations('email'),

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
} satisfies ResourceOperations<'emailSignIn'>
