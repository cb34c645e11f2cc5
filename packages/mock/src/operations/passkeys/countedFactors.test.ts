import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { appOrigin, from, registerPasskey } from '../../../test/people/passkeyCeremonies.ts'
import { enableMfa } from '../../../test/people/secondFactor.ts'
import type { Authenticator } from '../../control/device/authenticator.ts'

const host = createHost()
const page = from(appOrigin)
const badRequest = { status: 400, code: 'bad_request' }
const mfaRequired = { status: 403, code: 'mfa_required' }

let userId = ''
let device: Authenticator
/** A session of somebody who has an e-mail address and a passkey that signs in. */
let token = ''

beforeEach(async () => {
  device = host.mock.authenticator()
  await host.mock.create.provider({ provider: 'passkey' })
  userId = (await host.mock.create.user({ email: 'ada@example.com' })).id
  token = (await host.mock.signIn(userId)).token
  await registerPasskey(host, { device, token })
  await enableMfa(host)
})

/** Proves the second factor by the passkey. */
async function proved(session: string) {
  const { body: options } = await host.call('passkeys.getAuthenticationOptions', { token: session, ...page })
  const body = { ...(await device.get(options, { origin: appOrigin })), createMfaToken: { singleUse: false } }
  const { body: reply } = await host.call('mfa.authenticatePasskey', { token: session, body, ...page })
  return { token: reply.jwt ?? '', headers: { 'x-mfa-auth-token': reply.mfaToken ?? '' } }
}

const passkeyId = async (session: string) => (await host.call('passkeys.list', { token: session })).body.passkeys[0]?.id
const count = async (session: string) => (await host.call('passkeys.list', { token: session })).body.count
const unlinking = async (session: string) => {
  const { body } = await host.call('profile.get', { token: session })
  return { verifiedCredentialId: body.verifiedCredentials.find(({ format }) => format === 'passkey')?.id }
}

describe('a passkey that signs in, of a user without another second factor', () => {
  it('is required by an action that requires a second factor', async () => {
    await enableMfa(host, { actions: [{ action: 'user.update', required: true }] })
    const change = { body: { firstName: 'Eve' } }
    expect(await host.refuse('profile.update', { token, ...change })).toMatchObject(mfaRequired)
    expect((await host.call('profile.update', { ...(await proved(token)), ...change })).status).toBe(200)
  })

  it('is not required by any action if passkeys are not a second factor', async () => {
    await enableMfa(host, { availableMethods: ['totp'], actions: [{ action: 'user.update', required: true }] })
    expect((await host.call('profile.update', { token, body: { firstName: 'Ada' } })).status).toBe(200)
  })

  it('is deleted and unlinked only with a proof of it', async () => {
    const body = await unlinking(token)
    expect(await host.refuse('passkeys.delete', { token, body: { passkeyId: await passkeyId(token) } })).toMatchObject(
      mfaRequired,
    )
    expect(await host.refuse('walletSignIn.unlink', { token, body })).toMatchObject(mfaRequired)
    const session = await proved(token)
    expect(
      (await host.call('walletSignIn.unlink', { token: session.token, body })).body.user?.verifiedCredentials,
    ).toMatchObject([{ format: 'email' }])
    expect(await count(session.token)).toBe(0)
  })

  it('cannot be deleted in any way if a second factor is required', async () => {
    await enableMfa(host, { required: true })
    const session = await proved(token)
    expect(
      await host.refuse('passkeys.delete', { ...session, body: { passkeyId: await passkeyId(session.token) } }),
    ).toMatchObject(badRequest)
    expect(
      await host.refuse('walletSignIn.unlink', { token: session.token, body: await unlinking(session.token) }),
    ).toMatchObject(badRequest)
    expect(await count(session.token)).toBe(1)
    expect(await unlinking(session.token)).toEqual({ verifiedCredentialId: expect.any(String) })
  })

  it('can be deleted despite a required second factor if another one of an enabled kind remains', async () => {
    await enableMfa(host, { required: true })
    await host.mock.create.totp(userId)
    const session = await proved(token)
    const body = { passkeyId: await passkeyId(session.token) }
    await enableMfa(host, { availableMethods: ['passkey'] })
    expect(await host.refuse('passkeys.delete', { ...session, body })).toMatchObject(badRequest)
    await enableMfa(host, { availableMethods: ['passkey', 'totp'] })
    expect((await host.call('passkeys.delete', { ...session, body })).status).toBe(204)
  })

  it('can be deleted if passkeys are not a second factor', async () => {
    await enableMfa(host, { required: true, availableMethods: ['passkey', 'totp'] })
    const session = await proved(token)
    await enableMfa(host, { availableMethods: ['totp'] })
    expect(
      (
        await host.call('passkeys.delete', {
          token: session.token,
          body: { passkeyId: await passkeyId(session.token) },
        })
      ).status,
    ).toBe(204)
  })
})

describe('mfaDevices.delete while a second factor is required', () => {
  it('deletes the only device of a user with a passkey that signs in, and the recovery codes', async () => {
    await enableMfa(host, { required: true })
    const app = await host.mock.create.totp(userId)
    const session = await proved(token)
    expect((await host.call('mfaDevices.delete', { ...session, params: { mfaDeviceId: app.deviceId } })).status).toBe(
      204,
    )
    expect((await host.call('mfa.listRecoveryCodes', { token: session.token })).body.count).toBe(0)
    expect((await host.mock.signIn(userId)).user.scope).toBe('requiresAdditionalAuth')
  })

  it('keeps the only usable factor, even beside devices of a kind that is off', async () => {
    await enableMfa(host, { required: true })
    const session = await proved(token)
    const app = await host.mock.create.totp(userId)
    await enableMfa(host, { availableMethods: ['totp'] })
    const input = { ...session, params: { mfaDeviceId: app.deviceId } }
    expect(await host.refuse('mfaDevices.delete', input)).toMatchObject(badRequest)
    await enableMfa(host, { availableMethods: ['passkey'] })
    expect((await host.call('mfaDevices.delete', input)).status).toBe(204)
  })
})

describe('unlinking the credential of a passkey that is a second factor only', () => {
  it('deletes the passkey and its device', async () => {
    const { token: session } = await proved(token)
    const { body: begun } = await host.call('mfaDevices.createPasskey', { token: session, ...page })
    const attestation = await host.mock.authenticator().create(begun.registration, { origin: appOrigin })
    const { body: reply } = await host.call('mfaDevices.verifyPasskey', {
      token: session,
      body: { id: begun.id, attestation },
      ...page,
    })
    const credential = reply.user.verifiedCredentials.find(
      ({ format, signInEnabled }) => format === 'passkey' && !signInEnabled,
    )
    const { body } = await host.call('walletSignIn.unlink', {
      token: reply.jwt,
      body: { verifiedCredentialId: credential?.id },
    })
    expect(body.user.verifiedCredentials.map(({ id }) => id)).not.toContain(credential?.id)
    expect(await count(body.jwt ?? '')).toBe(1)
    expect((await host.call('mfaDevices.list', { token: body.jwt })).body.devices).toEqual([])
    expect((await host.mock.signIn(userId)).user.scope).toBe('user:basic')
  })
})
