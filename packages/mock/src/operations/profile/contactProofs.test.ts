import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  type CodeProof,
  phones,
  requestEmailCode,
  requestSmsCode,
  wrongCode,
} from '../../../test/people/oneTimeCodes.ts'
import { enableMfa } from '../../../test/people/secondFactor.ts'

const host = createHost()
const fresh = 'second@example.com'
const mfaRequired = { status: 403, body: { error: { code: 'mfa_required' } } }
let userId = ''
let token = ''
let secret = ''

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'emailOnly' })
  await host.mock.create.provider({ provider: 'sms', smsNumber: '+12025550100' })
  await enableMfa(host, { actions: [{ action: 'user.update', required: true }] })
  userId = (await host.mock.create.user({ email: 'ada@example.com' })).id
  token = (await host.mock.signIn(userId)).token
  ;({
    body: { secret },
  } = await host.call('mfaDevices.createTotp', { token }))
  await host.call('mfaDevices.verifyTotp', { token, body: { type: 'totp', code: host.mock.totpCode(secret) } })
})

/** A single-use proof of the second factor, in the session that continues with it. */
async function proofOnce() {
  await host.mock.clock.advance({ minutes: 1 })
  const { body } = await host.call('mfa.authenticateTotp', {
    token,
    body: { code: host.mock.totpCode(secret), createMfaToken: { singleUse: true } },
  })
  return { token: String(body.jwt), headers: { 'x-mfa-auth-token': String(body.mfaToken) } }
}

const cases: [name: 'emailSignIn.verify' | 'smsSignIn.verify', request: () => Promise<CodeProof>, wrong: string][] = [
  ['emailSignIn.verify', () => requestEmailCode(host, fresh), 'wrong_email_verification_token'],
  ['smsSignIn.verify', () => requestSmsCode(host, phones.de), 'wrong_sms_verification_token'],
]

describe.each(cases)('%s, where the settings ask for a second factor on a change of profile', (id, request, wrong) => {
  it('adds nothing without a proof or with an invalid one, and leaves the code valid', async () => {
    const body = await request()
    expect(await host.refuse(id, { token, body })).toMatchObject(mfaRequired)
    expect(await host.refuse(id, { token, body, headers: { 'x-mfa-auth-token': 'x'.repeat(43) } })).toMatchObject({
      status: 401,
    })
    expect((await host.call('profile.get', { token })).body.verifiedCredentials).toHaveLength(1)
    const proof = await proofOnce()
    expect((await host.call(id, { ...proof, body })).body.user.verifiedCredentials).toHaveLength(2)
    expect(await host.refuse(id, { ...proof, body: await request() })).toMatchObject({ status: 401 })
  })

  it('counts a wrong code, and does not use up the proof', async () => {
    const proof = await proofOnce()
    const body = await request()
    const bad = { ...body, verificationToken: wrongCode(body.verificationToken) }
    expect(await host.refuse(id, { token: proof.token, body: bad })).toMatchObject({ status: 422, code: wrong })
    expect(await host.refuse(id, { ...proof, body: bad })).toMatchObject({ status: 422, code: wrong })
    expect((await host.call(id, { ...proof, body })).status).toBe(200)
  })

  it('does not use up the proof when it asks whether to merge', async () => {
    const other = await host.mock.create.user({ email: 'other@example.com', phoneNumber: phones.us.e164 })
    const session = await host.mock.signIn(other)
    await host.call(id, { token: session.token, body: await request() })
    await host.mock.create.wallet(other.id)
    const proof = await proofOnce()
    expect(await host.refuse(id, { ...proof, body: await request() })).toMatchObject({
      status: 422,
      code: 'merge_accounts_confirmation',
    })
    expect((await host.call('profile.update', { ...proof, body: { firstName: 'Ada' } })).status).toBe(200)
  })

  it('needs no proof of a user without a second factor', async () => {
    const other = await host.mock.signIn(await host.mock.create.user({ email: 'grace@example.com' }))
    expect(
      (await host.call(id, { token: other.token, body: await request() })).body.user.verifiedCredentials,
    ).toHaveLength(2)
  })
})
