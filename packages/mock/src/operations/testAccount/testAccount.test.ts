import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'
import { requestEmailCode, wrongCode } from '../../../test/people/oneTimeCodes.ts'

const host = createHost()
const inLive = () => {
  const { live } = host.mock.defaults.environments
  return { params: { environmentId: live.id }, token: live.token }
}
const liveRefusal = { status: 422, code: 'invalid_update' }

describeEnvironmentRefusals(host, { 'testAccount.get': {}, 'testAccount.create': {}, 'testAccount.delete': {} })

describe('the test account', () => {
  it('is created once per environment, and shown until it is deleted', async () => {
    expect(await host.refuse('testAccount.get')).toMatchObject({ status: 404, body: undefined })
    const { status, body } = await host.call('testAccount.create')
    expect([status, body]).toEqual([
      201,
      { code: expect.stringMatching(/^\d{6}$/), email: 'test-account@latchkey.test', phone: '+12025550143' },
    ])
    expect((await host.call('testAccount.get')).body).toEqual(body)
    expect(await host.refuse('testAccount.create')).toMatchObject({ status: 422, code: 'duplicate_exists' })
    expect((await host.call('testAccount.delete')).status).toBe(204)
    expect(await host.refuse('testAccount.get')).toMatchObject({ status: 404, body: undefined })
    expect(await host.refuse('testAccount.delete')).toMatchObject({ status: 404, body: undefined })
    expect((await host.call('testAccount.create')).body.code).not.toBe(body.code)
  })

  it('does not exist in live environments', async () => {
    for (const id of ['testAccount.get', 'testAccount.create', 'testAccount.delete'] as const)
      expect(await host.refuse(id, inLive()), id).toMatchObject(liveRefusal)
  })
})

describe('signing in with the test account', () => {
  let account = { code: '', email: '', phone: '' }
  const create = async () =>
    (await host.call('emailSignIn.create', { body: { email: account.email } })).body.verificationUUID
  const signIn = async (verificationToken = account.code) =>
    host.call('emailSignIn.signIn', { body: { verificationUUID: await create(), verificationToken } })

  beforeEach(async () => {
    await host.mock.create.provider({ provider: 'emailOnly' })
    await host.mock.create.provider({ provider: 'sms', smsNumber: '+12025550100' })
    const { body } = await host.call('testAccount.create')
    account = { code: body.code, email: String(body.email), phone: String(body.phone) }
  })

  it('accepts the fixed code by e-mail any number of times, and sends nothing', async () => {
    const first = await signIn()
    expect(first.body.user).toMatchObject({ email: account.email, newUser: true })
    for (let i = 0; i < 6; i++) await create()
    expect((await signIn()).body.user).toMatchObject({ id: first.body.user.id, newUser: false })
    expect(host.mock.outbox.email.list()).toEqual([])
  })

  it('accepts the fixed code by text message, and sends nothing', async () => {
    const {
      body: { verificationUUID },
    } = await host.call('smsSignIn.create', {
      body: { phoneCountryCode: '1', phoneNumber: account.phone.slice(2), isoCountryCode: 'US' },
    })
    const { body } = await host.call('smsSignIn.signIn', {
      body: { verificationUUID, verificationToken: account.code },
    })
    expect(body.user).toMatchObject({ phoneNumber: account.phone, newUser: true })
    expect(host.mock.outbox.sms.list()).toEqual([])
  })

  it('counts wrong codes', async () => {
    const verificationUUID = await create()
    for (let i = 0; i < 5; i++)
      await host.refuse('emailSignIn.signIn', {
        body: { verificationUUID, verificationToken: wrongCode(account.code) },
      })
    const tooMany = { status: 422, code: 'too_many_email_verification_attempts' }
    expect(
      await host.refuse('emailSignIn.signIn', { body: { verificationUUID, verificationToken: account.code } }),
    ).toMatchObject(tooMany)
    expect(await host.refuse('emailSignIn.create', { body: { email: account.email } })).toMatchObject(tooMany)
  })

  it('does not match a code that was sent before the account was created', async () => {
    await host.call('testAccount.delete')
    const proof = await requestEmailCode(host, account.email)
    await host.call('testAccount.create')
    expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject({
      status: 422,
      code: 'invalid_email_verification',
    })
  })

  it('signs in nobody else', async () => {
    const proof = await requestEmailCode(host, 'ada@example.com')
    expect(
      await host.refuse('emailSignIn.signIn', { body: { ...proof, verificationToken: account.code } }),
    ).toMatchObject({ status: 422, code: 'wrong_email_verification_token' })
    const { environmentId } = inLive().params
    await host.mock.create.provider({ provider: 'emailOnly' }, { environmentId })
    const {
      body: { verificationUUID },
    } = await host.call('emailSignIn.create', { params: { environmentId }, body: { email: account.email } })
    expect(
      await host.refuse('emailSignIn.signIn', {
        params: { environmentId },
        body: { verificationUUID, verificationToken: account.code },
      }),
    ).toMatchObject({ status: 422, code: 'wrong_email_verification_token' })
  })

  it('ends with the account, including pending verifications, and the user stays', async () => {
    const {
      body: { user },
    } = await signIn()
    const verificationUUID = await create()
    await host.call('testAccount.delete')
    expect(
      await host.refuse('emailSignIn.signIn', { body: { verificationUUID, verificationToken: account.code } }),
    ).toMatchObject({ status: 422, code: 'invalid_email_verification' })
    expect((await host.call('users.get', { params: { userId: user.id } })).body.user).toMatchObject({
      email: account.email,
    })
    await create()
    expect(host.mock.outbox.email.list(account.email)).toHaveLength(1)
  })
})
