import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { createDeviceWallet, createPerson } from '../../../test/people/deviceWallets.ts'
import { enableMfa, claimsOf } from '../../../test/people/secondFactor.ts'
import { signedIn } from '../../../test/people/waasPeople.ts'

const host = createHost()

const tokenOf = async (token: string) => (await host.call('keyShares.getToken', { token })).body.token

describe('keyShares.getToken', () => {
  it('opens storing and recovering backups of any wallet of the user', async () => {
    const { token, walletId } = await createDeviceWallet(host)
    const backupToken = await tokenOf(token)
    const body = { encryptedAccountCredentials: ['sealed'], passwordEncrypted: true }
    const input = { params: { walletId }, token: backupToken }
    expect((await host.call('keyShares.backUp', { ...input, body })).status).toBe(201)
    expect((await host.call('keyShares.recover', input)).body).toEqual({ keyShares: [] })
  })

  it('says what it is good for, and for how long', async () => {
    const { userId, token } = await createPerson(host)
    const raw = await tokenOf(token)
    const [header = ''] = raw.split('.')
    expect(JSON.parse(atob(header))).toMatchObject({ typ: 'backup+jwt' })
    const { iat, exp, ...claims } = claimsOf(raw)
    expect(claims).toMatchObject({ sub: userId, scope: 'keyShares:backup' })
    expect(Number(exp) - Number(iat)).toBe(60)
  })

  it.each([
    'keyShares.markLocations',
    'waas.createAccount',
    'profile.get',
    'sessions.refresh',
    'mfaDevices.list',
  ] as const)('opens nothing else, such as %s', async (id) => {
    const { token, walletId } = await createDeviceWallet(host)
    const refusal = await host.refuse(id, {
      params: { walletId },
      token: await tokenOf(token),
      body: bodies[id],
    })
    expect(refusal).toMatchObject({ status: 401, code: 'unauthorized' })
  })

  it('opens nothing after 60 seconds', async () => {
    const { token, walletId } = await createDeviceWallet(host)
    const input = { params: { walletId }, token: await tokenOf(token) }
    await host.mock.clock.advance({ seconds: 59 })
    expect((await host.call('keyShares.recover', input)).status).toBe(200)
    await host.mock.clock.advance({ seconds: 1 })
    expect(await host.refuse('keyShares.recover', input)).toMatchObject({
      status: 401,
      code: 'token_expired',
      body: {
        error: expect.stringContaining(
          `the clock of the service says ${new Date(host.mock.clock.now()).toISOString()}.`,
        ),
      },
    })
  })

  it('opens nothing once the session has ended', async () => {
    const { token, walletId } = await createDeviceWallet(host)
    const input = { params: { walletId }, token: await tokenOf(token) }
    await host.call('sessions.revoke', { token })
    expect(await host.refuse('keyShares.recover', input)).toMatchObject({ status: 401, code: 'session_revoked' })
  })

  it("opens nothing once the session's tokens were replaced, but for a moment", async () => {
    const { token, walletId } = await createDeviceWallet(host)
    const input = { params: { walletId }, token: await tokenOf(token) }
    await host.call('sessions.refresh', { token })
    expect((await host.call('keyShares.recover', input)).status).toBe(200)
    await host.mock.clock.advance({ seconds: 11 })
    expect(await host.refuse('keyShares.recover', input)).toMatchObject({ status: 401, code: 'token_revoked' })
  })

  it('opens nothing of another user', async () => {
    const { walletId } = await createDeviceWallet(host)
    const { token } = await createPerson(host)
    const refusal = await host.refuse('keyShares.recover', { params: { walletId }, token: await tokenOf(token) })
    expect(refusal.status).toBe(404)
  })

  it('refuses where no provider keeps keys in shares', async () => {
    const { token } = await signedIn(host)
    const refuse = () => host.refuse('keyShares.getToken', { token })
    expect(await refuse()).toMatchObject({ status: 422, code: 'no_compatible_wallet_service_enabled' })
  })

  it('refuses a session that waits for its second factor, with an object as the error', async () => {
    const { token } = await createPerson(host)
    await enableMfa(host, { required: true })
    const refusal = await host.refuse('keyShares.getToken', { token })
    expect(refusal).toMatchObject({ status: 403, body: { error: { code: 'mfa_required' } } })
  })

  it('refuses a call without a session', async () => {
    expect((await host.refuse('keyShares.getToken', { token: null })).status).toBe(401)
  })
})

const bodies: Partial<Record<string, object>> = {
  'keyShares.markLocations': { locations: [{ location: 'external' }] },
  'waas.createAccount': { chain: 'SVM', clientKeygenIds: ['9sQ3mVbK7tYpLxWnRfHdZcUaEjGgTqSyXvMkBhNrC4D2'] },
}
