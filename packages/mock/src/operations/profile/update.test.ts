import type { components } from '@latchkey/types'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { changeStandardField, createProfileUser, userSeenByServers } from '../../../test/people/profiles.ts'
import { claimsOf } from '../../../test/people/secondFactor.ts'

type Schemas = components['schemas']

const host = createHost()
const email = 'ada@example.com'
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
const updates = async () =>
  (await host.call('events.list')).body.filter(({ eventName }) => eventName === 'user.updated')
const kycOf = (name: string, rules: Partial<Schemas['MissingField']>) => changeStandardField(host, name, rules)

describe('profile.update', () => {
  it('writes the fields that are named, in the profile, the tokens, the administration and one event', async () => {
    const before = await read()
    const body = await update({
      lastName: 'Byron',
      username: 'Ada_1',
      country: 'GB',
      policiesConsent: true,
      metadata: { plan: 'free' },
    })
    const written = {
      firstName: 'Ada',
      lastName: 'Byron',
      username: 'Ada_1',
      country: 'GB',
      policiesConsent: true,
      metadata: { plan: 'free' },
    }
    expect(body).toMatchObject({
      nextView: 'done',
      user: { id: userId, sessionId: before.sessionId, newUser: false, ...written },
      expiresAt: '1768476600',
    })
    expect(await read()).toMatchObject(written)
    expect(await seenByServers()).toMatchObject(written)
    expect(claimsOf(body.jwt)).toMatchObject({ family_name: 'Byron', username: 'Ada_1', metadata: { plan: 'free' } })
    expect(await updates()).toMatchObject([{ data: { id: userId, ...written } }])
  })

  it('continues the session: earlier tokens and those of the reply are valid', async () => {
    const body = await update({ lastName: 'Byron' })
    expect(claimsOf(body.jwt).jti).toBe(claimsOf(token).jti)
    await host.mock.clock.advance({ minutes: 1 })
    for (const session of [token, String(body.jwt), String(body.minifiedJwt)])
      expect((await host.call('sessions.check', { token: session })).status).toBe(204)
  })

  it('empties fields by an empty text or null, and changes nothing without a change', async () => {
    await update({ alias: 'ada', country: 'GB', username: 'ada' })
    const body = await update({ alias: '', country: null, username: null })
    for (const name of ['alias', 'country', 'username']) expect(body.user).toHaveProperty(name, null)
    const count = (await updates()).length
    const { updatedAt } = await seenByServers()
    await host.mock.clock.advance({ minutes: 1 })
    await update({ firstName: 'Ada', email: 'ADA@example.com', alias: '' })
    expect((await updates()).length).toBe(count)
    expect(await seenByServers()).toMatchObject({ updatedAt, email })
  })

  it.each([
    ['an empty text', '', ['alias', 'firstName', 'lastName', 'jobTitle', 'tShirtSize', 'team', 'username']],
    [
      'null',
      null,
      ['country', 'username', 'btcWallet', 'kdaWallet', 'ltcWallet', 'ckbWallet', 'kasWallet', 'dogeWallet'],
    ],
  ])('empties by %s these fields and no others', async (_, empty, names) => {
    const all = [
      'alias',
      'firstName',
      'lastName',
      'jobTitle',
      'tShirtSize',
      'team',
      'username',
      'country',
      'policiesConsent',
      'btcWallet',
      'kdaWallet',
      'ltcWallet',
      'ckbWallet',
      'kasWallet',
      'dogeWallet',
      'emailNotification',
      'discordNotification',
      'newsletterNotification',
      'metadata',
    ]
    for (const name of all) {
      const { status } = await host.send('profile.update', { token, body: { [name]: empty } })
      expect(status, name).toBe(names.includes(name) ? 200 : 400)
      if (names.includes(name)) expect(await read()).toHaveProperty(name, null)
    }
  })

  it('makes the session complete once no required field is missing', async () => {
    await kycOf('country', { enabled: true, required: true })
    expect((await read()).scope).toBe('')
    expect(await update({ country: 'GB' })).toMatchObject({ user: { scope: 'user:basic', missingFields: [] } })
  })

  it("refuses another user's username, regardless of case", async () => {
    await host.mock.create.user({ email: 'bob@example.com', username: 'Bobby' })
    expect(await refuse({ username: 'bobby', lastName: 'Byron' })).toMatchObject({
      status: 422,
      code: 'username_already_exists',
    })
    expect(await read()).toHaveProperty('lastName', null)
    expect((await update({ username: 'Bobby_2' })).user.username).toBe('Bobby_2')
    expect((await update({ username: 'BOBBY_2' })).user.username).toBe('BOBBY_2')
  })

  it('checks custom fields and the size of the metadata', async () => {
    const field = await host.mock.create.customField({
      name: 'Staff number',
      validationRules: { regex: '^[0-9]{4}$', unique: true },
    })
    const key = String(field.key)
    await host.mock.create.user({ email: 'bob@example.com', metadata: { [key]: '1234' } })
    expect(await refuse({ metadata: { [key]: '12' } })).toMatchObject({ status: 422, code: 'invalid_metadata_value' })
    expect(await refuse({ metadata: { [key]: '1234' } })).toMatchObject({
      status: 422,
      code: 'custom_field_data_not_unique',
    })
    expect(await refuse({ metadata: { text: 'x'.repeat(2048) } })).toMatchObject({
      status: 422,
      code: 'metadata_size_exceeded',
    })
    expect((await update({ metadata: { [key]: '4321' } })).user.metadata).toEqual({ [key]: '4321' })
  })

  it('takes a name with an apostrophe, and shows it to the user, to servers and in tokens', async () => {
    const { body } = await host.call('profile.update', { token, body: { alias: 'ada|b', lastName: "O'Byron" } })
    expect(body.user).toMatchObject({ alias: 'ada|b', lastName: "O'Byron" })
    expect(claimsOf(body.jwt)).toMatchObject({ alias: 'ada|b', family_name: "O'Byron" })
    expect(await read()).toMatchObject({ alias: 'ada|b', lastName: "O'Byron" })
    expect((await host.call('users.get', { params: { userId } })).body.user).toMatchObject({ lastName: "O'Byron" })
  })

  it('writes nothing if one of several names has brackets', async () => {
    expect(await refuse({ alias: 'ada', lastName: 'Byron (King)' })).toMatchObject({ status: 400 })
    expect(await read()).toHaveProperty('alias', null)
  })

  it('refuses a body that breaks the schema, and another media type', async () => {
    for (const body of [
      { id: 'x' },
      { email: 'ada' },
      { username: 'a' },
      { country: 'gb' },
      { policiesConsent: 'yes' },
      { firstName: ' Ada' },
      { metadata: 'x' },
    ]) {
      expect(await refuse(body), JSON.stringify(body)).toMatchObject({ status: 400, code: 'validation_failed' })
    }
    expect(
      (await host.refuse('profile.update', { token, body: '{}', headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(415)
    expect(await updates()).toEqual([])
  })

  it('refuses a call without a session, with one that ended, and with one of another environment', async () => {
    const { live, sandbox } = host.mock.defaults.environments
    const foreign = await host.mock.signIn(await host.mock.create.user({ email }, { environmentId: live.id }))
    for (const bad of [null, sandbox.token, foreign.token])
      expect(await refuse({ firstName: 'Eve' }, bad)).toMatchObject({ status: 401, code: 'unauthorized' })
    await host.call('sessions.revoke', { token })
    expect(await refuse({ firstName: 'Eve' })).toMatchObject({ status: 401, code: 'session_revoked' })
    expect((await seenByServers()).firstName).toBe('Ada')
  })

  it('asks for a solved CAPTCHA where the environment does', async () => {
    await host.mock.settings.patch({ security: { captcha: { enabled: true } } })
    expect(await refuse({ lastName: 'Byron' })).toMatchObject({ status: 422, code: 'invalid_verification' })
    expect((await update({ lastName: 'Byron', captchaToken: 'solved' })).user.lastName).toBe('Byron')
  })
})

describe('a second factor', () => {
  const mfaRequired = { status: 403, body: { error: { code: 'mfa_required' } } }

  async function register() {
    const {
      body: { secret },
    } = await host.call('mfaDevices.createTotp', { token })
    await host.call('mfaDevices.verifyTotp', { token, body: { type: 'totp', code: host.mock.totpCode(secret) } })
    return secret
  }

  it('that is pending blocks the profile', async () => {
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await refuse({ firstName: 'Eve' })).toMatchObject(mfaRequired)
    expect((await seenByServers()).firstName).toBe('Ada')
  })

  it('is proved again for each change if the settings say so', async () => {
    await host.mock.settings.patch({
      security: { mfa: { enabled: true, actions: [{ action: 'user.update', required: true }] } },
    })
    expect((await update({ lastName: 'B' })).user.lastName).toBe('B')
    const secret = await register()
    expect(await refuse({ lastName: 'Byron' })).toMatchObject(mfaRequired)
    expect(
      await host.refuse('profile.update', {
        token,
        body: { lastName: 'Byron' },
        headers: { 'x-mfa-auth-token': 'x'.repeat(43) },
      }),
    ).toMatchObject({ status: 401 })
    await host.mock.clock.advance({ minutes: 1 })
    const { body } = await host.call('mfa.authenticateTotp', {
      token,
      body: { code: host.mock.totpCode(secret), createMfaToken: { singleUse: true } },
    })
    const proof = { token: String(body.jwt), headers: { 'x-mfa-auth-token': String(body.mfaToken) } }
    expect(await host.refuse('profile.update', { ...proof, body: { username: 'x' } })).toMatchObject({ status: 400 })
    expect((await host.call('profile.update', { ...proof, body: { lastName: 'Byron' } })).body.user.lastName).toBe(
      'Byron',
    )
    expect(await host.refuse('profile.update', { ...proof, body: { lastName: 'Lovelace' } })).toMatchObject({
      status: 401,
    })
  })

  it('has recovery codes, which the user acknowledges once', async () => {
    await host.mock.settings.patch({ security: { mfa: { enabled: true } } })
    const refused = { status: 422, code: 'invalid_update' }
    expect(await refuse({ mfaBackupCodeAcknowledgement: 'complete' })).toMatchObject(refused)
    await register()
    expect((await read()).mfaBackupCodeAcknowledgement).toBe('pending')
    expect((await update({ mfaBackupCodeAcknowledgement: 'pending' })).user.mfaBackupCodeAcknowledgement).toBe(
      'pending',
    )
    expect(
      ((await host.mock.export().tables.recoveryCodes) as { code?: string }[]).every(({ code }) => code !== undefined),
    ).toBe(true)
    expect((await update({ mfaBackupCodeAcknowledgement: 'complete' })).user.mfaBackupCodeAcknowledgement).toBe(
      'complete',
    )
    expect(((await host.mock.export().tables.recoveryCodes) as { code?: string }[]).map(({ code }) => code)).toEqual(
      Array(10).fill(undefined),
    )
    for (const state of ['pending', null] as const)
      expect(await refuse({ mfaBackupCodeAcknowledgement: state })).toMatchObject(refused)
    expect((await read()).mfaBackupCodeAcknowledgement).toBe('complete')
  })
})
