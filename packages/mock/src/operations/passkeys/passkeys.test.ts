import { defined } from '@latchkey/base/defined'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  answerSignIn,
  appOrigin,
  createPasskeyUser,
  from,
  newUser,
  registerPasskey,
  signInWithPasskey,
} from '../../../test/people/passkeyCeremonies.ts'
import type { Authenticator } from '../../control/device/authenticator.ts'

const host = createHost()
const page = from(appOrigin)
const sandbox = () => host.mock.defaults.environments.sandbox
const live = () => host.mock.defaults.environments.live
const notHere = '01938c60-1f2e-7a4b-9c8d-7e6f5a4b3c2d'
const unauthorized = { status: 401, code: 'unauthorized' }
const invalidChallenge = { status: 422, code: 'invalid_verification' }
const validationFailed = { status: 400, code: 'validation_failed' }
const badRequest = { status: 400, code: 'bad_request' }
const unknownPasskey = { status: 422, code: 'passkey_not_found' }
const notFound = { status: 404, body: undefined }

let device: Authenticator
let userId = ''
let token = ''

beforeEach(async () => {
  ;({ device, userId, token } = await createPasskeyUser(host))
})

describe('passkeys.getAuthenticationOptions', () => {
  it("name the user's passkeys of the site, and no others", async () => {
    const { body: mine } = await registerPasskey(host, { device, token })
    await registerPasskey(host, { device, token }, { origin: 'https://other.example.com' })
    await registerPasskey(host, { device: host.mock.authenticator(), token: (await newUser(host)).token })
    const { body } = await host.call('passkeys.getAuthenticationOptions', { token, ...page })
    expect(body).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      rpId: 'app.example.com',
      userVerification: 'preferred',
      allowCredentials: [{ id: mine.id, type: 'public-key', transports: ['internal'] }],
    })
  })

  it('prove a second factor in the session, with any passkey of the user and no other', async () => {
    await registerPasskey(host, { device, token })
    const other = host.mock.authenticator()
    await registerPasskey(host, { device: other, token: (await newUser(host)).token })
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    const options = async () => (await host.call('passkeys.getAuthenticationOptions', { token, ...page })).body
    const foreign = await other.get({ ...(await options()), allowCredentials: [] }, { origin: appOrigin })
    expect(await host.refuse('mfa.authenticatePasskey', { token, body: foreign, ...page })).toMatchObject(
      unknownPasskey,
    )
    const wrong = await device.get(await options(), { origin: 'https://evil.example.net' })
    expect(await host.refuse('mfa.authenticatePasskey', { token, body: wrong, ...page })).toMatchObject({
      status: 422,
      code: 'other_verify_failure',
    })
    const body = await device.get(await options(), { origin: appOrigin, userVerified: false })
    expect((await host.call('mfa.authenticatePasskey', { token, body, ...page })).body.user?.scope).toBe('user:basic')
  })

  it('refuse without a session of this environment', async () => {
    const foreign = await newUser(host, 'ada@example.com', live().id)
    for (const bad of [null, sandbox().token, foreign.token])
      expect((await host.refuse('passkeys.getAuthenticationOptions', { token: bad, ...page })).status).toBe(401)
  })
})

describe('passkeys.list', () => {
  it("lists the user's own passkeys, oldest first", async () => {
    const first = await registerPasskey(host, { device, token })
    await registerPasskey(host, { device: host.mock.authenticator(), token: (await newUser(host)).token })
    await host.mock.clock.advance({ seconds: 10 })
    const second = await registerPasskey(host, { device: host.mock.authenticator(), token: String(first.reply.jwt) })
    const { body } = await host.call('passkeys.list', { token: second.reply.jwt })
    expect(body).toMatchObject({
      count: 2,
      passkeys: [{ credentialId: first.body.id }, { credentialId: second.body.id }],
    })
  })

  it('refuses without a session of this environment, and before the second factor', async () => {
    const foreign = await newUser(host, 'ada@example.com', live().id)
    for (const bad of [null, sandbox().token, foreign.token])
      expect((await host.refuse('passkeys.list', { token: bad })).status).toBe(401)
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await host.refuse('passkeys.list', { token })).toMatchObject({ status: 403, code: 'mfa_required' })
  })
})

