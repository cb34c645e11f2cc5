import { assertChannel, retryVerification, startVerification } from '../../domain/contacts/verifications.ts'
import { linkContact } from '../../domain/flows/accounts/contactLinking.ts'
import { signInWithContact } from '../../domain/flows/signIn/contactSignIn.ts'
import { assertCaptcha } from '../../domain/shared/captcha.ts'
import { readPhone } from '../../domain/shared/phones.ts'
import type { ResourceOperations } from '../operation.ts'

export const smsSignIn = {
  async create({ backend, params: { environmentId }, body: { captchaToken, ...phone }, request }) {
    assertCaptcha(backend, environmentId, captchaToken)
    assertChannel(backend, environmentId, 'sms')
    const { number: address } = await readPhone(phone)
    return { status: 201, body: await startVerification(backend, environmentId, { channel: 'sms', address, request }) }
  },

  async retry({
    backend,
    params: { environmentId },
    body: { verificationUUID: verificationId, captchaToken, ...phone },
    request,
  }) {
    assertCaptcha(backend, environmentId, captchaToken)
    assertChannel(backend, environmentId, 'sms')
    const { number: address } = await readPhone(phone)
    return {
      status: 201,
      body: await retryVerification(backend, environmentId, { channel: 'sms', verificationId, address, request }),
    }
  },

  async signIn({ backend, params: { environmentId }, body, request }) {
    const { verificationUUID: verificationId, verificationToken: code, captchaToken, sessionPublicKey } = body
    assertCaptcha(backend, environmentId, captchaToken)
    const { body: reply, cookies } = await signInWithContact(backend, environmentId, {
      channel: 'sms',
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
    const { body, cookies } = await linkContact(backend, caller, { channel: 'sms', verificationId, code, mfaAuthToken })
    return { status: 200, body, cookies }
  },
} satisfies ResourceOperations<'smsSignIn'>
