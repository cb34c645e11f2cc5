import { assertChannel, retryVerification, startVerification } from '../../domain/contacts/verifications.ts'
import { assertCaptcha } from '../../domain/shared/captcha.ts'
import { readPhone } from '../../domain/shared/phones.ts'
import { codeOperations } from '../codeOperations.ts'
import type { ResourceOperations } from '../operation.ts'

export const smsSignIn = {
  ...codeOperations('sms'),

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
} satisfies ResourceOperations<'smsSignIn'>
