import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { claimsOf, enableMfa } from '../../../test/people/secondFactor.ts'
import type { Authenticator } from '../../control/device/authenticator.ts'

const host = createHost()
/**
 * Where the ceremonies take place: the page that the tests run on, if they do, since a page cannot choose its `Origin`.
 */
const origin = typeof location === 'object' ? location.origin : 'https://app.example.com'
let userId = ''
let token = ''
let device: Authenticator

beforeEach(async () => {
  await enableMfa(host)
  await host.mock.create.origin(origin)
  userId = (await host.mock.create.user({ email: 'ada@example.com' })).id
  token = (await host.mock.signIn(userId)).token
  device = host.mock.authenticator()
})

const mfaRequired = { status: 403, code: 'mfa_required' }
const unauthorized = { status: 401, code: 'unauthorized' }
const invalidRequest = { status: 422, code: 'mfa_invalid_request' }
const noDevice = { status: 422, code: 'mfa_device_not_found' }

/** Returns the body of `mfaDevices.verifyPasskey`. */
async function attestation(session = token, at = origin) {
  const { body } = await host.call('mfaDevices.createPasskey', { token: session })
  return { id: body.id, attestation: await device.create(body.registration, { origin: at }) }
}

/** Registers the passkey of the device, and gives the session's new token. */
async function register(session = token) {
  const body = await attestation(session)
  const { body: reply } = await host.call('mfaDevices.verifyPasskey', { token: session, body })
  return { id: body.id, token: reply.jwt ?? '', user: reply.user }
}

/** Returns the body of `mfa.authenticatePasskey`. */
async function assertion(session: string) {
  const { body } = await host.call('passkeys.getAuthenticationOptions', { token: session })
  return device.get(body, { origin })
}

const listed = async (session: string) => (await host.call('mfaDevices.list', { token: session })).body.devices

