import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { claimsOf, enableMfa, firstStepToken, registerApp, wrongCode } from '../../../test/people/secondFactor.ts'

const host = createHost()
let userId = ''
let token = ''

beforeEach(async () => {
  await enableMfa(host)
  userId = (await host.mock.create.user({ email: 'ada@example.com' })).id
  token = (await host.mock.signIn(userId)).token
})

const unknownId = '00000000-0000-7000-8000-00000000dead'
const mfaRequired = { status: 403, code: 'mfa_required' }
const unauthorized = { status: 401, code: 'unauthorized' }
const invalidRequest = { status: 422, code: 'mfa_invalid_request' }
const noDevice = { status: 422, code: 'mfa_device_not_found' }

const register = (session = token) => registerApp(host, session)

const devices = async (session: string) => (await host.call('mfaDevices.list', { token: session })).body.devices
const shownToServers = async () => (await host.call('users.get', { params: { userId } })).body.user

describe('registering an authenticator app', () => {
  it('begins with a pending device, its secret, and a URL for a QR code', async () => {
    const { body } = await host.call('mfaDevices.createTotp', { token })
    const uri = new URL(body.uri)
    expect(body.type).toBe('totp')
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/My app, sandbox:ada@example.com',
    ])
    expect(Object.fromEntries(uri.searchParams)).toEqual({ secret: body.secret, issuer: 'My app, sandbox' })
    expect(await devices(token)).toEqual([
      {
        id: body.id,
        type: 'totp',
        verified: false,
        createdAt: '2026-01-15T09:30:00.000Z',
        verifiedAt: null,
        default: false,
      },
    ])
  })

  it('ends with a verified device, which is the default and shown everywhere', async () => {
    const { device, id } = await register()
    expect(device).toEqual({
      id,
      type: 'totp',
      verified: true,
      createdAt: '2026-01-15T09:30:00.000Z',
      verifiedAt: '2026-01-15T09:30:00.000Z',
      default: true,
    })
    expect((await host.call('mfaDevices.get', { token, params: { mfaDeviceId: id } })).body).toEqual(device)
    expect(await devices(token)).toEqual([device])
    expect((await shownToServers())?.mfaDevices).toEqual([device])
    expect((await host.call('users.list')).body.users?.[0]?.mfaDevices).toEqual([device])
  })

  it('is refused for an eleventh app', async () => {
    await register()
    for (let count = 2; count <= 9; count++) await host.mock.create.totp(userId)
    await host.mock.clock.advance({ minutes: 1 })
    await register()
    expect(await host.refuse('mfaDevices.createTotp', { token })).toMatchObject(invalidRequest)
    expect(await devices(token)).toHaveLength(10)
    await expect(host.mock.create.totp(userId)).rejects.toMatchObject({ key: 'tooManyTotpDevices' })
  })

  it('counts as the second step of its session only', async () => {
    const other = await host.mock.signIn(userId)
    await register()
    expect((await host.call('profile.get', { token })).body.scope).toBe('user:basic')
    expect((await host.call('mfa.listRecoveryCodes', { token })).body.count).toBe(10)
    expect(await host.refuse('mfa.listRecoveryCodes', { token: other.token })).toMatchObject(mfaRequired)
    expect((await host.mock.signIn(userId)).user.scope).toBe('requiresAdditionalAuth')
  })

  it('emits one event about the changed user, and returns the recovery codes to save', async () => {
    await register()
    const changed = (await host.call('events.list')).body.filter(({ eventName }) => eventName === 'user.updated')
    expect(changed).toMatchObject([
      {
        data: { id: userId, mfaBackupCodeAcknowledgement: 'pending', mfaDevices: [{ type: 'totp', verified: true }] },
        context: { userId },
      },
    ])
  })

  it('replaces a device that waits by another one', async () => {
    const { body: former } = await host.call('mfaDevices.createTotp', { token })
    const { body: latter } = await host.call('mfaDevices.createTotp', { token })
    expect(latter.secret).not.toBe(former.secret)
    expect((await devices(token)).map(({ id }) => id)).toEqual([latter.id])
    const code = host.mock.totpCode(former.secret)
    expect(await host.refuse('mfaDevices.verifyTotp', { token, body: { type: 'totp', code } })).toMatchObject({
      status: 422,
      code: 'mfa_invalid_code',
    })
  })

  it('refuses the code that registered the app as a second step', async () => {
    const { secret } = await register()
    const other = await host.mock.signIn(userId)
    const code = host.mock.totpCode(secret)
    expect(await host.refuse('mfa.authenticateTotp', { token: other.token, body: { code } })).toMatchObject({
      status: 422,
      code: 'mfa_invalid_code',
    })
  })

  it('adds a further app in a complete session, which is not the default', async () => {
    const first = await register()
    const second = await register()
    expect((await devices(token)).map(({ id, default: isDefault }) => [id, isDefault])).toEqual([
      [first.id, true],
      [second.id, false],
    ])
  })

  it('refuses a wrong code, an old one, and any after five wrong ones', async () => {
    const { body } = await host.call('mfaDevices.createTotp', { token })
    const old = host.mock.totpCode(body.secret)
    await host.mock.clock.advance({ seconds: 60 })
    const right = host.mock.totpCode(body.secret)
    for (const code of [old, wrongCode(right), '', '12345', '1234567']) {
      expect(await host.refuse('mfaDevices.verifyTotp', { token, body: { type: 'totp', code } }), code).toMatchObject({
        status: 422,
        code: 'mfa_invalid_code',
      })
    }
    expect(await host.refuse('mfaDevices.verifyTotp', { token, body: { type: 'totp', code: right } })).toMatchObject({
      status: 422,
      code: 'too_many_verification_attempts',
    })
    expect(await devices(token)).toMatchObject([{ verified: false }])
  })

  it('refuses to verify a device that is unknown, already verified, or of another kind', async () => {
    const body = { type: 'totp', code: '123456' }
    expect(await host.refuse('mfaDevices.verifyTotp', { token, body })).toMatchObject(noDevice)
    const { secret } = await register()
    await host.mock.clock.advance({ seconds: 30 })
    expect(
      await host.refuse('mfaDevices.verifyTotp', { token, body: { type: 'totp', code: host.mock.totpCode(secret) } }),
    ).toMatchObject(noDevice)
    expect(await host.refuse('mfaDevices.verifyTotp', { token, body: { ...body, type: 'passkey' } })).toMatchObject(
      invalidRequest,
    )
    for (const bad of [{ code: '123456' }, { type: 'totp' }, { ...body, type: 'sms' }, { ...body, id: unknownId }]) {
      expect(await host.refuse('mfaDevices.verifyTotp', { token, body: bad })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
  })

  it('refuses if second factors or authenticator apps are off', async () => {
    await enableMfa(host, { availableMethods: ['passkey'] })
    expect(await host.refuse('mfaDevices.createTotp', { token })).toMatchObject(invalidRequest)
    await host.mock.settings.patch({ security: { mfa: { enabled: false, availableMethods: ['totp'] } } })
    expect(await host.refuse('mfaDevices.createTotp', { token })).toMatchObject(invalidRequest)
    expect(await host.refuse('mfaDevices.verifyTotp', { token, body: { type: 'totp', code: '123456' } })).toMatchObject(
      invalidRequest,
    )
  })

  it('refuses a call without a session, and a session of another environment', async () => {
    const { live } = host.mock.defaults.environments
    const foreign = await host.mock.signIn(
      await host.mock.create.user({ email: 'ada@example.com' }, { environmentId: live.id }),
    )
    for (const bad of [null, foreign.token]) {
      expect(await host.refuse('mfaDevices.createTotp', { token: bad })).toMatchObject(unauthorized)
      expect(
        await host.refuse('mfaDevices.verifyTotp', { token: bad, body: { type: 'totp', code: '123456' } }),
      ).toMatchObject(unauthorized)
    }
  })
})

