import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  claimsOf,
  createAppUser,
  enableMfa,
  firstStepToken,
  proveByApp,
  readRecoveryCodes,
} from '../../../test/people/secondFactor.ts'
import type { AuthenticatorApp } from '../../control/objects/create/userFactories.ts'

const host = createHost()
let userId = ''
let app: AuthenticatorApp
let token = ''

beforeEach(async () => {
  ;({ userId, app, token } = await createAppUser(host))
})

const mfaRequired = { status: 403, code: 'mfa_required' }
const unauthorized = { status: 401, code: 'unauthorized' }
const invalidRequest = { status: 422, code: 'mfa_invalid_request' }

const proved = (session = token, createMfaToken?: { singleUse: boolean }) =>
  proveByApp(host, app, { token: session, createMfaToken })

const scopeSeenByServers = async () => (await host.call('users.get', { params: { userId } })).body.user?.scope

describe('a session that waits for its second factor', () => {
  it('is shown as such to the user, to servers and in its tokens', async () => {
    const { body } = await host.call('sessions.refresh', { token })
    expect(body.user.scope).toBe('requiresAdditionalAuth')
    expect(claimsOf(body.jwt).scope).toBe('requiresAdditionalAuth')
    expect(claimsOf(body.mfaToken)).toMatchObject({
      scope: 'requiresAdditionalAuth',
      sub: userId,
      sid: body.user.sessionId,
    })
    expect((await host.call('profile.get', { token: body.jwt })).body.scope).toBe('requiresAdditionalAuth')
    expect(await scopeSeenByServers()).toBe('requiresAdditionalAuth')
  })

  it('can do nothing but the second step', async () => {
    for (const id of ['mfa.listRecoveryCodes', 'mfa.createRecoveryCodes'] as const)
      expect(await host.refuse(id, { token }), id).toMatchObject(mfaRequired)
    expect(
      await host.refuse('mfaDevices.update', { token, params: { mfaDeviceId: app.deviceId }, body: { default: true } }),
    ).toMatchObject(mfaRequired)
    expect(await host.refuse('mfaDevices.delete', { token, params: { mfaDeviceId: app.deviceId } })).toMatchObject(
      mfaRequired,
    )
    expect(await host.refuse('profile.update', { token, body: { firstName: 'Eve' } })).toMatchObject(mfaRequired)
    for (const id of ['mfa.listMethods', 'mfaDevices.list', 'profile.get', 'sessions.check'] as const)
      expect((await host.call(id, { token })).status, id).toBeLessThan(300)
  })

  it('has a first-step token for the second step only', async () => {
    const { mfaToken } = await firstStepToken(host, token)
    for (const id of [
      'profile.get',
      'sessions.check',
      'sessions.refresh',
      'sessions.revoke',
      'mfa.listRecoveryCodes',
      'mfa.createRecoveryCodes',
    ] as const) {
      expect(await host.refuse(id, { token: mfaToken }), id).toMatchObject(unauthorized)
    }
    expect((await host.call('mfaDevices.list', { token: mfaToken })).body.count).toBe(1)
    const { body } = await host.call('mfa.authenticateTotp', { token: mfaToken, body: { code: app.code() } })
    expect(body.user.scope).toBe('user:basic')
    expect(await host.refuse('mfaDevices.list', { token: mfaToken })).toMatchObject({
      status: 401,
      code: 'token_revoked',
    })
  })

  it('is complete at once if second factors are off', async () => {
    await host.mock.settings.patch({ security: { mfa: { enabled: false } } })
    expect((await host.call('profile.get', { token })).body.scope).toBe('user:basic')
    expect(await host.refuse('mfa.authenticateTotp', { token, body: { code: app.code() } })).toMatchObject(
      invalidRequest,
    )
  })

  it('is complete at once if the only device is of a kind that is off', async () => {
    await enableMfa(host, { availableMethods: ['passkey'] })
    expect((await host.call('profile.get', { token })).body.scope).toBe('user:basic')
    await enableMfa(host, { availableMethods: ['totp'], methods: [{ type: 'totp', enabled: false }] })
    expect((await host.call('profile.get', { token })).body.scope).toBe('user:basic')
  })
})

