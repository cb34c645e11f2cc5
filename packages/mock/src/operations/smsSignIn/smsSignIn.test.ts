import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { phones, requestSmsCode, sentCode, signInBySms, wrongCode } from '../../../test/people/oneTimeCodes.ts'
import { createMock } from '../../mock/createMock.ts'

const host = createHost()
const { us, de } = phones
const { e164: usNumber, ...usBody } = us
const { e164: deNumber, ...deBody } = de
const invalid = { status: 422, code: 'invalid_sms_verification' }
const wrong = { status: 422, code: 'wrong_sms_verification_token' }
const tooMany = { status: 422, code: 'too_many_sms_verification_attempts' }
const invalidPhone = { status: 422, code: 'invalid_phone' }
const unknownEnvironment = { environmentId: '00000000-0000-7000-8000-00000000dead' }
const live = () => host.mock.defaults.environments.live.id
const sms = { provider: 'sms', smsNumber: '+12025550100' } as const

beforeEach(async () => {
  await host.mock.create.provider(sms)
})

describe('smsSignIn.signIn', () => {
  it('creates a user with a session, and both show in the administration', async () => {
    const { body } = await signInBySms(host, de)
    expect(body.user).toMatchObject({
      phoneNumber: deNumber,
      newUser: true,
      lists: [],
      missingFields: [{ name: 'email' }],
    })
    const credential = {
      format: 'phoneNumber',
      phoneNumber: '15112345678',
      phoneCountryCode: '49',
      isoCountryCode: 'DE',
      public_identifier: deNumber,
      signInEnabled: true,
    }
    expect(body.user.verifiedCredentials).toMatchObject([{ id: body.user.lastVerifiedCredentialId, ...credential }])
    expect((await host.call('profile.get', { token: String(body.jwt) })).body).toMatchObject({
      id: body.user.id,
      phoneNumber: deNumber,
    })
    expect((await host.call('users.get', { params: { userId: body.user.id } })).body.user).toMatchObject({
      phoneNumber: deNumber,
      verifiedCredentials: [credential],
    })
    expect((await host.call('events.list')).body.map(({ eventName }) => eventName).sort()).toEqual([
      'user.created',
      'user.session.created',
    ])
  })

  it('finds the user the next time, for any spelling of the number, and is new only once', async () => {
    const first = await signInBySms(host, de)
    const {
      body: { verificationUUID },
    } = await host.call('smsSignIn.create', {
      body: { phoneCountryCode: '+49', phoneNumber: '0151 123 456-78', isoCountryCode: 'de' },
    })
    const second = await host.call('smsSignIn.signIn', {
      body: { verificationUUID, verificationToken: sentCode(host, 'sms', deNumber) },
    })
    expect(second.body.user).toMatchObject({ id: first.body.user.id, newUser: false })
    expect((await host.call('users.list')).body.count).toBe(1)
  })

  it('accepts a code once, and for ten minutes', async () => {
    const proof = await requestSmsCode(host, us)
    await host.call('smsSignIn.signIn', { body: proof })
    expect(await host.refuse('smsSignIn.signIn', { body: proof })).toMatchObject(invalid)
    const late = await requestSmsCode(host, us)
    await host.mock.clock.advance({ minutes: 10 })
    expect(await host.refuse('smsSignIn.signIn', { body: late })).toMatchObject(invalid)
  })

  it('counts wrong codes, and after the fifth refuses the right one too', async () => {
    const proof = await requestSmsCode(host, us)
    const bad = { ...proof, verificationToken: wrongCode(proof.verificationToken) }
    for (let i = 0; i < 5; i++) expect(await host.refuse('smsSignIn.signIn', { body: bad })).toMatchObject(wrong)
    expect(await host.refuse('smsSignIn.signIn', { body: proof })).toMatchObject(tooMany)
    expect(await host.refuse('smsSignIn.create', { body: usBody })).toMatchObject(tooMany)
    await host.mock.clock.advance({ minutes: 10 })
    expect((await signInBySms(host, us)).body.user.newUser).toBe(true)
  })

  it('refuses codes of another environment, unknown and malformed ones', async () => {
    await host.mock.create.provider(sms, { environmentId: live() })
    const proof = await requestSmsCode(host, us)
    expect(await host.refuse('smsSignIn.signIn', { params: { environmentId: live() }, body: proof })).toMatchObject(
      invalid,
    )
    expect(await host.refuse('smsSignIn.signIn', { params: unknownEnvironment, body: proof })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(
      await host.refuse('smsSignIn.signIn', { body: { ...proof, verificationUUID: unknownEnvironment.environmentId } }),
    ).toMatchObject(invalid)
    for (const body of [{}, { ...proof, verificationToken: '12345' }, { ...proof, admin: true }])
      expect(await host.refuse('smsSignIn.signIn', { body })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(
      (await host.refuse('smsSignIn.signIn', { body: '{}', headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(415)
  })

  it('lets in only numbers on the allowlist, and leaves no user for a refused one', async () => {
    const list = await host.mock.create.allowlist({ outcome: 'siteAccess' })
    await host.mock.create.allowlistEntry(list.id, { phoneNumber: deNumber })
    expect((await signInBySms(host, de)).body.user.lists).toEqual([list.name])
    const proof = await requestSmsCode(host, us)
    expect(await host.refuse('smsSignIn.signIn', { body: proof })).toMatchObject({
      status: 403,
      code: 'not_on_allowlist',
    })
    expect((await host.call('users.list')).body.count).toBe(1)
  })

  it('refuses when the provider was disabled in the meantime', async () => {
    const proof = await requestSmsCode(host, us)
    const {
      body: { providers = [] },
    } = await host.call('sdkSettings.get')
    await host.call('providers.disable', { params: { providerId: String(providers[0]?.id) } })
    expect(await host.refuse('smsSignIn.signIn', { body: proof })).toMatchObject({
      status: 422,
      code: 'no_enabled_sms_provider',
    })
  })
})

describe('smsSignIn.create', () => {
  it('answers with the number in its parts, and sends it the code', async () => {
    const { status, body } = await host.call('smsSignIn.create', {
      body: { phoneCountryCode: '49', phoneNumber: '0151 12345678', isoCountryCode: 'DE' },
    })
    expect([status, body]).toEqual([
      201,
      {
        verificationUUID: expect.any(String),
        phoneNumber: '15112345678',
        phoneCountryCode: '49',
        isoCountryCode: 'DE',
      },
    ])
    const { code, ...message } = host.mock.outbox.sms.last(deNumber) ?? {}
    expect(message).toMatchObject({
      channel: 'sms',
      from: '+12025550100',
      to: deNumber,
      text: `${code} is your code for My app, sandbox. It is good for ten minutes. Tell it to nobody.`,
    })
    expect(message).not.toHaveProperty('link')
  })

  it('answers the same for known and unknown numbers, and sends to both', async () => {
    await signInBySms(host, de)
    const replyToUser = await host.call('smsSignIn.create', { body: deBody })
    const unknown = await host.call('smsSignIn.create', { body: usBody })
    expect([replyToUser.status, Object.keys(replyToUser.body)]).toEqual([unknown.status, Object.keys(unknown.body)])
    expect([host.mock.outbox.sms.list(deNumber).length, host.mock.outbox.sms.list(usNumber).length]).toEqual([2, 1])
  })

  it.each([
    { phoneCountryCode: '1', phoneNumber: '15112345678', isoCountryCode: 'DE' },
    { phoneCountryCode: '49', phoneNumber: '15112345678', isoCountryCode: 'US' },
    { phoneCountryCode: '1', phoneNumber: '4155552671', isoCountryCode: 'CA' },
    { phoneCountryCode: '49', phoneNumber: '+12025550123', isoCountryCode: 'DE' },
    { phoneCountryCode: '49', phoneNumber: '30123456', isoCountryCode: 'DE' },
    { phoneCountryCode: '49', phoneNumber: '151', isoCountryCode: 'DE' },
    { phoneCountryCode: '1', phoneNumber: '415-555-CALL', isoCountryCode: 'US' },
    { phoneCountryCode: '1', phoneNumber: '2025550123 ext 5', isoCountryCode: 'US' },
    { phoneCountryCode: '1', phoneNumber: '2025550123', isoCountryCode: 'ZZ' },
    { phoneCountryCode: '1', phoneNumber: '1'.repeat(255), isoCountryCode: 'US' },
    { phoneCountryCode: '++1', phoneNumber: '2025550123', isoCountryCode: 'US' },
  ])(
    'refuses a number that is not a mobile number of the country: $phoneCountryCode $phoneNumber $isoCountryCode',
    async (body) => {
      expect(await host.refuse('smsSignIn.create', { body })).toMatchObject(invalidPhone)
      expect(host.mock.outbox.sms.list()).toEqual([])
    },
  )

  it('sends only to the countries in the provider setting, if it has any', async () => {
    const {
      body: { providers = [] },
    } = await host.call('sdkSettings.get')
    const enabledCountries = [{ isoCountryCode: 'de', phoneCountryCode: '+49' }]
    await host.call('providers.update', {
      params: { providerId: String(providers[0]?.id) },
      body: { enabledCountries },
    })
    expect(await host.refuse('smsSignIn.create', { body: usBody })).toMatchObject(invalidPhone)
    expect((await host.call('smsSignIn.create', { body: deBody })).status).toBe(201)
  })

  it('refuses malformed bodies, unknown environments, and a provider that is not enabled', async () => {
    for (const body of [
      {},
      { ...usBody, isoCountryCode: '1' },
      { ...usBody, phoneNumber: '' },
      { ...usBody, admin: true },
    ]) {
      expect(await host.refuse('smsSignIn.create', { body }), JSON.stringify(body)).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
    expect(await host.refuse('smsSignIn.create', { params: unknownEnvironment, body: usBody })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(await host.refuse('smsSignIn.create', { params: { environmentId: live() }, body: usBody })).toMatchObject({
      status: 422,
      code: 'no_enabled_sms_provider',
    })
  })

  it('asks for a solved CAPTCHA where the environment does', async () => {
    await host.mock.settings.patch({ security: { captcha: { enabled: true } } })
    const unsolved = { status: 422, code: 'invalid_verification' }
    expect(await host.refuse('smsSignIn.create', { body: usBody })).toMatchObject(unsolved)
    const {
      body: { verificationUUID },
    } = await host.call('smsSignIn.create', { body: { ...usBody, captchaToken: 'solved' } })
    expect(await host.refuse('smsSignIn.retry', { body: { ...usBody, verificationUUID } })).toMatchObject(unsolved)
    expect(
      await host.refuse('smsSignIn.signIn', {
        body: { verificationUUID, verificationToken: sentCode(host, 'sms', usNumber) },
      }),
    ).toMatchObject(unsolved)
  })

  it('sends five messages to a number within an hour', async () => {
    for (let i = 0; i < 5; i++) await requestSmsCode(host, us)
    expect(await host.refuse('smsSignIn.create', { body: usBody })).toMatchObject(tooMany)
    await host.mock.clock.advance({ hours: 1 })
    expect((await signInBySms(host, us)).status).toBe(200)
  })

  it('shares its limit of three calls a minute with codes by e-mail', async () => {
    const mock = createMock({ now: '2026-01-15T09:30:00.000Z', rateLimits: true })
    await mock.create.provider(sms)
    await mock.create.provider({ provider: 'emailOnly' })
    const post = (path: string, body: object) =>
      mock.fetch(`${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    for (let i = 0; i < 2; i++)
      expect((await post('emailVerifications/create', { email: `user${i}@example.com` })).status).toBe(201)
    expect((await post('smsVerifications/create', usBody)).status).toBe(201)
    expect((await post('smsVerifications/create', deBody)).status).toBe(429)
  })
})

describe('smsSignIn.retry', () => {
  it('sends another code for the same verification, and the former one is invalid', async () => {
    const first = await requestSmsCode(host, us)
    const { status, body } = await host.call('smsSignIn.retry', {
      body: { ...usBody, verificationUUID: first.verificationUUID },
    })
    expect([status, body]).toEqual([201, { ...usBody, verificationUUID: first.verificationUUID }])
    const verificationToken = sentCode(host, 'sms', usNumber)
    expect(await host.refuse('smsSignIn.signIn', { body: first })).toMatchObject(wrong)
    expect((await host.call('smsSignIn.signIn', { body: { ...first, verificationToken } })).status).toBe(200)
  })

  it('refuses another number or environment, an unknown or expired verification, and a disabled provider', async () => {
    const { verificationUUID } = await requestSmsCode(host, us)
    expect(await host.refuse('smsSignIn.retry', { body: { ...deBody, verificationUUID } })).toMatchObject(invalid)
    expect(
      await host.refuse('smsSignIn.retry', { body: { ...usBody, isoCountryCode: 'CA', verificationUUID } }),
    ).toMatchObject(invalidPhone)
    expect(
      await host.refuse('smsSignIn.retry', {
        params: { environmentId: live() },
        body: { ...usBody, verificationUUID },
      }),
    ).toMatchObject({ status: 422, code: 'no_enabled_sms_provider' })
    await host.mock.create.provider(sms, { environmentId: live() })
    expect(
      await host.refuse('smsSignIn.retry', {
        params: { environmentId: live() },
        body: { ...usBody, verificationUUID },
      }),
    ).toMatchObject(invalid)
    expect(
      await host.refuse('smsSignIn.retry', { params: unknownEnvironment, body: { ...usBody, verificationUUID } }),
    ).toMatchObject({ status: 404 })
    expect(await host.refuse('smsSignIn.retry', { body: { verificationUUID } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    await host.mock.clock.advance({ minutes: 10 })
    expect(await host.refuse('smsSignIn.retry', { body: { ...usBody, verificationUUID } })).toMatchObject(invalid)
  })
})

describe('smsSignIn.verify', () => {
  const email = 'ada@example.com'
  const signedIn = async () => host.mock.signIn(await host.mock.create.user({ email }))

  it('adds the number to the user, who can sign in with it from then on', async () => {
    const { token, user } = await signedIn()
    const { body } = await host.call('smsSignIn.verify', { token, body: await requestSmsCode(host, us) })
    expect(body).toMatchObject({
      nextView: 'done',
      user: { id: user.id, sessionId: user.sessionId, phoneNumber: usNumber, email, newUser: false },
    })
    expect(body.user.verifiedCredentials).toMatchObject([
      { format: 'email' },
      { format: 'phoneNumber', public_identifier: usNumber },
    ])
    expect((await signInBySms(host, us)).body.user.id).toBe(user.id)
  })

  it('moves the number from a user who has nothing else, who is then deleted', async () => {
    const other = await signInBySms(host, us)
    const { token, user } = await signedIn()
    const { body } = await host.call('smsSignIn.verify', { token, body: await requestSmsCode(host, us) })
    expect(body).toMatchObject({ nextView: 'verified-and-transferred', user: { id: user.id, phoneNumber: usNumber } })
    expect((await host.refuse('users.get', { params: { userId: other.body.user.id } })).status).toBe(404)
  })

  it('asks before it merges with a user who has more than the number', async () => {
    const other = await signInBySms(host, us)
    await host.mock.create.wallet(other.body.user.id)
    const { token } = await signedIn()
    const refusal = await host.refuse('smsSignIn.verify', { token, body: await requestSmsCode(host, us) })
    expect(refusal).toMatchObject({
      status: 422,
      code: 'merge_accounts_confirmation',
      body: { payload: { mergeConflicts: { fromUser: { id: other.body.user.id } } } },
    })
    expect((await host.call('profile.get', { token })).body).toHaveProperty('phoneNumber', null)
  })

  it('asks before it merges with a user who has only the number and a name', async () => {
    const other = await signInBySms(host, us)
    await host.call('users.update', { params: { userId: other.body.user.id }, body: { firstName: 'Augusta' } })
    const { token } = await signedIn()
    const refusal = await host.refuse('smsSignIn.verify', { token, body: await requestSmsCode(host, us) })
    expect(refusal).toMatchObject({
      status: 422,
      code: 'merge_accounts_confirmation',
      body: { payload: { mergeConflicts: { fromUser: { id: other.body.user.id, firstName: 'Augusta' } } } },
    })
    const { body } = await host.call('profile.merge', { token })
    expect(body.user).toMatchObject({ firstName: 'Augusta', phoneNumber: usNumber })
  })

  it('refuses a wrong, used or expired code, no session, a pending second step, and an unsolved CAPTCHA', async () => {
    let { token } = await signedIn()
    const proof = await requestSmsCode(host, us)
    expect(
      await host.refuse('smsSignIn.verify', {
        token,
        body: { ...proof, verificationToken: wrongCode(proof.verificationToken) },
      }),
    ).toMatchObject(wrong)
    expect(await host.refuse('smsSignIn.verify', { token: null, body: proof })).toMatchObject({
      status: 401,
      code: 'unauthorized',
    })
    await host.mock.settings.patch({ security: { captcha: { enabled: true } } })
    expect(await host.refuse('smsSignIn.verify', { token, body: proof })).toMatchObject({
      status: 422,
      code: 'invalid_verification',
    })
    await host.mock.settings.patch({ security: { captcha: { enabled: false } } })
    token = String((await host.call('smsSignIn.verify', { token, body: proof })).body.jwt)
    expect(await host.refuse('smsSignIn.verify', { token, body: proof })).toMatchObject(invalid)
    const late = await requestSmsCode(host, de)
    await host.mock.clock.advance({ minutes: 10 })
    expect(await host.refuse('smsSignIn.verify', { token, body: late })).toMatchObject(invalid)
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await host.refuse('smsSignIn.verify', { token, body: late })).toMatchObject({
      status: 403,
      code: 'mfa_required',
    })
  })

  it('refuses a number of another environment, malformed bodies, and a provider that is not enabled', async () => {
    const { token } = await signedIn()
    const foreign = await host.mock.signIn(await host.mock.create.user({ email }, { environmentId: live() }))
    const proof = await requestSmsCode(host, us)
    const callInLive = { token: foreign.token, params: { environmentId: live() }, body: proof }
    expect(await host.refuse('smsSignIn.verify', callInLive)).toMatchObject({
      status: 422,
      code: 'no_enabled_sms_provider',
    })
    await host.mock.create.provider(sms, { environmentId: live() })
    expect(await host.refuse('smsSignIn.verify', callInLive)).toMatchObject(invalid)
    for (const body of [{}, { ...proof, admin: true }])
      expect(await host.refuse('smsSignIn.verify', { token, body })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
  })
})
