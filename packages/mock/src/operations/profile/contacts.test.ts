import type { components } from '@latchkey/types'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByOAuth } from '../../../test/people/oauthRoundTrip.ts'
import {
  phones,
  requestEmailCode,
  requestSmsCode,
  sentCode,
  signInByEmail,
  signInBySms,
  wrongCode,
} from '../../../test/people/oneTimeCodes.ts'
import { changeStandardField, createProfileUser, userSeenByServers } from '../../../test/people/profiles.ts'

type Schemas = components['schemas']

const host = createHost()
const email = 'ada@example.com'
const fresh = 'ada@byron.example'
let userId = ''
let token = ''

beforeEach(async () => {
  ;({ userId, token } = await createProfileUser(host, email))
})

const update = async (body: Schemas['UserFields'], session = token) =>
  (await host.call('profile.update', { token: session, body })).body
const refuse = (body: unknown, session: string | null = token) =>
  host.refuse('profile.update', { token: session, body })
const read = async (session = token) => (await host.call('profile.get', { token: session })).body
const seenByServers = (id = userId) => userSeenByServers(host, id)
const kycOf = (name: string, rules: Partial<Schemas['MissingField']>) => changeStandardField(host, name, rules)

describe('another e-mail address', () => {
  it('waits for the code that was sent there, while all other fields are written at once', async () => {
    const body = await update({ email: fresh, lastName: 'Byron' })
    expect(body).toMatchObject({
      nextView: 'verify-email',
      emailVerification: { email: fresh },
      user: { email, lastName: 'Byron' },
    })
    expect(body).not.toHaveProperty('smsVerification')
    expect(await seenByServers()).toMatchObject({ email, lastName: 'Byron' })
    const { verificationUUID = '' } = body.emailVerification ?? {}
    const done = await host.call('emailSignIn.verify', {
      token,
      body: { verificationUUID, verificationToken: sentCode(host, 'email', fresh) },
    })
    expect(done.body).toMatchObject({
      nextView: 'done',
      user: { id: userId, email: fresh, verifiedCredentials: [{ format: 'email', email: fresh }] },
    })
    expect((await signInByEmail(host, fresh)).body.user.id).toBe(userId)
    expect((await signInByEmail(host, email)).body.user).toMatchObject({ newUser: true })
  })

  it('is completed only by its user with its code, and not by a sign-in', async () => {
    const { emailVerification } = await update({ email: fresh })
    const proof = {
      verificationUUID: String(emailVerification?.verificationUUID),
      verificationToken: sentCode(host, 'email', fresh),
    }
    const { token: eve } = await host.mock.signIn(await host.mock.create.user({ email: 'eve@example.com' }))
    const invalid = { status: 422, code: 'invalid_email_verification' }
    expect(await host.refuse('emailSignIn.verify', { token: eve, body: proof })).toMatchObject(invalid)
    expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject(invalid)
    expect(
      await host.refuse('emailSignIn.verify', {
        token,
        body: { ...proof, verificationToken: wrongCode(proof.verificationToken) },
      }),
    ).toMatchObject({ code: 'wrong_email_verification_token' })
    await host.mock.clock.advance({ minutes: 10 })
    expect(await host.refuse('emailSignIn.verify', { token, body: proof })).toMatchObject(invalid)
    expect((await read()).email).toBe(email)
  })

  it('is answered the same whether or not another user has it', async () => {
    await host.mock.create.user({ email: 'taken@example.com' })
    const [taken, free] = [await update({ email: 'taken@example.com' }), await update({ email: 'free@example.com' })]
    const shape = ({ nextView, emailVerification }: typeof taken) => ({
      nextView,
      keys: Object.keys(emailVerification ?? {}),
    })
    expect(shape(taken)).toEqual(shape(free))
    expect(host.mock.outbox.email.list('taken@example.com')).toHaveLength(1)
    expect(host.mock.outbox.email.last('taken@example.com')?.subject).toBe(
      host.mock.outbox.email.last('free@example.com')?.subject,
    )
  })

  it('shows at once if the user has proved it by a code or an account, and removes nothing', async () => {
    await host.mock.create.provider({ provider: 'google' })
    await host.mock.idp.google?.addUser({ email: 'ada@google.example' })
    await host.call('emailSignIn.verify', { token, body: await requestEmailCode(host, 'second@example.com') })
    await signInByOAuth(host, { email: 'ada@google.example', token })
    for (const proved of ['second@example.com', 'Ada@Google.example']) {
      expect(await update({ email: proved })).toMatchObject({ nextView: 'done', user: { email: proved } })
    }
    expect((await read()).verifiedCredentials.map((credential) => credential.email ?? credential.format)).toEqual([
      email,
      'second@example.com',
      'oauth',
    ])
  })

  it("needs a code if another user has proved it by one, even if the user's account has it", async () => {
    await host.mock.create.provider({ provider: 'google' })
    await host.mock.idp.google?.addUser({ email: 'shared@example.com' })
    await host.mock.create.user({ email: 'shared@example.com' })
    await signInByOAuth(host, { email: 'shared@example.com', token })
    expect(await update({ email: 'shared@example.com' })).toMatchObject({ nextView: 'verify-email', user: { email } })
  })

  it('needs a code if a server has given it unproved, to another user or to this one', async () => {
    await host.mock.create.provider({ provider: 'google' })
    await host.mock.idp.google?.addUser({ email: 'waiting@example.com' })
    await host.call('users.create', { body: { email: 'waiting@example.com' } })
    await signInByOAuth(host, { email: 'waiting@example.com', token })
    expect((await update({ email: 'waiting@example.com' })).nextView).toBe('verify-email')
    await host.mock.idp.google?.addUser({ email: 'proved@example.com' })
    const { body } = await host.call('users.create', {
      body: { email: 'given@example.com', oauthAccounts: [{ provider: 'github', accountId: 'g-1' }] },
    })
    const { token: session } = await host.mock.signIn(String(body.user?.id))
    await signInByOAuth(host, { email: 'proved@example.com', token: session })
    expect((await update({ email: 'proved@example.com' }, session)).nextView).toBe('done')
    expect((await update({ email: 'given@example.com' }, session)).nextView).toBe('verify-email')
  })

  it('is removed with its credential if it is optional, but never as the last way to sign in', async () => {
    expect(await refuse({ email: '' })).toMatchObject({ status: 422, code: 'email_cannot_be_null' })
    await kycOf('email', { required: false })
    expect(await refuse({ email: '', lastName: 'Byron' })).toMatchObject({
      status: 422,
      code: 'cannot_delete_last_sign_in_verified_credential',
    })
    expect(await read()).toHaveProperty('lastName', null)
    await host.mock.create.wallet(userId)
    const body = await update({ email: '' })
    expect(body.user).toHaveProperty('email', null)
    expect(body.user.verifiedCredentials.map(({ format }) => format)).toEqual(['blockchain'])
    expect(body.user.lastVerifiedCredentialId).toBe(body.user.verifiedCredentials[0]?.id)
    expect(await seenByServers()).toHaveProperty('email', null)
    expect((await host.call('sessions.check', { token })).status).toBe(204)
    expect((await signInByEmail(host, email)).body.user).toMatchObject({ newUser: true })
  })

  it('that another user has proved is only removed from the profile', async () => {
    const other = await host.mock.create.user({ email: fresh })
    const state = host.mock.export()
    const users = (state.tables.users as { id: string }[]).map((user) =>
      user.id === userId ? { ...user, email: fresh } : user,
    )
    host.mock.import({ ...state, tables: { ...state.tables, users } })
    await kycOf('email', { required: false })
    expect((await update({ email: '' })).user).toHaveProperty('email', null)
    expect((await signInByEmail(host, fresh)).body.user.id).toBe(other.id)
  })

  it('is refused if codes cannot be sent, with a blocked plus part, and after too many messages', async () => {
    await host.mock.settings.patch({ sdk: { blockEmailSubaddresses: true } })
    expect(await refuse({ email: 'ada+1@example.com' })).toMatchObject({ status: 422, code: 'invalid_email_address' })
    for (let i = 0; i < 5; i++) await update({ email: fresh })
    expect(await refuse({ email: fresh, lastName: 'Byron' })).toMatchObject({
      status: 422,
      code: 'too_many_email_verification_attempts',
    })
    expect(await read()).toHaveProperty('lastName', null)
    const {
      body: { providers = [] },
    } = await host.call('sdkSettings.get')
    await host.call('providers.disable', {
      params: { providerId: String(providers.find(({ provider }) => provider === 'emailOnly')?.id) },
    })
    expect(await refuse({ email: 'other@example.com' })).toMatchObject({
      status: 422,
      code: 'no_enabled_email_provider',
    })
  })
})