describe('the storage of a passkey', () => {
  const storageFor = async (aaguid?: string) => {
    const { token: theirs } = await newUser(host, `${aaguid ?? 'none'}@example.com`)
    await registerPasskey(host, { device: host.mock.authenticator(), token: theirs }, defined({ aaguid }))
    return (await host.call('passkeys.list', { token: theirs })).body.passkeys[0]?.storage
  }

  it.each([
    ['bada5566-a7aa-401f-bd96-45619a55120d', '1Password', 'onePassword'],
    ['FBFC3007-154E-4ECC-8C0B-6E020557D7BD', 'iCloud Keychain', 'iCloudKeychain'],
    ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', 'Google Password Manager', 'google'],
  ])('is that of the model %s: %s', async (aaguid, name, icon) => {
    expect(await storageFor(aaguid)).toEqual({
      name,
      icon: `https://assets.example.com/passkeys/${icon}.svg`,
      updatedAt: '2026-01-15T09:30:00.000Z',
    })
  })

  it('is not shown for a model that is unknown, or that the authenticator does not tell', async () => {
    expect(await storageFor('00000000-0000-4000-8000-000000000001')).toBeUndefined()
    expect(await storageFor()).toBeUndefined()
    const create = host.mock.authenticator().create
    const options = { challenge: 'AA', rp: {}, user: { id: 'AA' }, pubKeyCredParams: [{ alg: -7, type: 'public-key' }] }
    await expect(create(options, { origin: appOrigin, aaguid: '1Password' })).rejects.toThrow('is not a UUID')
  })
})

describe('passkeys.update', () => {
  it('gives a passkey a name, which shows in the list', async () => {
    token = String((await registerPasskey(host, { device, token })).reply.jwt)
    const { body: list } = await host.call('passkeys.list', { token })
    await host.mock.clock.advance({ minutes: 1 })
    const { body } = await host.call('passkeys.update', {
      token,
      body: { id: list.passkeys[0]?.id, alias: 'My laptop' },
    })
    expect(body).toEqual({ ...list.passkeys[0], alias: 'My laptop', updatedAt: '2026-01-15T09:31:00.000Z' })
    expect((await host.call('passkeys.list', { token })).body.passkeys).toEqual([body])
  })

  it('changes nothing without a name, or with the same one', async () => {
    token = String((await registerPasskey(host, { device, token })).reply.jwt)
    const id = (await host.call('passkeys.list', { token })).body.passkeys[0]?.id
    const { body: named } = await host.call('passkeys.update', { token, body: { id, alias: 'My laptop' } })
    await host.mock.clock.advance({ minutes: 1 })
    for (const body of [{ id }, { id, alias: 'My laptop' }])
      expect((await host.call('passkeys.update', { token, body })).body).toEqual(named)
  })

  it("refuses another user's passkey and unknown ones without a body, and an empty name", async () => {
    const bob = await newUser(host)
    await registerPasskey(host, { device, token: bob.token })
    const { body: list } = await host.call('passkeys.list', { token: bob.token })
    for (const id of [list.passkeys[0]?.id, notHere]) {
      expect(await host.refuse('passkeys.update', { token, body: { id, alias: 'Mine' } })).toMatchObject(notFound)
    }
    expect(
      await host.refuse('passkeys.update', { token: bob.token, body: { id: list.passkeys[0]?.id, alias: '' } }),
    ).toMatchObject(validationFailed)
    expect((await host.call('passkeys.list', { token: bob.token })).body).toEqual(list)
  })
})

describe('passkeys.delete', () => {
  it('deletes the passkey and its credential; sessions continue', async () => {
    await registerPasskey(host, { device, token })
    const { body: session } = await signInWithPasskey(host, device)
    const { body: list } = await host.call('passkeys.list', { token })
    expect((await host.call('passkeys.delete', { token, body: { passkeyId: list.passkeys[0]?.id } })).status).toBe(204)
    expect((await host.call('passkeys.list', { token })).body).toEqual({ passkeys: [], count: 0 })
    const { body: profile } = await host.call('profile.get', { token: session.jwt })
    expect(profile.verifiedCredentials.map(({ id, format }) => [id, format])).toEqual([
      [profile.lastVerifiedCredentialId, 'email'],
    ])
    await expect(
      answerSignIn(host, device).then((body) => host.refuse('passkeys.signIn', { body, ...page })),
    ).resolves.toMatchObject(unknownPasskey)
  })

  it('refuses the last credential that the user can sign in with', async () => {
    const { body: created } = await host.call('users.create', {
      body: { oauthAccounts: [{ provider: 'google', accountId: '1' }] },
    })
    const id = created.user?.id ?? ''
    const session = (await host.mock.signIn(id)).token
    const { reply } = await registerPasskey(host, { device, token: session })
    const google = reply.user?.verifiedCredentials.find(({ format }) => format === 'oauth')
    await host.call('walletSignIn.unlink', { token: session, body: { verifiedCredentialId: google?.id } })
    const passkeyId = (await host.call('passkeys.list', { token: session })).body.passkeys[0]?.id
    expect(await host.refuse('passkeys.delete', { token: session, body: { passkeyId } })).toMatchObject({
      status: 422,
      code: 'cannot_delete_last_sign_in_verified_credential',
    })
    expect((await signInWithPasskey(host, device)).body.user?.id).toBe(id)
  })

  it("refuses another user's passkey and unknown ones", async () => {
    const bob = await newUser(host)
    await registerPasskey(host, { device, token: bob.token })
    const passkeyId = (await host.call('passkeys.list', { token: bob.token })).body.passkeys[0]?.id
    for (const id of [passkeyId, notHere])
      expect(await host.refuse('passkeys.delete', { token, body: { passkeyId: id } })).toMatchObject(unknownPasskey)
    expect(await host.refuse('passkeys.delete', { token, body: { passkeyId: 'x' } })).toMatchObject(validationFailed)
    expect((await signInWithPasskey(host, device)).body.user?.id).toBe(bob.user.id)
  })
})

