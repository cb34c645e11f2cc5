import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { requestEmailCode, signInByEmail } from '../../../test/people/oneTimeCodes.ts'

const host = createHost()
const email = 'ada@example.com'
const unauthorized = { status: 401, code: 'unauthorized' }
let userId = ''
let token = ''

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'emailOnly' })
  userId = (await host.mock.create.user({ email, firstName: 'Ada', username: 'ada' })).id
  token = (await host.mock.signIn(userId)).token
})

const eventsNamed = async (name: string) =>
  (await host.call('events.list')).body.filter(({ eventName }) => eventName === name)
/** Every table with a record that says whose it is, and is that user's. */
const tablesWith = (id: string) =>
  Object.entries(host.mock.export().tables).flatMap(([name, records]) =>
    (records as Record<string, unknown>[]).some(
      (record) => record.id === id || record.userId === id || record.fromUserId === id,
    )
      ? [name]
      : [],
  )

async function registerTotp(session: string) {
  const {
    body: { secret },
  } = await host.call('mfaDevices.createTotp', { token: session })
  await host.call('mfaDevices.verifyTotp', { token: session, body: { type: 'totp', code: host.mock.totpCode(secret) } })
  return secret
}

describe('profile.delete', () => {
  it('deletes the user and every session, for the user and for servers', async () => {
    const { token: second } = await host.mock.signIn(userId)
    const { status, body } = await host.call('profile.delete', { token })
    expect([status, body]).toEqual([204, undefined])
    for (const dead of [token, second])
      expect(await host.refuse('profile.get', { token: dead })).toMatchObject(unauthorized)
    expect(await host.refuse('profile.delete', { token })).toMatchObject(unauthorized)
    expect((await host.refuse('users.get', { params: { userId } })).status).toBe(404)
    expect((await host.call('users.list')).body.count).toBe(0)
  })

  it('emits one event, with the user as it was before', async () => {
    await host.mock.create.wallet(userId)
    await host.call('profile.delete', { token })
    const events = await eventsNamed('user.deleted')
    expect(events).toMatchObject([
      {
        data: {
          id: userId,
          email,
          firstName: 'Ada',
          wallets: [{ chain: 'EVM' }],
          verifiedCredentials: [{ format: 'email' }, { format: 'blockchain' }],
        },
      },
    ])
    expect(await eventsNamed('wallet.unlinked')).toEqual([])
    expect(await eventsNamed('user.session.revoked')).toEqual([])
  })

  it('does not change earlier events', async () => {
    await host.call('profile.update', { token, body: { lastName: 'Byron' } })
    const before = await eventsNamed('user.updated')
    await host.call('profile.delete', { token })
    expect(await eventsNamed('user.updated')).toEqual(before)
    expect(before).toMatchObject([{ data: { lastName: 'Byron' } }])
  })

  it('deletes all records of the user except the events', async () => {
    await host.mock.settings.patch({ security: { mfa: { enabled: true } } })
    await host.mock.create.wallet(userId)
    await host.call('profile.update', { token, body: { email: 'next@example.com' } })
    const { body: other } = await signInByEmail(host, 'other@example.com')
    await host.mock.create.wallet(other.user.id)
    await host.refuse('emailSignIn.verify', { token, body: await requestEmailCode(host, 'other@example.com') })
    await registerTotp(token)
    expect(tablesWith(userId)).toEqual(
      expect.arrayContaining([
        'users',
        'credentials',
        'wallets',
        'sessions',
        'verifications',
        'mfaDevices',
        'recoveryCodes',
        'pendingMerges',
      ]),
    )
    await host.call('profile.delete', { token })
    expect(tablesWith(userId)).toEqual(['events'])
    expect((await host.call('profile.get', { token: String(other.jwt) })).body.email).toBe('other@example.com')
  })

  it("ends another user's proposed merge with this user", async () => {
    await host.mock.create.wallet(userId)
    const { body: other } = await signInByEmail(host, 'other@example.com')
    const proof = { token: String(other.jwt), body: await requestEmailCode(host, email) }
    expect(await host.refuse('emailSignIn.verify', proof)).toMatchObject({ code: 'merge_accounts_confirmation' })
    await host.call('profile.delete', { token })
    expect(await host.refuse('profile.merge', { token: String(other.jwt) })).toMatchObject({
      status: 422,
      code: 'merge_accounts_invalid',
    })
    expect(await eventsNamed('user.merged')).toEqual([])
  })

  it('frees address, username and wallet for other users', async () => {
    const { publicKey } = await host.mock.create.wallet(userId)
    await host.call('profile.delete', { token })
    const { body } = await signInByEmail(host, email)
    expect(body.user).toMatchObject({ email, newUser: true })
    expect(body.user.id).not.toBe(userId)
    expect(body.user).toHaveProperty('firstName', null)
    expect((await host.mock.create.wallet(body.user.id, { publicWalletAddress: publicKey })).publicKey).toBe(publicKey)
    expect(
      (await host.call('profile.update', { token: String(body.jwt), body: { username: 'ada' } })).body.user.username,
    ).toBe('ada')
  })

  it('makes codes invalid that were sent before', async () => {
    const { body } = await host.call('profile.update', { token, body: { email: 'next@example.com' } })
    const verificationToken = String(host.mock.outbox.email.last('next@example.com')?.code)
    await host.call('profile.delete', { token })
    const stale = { verificationUUID: String(body.emailVerification?.verificationUUID), verificationToken }
    expect(await host.refuse('emailSignIn.signIn', { body: stale })).toMatchObject({
      status: 422,
      code: 'invalid_email_verification',
    })
  })

  it('requires a proof of the second factor if the settings say so', async () => {
    await host.mock.settings.patch({
      security: { mfa: { enabled: true, actions: [{ action: 'user.update', required: true }] } },
    })
    const secret = await registerTotp(token)
    expect(await host.refuse('profile.delete', { token })).toMatchObject({ status: 403, code: 'mfa_required' })
    expect(
      await host.refuse('profile.delete', { token, headers: { 'x-mfa-auth-token': 'x'.repeat(43) } }),
    ).toMatchObject(unauthorized)
    await host.mock.clock.advance({ minutes: 1 })
    const { body } = await host.call('mfa.authenticateTotp', {
      token,
      body: { code: host.mock.totpCode(secret), createMfaToken: { singleUse: true } },
    })
    expect(
      (
        await host.call('profile.delete', {
          token: String(body.jwt),
          headers: { 'x-mfa-auth-token': String(body.mfaToken) },
        })
      ).status,
    ).toBe(204)
  })

  it('refuses a call without a session, with a foreign one, and with a pending second factor', async () => {
    const { live, sandbox } = host.mock.defaults.environments
    const foreign = await host.mock.signIn(await host.mock.create.user({ email }, { environmentId: live.id }))
    for (const bad of [null, sandbox.token, foreign.token])
      expect(await host.refuse('profile.delete', { token: bad })).toMatchObject(unauthorized)
    expect(await host.refuse('profile.delete', { token, params: { environmentId: live.id } })).toMatchObject(
      unauthorized,
    )
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await host.refuse('profile.delete', { token })).toMatchObject({ status: 403, code: 'mfa_required' })
    expect((await host.call('users.get', { params: { userId } })).status).toBe(200)
  })
})