describe('registering while a second factor is asked for', () => {
  it('completes the sign-in of a user without one', async () => {
    await enableMfa(host, { required: true })
    const { token: open, mfaToken } = await firstStepToken(host, token)
    expect(claimsOf(open).scope).toBe('requiresAdditionalAuth')
    expect(await host.refuse('profile.update', { token: open, body: { firstName: 'Ada' } })).toMatchObject(mfaRequired)
    await register(mfaToken)
    const { body } = await host.call('sessions.refresh', { token: open })
    expect(body.user.scope).toBe('user:basic')
    expect(body).not.toHaveProperty('mfaToken')
    expect(await shownToServers())?.toMatchObject({ scope: 'user:basic', mfaDevices: [{ verified: true }] })
  })

  it('revokes the token of the first step, so that a thief cannot register a factor with it', async () => {
    await enableMfa(host, { required: true })
    const { token: open, mfaToken } = await firstStepToken(host, token)
    await register(open)
    for (const id of ['mfaDevices.createTotp', 'mfaDevices.list', 'mfa.listMethods'] as const) {
      expect(await host.refuse(id, { token: mfaToken }), id).toMatchObject(unauthorized)
    }
    expect(await devices(open)).toHaveLength(1)
  })

  it('is refused if the user has a factor, so that the first factor cannot add one', async () => {
    const app = await register()
    const { body: begun } = await host.call('mfaDevices.createTotp', { token })
    const { token: open, mfaToken } = await firstStepToken(host, (await host.mock.signIn(userId)).token)
    for (const session of [open, mfaToken]) {
      expect(await host.refuse('mfaDevices.createTotp', { token: session })).toMatchObject(mfaRequired)
      expect(
        await host.refuse('mfaDevices.verifyTotp', {
          token: session,
          body: { type: 'totp', code: host.mock.totpCode(begun.secret) },
        }),
      ).toMatchObject(mfaRequired)
    }
    expect((await devices(open)).map(({ id, verified }) => [id, verified])).toEqual([
      [app.id, true],
      [begun.id, false],
    ])
  })
})