describe('a passkey that is a second factor', () => {
  /** Registers one in the first step of a session, which is proved by it. */
  async function registerFactor(origin = appOrigin) {
    const { body: begun } = await host.call('mfaDevices.createPasskey', { token, ...from(origin) })
    const attestation = await device.create(begun.registration, { origin, userVerified: false })
    const { body } = await host.call('mfaDevices.verifyPasskey', {
      token,
      body: { id: begun.id, attestation },
      ...from(origin),
    })
    return { deviceId: begun.id, token: body.jwt ?? '' }
  }

  beforeEach(() => host.mock.settings.patch({ security: { mfa: { enabled: true } } }))

  it('shows in the list and cannot sign in', async () => {
    const factor = await registerFactor()
    expect((await host.call('passkeys.list', { token: factor.token })).body.count).toBe(1)
    const { body: profile } = await host.call('profile.get', { token: factor.token })
    expect(profile.verifiedCredentials).toContainEqual(
      expect.objectContaining({ format: 'passkey', signInEnabled: false }),
    )
    const body = await answerSignIn(host, device)
    expect(await host.refuse('passkeys.signIn', { body, ...page })).toMatchObject(unknownPasskey)
  })

  it('accepts its challenge for its device only', async () => {
    const { body: options } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
    const { body: begun } = await host.call('mfaDevices.createPasskey', { token, ...page })
    const attestation = await device.create(options, { origin: appOrigin })
    expect(
      await host.refuse('mfaDevices.verifyPasskey', { token, body: { id: begun.id, attestation }, ...page }),
    ).toMatchObject(invalidChallenge)
    const { body: again } = await host.call('mfaDevices.createPasskey', { token, ...page })
    const body = await host.mock
      .authenticator()
      .create({ ...options, challenge: again.registration.challenge }, { origin: appOrigin })
    expect(await host.refuse('passkeys.register', { token, body, ...page })).toMatchObject(invalidChallenge)
  })

  /** Returns the input of `passkeys.delete` for the user's only passkey, with a proof of the second factor. */
  async function deletion(session: string, singleUse = true) {
    const { body: options } = await host.call('passkeys.getAuthenticationOptions', { token: session, ...page })
    const answer = await device.get(options, { origin: appOrigin })
    const { body: proved } = await host.call('mfa.authenticatePasskey', {
      token: session,
      body: { ...answer, createMfaToken: { singleUse } },
      ...page,
    })
    const { body: list } = await host.call('passkeys.list', { token: proved.jwt })
    return {
      token: proved.jwt,
      body: { passkeyId: list.passkeys[0]?.id },
      headers: { 'x-mfa-auth-token': proved.mfaToken ?? '' },
    }
  }

  it('is deleted together with its passkey, and another device becomes the default', async () => {
    const factor = await registerFactor()
    const app = await host.mock.create.totp(userId)
    const input = await deletion(factor.token)
    await host.call('passkeys.delete', input)
    expect((await host.call('mfaDevices.list', { token: input.token })).body.devices).toMatchObject([
      { id: app.deviceId, default: true },
    ])
    expect((await host.call('passkeys.list', { token: input.token })).body.count).toBe(0)
  })

  it('is not deleted without a proof of the second factor, or with a forged one', async () => {
    const input = await deletion((await registerFactor()).token)
    await host.mock.clock.advance({ minutes: 11 })
    expect(await host.refuse('passkeys.delete', { ...input, headers: {} })).toMatchObject({
      status: 403,
      code: 'mfa_required',
    })
    expect(
      await host.refuse('passkeys.delete', { ...input, headers: { 'x-mfa-auth-token': 'made-up' } }),
    ).toMatchObject(unauthorized)
    expect((await host.call('passkeys.list', { token: input.token })).body.count).toBe(1)
  })

  it('is not deleted if it is the last one and the environment requires one', async () => {
    const factor = await registerFactor()
    await host.mock.settings.patch({ security: { mfa: { required: true } } })
    const input = await deletion(factor.token)
    expect(await host.refuse('passkeys.delete', input)).toMatchObject(badRequest)
    expect((await host.call('passkeys.list', { token: input.token })).body.count).toBe(1)
  })
})