describe('mfa.listMethods', () => {
  it('lists verified devices, pending ones on request, and whether anything is verified', async () => {
    const { token: upgraded } = await proved()
    const { body: pending } = await host.call('mfaDevices.createTotp', { token: upgraded })
    const { body } = await host.call('mfa.listMethods', { token: upgraded })
    expect(body).toMatchObject({
      devices: [{ id: app.deviceId, type: 'totp', verified: true, default: true }],
      passkeys: [],
      userHasVerifiedMfaMethods: true,
    })
    const { body: all } = await host.call('mfa.listMethods', { token: upgraded, query: { verifiedOnly: false } })
    expect(all.devices.map(({ id }) => id)).toEqual([app.deviceId, pending.id])
  })

  it('lists nothing for a user without a second factor, and no devices of a kind that is off', async () => {
    const without = await host.mock.signIn(await host.mock.create.user({ email: 'grace@example.com' }))
    expect((await host.call('mfa.listMethods', { token: without.token })).body).toEqual({
      devices: [],
      passkeys: [],
      userHasVerifiedMfaMethods: false,
    })
    await enableMfa(host, { availableMethods: ['passkey'] })
    expect((await host.call('mfa.listMethods', { token })).body).toEqual({
      devices: [],
      passkeys: [],
      userHasVerifiedMfaMethods: false,
    })
  })

  it('refuses a filter that is not a boolean, and a call without a session', async () => {
    expect(await host.refuse('mfa.listMethods', { token, query: { verifiedOnly: 'maybe' } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect(await host.refuse('mfa.listMethods', { token: null })).toMatchObject(unauthorized)
  })
})

describe('the token of the second step for further actions', () => {
  /** Further apps, which can be deleted with it. */
  const extra = async () => (await host.mock.create.totp(userId)).deviceId
  const remove = async (mfaDeviceId: string, session: string, mfaToken = '') =>
    host.send('mfaDevices.delete', {
      token: session,
      params: { mfaDeviceId },
      headers: { 'x-mfa-auth-token': mfaToken },
    })

  it('is valid once if the request asked for that', async () => {
    const { token: upgraded, mfaToken } = await proved(token, { singleUse: true })
    expect((await remove(await extra(), upgraded, mfaToken)).status).toBe(204)
    expect(await remove(await extra(), upgraded, mfaToken)).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    })
  })

  it('is not used up by an action that fails', async () => {
    const { token: upgraded, mfaToken } = await proved(token, { singleUse: true })
    const other = await extra()
    expect((await remove(app.deviceId, upgraded, mfaToken)).status).toBe(400)
    expect((await remove(other, upgraded, mfaToken)).status).toBe(204)
  })

  it('is valid for ten minutes otherwise', async () => {
    const { token: upgraded, mfaToken } = await proved(token, { singleUse: false })
    expect((await remove(await extra(), upgraded, mfaToken)).status).toBe(204)
    await host.mock.clock.advance({ seconds: 599 })
    expect((await remove(await extra(), upgraded, mfaToken)).status).toBe(204)
    await host.mock.clock.advance({ seconds: 1 })
    expect((await remove(await extra(), upgraded, mfaToken)).status).toBe(401)
  })

  it('is required for a change of the profile if the settings say so', async () => {
    await enableMfa(host, { actions: [{ action: 'user.update', required: true }] })
    const { token: upgraded, mfaToken = '' } = await proved(token, { singleUse: true })
    const change = { token: upgraded, body: { firstName: 'Ada' } }
    expect(await host.refuse('profile.update', change)).toMatchObject(mfaRequired)
    const headers = { 'x-mfa-auth-token': mfaToken }
    expect((await host.call('profile.update', { ...change, headers })).body.user?.firstName).toBe('Ada')
    expect((await host.refuse('profile.update', { ...change, headers })).status).toBe(401)
  })

  it('is valid in its session only, and is not the token of the first step', async () => {
    const { mfaToken } = await proved(token, { singleUse: false })
    const { token: second, mfaToken: firstStep } = await firstStepToken(host, (await host.mock.signIn(userId)).token)
    const { token: other } = await proved(second)
    for (const foreign of [mfaToken, firstStep, other])
      expect((await remove(await extra(), other, foreign)).status).toBe(401)
  })

  it('is also issued for a recovery code', async () => {
    const { token: upgraded } = await proved()
    const [code = ''] = await readRecoveryCodes(host, upgraded)
    const { body } = await host.call('mfa.authenticateRecoveryCode', {
      token: upgraded,
      body: { code, createMfaToken: { singleUse: true } },
    })
    expect((await remove(await extra(), body.jwt ?? '', body.mfaToken)).status).toBe(204)
  })
})
