import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'
import { createAppUser, proveByApp, readRecoveryCodes, wrongCode } from '../../../test/people/secondFactor.ts'
import type { AuthenticatorApp } from '../../control/objects/create/userFactories.ts'

const host = createHost()
let userId = ''
let app: AuthenticatorApp
let token = ''

beforeEach(async () => {
  ;({ userId, app, token } = await createAppUser(host))
})

const invalidRequest = { status: 422, code: 'mfa_invalid_request' }

const proved = (session = token, createMfaToken?: { singleUse: boolean }) =>
  proveByApp(host, app, { token: session, createMfaToken })

describe('mfa.deleteDevices and mfa.reset', () => {
  const params = async () => ({ userId })

  describeEnvironmentRefusals(host, { 'mfa.deleteDevices': { params }, 'mfa.reset': { params } })

  it.each(['mfa.deleteDevices', 'mfa.reset'] as const)(
    '%s takes devices, recovery codes, proofs and counted wrong codes away',
    async (id) => {
      const { token: upgraded, mfaToken = '' } = await proved(token, { singleUse: false })
      const [code = ''] = await readRecoveryCodes(host, upgraded)
      for (let tried = 0; tried < 5; tried++)
        await host.refuse('mfa.authenticateTotp', { token: upgraded, body: { code: wrongCode(app.code()) } })
      expect((await host.call(id, { params: { userId } })).status).toBe(204)
      const { body } = await host.call('users.get', { params: { userId } })
      expect(body.user?.mfaDevices).toEqual([])
      expect(body.user?.mfaBackupCodeAcknowledgement ?? null).toBeNull()
      const { token: fresh } = await host.mock.signIn(userId)
      expect((await host.call('profile.get', { token: fresh })).body.scope).toBe('user:basic')
      expect((await host.call('mfa.listRecoveryCodes', { token: fresh })).body.count).toBe(0)
      expect(await host.refuse('mfa.authenticateRecoveryCode', { token: fresh, body: { code } })).toMatchObject(
        invalidRequest,
      )
      const again = await host.mock.create.totp(userId)
      const { body: signedIn } = await host.call('mfa.authenticateTotp', { token: fresh, body: { code: again.code() } })
      const headers = { 'x-mfa-auth-token': mfaToken }
      expect(
        (
          await host.refuse('mfaDevices.delete', {
            token: signedIn.jwt,
            params: { mfaDeviceId: again.deviceId },
            headers,
          })
        ).status,
      ).toBe(401)
    },
  )

  it('revoke the proofs of sessions that continue', async () => {
    const { token: upgraded, mfaToken = '' } = await proved(token, { singleUse: false })
    await host.call('mfa.deleteDevices', { params: { userId } })
    const { deviceId } = await host.mock.create.totp(userId)
    const call = { token: upgraded, params: { mfaDeviceId: deviceId }, headers: { 'x-mfa-auth-token': mfaToken } }
    expect(await host.refuse('mfaDevices.delete', call)).toMatchObject({ status: 401, code: 'unauthorized' })
  })

  it('differ in the sessions: a reset ends all of them', async () => {
    const { token: upgraded } = await proved()
    await host.call('mfa.deleteDevices', { params: { userId } })
    expect((await host.call('profile.get', { token: upgraded })).body.scope).toBe('user:basic')
    await host.call('mfa.reset', { params: { userId } })
    expect(await host.refuse('profile.get', { token: upgraded })).toMatchObject({
      status: 401,
      code: 'session_revoked',
    })
    expect(
      (await host.call('events.list')).body.filter(({ eventName }) => eventName === 'admin.user.session.revoked'),
    ).toHaveLength(1)
  })

  it('change nothing for a user without a second factor', async () => {
    const { id } = await host.mock.create.user({ email: 'grace@example.com' })
    const { body: before } = await host.call('users.get', { params: { userId: id } })
    for (const operation of ['mfa.deleteDevices', 'mfa.reset'] as const)
      expect((await host.call(operation, { params: { userId: id } })).status).toBe(204)
    expect((await host.call('users.get', { params: { userId: id } })).body).toEqual(before)
  })
})
