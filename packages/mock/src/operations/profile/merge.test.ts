import type { components } from '@latchkey/types'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { createMergingUsers } from '../../../test/people/mergingUsers.ts'
import { phones, requestEmailCode, requestSmsCode, signInByEmail } from '../../../test/people/oneTimeCodes.ts'
import { changeStandardField, userSeenByServers } from '../../../test/people/profiles.ts'

type Schemas = components['schemas']

const host = createHost()
const email = 'ada@example.com'
const invalid = { status: 422, code: 'merge_accounts_invalid' }
const asks = { status: 422, code: 'merge_accounts_confirmation' }

let userId = ''
let token = ''
let otherId = ''
let otherToken = ''

beforeEach(async () => {
  ;({ userId, token, otherId, otherToken } = await createMergingUsers(host, email))
})

/** Proves to read the other user's mail, which is what leads to a merge. */
const prove = async (session = token) =>
  host.refuse('emailSignIn.verify', { token: session, body: await requestEmailCode(host, email) })
const merge = async (session = token) => (await host.call('profile.merge', { token: session })).body
const fill = (id: string, body: Schemas['InternalUpdatableUserFields']) =>
  host.call('users.update', { params: { userId: id }, body })
const seenByServers = (id = userId) => userSeenByServers(host, id)
const since = async (count: number) =>
  (await host.call('events.list')).body
    .toSorted((first, second) => first.eventId.localeCompare(second.eventId))
    .slice(count)

