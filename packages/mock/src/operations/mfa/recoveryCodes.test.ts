import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  createAppUser,
  enableMfa,
  proveByApp,
  readRecoveryCodes,
  registerApp,
} from '../../../test/people/secondFactor.ts'
import type { AuthenticatorApp } from '../../control/objects/create/userFactories.ts'

const host = createHost()
let userId = ''
let app: AuthenticatorApp
let token = ''

beforeEach(async () => {
  ;({ userId, app, token } = await createAppUser(host))
})

const invalidCode = { status: 422, code: 'mfa_invalid_code' }
const invalidRequest = { status: 422, code: 'mfa_invalid_request' }

const proved = () => proveByApp(host, app, { token })

describe('recovery codes', () => {
  it('are created with the first device: ten different codes, which the user has to save', async () => {
    const { token: upgraded } = await proved()
    const { body } = await host.call('mfa.listRecoveryCodes', { token: upgraded })
    expect(body.count).toBe(10)
    expect(new Set(body.recoveryCodes).size).toBe(10)
    for (const code of body.recoveryCodes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
    expect((await host.call('profile.get', { token: upgraded })).body.mfaBackupCodeAcknowledgement).toBe('pending')
    expect((await host.call('users.get', { params: { userId } })).body.user?.mfaBackupCodeAcknowledgement).toBe(
      'pending',
    )
  })

  it('do not complete the sign-in of a person who was put on a blocking list, and stay unused', async () => {
    const { token: upgraded } = await proved()
    const [code = ''] = await readRecoveryCodes(host, upgraded)
    const { token: open } = await host.mock.signIn(userId)
    const list = await host.mock.create.allowlist({ outcome: 'block' })
    await host.mock.create.allowlistEntry(list.id ?? '', { email: 'ada@example.com' })
    expect(await host.refuse('mfa.authenticateRecoveryCode', { token: open, body: { code } })).toMatchObject({
      status: 403,
      code: 'allowlist_blocked',
    })
    expect((await host.call('mfa.listRecoveryCodes', { token: upgraded })).body.count).toBe(10)
  })

  it('are not created again with another device', async () => {
    const { token: upgraded } = await proved()
    const before = await readRecoveryCodes(host, upgraded)
    await host.mock.create.totp(userId)
    expect(await readRecoveryCodes(host, upgraded)).toEqual(before)
  })

  it('are not issued if the settings turn them off', async () => {
    await enableMfa(host, { methods: [{ type: 'totp', enabled: true, allowBackupCodes: false }] })
    const { id } = await host.mock.create.user({ email: 'grace@example.com' })
    const theirs = await host.mock.create.totp(id)
    const { body } = await host.call('mfa.authenticateTotp', {
      token: (await host.mock.signIn(id)).token,
      body: { code: theirs.code() },
    })
    expect((await host.call('mfa.listRecoveryCodes', { token: body.jwt })).body).toEqual({
      count: 0,
      recoveryCodes: [],
    })
    expect(body.user.mfaBackupCodeAcknowledgement).toBeNull()
    expect((await host.refuse('mfa.createRecoveryCodes', { token: body.jwt })).status).toBe(404)
    expect(
      await host.refuse('mfa.authenticateRecoveryCode', { token: body.jwt, body: { code: 'AAAAA-AAAAA' } }),
    ).toMatchObject(invalidRequest)
  })

  it('complete a sign-in once each, in any spelling', async () => {
    const { token: upgraded } = await proved()
    const [first = '', second = ''] = await readRecoveryCodes(host, upgraded)
    const { token: other } = await host.mock.signIn(userId)
    const { body } = await host.call('mfa.authenticateRecoveryCode', { token: other, body: { code: first } })
    expect(body.user.scope).toBe('user:basic')
    expect(await host.refuse('profile.get', { token: other })).toMatchObject({ status: 401, code: 'token_revoked' })
    expect(await host.refuse('mfa.authenticateRecoveryCode', { token: body.jwt, body: { code: first } })).toMatchObject(
      invalidCode,
    )
    await host.call('mfa.authenticateRecoveryCode', {
      token: body.jwt,
      body: { code: ` ${second.toLowerCase().replace('-', ' ')}` },
    })
    expect(await readRecoveryCodes(host, upgraded)).toHaveLength(8)
  })

  it('reset the count of wrong codes', async () => {
    const { token: upgraded } = await proved()
    const [first = '', second = ''] = await readRecoveryCodes(host, upgraded)
    for (let tried = 0; tried < 4; tried++)
      await host.refuse('mfa.authenticateRecoveryCode', { token: upgraded, body: { code: 'AAAAA-AAAAA' } })
    const { body } = await host.call('mfa.authenticateRecoveryCode', { token: upgraded, body: { code: first } })
    for (let tried = 0; tried < 4; tried++)
      await host.refuse('mfa.authenticateRecoveryCode', { token: body.jwt, body: { code: 'AAAAA-AAAAA' } })
    expect((await host.call('mfa.authenticateRecoveryCode', { token: body.jwt, body: { code: second } })).status).toBe(
      200,
    )
    expect(host.mock.export().tables.mfaAttempts).toEqual([])
  })

  it('are listed until they are used', async () => {
    const { token: upgraded } = await proved()
    const codes = await readRecoveryCodes(host, upgraded)
    const { body } = await host.call('mfa.authenticateRecoveryCode', {
      token: upgraded,
      body: { code: codes[3] ?? '' },
    })
    expect((await host.call('mfa.listRecoveryCodes', { token: body.jwt })).body).toEqual({
      count: 9,
      recoveryCodes: codes.filter((_, index) => index !== 3),
    })
  })

  it('do not change the devices', async () => {
    const { token: upgraded } = await proved()
    const [code = ''] = await readRecoveryCodes(host, upgraded)
    const { body } = await host.call('mfa.authenticateRecoveryCode', { token: upgraded, body: { code } })
    expect((await host.call('mfaDevices.list', { token: body.jwt })).body.devices).toMatchObject([
      { id: app.deviceId, verified: true, default: true },
    ])
  })

  it("are refused if they are wrong or another user's, or if the user has no second factor", async () => {
    const { id } = await host.mock.create.user({ email: 'grace@example.com' })
    const theirs = await host.mock.create.totp(id)
    const { body } = await host.call('mfa.authenticateTotp', {
      token: (await host.mock.signIn(id)).token,
      body: { code: theirs.code() },
    })
    const [foreign = ''] = await readRecoveryCodes(host, body.jwt ?? '')
    for (const code of [foreign, 'AAAAA-AAAAA', ''])
      expect(await host.refuse('mfa.authenticateRecoveryCode', { token, body: { code } })).toMatchObject(invalidCode)
    const without = await host.mock.signIn(await host.mock.create.user({ email: 'joan@example.com' }))
    expect(
      await host.refuse('mfa.authenticateRecoveryCode', { token: without.token, body: { code: foreign } }),
    ).toMatchObject(invalidRequest)
  })

  it('are replaced by new ones, and the former ones stop working', async () => {
    const { token: upgraded } = await proved()
    const [former = ''] = await readRecoveryCodes(host, upgraded)
    const { body } = await host.call('mfa.createRecoveryCodes', { token: upgraded })
    expect(body.count).toBe(10)
    expect(body.recoveryCodes).not.toContain(former)
    expect(await readRecoveryCodes(host, upgraded)).toEqual(body.recoveryCodes)
    expect(
      await host.refuse('mfa.authenticateRecoveryCode', { token: upgraded, body: { code: former } }),
    ).toMatchObject(invalidCode)
    expect(
      (
        await host.call('mfa.authenticateRecoveryCode', {
          token: upgraded,
          body: { code: body.recoveryCodes[0] ?? '' },
        })
      ).status,
    ).toBe(200)
  })

  it('cannot be read after the user has saved them, and stay valid', async () => {
    const { token: upgraded } = await proved()
    const [code = ''] = await readRecoveryCodes(host, upgraded)
    await host.call('profile.update', { token: upgraded, body: { mfaBackupCodeAcknowledgement: 'complete' } })
    expect((await host.call('mfa.listRecoveryCodes', { token: upgraded })).body).toEqual({
      count: 10,
      recoveryCodes: [],
    })
    const { body } = await host.call('mfa.authenticateRecoveryCode', { token: upgraded, body: { code } })
    expect(body.user.mfaBackupCodeAcknowledgement).toBe('complete')
    expect((await host.call('mfa.listRecoveryCodes', { token: body.jwt })).body.count).toBe(9)
    await host.call('mfa.createRecoveryCodes', { token: body.jwt })
    expect((await host.call('profile.get', { token: body.jwt })).body.mfaBackupCodeAcknowledgement).toBe('pending')
  })

  it('cannot be read after a server has acknowledged them', async () => {
    const { token: upgraded } = await proved()
    await host.call('users.update', { params: { userId }, body: { mfaBackupCodeAcknowledgement: 'complete' } })
    expect((await host.call('mfa.listRecoveryCodes', { token: upgraded })).body).toEqual({
      count: 10,
      recoveryCodes: [],
    })
  })

  it('can be acknowledged by a server while that is pending, and not changed otherwise', async () => {
    const invalid = { status: 422, code: 'invalid_update' }
    const without = await host.mock.create.user({ email: 'grace@example.com' })
    const set = (state: 'pending' | 'complete' | null, id = userId) => ({
      params: { userId: id },
      body: { mfaBackupCodeAcknowledgement: state },
    })
    for (const state of ['pending', 'complete'] as const)
      expect(await host.refuse('users.update', set(state, without.id)), `${state} of nothing`).toMatchObject(invalid)
    await host.call('users.update', set(null, without.id))
    expect(await host.refuse('users.update', set(null))).toMatchObject(invalid)
    await host.call('users.update', set('pending'))
    await host.call('users.update', set('complete'))
    for (const state of ['pending', null] as const)
      expect(await host.refuse('users.update', set(state)), `${state} after all`).toMatchObject(invalid)
    expect((await host.call('users.get', { params: { userId } })).body.user?.mfaBackupCodeAcknowledgement).toBe(
      'complete',
    )
  })

  it.each(['pending', 'complete', null] as const)('are %s for a new user if the server says so', async (state) => {
    const body = { mfaBackupCodeAcknowledgement: state }
    const { user } = (await host.call('users.create', { body })).body
    const [row] = (await host.call('users.bulkCreate', { body: [body] })).body.created ?? []
    for (const created of [user, row]) {
      expect(created).toMatchObject({ mfaBackupCodeAcknowledgement: state })
      const read = await host.call('users.get', { params: { userId: String(created?.id) } })
      expect(read.body.user).toMatchObject({ mfaBackupCodeAcknowledgement: state })
    }
  })

  it('are refused for a new user in any other state', async () => {
    const body = { mfaBackupCodeAcknowledgement: 'saved' }
    expect(await host.refuse('users.create', { body })).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it('are acknowledged again once a new user whose former codes were saved has got codes here', async () => {
    const { id } = await host.mock.create.user({
      email: 'grace@example.com',
      mfaBackupCodeAcknowledgement: 'complete',
    })
    const { token: theirs } = await host.mock.signIn(id)
    const acknowledgement = async () =>
      (await host.call('profile.get', { token: theirs })).body.mfaBackupCodeAcknowledgement
    expect(await acknowledgement()).toBe('complete')
    await registerApp(host, theirs)
    expect(await acknowledgement()).toBe('pending')
  })

  it('are not created for a user without a verified device', async () => {
    const without = await host.mock.signIn(await host.mock.create.user({ email: 'grace@example.com' }))
    await host.call('mfaDevices.createTotp', { token: without.token })
    const refusal = await host.refuse('mfa.createRecoveryCodes', { token: without.token })
    expect([refusal.status, refusal.body]).toEqual([404, undefined])
  })

  it('are in no event and in no reply about the user', async () => {
    const { token: upgraded } = await proved()
    const [code = ''] = await readRecoveryCodes(host, upgraded)
    const shown = JSON.stringify([
      (await host.call('events.list')).body,
      (await host.call('users.get', { params: { userId } })).body,
      (await host.call('profile.get', { token: upgraded })).body,
    ])
    for (const secret of [code, app.secret]) expect(shown).not.toContain(secret)
  })
})