describe('a phone number', () => {
  const { us, de } = phones

  it('waits for the code that was sent there, in any spelling', async () => {
    const body = await update({ phoneNumber: '+1 202-555-0123' })
    expect(body).toMatchObject({
      nextView: 'verify-sms',
      smsVerification: { phoneCountryCode: '1', isoCountryCode: 'US' },
    })
    expect(body.user).toHaveProperty('phoneNumber', null)
    const verificationUUID = String(body.smsVerification?.verificationUUID)
    const done = await host.call('smsSignIn.verify', {
      token,
      body: { verificationUUID, verificationToken: sentCode(host, 'sms', us.e164) },
    })
    expect(done.body).toMatchObject({ nextView: 'done', user: { id: userId, phoneNumber: us.e164 } })
    expect((await signInBySms(host, us)).body.user.id).toBe(userId)
    expect(await update({ phoneNumber: '+1 (202) 555 0123'.replace(/[()]/g, '') })).toMatchObject({
      nextView: 'done',
      user: { phoneNumber: us.e164 },
    })
    expect(host.mock.outbox.sms.list(us.e164)).toHaveLength(2)
  })

  it('shows at once if the user has proved it before', async () => {
    for (const phone of [us, de])
      await host.call('smsSignIn.verify', { token, body: await requestSmsCode(host, phone) })
    expect((await read()).phoneNumber).toBe(us.e164)
    expect(await update({ phoneNumber: de.e164 })).toMatchObject({ nextView: 'done', user: { phoneNumber: de.e164 } })
    expect((await signInBySms(host, us)).body.user.id).toBe(userId)
  })

  it('comes second when an e-mail address changes as well: both codes are sent', async () => {
    const body = await update({ email: fresh, phoneNumber: de.e164 })
    expect(body).toMatchObject({
      nextView: 'verify-email',
      emailVerification: { email: fresh },
      smsVerification: { isoCountryCode: 'DE' },
    })
    await host.call('smsSignIn.verify', {
      token,
      body: {
        verificationUUID: String(body.smsVerification?.verificationUUID),
        verificationToken: sentCode(host, 'sms', de.e164),
      },
    })
    await host.call('emailSignIn.verify', {
      token,
      body: {
        verificationUUID: String(body.emailVerification?.verificationUUID),
        verificationToken: sentCode(host, 'email', fresh),
      },
    })
    expect(await read()).toMatchObject({ email: fresh, phoneNumber: de.e164 })
  })

  it('is stored without a proof if the settings ask for none, and cannot sign in', async () => {
    await kycOf('phoneNumber', { verify: false })
    expect(await update({ phoneNumber: '+49 151 12345678' })).toMatchObject({
      nextView: 'done',
      user: { phoneNumber: de.e164, verifiedCredentials: [{ format: 'email' }] },
    })
    expect(host.mock.outbox.sms.list()).toEqual([])
    const { body } = await signInBySms(host, de)
    expect(body.user).toMatchObject({ newUser: true })
    expect(body.user.id).not.toBe(userId)
  })

  it('is of one type in every operation that writes it, if it needs no proof', async () => {
    await kycOf('phoneNumber', { verify: false })
    const params = { userId }
    for (const [phoneNumber, isValid] of [
      ['+49 151 12345678', true],
      ['0151/12345678', true],
      ["the O'Briens' | ask for Ada", true],
      ['1'.repeat(255), true],
      ['1'.repeat(256), false],
      ['(030) 123456', false],
      [' 030 123456', false],
      [4930123456, false],
    ] as const) {
      const body = { phoneNumber }
      const statuses = [
        await host.send('profile.update', { token, body }),
        await host.send('users.update', { params, body }),
        await host.send('users.create', { body }),
        await host.send('users.bulkCreate', { body: [body] }),
      ].map(({ status }) => status)
      expect(statuses, String(phoneNumber)).toEqual(isValid ? [200, 200, 201, 201] : [400, 400, 400, 400])
      if (isValid) expect(await read()).toMatchObject({ phoneNumber })
    }
  })

  it('is another text for another user, if a text without a digit has to be unique', async () => {
    await kycOf('phoneNumber', { enabled: true, unique: true, verify: false })
    await host.call('users.create', { body: { phoneNumber: 'ask Grace' } })
    expect((await update({ phoneNumber: 'ask Ada' })).user).toMatchObject({ phoneNumber: 'ask Ada' })
    expect(await refuse({ phoneNumber: 'ask Grace' })).toMatchObject({
      status: 422,
      code: 'user_has_already_account_with_phone_number',
    })
  })

  it('is removed with its credential, unless users need one', async () => {
    await host.call('smsSignIn.verify', { token, body: await requestSmsCode(host, us) })
    await kycOf('phoneNumber', { enabled: true, required: true })
    expect(await refuse({ phoneNumber: '' })).toMatchObject({ status: 422, code: 'invalid_update' })
    await kycOf('phoneNumber', { enabled: true, required: false })
    const { user } = await update({ phoneNumber: '' })
    expect(user).toHaveProperty('phoneNumber', null)
    expect(user.verifiedCredentials.map(({ format }) => format)).toEqual(['email'])
    expect((await signInBySms(host, us)).body.user.newUser).toBe(true)
  })

  it('is the same with any grouping of its digits, and loses its credential when it is changed', async () => {
    const group = async () => {
      await host.call('smsSignIn.verify', { token, body: await requestSmsCode(host, us) })
      await host.call('users.update', { params: { userId }, body: { phoneNumber: '+1 202-555-0123' } })
    }
    await group()
    expect(await update({ phoneNumber: us.e164 })).toMatchObject({
      nextView: 'done',
      user: { phoneNumber: '+1 202-555-0123' },
    })
    const { smsVerification } = await update({ phoneNumber: de.e164 })
    await host.call('smsSignIn.verify', {
      token,
      body: {
        verificationUUID: String(smsVerification?.verificationUUID),
        verificationToken: sentCode(host, 'sms', de.e164),
      },
    })
    expect((await read()).verifiedCredentials.map(({ public_identifier: shown }) => shown)).toEqual([email, de.e164])
    await group()
    await kycOf('phoneNumber', { required: false })
    expect(
      (await update({ phoneNumber: '' })).user.verifiedCredentials.map(({ public_identifier: shown }) => shown),
    ).toEqual([email, de.e164])
    expect((await signInBySms(host, us)).body.user.newUser).toBe(true)
  })

  it('cannot be removed together with the address if no other way to sign in remains', async () => {
    await host.call('smsSignIn.verify', { token, body: await requestSmsCode(host, us) })
    await kycOf('email', { required: false })
    expect(await refuse({ email: '', phoneNumber: '' })).toMatchObject({
      status: 422,
      code: 'cannot_delete_last_sign_in_verified_credential',
    })
    expect(await read()).toMatchObject({ email, phoneNumber: us.e164 })
  })

  it('is refused if it is malformed, and if messages cannot be sent', async () => {
    for (const phoneNumber of ['12', '202 555 0123', '+1 202', '+999 1234567'])
      expect(await refuse({ phoneNumber }), phoneNumber).toMatchObject({ status: 422, code: 'invalid_phone' })
    const {
      body: { providers = [] },
    } = await host.call('sdkSettings.get')
    await host.call('providers.disable', {
      params: { providerId: String(providers.find(({ provider }) => provider === 'sms')?.id) },
    })
    expect(await refuse({ phoneNumber: us.e164 })).toMatchObject({ status: 422, code: 'no_enabled_sms_provider' })
  })
})
