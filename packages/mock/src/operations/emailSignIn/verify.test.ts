import type { components } from '@latchkey/types'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { requestEmailCode, signInByEmail, wrongCode } from '../../../test/people/oneTimeCodes.ts'
import { walletPeople } from '../../../test/people/walletPeople.ts'

type Schemas = components['schemas']

const host = createHost()
const email = 'ada@example.com'
const invalid = { status: 422, code: 'invalid_email_verification' }
let userId = ''
let token = ''

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'emailOnly' })
  const {
    body: { user },
  } = await host.call('users.create', {
    body: { firstName: 'Ada', oauthAccounts: [{ provider: 'google', accountId: 'g-1' }] },
  })
  userId = String(user?.id)
  token = (await host.mock.signIn(userId)).token
})

const verify = async (to: string, session = token) =>
  host.call('emailSignIn.verify', { token: session, body: await requestEmailCode(host, to) })
const userOf = async (id: string) => (await host.call('users.get', { params: { userId: id } })).body.user

describe('emailSignIn.verify', () => {
  it('adds the address to the user, who keeps the session and can sign in with it', async () => {
    const before = await host.call('profile.get', { token })
    const { body } = await verify('Ada@Example.com')
    expect(body).toMatchObject({
      nextView: 'done',
      user: {
        id: userId,
        sessionId: before.body.sessionId,
        email: 'Ada@Example.com',
        newUser: false,
        missingFields: [],
      },
    })
    expect(body.user.verifiedCredentials.map(({ format }) => format)).toEqual(['oauth', 'email'])
    for (const valid of [token, String(body.jwt)])
      expect((await host.call('profile.get', { token: valid })).body.email).toBe('Ada@Example.com')
    expect(await userOf(userId)).toMatchObject({ email: 'Ada@Example.com' })
    expect((await host.call('events.list')).body.filter(({ eventName }) => eventName === 'user.updated')).toHaveLength(
      1,
    )
    expect((await signInByEmail(host, email)).body.user.id).toBe(userId)
  })

  it('verifies an address that a server has given the user', async () => {
    const {
      body: { user },
    } = await host.call('users.create', { body: { email, oauthAccounts: [{ provider: 'google', accountId: 'g-2' }] } })
    const { token: session } = await host.mock.signIn(String(user?.id))
    const { body } = await verify('ADA@example.com', session)
    expect(body.user).toMatchObject({
      id: user?.id,
      email: 'ADA@example.com',
      verifiedCredentials: [{ format: 'email', email: 'ADA@example.com', signInEnabled: true }, { format: 'oauth' }],
    })
  })

  it('adds a second address and leaves the one in the profile', async () => {
    await verify(email)
    const { body } = await verify('second@example.com')
    expect(body.user.email).toBe(email)
    expect(body.user.verifiedCredentials.map((credential) => credential.email)).toEqual([
      undefined,
      email,
      'second@example.com',
    ])
    expect((await signInByEmail(host, 'second@example.com')).body.user.id).toBe(userId)
  })

  it('changes nothing for an address that the user has proved before', async () => {
    const first = await verify(email)
    const second = await verify(email)
    expect(second.body.user.verifiedCredentials).toEqual(first.body.user.verifiedCredentials)
    expect(second.body.nextView).toBe('done')
  })

  it('removes an address from a user who has never proved it', async () => {
    const {
      body: { user: squatter },
    } = await host.call('users.create', { body: { email, oauthAccounts: [{ provider: 'google', accountId: 'g-2' }] } })
    const { body } = await verify(email)
    expect(body).toMatchObject({ nextView: 'done', user: { id: userId, email } })
    expect(await userOf(String(squatter?.id))).toHaveProperty('email', null)
  })

  it('moves the address from a user who has nothing else, who is then deleted', async () => {
    const other = await signInByEmail(host, email)
    const { body } = await verify(email)
    expect(body).toMatchObject({ nextView: 'verified-and-transferred', user: { id: userId, email } })
    expect(body.user.verifiedCredentials.at(-1)).toMatchObject({
      format: 'email',
      email,
      previous_users: [other.body.user.id],
    })
    expect((await host.refuse('users.get', { params: { userId: other.body.user.id } })).status).toBe(404)
    expect((await host.refuse('sessions.check', { token: String(other.body.jwt) })).status).toBe(401)
    const again = await signInByEmail(host, email)
    expect(again.body.user).toMatchObject({ id: userId, newUser: false })
    expect((await host.call('users.list')).body.count).toBe(1)
    expect((await host.call('events.list')).body.filter(({ eventName }) => eventName === 'user.deleted')).toHaveLength(
      1,
    )
  })

  it.each([
    ['a wallet', (id: string) => host.mock.create.wallet(id)],
    [
      'the screening of a wallet that is not linked any more',
      async (id: string) => {
        await host.call('screening.enable')
        const session = (await host.mock.signIn(id)).token
        await walletPeople(host).link(session, await host.mock.wallets.evm())
        const [wallet] = await walletPeople(host).walletsOf(id)
        await host.call('walletSignIn.unlink', { token: session, body: { walletId: wallet?.id } })
      },
    ],
    ['a second address', async (id: string) => verify('second@example.com', (await host.mock.signIn(id)).token)],
  ])('asks before it merges with a user who also has %s', async (_, give) => {
    const other = await signInByEmail(host, email)
    await host.call('users.update', { params: { userId: other.body.user.id }, body: { firstName: 'Augusta' } })
    await give(other.body.user.id)
    const proof = await requestEmailCode(host, email)
    const refusal = await host.refuse('emailSignIn.verify', { token, body: proof })
    expect(refusal).toMatchObject({
      status: 422,
      code: 'merge_accounts_confirmation',
      body: { payload: { email, mergeConflicts: { fromUser: { id: other.body.user.id, firstName: 'Augusta' } } } },
    })
    expect((await host.call('profile.get', { token })).body).toHaveProperty('email', null)
    expect((await host.call('sessions.check', { token: String(other.body.jwt) })).status).toBe(204)
    expect(host.mock.export().tables.pendingMerges).toMatchObject([
      { userId, fromUserId: other.body.user.id, expiresAt: '2026-01-15T09:40:00.000Z' },
    ])
    expect(await host.refuse('emailSignIn.verify', { token, body: proof })).toMatchObject(invalid)
  })

  it.each<[string, Schemas['InternalUpdatableUserFields']]>([
    ['a name', { firstName: 'Augusta' }],
    ['a country', { country: 'GB' }],
    ['a username', { username: 'augusta' }],
    ['an answer of the form, though it is no', { newsletterNotification: false }],
    ['an address of a chain', { btcWallet: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
    ['a number that nobody has proved', { phoneNumber: '+44 20 7946 0018' }],
    ['a custom field, or other metadata', { metadata: { plan: 'solo' } }],
  ])('asks before it merges with a user who has nothing but the address and %s', async (_, fields) => {
    const { body: other } = await signInByEmail(host, email)
    const { id } = other.user
    await host.call('users.update', { params: { userId: id }, body: fields })
    const refusal = await host.refuse('emailSignIn.verify', { token, body: await requestEmailCode(host, email) })
    expect(refusal).toMatchObject({
      status: 422,
      code: 'merge_accounts_confirmation',
      body: { payload: { email, mergeConflicts: { fromUser: { id, ...fields } } } },
    })
    expect(await userOf(id)).toMatchObject({ email, ...fields })
    expect((await host.call('sessions.check', { token: String(other.jwt) })).status).toBe(204)
  })

  it('lets the two users be merged, so that the profile of the one who had only the address arrives', async () => {
    const { body: other } = await signInByEmail(host, email)
    const params = { userId: other.user.id }
    await host.call('users.update', { params, body: { lastName: 'Byron', country: 'GB', metadata: { plan: 'solo' } } })
    await host.refuse('emailSignIn.verify', { token, body: await requestEmailCode(host, email) })
    const { body } = await host.call('profile.merge', { token })
    expect(body.user).toMatchObject({
      id: userId,
      email,
      firstName: 'Ada',
      lastName: 'Byron',
      country: 'GB',
      metadata: { plan: 'solo' },
    })
    expect((await host.refuse('users.get', { params })).status).toBe(404)
  })

  it('accepts a code once, and for ten minutes', async () => {
    const proof = await requestEmailCode(host, email)
    const { body: linked } = await host.call('emailSignIn.verify', { token, body: proof })
    expect(await host.refuse('emailSignIn.verify', { token, body: proof })).toMatchObject(invalid)
    expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject(invalid)
    const late = await requestEmailCode(host, 'late@example.com')
    await host.mock.clock.advance({ minutes: 10 })
    expect(await host.refuse('emailSignIn.verify', { token: linked.jwt, body: late })).toMatchObject(invalid)
  })

  it('refuses the code of another verification', async () => {
    const mine = await requestEmailCode(host, 'mine@example.com')
    const theirs = await requestEmailCode(host, 'theirs@example.com')
    const mixed = { ...theirs, verificationToken: mine.verificationToken }
    expect(await host.refuse('emailSignIn.verify', { token, body: mixed })).toMatchObject({
      status: 422,
      code: 'wrong_email_verification_token',
    })
    expect((await host.call('emailSignIn.verify', { token, body: mine })).body.user.email).toBe('mine@example.com')
  })

  it('counts wrong codes together with those of a sign-in', async () => {
    const proof = await requestEmailCode(host, email)
    const bad = { ...proof, verificationToken: wrongCode(proof.verificationToken) }
    for (let i = 0; i < 3; i++)
      expect(await host.refuse('emailSignIn.verify', { token, body: bad })).toMatchObject({
        status: 422,
        code: 'wrong_email_verification_token',
      })
    for (let i = 0; i < 2; i++) await host.refuse('emailSignIn.signIn', { body: bad })
    expect(await host.refuse('emailSignIn.verify', { token, body: proof })).toMatchObject({
      status: 422,
      code: 'too_many_email_verification_attempts',
    })
    expect((await host.call('profile.get', { token })).body).toHaveProperty('email', null)
  })

  it('refuses a call without a session, with one that ended, and with one of another environment', async () => {
    const { live, sandbox } = host.mock.defaults.environments
    const foreign = await host.mock.signIn(await host.mock.create.user({ email }, { environmentId: live.id }))
    const proof = await requestEmailCode(host, email)
    for (const bad of [null, sandbox.token, foreign.token, 'nonsense'])
      expect(await host.refuse('emailSignIn.verify', { token: bad, body: proof })).toMatchObject({
        status: 401,
        code: 'unauthorized',
      })
    await host.mock.create.provider({ provider: 'emailOnly' }, { environmentId: live.id })
    expect(
      await host.refuse('emailSignIn.verify', {
        token: foreign.token,
        params: { environmentId: live.id },
        body: proof,
      }),
    ).toMatchObject(invalid)
    await host.call('sessions.revoke', { token })
    expect(await host.refuse('emailSignIn.verify', { token, body: proof })).toMatchObject({
      status: 401,
      code: 'session_revoked',
    })
  })

  it('refuses malformed bodies, and a provider that is not enabled', async () => {
    const proof = await requestEmailCode(host, email)
    for (const body of [{}, { ...proof, verificationToken: '1' }, { ...proof, admin: true }])
      expect(await host.refuse('emailSignIn.verify', { token, body })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    const {
      body: { providers = [] },
    } = await host.call('sdkSettings.get')
    await host.call('providers.disable', { params: { providerId: String(providers[0]?.id) } })
    expect(await host.refuse('emailSignIn.verify', { token, body: proof })).toMatchObject({
      status: 422,
      code: 'no_enabled_email_provider',
    })
  })
})