describe('registering a passkey as a second factor', () => {
  it('begins with a pending device, and options for the browser', async () => {
    const { body } = await host.call('mfaDevices.createPasskey', { token })
    expect(body).toMatchObject({
      type: 'passkey',
      registration: {
        rp: { id: new URL(origin).hostname, name: 'My app, sandbox' },
        user: { name: 'ada@example.com' },
        excludeCredentials: [],
      },
    })
    expect(await listed(token)).toMatchObject([{ id: body.id, type: 'passkey', verified: false, default: false }])
  })

  it('shows the name that the user gives the passkey wherever the device is shown', async () => {
    const { id, token: upgraded } = await register()
    const seen = async () => [
      ...(await listed(upgraded)),
      (await host.call('mfaDevices.get', { token: upgraded, params: { mfaDeviceId: id } })).body,
      ...(await host.call('mfa.listMethods', { token: upgraded })).body.devices,
      ...((await host.call('users.get', { params: { userId } })).body.user?.mfaDevices ?? []),
    ]
    for (const shown of await seen()) expect(shown).not.toHaveProperty('alias')
    const [passkey] = (await host.call('passkeys.list', { token: upgraded })).body.passkeys
    const alias = "Ada's key"
    await host.call('passkeys.update', { token: upgraded, body: { id: String(passkey?.id), alias } })
    expect(await seen()).toMatchObject([
      { id, alias },
      { id, alias },
      { id, alias },
      { id, alias },
    ])
  })

  it('shows no name that another user tried to give', async () => {
    const { token: upgraded } = await register()
    const [passkey] = (await host.call('passkeys.list', { token: upgraded })).body.passkeys
    const { id: otherId } = await host.mock.create.user({ email: 'grace@example.com' })
    const { token: theirs } = await host.mock.signIn(otherId)
    const body = { id: String(passkey?.id), alias: 'Mine' }
    expect((await host.refuse('passkeys.update', { token: theirs, body })).status).toBe(404)
    expect((await listed(upgraded))[0]).not.toHaveProperty('alias')
  })

  it("lists the user's passkeys by id and type, without other data", async () => {
    const { token: upgraded } = await register()
    const answer = await assertion(upgraded)
    const { body: proof } = await host.call('mfa.authenticatePasskey', {
      token: upgraded,
      body: { ...answer, createMfaToken: { singleUse: true } },
    })
    const { body } = await host.call('mfaDevices.createPasskey', {
      token: proof.jwt,
      headers: { 'x-mfa-auth-token': proof.mfaToken ?? '' },
    })
    expect(body.registration?.excludeCredentials).toEqual([{ id: answer.id, type: 'public-key' }])
  })

  it('ends with a verified device and a complete session', async () => {
    const { id, token: upgraded, user } = await register()
    expect(user.scope).toBe('user:basic')
    expect(claimsOf(upgraded).jti).not.toBe(claimsOf(token).jti)
    expect(await host.refuse('profile.get', { token })).toMatchObject({ status: 401, code: 'token_revoked' })
    expect(await listed(upgraded)).toMatchObject([{ id, type: 'passkey', verified: true, default: true }])
    expect((await host.call('users.get', { params: { userId } })).body.user?.mfaDevices).toMatchObject([
      { id, verified: true },
    ])
    expect((await host.mock.signIn(userId)).user.scope).toBe('requiresAdditionalAuth')
  })

  it('creates no recovery codes, which come with the first authenticator app', async () => {
    const { token: upgraded } = await register()
    expect((await host.call('mfa.listRecoveryCodes', { token: upgraded })).body.count).toBe(0)
    expect((await host.refuse('mfa.createRecoveryCodes', { token: upgraded })).status).toBe(404)
    await host.mock.create.totp(userId)
    expect((await host.call('mfa.listRecoveryCodes', { token: upgraded })).body.count).toBe(10)
  })

  it('deletes the recovery codes with the authenticator app that they replace', async () => {
    const { token: upgraded } = await register()
    const { deviceId } = await host.mock.create.totp(userId)
    const { body } = await host.call('mfa.authenticatePasskey', {
      token: upgraded,
      body: { ...(await assertion(upgraded)), createMfaToken: { singleUse: true } },
    })
    await host.call('mfaDevices.delete', {
      token: body.jwt,
      params: { mfaDeviceId: deviceId },
      headers: { 'x-mfa-auth-token': body.mfaToken ?? '' },
    })
    expect((await host.call('mfa.listRecoveryCodes', { token: body.jwt })).body).toEqual({
      count: 0,
      recoveryCodes: [],
    })
    expect((await host.call('profile.get', { token: body.jwt })).body.mfaBackupCodeAcknowledgement ?? null).toBeNull()
  })

  it('is refused on a page that the environment does not list', async () => {
    const headers = { origin: 'https://elsewhere.example.com' }
    expect(await host.refuse('mfaDevices.createPasskey', { token, headers })).toMatchObject({
      status: 400,
      code: 'bad_request',
    })
    expect(await listed(token)).toEqual([])
  })

  it('refuses a person who was put on a blocking list after the first step, and uses up the challenge', async () => {
    await register()
    const { token: open } = await host.mock.signIn(userId)
    const body = await assertion(open)
    const list = await host.mock.create.allowlist({ outcome: 'block' })
    await host.mock.create.allowlistEntry(list.id ?? '', { email: 'ada@example.com' })
    expect(await host.refuse('mfa.authenticatePasskey', { token: open, body })).toMatchObject({
      status: 403,
      code: 'allowlist_blocked',
    })
    await host.call('allowlists.disable', { params: { allowlistId: list.id } })
    expect(await host.refuse('mfa.authenticatePasskey', { token: open, body })).toMatchObject({
      status: 422,
      code: 'invalid_verification',
    })
    expect(
      (await host.call('mfa.authenticatePasskey', { token: open, body: await assertion(open) })).body.user.scope,
    ).toBe('user:basic')
  })

  it('creates a passkey that cannot sign in', async () => {
    await register()
    await host.mock.create.provider({ provider: 'passkey' })
    const { body: options } = await host.call('passkeys.getSignInOptions')
    const answer = await device.get(options, { origin })
    expect(await host.refuse('passkeys.signIn', { body: answer })).toMatchObject({
      status: 422,
      code: 'passkey_not_found',
    })
  })

  it('replaces a pending device by another one', async () => {
    const former = await attestation()
    const latter = await attestation()
    expect(await host.refuse('mfaDevices.verifyPasskey', { token, body: former })).toMatchObject(noDevice)
    expect((await host.call('mfaDevices.verifyPasskey', { token, body: latter })).status).toBe(200)
  })

  it('refuses an answer to another challenge, from another page, and a replayed one', async () => {
    const former = await attestation()
    const { id } = (await host.call('mfaDevices.createPasskey', { token })).body
    expect(await host.refuse('mfaDevices.verifyPasskey', { token, body: { ...former, id } })).toMatchObject({
      status: 422,
      code: 'invalid_verification',
    })
    const elsewhere = await attestation(token, 'https://evil.example.net')
    expect((await host.refuse('mfaDevices.verifyPasskey', { token, body: elsewhere })).status).toBe(422)
    const body = await attestation()
    const { body: reply } = await host.call('mfaDevices.verifyPasskey', { token, body })
    expect(await host.refuse('mfaDevices.verifyPasskey', { token: reply.jwt, body })).toMatchObject(noDevice)
    expect(await listed(reply.jwt ?? '')).toHaveLength(1)
  })

  it('refuses an answer after five minutes', async () => {
    const body = await attestation()
    await host.mock.clock.advance({ minutes: 5 })
    expect(await host.refuse('mfaDevices.verifyPasskey', { token, body })).toMatchObject({
      status: 422,
      code: 'invalid_verification',
    })
  })

  it("refuses another user's answer, a call without a session, and a malformed body", async () => {
    const body = await attestation()
    const other = await host.mock.signIn(await host.mock.create.user({ email: 'grace@example.com' }))
    expect(await host.refuse('mfaDevices.verifyPasskey', { token: other.token, body })).toMatchObject(noDevice)
    expect(await host.refuse('mfaDevices.verifyPasskey', { token: null, body })).toMatchObject(unauthorized)
    expect(await host.refuse('mfaDevices.createPasskey', { token: null })).toMatchObject(unauthorized)
    for (const bad of [
      { id: body.id },
      { ...body, id: 'no-uuid' },
      { ...body, attestation: { ...body.attestation, response: {} } },
    ]) {
      expect(await host.refuse('mfaDevices.verifyPasskey', { token, body: bad })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
  })

  it('refuses if passkeys are not a second factor', async () => {
    const body = await attestation()
    await enableMfa(host, { availableMethods: ['totp'] })
    expect(await host.refuse('mfaDevices.createPasskey', { token })).toMatchObject(invalidRequest)
    expect(await host.refuse('mfaDevices.verifyPasskey', { token, body })).toMatchObject(invalidRequest)
  })

  it('completes a sign-in that needs a second factor, and is refused if the user already has one', async () => {
    await enableMfa(host, { required: true })
    const former = await attestation()
    const { user } = await register()
    expect(user.scope).toBe('user:basic')
    const { token: open } = await host.mock.signIn(userId)
    expect(await host.refuse('mfaDevices.createPasskey', { token: open })).toMatchObject(mfaRequired)
    expect(await host.refuse('mfaDevices.verifyPasskey', { token: open, body: former })).toMatchObject(mfaRequired)
  })

  it('refuses a person that a gate now refuses, and stores nothing', async () => {
    const body = await attestation()
    await host.mock.create.gate({ outcome: 'siteAccess' })
    expect(await host.refuse('mfaDevices.verifyPasskey', { token, body })).toMatchObject({
      status: 403,
      code: 'gate_access_required',
    })
    expect(host.mock.export().tables.passkeys).toEqual([])
    expect(await listed(token)).toMatchObject([{ verified: false }])
  })
})

describe('mfa.authenticatePasskey', () => {
  it('completes a sign-in, with a proof for further actions', async () => {
    const { id } = await register()
    const { token: open } = await host.mock.signIn(userId)
    const { body } = await host.call('mfa.authenticatePasskey', {
      token: open,
      body: { ...(await assertion(open)), createMfaToken: { singleUse: true } },
    })
    expect(body.user.scope).toBe('user:basic')
    expect(await host.refuse('profile.get', { token: open })).toMatchObject({ status: 401, code: 'token_revoked' })
    const headers = { 'x-mfa-auth-token': body.mfaToken ?? '' }
    expect(
      (await host.call('mfaDevices.delete', { token: body.jwt, params: { mfaDeviceId: id }, headers })).status,
    ).toBe(204)
  })

  it('accepts a passkey for signing in, which is not a device', async () => {
    await host.mock.create.provider({ provider: 'passkey' })
    const { body: creation } = await host.call('passkeys.getRegistrationOptions', { token })
    const { response, ...rest } = await device.create(creation, { origin })
    const { clientDataJSON: _, ...spelled } = response
    await host.call('passkeys.register', { token, body: { ...rest, response: spelled } })
    await enableMfa(host, { required: true })
    const { token: open, user } = await host.mock.signIn(userId)
    expect(user.scope).toBe('requiresAdditionalAuth')
    expect((await host.call('mfa.listMethods', { token: open })).body).toMatchObject({
      devices: [],
      passkeys: [{ origin }],
      userHasVerifiedMfaMethods: true,
    })
    expect(await host.refuse('mfaDevices.createTotp', { token: open })).toMatchObject(mfaRequired)
    expect(
      (await host.call('mfa.authenticatePasskey', { token: open, body: await assertion(open) })).body.user.scope,
    ).toBe('user:basic')
  })

  it('accepts an answer once, and only within five minutes', async () => {
    await register()
    const { token: open } = await host.mock.signIn(userId)
    const answer = await assertion(open)
    const { body } = await host.call('mfa.authenticatePasskey', { token: open, body: answer })
    expect(await host.refuse('mfa.authenticatePasskey', { token: body.jwt, body: answer })).toMatchObject({
      status: 422,
      code: 'invalid_verification',
    })
    const late = await assertion(body.jwt ?? '')
    await host.mock.clock.advance({ minutes: 5 })
    expect(await host.refuse('mfa.authenticatePasskey', { token: body.jwt, body: late })).toMatchObject({
      status: 422,
      code: 'invalid_verification',
    })
  })

  it("refuses another user's passkey, and an answer that was changed", async () => {
    await register()
    const { id } = await host.mock.create.user({ email: 'grace@example.com' })
    const { token: theirs } = await host.mock.signIn(id)
    const { token: open } = await host.mock.signIn(userId)
    const answer = await assertion(open)
    expect((await host.refuse('mfa.authenticatePasskey', { token: theirs, body: answer })).status).toBe(422)
    expect((await host.call('profile.get', { token: open })).body.scope).toBe('requiresAdditionalAuth')
    const changed = await assertion(open)
    const signature = changed.response.signature.replace(/.{4}$/, (end) => (end === 'AAAA' ? 'BBBB' : 'AAAA'))
    expect(
      await host.refuse('mfa.authenticatePasskey', {
        token: open,
        body: { ...changed, response: { ...changed.response, signature } },
      }),
    ).toMatchObject({ status: 422, code: 'other_verify_failure' })
  })

  it('refuses a passkey whose device was deleted', async () => {
    const { id, token: upgraded } = await register()
    const { body: reply } = await host.call('mfa.authenticatePasskey', {
      token: upgraded,
      body: { ...(await assertion(upgraded)), createMfaToken: { singleUse: true } },
    })
    const before = await assertion(reply.jwt ?? '')
    await host.call('mfaDevices.delete', {
      token: reply.jwt,
      params: { mfaDeviceId: id },
      headers: { 'x-mfa-auth-token': reply.mfaToken ?? '' },
    })
    expect(await host.refuse('mfa.authenticatePasskey', { token: reply.jwt, body: before })).toMatchObject({
      status: 422,
      code: 'passkey_not_found',
    })
    expect((await host.call('mfa.listMethods', { token: reply.jwt })).body).toEqual({
      devices: [],
      passkeys: [],
      userHasVerifiedMfaMethods: false,
    })
    expect(host.mock.export().tables.passkeys).toEqual([])
  })

  it('refuses if passkeys are not a second factor, without a session, and with a malformed body', async () => {
    await register()
    const { token: open } = await host.mock.signIn(userId)
    const answer = await assertion(open)
    expect(await host.refuse('mfa.authenticatePasskey', { token: null, body: answer })).toMatchObject(unauthorized)
    expect(await host.refuse('mfa.authenticatePasskey', { token: open, body: { id: answer.id } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    await enableMfa(host, { availableMethods: ['totp'] })
    expect(await host.refuse('mfa.authenticatePasskey', { token: open, body: answer })).toMatchObject(invalidRequest)
  })
})