describe('profile.merge', () => {
  it('joins two users: the session continues, and the records of the other user move', async () => {
    await fill(otherId, { firstName: 'Ada', username: 'ada', metadata: { plan: 'free', seat: 1 } })
    await fill(userId, { lastName: 'Byron', metadata: { plan: 'solo' } })
    expect(await prove()).toMatchObject(asks)
    const before = await host.call('profile.get', { token })
    const body = await merge()
    expect(body.user).toMatchObject({
      id: userId,
      sessionId: before.body.sessionId,
      email,
      firstName: 'Ada',
      lastName: 'Byron',
      username: 'ada',
      metadata: { plan: 'solo', seat: 1 },
      newUser: false,
      scope: 'user:basic',
    })
    expect(body.user.verifiedCredentials).toMatchObject([
      { format: 'email', email, previous_users: [otherId] },
      { format: 'blockchain', wallet_name: 'other wallet', previous_users: [otherId] },
      { format: 'blockchain', wallet_name: 'own wallet' },
    ])
    for (const session of [token, String(body.jwt)])
      expect((await host.call('profile.get', { token: session })).body).toMatchObject({
        id: userId,
        email,
        username: 'ada',
      })
    expect(await seenByServers()).toMatchObject({
      email,
      firstName: 'Ada',
      wallets: [{ name: 'other wallet' }, { name: 'own wallet' }],
      firstVisit: '2026-01-15T09:30:00.000Z',
    })
  })

  it('deletes the other user with every session, and frees none of the moved identities', async () => {
    await prove()
    await merge()
    expect((await host.refuse('users.get', { params: { userId: otherId } })).status).toBe(404)
    expect(await host.refuse('sessions.check', { token: otherToken })).toMatchObject({
      status: 401,
      code: 'unauthorized',
    })
    expect((await host.call('users.list')).body.count).toBe(1)
    expect((await signInByEmail(host, email)).body.user).toMatchObject({ id: userId, newUser: false })
    expect(await host.refuse('users.create', { body: { email } })).toMatchObject({
      status: 422,
      code: 'email_already_exists',
    })
    expect(host.mock.export().tables.pendingMerges).toEqual([])
  })

  it('emits one event', async () => {
    await fill(otherId, { firstName: 'Ada' })
    await prove()
    const { length } = await since(0)
    await merge()
    const events = await since(length)
    expect(events).toMatchObject([
      {
        eventName: 'user.merged',
        data: { id: userId, email, firstName: 'Ada', fromUserId: otherId, wallets: [{}, {}] },
        context: { userId },
      },
    ])
  })

  it('succeeds once', async () => {
    await prove()
    await merge()
    expect(await host.refuse('profile.merge', { token })).toMatchObject(invalid)
  })

  it('moves only what the other user has proved', async () => {
    const {
      body: { user },
    } = await host.call('users.create', {
      body: {
        email: 'unproved@example.com',
        firstName: 'Ada',
        oauthAccounts: [{ provider: 'google', accountId: 'g-1' }],
      },
    })
    const session = (await host.mock.signIn(String(user?.id))).token
    await host.call('emailSignIn.verify', { token: session, body: await requestEmailCode(host, 'proved@example.com') })
    expect(
      await host.refuse('emailSignIn.verify', { token, body: await requestEmailCode(host, 'proved@example.com') }),
    ).toMatchObject({ ...asks, body: { payload: { mergeConflicts: { conflicts: [] } } } })
    const body = await merge()
    expect(body.user).toMatchObject({ id: userId, firstName: 'Ada' })
    expect(body.user).toHaveProperty('email', null)
    expect(body.user.verifiedCredentials.map(({ email: address, format }) => address ?? format).sort()).toEqual([
      'blockchain',
      'oauth',
      'proved@example.com',
    ])
    expect((await host.call('users.create', { body: { email: 'unproved@example.com' } })).status).toBe(201)
  })

  it('moves no unproved phone number, unless the settings need no proof of numbers', async () => {
    const kycOf = (rule: Partial<Schemas['MissingField']>) =>
      host.mock.settings.patch({
        kyc: host.mock.settings
          .get()
          .kyc.map((field) => (field.name === 'phoneNumber' ? { ...field, ...rule } : field)),
      })
    await kycOf({ enabled: true, unique: false })
    await fill(otherId, { phoneNumber: '+4915112345678' })
    await fill(userId, { phoneNumber: '+12025550123' })
    expect(await prove()).toMatchObject({ ...asks, body: { payload: { mergeConflicts: { conflicts: [] } } } })
    await fill(userId, { phoneNumber: '' })
    const snapshot = host.mock.snapshot()
    expect((await merge()).user).toHaveProperty('phoneNumber', null)
    host.mock.restore(snapshot)
    await kycOf({ verify: false })
    expect((await merge()).user.phoneNumber).toBe('+4915112345678')
  })

  it('moves a phone number that the other user has proved', async () => {
    await host.mock.create.provider({ provider: 'sms', smsNumber: '+12025550100' })
    await host.call('smsSignIn.verify', { token: otherToken, body: await requestSmsCode(host, phones.de) })
    await prove()
    const snapshot = host.mock.snapshot()
    expect((await merge()).user.phoneNumber).toBe(phones.de.e164)
    host.mock.restore(snapshot)
    await fill(otherId, { phoneNumber: '+49 151 12345678' })
    expect((await merge()).user.phoneNumber).toBe('+49 151 12345678')
  })

  it('shows values of any length and form in conflicts', async () => {
    const { key = '' } = await host.mock.create.customField({ name: 'Motto' })
    const theirs = `<b>${'x'.repeat(300)}</b>`
    await fill(otherId, { metadata: { [key]: theirs } })
    await fill(userId, { metadata: { [key]: ' ' } })
    const refusal = await prove()
    expect(refusal).toMatchObject({
      ...asks,
      body: {
        payload: { mergeConflicts: { conflicts: [{ fromUser: { value: theirs }, currentUser: { value: ' ' } }] } },
      },
    })
  })

  it('names every earlier user of a credential after several merges', async () => {
    await prove()
    await merge()
    const third = (
      await host.mock.signIn(
        (await host.call('users.create', { body: { oauthAccounts: [{ provider: 'google', accountId: 'g-3' }] } })).body
          .user?.id ?? '',
      )
    ).token
    expect(await prove(third)).toMatchObject(asks)
    const { user } = await merge(third)
    expect(user.verifiedCredentials.find(({ format }) => format === 'email')?.previous_users).toEqual([otherId, userId])
  })

  it('refuses without a proof, with an old one, with that of another session, and in the other direction', async () => {
    expect(await host.refuse('profile.merge', { token })).toMatchObject(invalid)
    await prove()
    const { token: second } = await host.mock.signIn(userId)
    expect(await host.refuse('profile.merge', { token: second })).toMatchObject(invalid)
    expect(await host.refuse('profile.merge', { token: otherToken })).toMatchObject(invalid)
    await host.mock.clock.advance({ minutes: 10 })
    expect(await host.refuse('profile.merge', { token })).toMatchObject(invalid)
    expect((await seenByServers(otherId)).email).toBe(email)
  })

  it('refuses if the other user was deleted, or has a second factor meanwhile', async () => {
    await prove()
    await host.mock.settings.patch({ security: { mfa: { enabled: true } } })
    const {
      body: { secret },
    } = await host.call('mfaDevices.createTotp', { token: otherToken })
    await host.call('mfaDevices.verifyTotp', {
      token: otherToken,
      body: { type: 'totp', code: host.mock.totpCode(secret) },
    })
    expect(await host.refuse('profile.merge', { token })).toMatchObject(invalid)
    expect(await prove()).toMatchObject(invalid)
    await host.mock.settings.patch({ security: { mfa: { enabled: false } } })
    expect(await host.refuse('profile.merge', { token })).toMatchObject(invalid)
    await host.call('users.delete', { params: { userId: otherId } })
    expect(await host.refuse('profile.merge', { token })).toMatchObject(invalid)
    expect(host.mock.export().tables.pendingMerges).toEqual([])
  })

  it('refuses if the other user no longer has the proved credential, even if a third user has it', async () => {
    await changeStandardField(host, 'email', { required: false })
    await prove()
    const address = (await host.call('profile.get', { token: otherToken })).body.verifiedCredentials.find(
      ({ format }) => format === 'email',
    )
    await host.call('walletSignIn.unlink', { token: otherToken, body: { verifiedCredentialId: String(address?.id) } })
    expect(await host.refuse('profile.merge', { token })).toMatchObject(invalid)
    const { body: third } = await signInByEmail(host, email)
    expect(await host.refuse('profile.merge', { token })).toMatchObject(invalid)
    for (const session of [otherToken, String(third.jwt)])
      expect((await host.call('sessions.check', { token: session })).status).toBe(204)
  })

  it.each([
    ['asks for it', true, asks],
    ['refuses it', false, invalid],
  ])('uses up the code that proves the other user if the answer %s', async (_, multiWallet, refusal) => {
    await host.mock.settings.patch({ sdk: { multiWallet } })
    const body = await requestEmailCode(host, email)
    expect(await host.refuse('emailSignIn.verify', { token, body })).toMatchObject(refusal)
    expect(await host.refuse('emailSignIn.signIn', { body })).toMatchObject({
      status: 422,
      code: 'invalid_email_verification',
    })
  })

  it('refuses a second wallet if users may have one only', async () => {
    await prove()
    await host.mock.settings.patch({ sdk: { multiWallet: false } })
    expect(await host.refuse('profile.merge', { token })).toMatchObject(invalid)
    expect((await seenByServers()).wallets).toHaveLength(1)
  })

  it('refuses metadata that is too large in total', async () => {
    await fill(otherId, { metadata: { theirs: 'x'.repeat(1100) } })
    await fill(userId, { metadata: { mine: 'x'.repeat(1100) } })
    await prove()
    expect(await host.refuse('profile.merge', { token })).toMatchObject({ status: 422, code: 'metadata_size_exceeded' })
    expect((await host.call('sessions.check', { token: otherToken })).status).toBe(204)
  })

  it('evaluates gates and allowlists for both users together, and changes nothing on a refusal', async () => {
    const list = await host.mock.create.allowlist({ outcome: 'block' })
    await host.mock.create.allowlistEntry(list.id, { email })
    await prove()
    expect(await host.refuse('profile.merge', { token })).toMatchObject({
      status: 403,
      code: 'allowlist_blocked',
      body: { payload: { email } },
    })
    expect((await seenByServers(otherId)).email).toBe(email)
    await host.call('allowlists.disable', { params: { allowlistId: list.id } })
    expect((await merge()).user.email).toBe(email)
  })

  it('screens the wallets that move', async () => {
    await host.call('screening.enable')
    const wallet = (await seenByServers(otherId)).wallets?.[0]
    await host.mock.chain.sanction(String(wallet?.publicKey))
    await prove()
    expect(await host.refuse('profile.merge', { token })).toMatchObject({
      status: 403,
      code: 'screening_blocked',
      body: { payload: { walletPublicKey: wallet?.publicKey } },
    })
    expect((await seenByServers(otherId)).screeningChecks).toMatchObject([{ result: 'BLOCKED' }])
    expect((await seenByServers()).wallets).toHaveLength(1)
  })

  it('refuses a call without a session, with an ended or foreign one, and with a pending second factor', async () => {
    const { live, sandbox } = host.mock.defaults.environments
    const foreign = await host.mock.signIn(await host.mock.create.user({ email }, { environmentId: live.id }))
    await prove()
    for (const id of ['profile.merge', 'profile.resolveMerge'] as const) {
      const body = id === 'profile.merge' ? undefined : {}
      for (const bad of [null, sandbox.token, foreign.token])
        expect(await host.refuse(id, { token: bad, body }), id).toMatchObject({ status: 401, code: 'unauthorized' })
      expect(await host.refuse(id, { token: foreign.token, params: { environmentId: live.id }, body })).toMatchObject(
        invalid,
      )
    }
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await host.refuse('profile.merge', { token })).toMatchObject({ status: 403, code: 'mfa_required' })
    await host.mock.settings.patch({ security: { mfa: { enabled: false } } })
    await host.call('sessions.revoke', { token })
    expect(await host.refuse('profile.merge', { token })).toMatchObject({ status: 401, code: 'session_revoked' })
  })
})
