import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { claimsOf, createAppUser, proveByApp, wrongCode } from '../../../test/people/secondFactor.ts'
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
const invalidCode = { status: 422, code: 'mfa_invalid_code' }
const locked = { status: 422, code: 'too_many_verification_attempts' }

const proved = (session = token, createMfaToken?: { singleUse: boolean }) =>
  proveByApp(host, app, { token: session, createMfaToken })

const scopeSeenByServers = async () => (await host.call('users.get', { params: { userId } })).body.user?.scope

describe('mfa.authenticateTotp', () => {
  it('completes the sign-in with new tokens', async () => {
    const { body: before } = await host.call('profile.get', { token })
    const { body } = await host.call('mfa.authenticateTotp', { token, body: { code: app.code() } })
    expect(body).not.toHaveProperty('mfaToken')
    expect(body.user).toMatchObject({ scope: 'user:basic', sessionId: before.sessionId, newUser: false })
    expect(claimsOf(body.jwt)).toMatchObject({ scope: 'user:basic', sid: before.sessionId })
    expect(claimsOf(body.jwt).jti).not.toBe(claimsOf(token).jti)
    expect(await scopeSeenByServers()).toBe('user:basic')
    expect((await host.call('mfa.listRecoveryCodes', { token: body.jwt })).body.count).toBe(10)
  })

  it('revokes the tokens of the first step at once', async () => {
    const { token: upgraded } = await proved()
    expect(await host.refuse('profile.get', { token })).toMatchObject({ status: 401, code: 'token_revoked' })
    expect((await host.call('profile.get', { token: upgraded })).status).toBe(200)
  })

  it('does not complete another session of the user', async () => {
    const other = await host.mock.signIn(userId)
    await proved()
    expect(await host.refuse('mfa.listRecoveryCodes', { token: other.token })).toMatchObject(mfaRequired)
  })

  it('stays in effect after a refresh', async () => {
    const { token: upgraded } = await proved()
    expect((await host.call('sessions.refresh', { token: upgraded })).body.user.scope).toBe('user:basic')
  })

  it('accepts the codes of the previous and the next step, and no others', async () => {
    const code = app.code()
    await host.mock.clock.advance({ seconds: 60 })
    expect(await host.refuse('mfa.authenticateTotp', { token, body: { code } })).toMatchObject(invalidCode)
    const previous = app.code()
    await host.mock.clock.advance({ seconds: 30 })
    expect((await host.call('mfa.authenticateTotp', { token, body: { code: previous } })).status).toBe(200)
    await host.mock.clock.advance({ minutes: 10 })
    const late = (await host.mock.signIn(userId)).token
    await host.mock.clock.advance({ seconds: 30 })
    const next = app.code()
    await host.mock.clock.set(host.mock.clock.now() - 30_000)
    expect((await host.call('mfa.authenticateTotp', { token: late, body: { code: next } })).status).toBe(200)
  })

  it('accepts a code once, even in another session', async () => {
    const code = app.code()
    const { body } = await host.call('mfa.authenticateTotp', { token, body: { code } })
    expect(await host.refuse('mfa.authenticateTotp', { token: body.jwt, body: { code } })).toMatchObject(invalidCode)
    const other = await host.mock.signIn(userId)
    expect(await host.refuse('mfa.authenticateTotp', { token: other.token, body: { code } })).toMatchObject(invalidCode)
  })

  it('refuses a code that is older than an accepted one', async () => {
    const earlier = app.code()
    await proved()
    const other = await host.mock.signIn(userId)
    expect(await host.refuse('mfa.authenticateTotp', { token: other.token, body: { code: earlier } })).toMatchObject(
      invalidCode,
    )
  })

  it('accepts codes of any app of the user, or of the given app only', async () => {
    const second = await host.mock.create.totp(userId)
    const id = app.deviceId
    expect(await host.refuse('mfa.authenticateTotp', { token, body: { id, code: second.code() } })).toMatchObject(
      invalidCode,
    )
    const { body } = await host.call('mfa.authenticateTotp', { token, body: { code: second.code() } })
    expect((await host.call('mfa.authenticateTotp', { token: body.jwt, body: { id, code: app.code() } })).status).toBe(
      200,
    )
  })

  it('does not find an unknown, unverified or foreign device, nor any for a user without one', async () => {
    const other = await host.mock.create.user({ email: 'grace@example.com' })
    const foreign = await host.mock.create.totp(other.id)
    const { token: upgraded } = await proved()
    const { body: pending } = await host.call('mfaDevices.createTotp', { token: upgraded })
    for (const [id, code] of [
      [foreign.deviceId, foreign.code()],
      ['00000000-0000-7000-8000-00000000dead', app.code()],
      [pending.id, host.mock.totpCode(pending.secret)],
    ]) {
      expect(await host.refuse('mfa.authenticateTotp', { token: upgraded, body: { id, code } })).toMatchObject({
        status: 422,
        code: 'mfa_device_not_found',
      })
    }
    expect(
      await host.refuse('mfa.authenticateTotp', { token: upgraded, body: { code: foreign.code() } }),
    ).toMatchObject(invalidCode)
    const without = await host.mock.signIn(await host.mock.create.user({ email: 'joan@example.com' }))
    expect(await host.refuse('mfa.authenticateTotp', { token: without.token, body: { code: '123456' } })).toMatchObject(
      { status: 422, code: 'mfa_device_not_found' },
    )
  })

  it.each(['', '12345', '1234567', 'abcdef', '12 34 56'])('refuses "%s", which is no code', async (code) => {
    expect(await host.refuse('mfa.authenticateTotp', { token, body: { code } })).toMatchObject(invalidCode)
  })

  it('locks for five minutes after five wrong codes in a row, the right one included', async () => {
    const wrong = { token, body: { code: wrongCode(app.code()) } }
    for (let tried = 0; tried < 5; tried++)
      expect(await host.refuse('mfa.authenticateTotp', wrong)).toMatchObject(invalidCode)
    const refusal = await host.refuse('mfa.authenticateTotp', { token, body: { code: app.code() } })
    expect(refusal).toMatchObject(locked)
    expect(refusal.headers.get('retry-after')).toBe('300')
    await host.mock.clock.advance({ seconds: 299 })
    expect(await host.refuse('mfa.authenticateTotp', { token, body: { code: app.code() } })).toMatchObject(locked)
    await host.mock.clock.advance({ seconds: 1 })
    expect((await host.call('mfa.authenticateTotp', { token, body: { code: app.code() } })).status).toBe(200)
  })

  it('locks again with each wrong code until a right one is entered', async () => {
    for (let tried = 0; tried < 5; tried++)
      await host.refuse('mfa.authenticateTotp', { token, body: { code: wrongCode(app.code()) } })
    await host.mock.clock.advance({ minutes: 5 })
    expect(await host.refuse('mfa.authenticateTotp', { token, body: { code: wrongCode(app.code()) } })).toMatchObject(
      invalidCode,
    )
    expect(await host.refuse('mfa.authenticateTotp', { token, body: { code: app.code() } })).toMatchObject(locked)
    await host.mock.clock.advance({ minutes: 5 })
    const { token: upgraded } = await proved()
    for (let tried = 0; tried < 4; tried++)
      await host.refuse('mfa.authenticateTotp', { token: upgraded, body: { code: wrongCode(app.code()) } })
    expect((await proved(upgraded)).token).not.toBe('')
  })

  it("counts the user's wrong codes of all apps, sessions and recovery codes together", async () => {
    const other = await host.mock.signIn(userId)
    const wrong = wrongCode(app.code())
    for (const session of [token, other.token]) {
      await host.refuse('mfa.authenticateTotp', { token: session, body: { code: wrong } })
      await host.refuse('mfa.authenticateRecoveryCode', { token: session, body: { code: 'AAAAA-AAAAA' } })
    }
    await host.refuse('mfa.authenticateTotp', { token, body: { id: app.deviceId, code: wrong } })
    expect(await host.refuse('mfa.authenticateRecoveryCode', { token, body: { code: 'AAAAA-AAAAA' } })).toMatchObject(
      locked,
    )
    const { id } = await host.mock.create.user({ email: 'grace@example.com' })
    const theirs = await host.mock.create.totp(id)
    const { token: free } = await host.mock.signIn(id)
    expect((await host.call('mfa.authenticateTotp', { token: free, body: { code: theirs.code() } })).status).toBe(200)
  })

  it('refuses a person that a gate now refuses, and leaves the code unused', async () => {
    await host.mock.create.gate({ outcome: 'siteAccess' })
    const code = app.code()
    expect(await host.refuse('mfa.authenticateTotp', { token, body: { code } })).toMatchObject({
      status: 403,
      code: 'gate_access_required',
    })
    expect((await host.call('profile.get', { token })).body.scope).toBe('requiresAdditionalAuth')
    const { body: gates } = await host.call('gates.list')
    for (const { id } of gates.gates ?? []) await host.call('gates.delete', { params: { gateId: id } })
    expect((await host.call('mfa.authenticateTotp', { token, body: { code } })).status).toBe(200)
  })

  it('refuses a missing or ended session, one of another environment, and a malformed body', async () => {
    const { live } = host.mock.defaults.environments
    const foreign = await host.mock.signIn(
      await host.mock.create.user({ email: 'ada@example.com' }, { environmentId: live.id }),
    )
    const body = { code: app.code() }
    for (const bad of [null, foreign.token, 'no-token'])
      expect(await host.refuse('mfa.authenticateTotp', { token: bad, body })).toMatchObject(unauthorized)
    for (const bad of [
      {},
      { code: 123456 },
      { ...body, id: 'no-uuid' },
      { ...body, createMfaToken: {} },
      { ...body, remember: true },
    ]) {
      expect(await host.refuse('mfa.authenticateTotp', { token, body: bad })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
    expect(
      (await host.refuse('mfa.authenticateTotp', { token, body: '{}', headers: { 'content-type': 'text/plain' } }))
        .status,
    ).toBe(415)
    await host.call('sessions.revoke', { token })
    expect(await host.refuse('mfa.authenticateTotp', { token, body })).toMatchObject({
      status: 401,
      code: 'session_revoked',
    })
  })
})
