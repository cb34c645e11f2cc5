import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'
import { signInByOAuth } from '../../../test/people/oauthRoundTrip.ts'

const host = createHost()

const email = 'ada@example.com'
const userParams = async () => ({ userId: (await host.mock.create.user({ email })).id })
const wallet = {
  publicWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  chain: 'EVM',
  walletName: 'metamask',
  walletProvider: 'browserExtension',
} as const

async function signedInAtProvider() {
  await host.mock.create.provider({ provider: 'google' })
  await host.mock.idp.google?.addUser({ email, accountId: 'g-1' })
  const { body } = await signInByOAuth(host, { email })
  return { token: String(body.jwt), oauthAccountId: body.user.verifiedCredentials[0]?.id as string }
}

describeEnvironmentRefusals(host, {
  'users.listSessions': { params: userParams },
  'users.revokeSessions': { params: userParams },
  'users.revokeSessionsLegacy': { params: userParams },
  'users.getLegacy': { params: userParams },
  'users.updateLegacy': { params: userParams, body: { firstName: 'Ada' } },
  'users.getOauthAccessToken': {
    params: async () => ({ oauthAccountId: (await signedInAtProvider()).oauthAccountId }),
  },
})

describe('users.list', () => {
  it('shows each user like users.get, without sessions, for any number of users', async () => {
    const user = await host.mock.create.user({ email })
    for (let sessions = 0; sessions < 4; sessions++) {
      const { sessions: all = [], ...shown } =
        (await host.call('users.get', { params: { userId: user.id } })).body.user ?? user
      expect((await host.call('users.list')).body.users).toEqual([shown])
      expect([all.length, shown.newUser, shown.sessionId]).toEqual([sessions, sessions === 1, all[0]?.id ?? null])
      await host.mock.clock.advance({ minutes: 1 })
      await host.mock.signIn(user)
    }
  })
})

describe('users.listSessions', () => {
  /** Four sessions a minute apart, the second and third of which have ended, and those of somebody else. */
  async function setUp() {
    const user = await host.mock.create.user({ email })
    await host.mock.signIn(await host.mock.create.user({ email: 'bob@example.com' }))
    const tokens: string[] = []
    for (let i = 0; i < 4; i++) {
      tokens.push((await host.mock.signIn(user)).token)
      await host.mock.clock.advance({ minutes: 1 })
    }
    for (const token of tokens.slice(1, 3)) await host.call('sessions.revoke', { token })
    const list = async (query: Record<string, unknown> = {}) =>
      (await host.call('users.listSessions', { params: { userId: user.id }, query })).body.sessions
    return { user, list }
  }
  const minutes = (sessions: { createdAt?: string }[]) => sessions.map(({ createdAt }) => createdAt?.slice(11, 16))

  it('lists them newest first, as the user shows them', async () => {
    const { user, list } = await setUp()
    const sessions = await list()
    expect(minutes(sessions)).toEqual(['09:33', '09:32', '09:31', '09:30'])
    expect((await host.call('users.get', { params: { userId: user.id } })).body.user?.sessions).toEqual(sessions)
  })

  it('filters by revoked and not revoked', async () => {
    const { list } = await setUp()
    expect(minutes(await list({ revoked: true }))).toEqual(['09:32', '09:31'])
    expect(minutes(await list({ revoked: false }))).toEqual(['09:33', '09:30'])
    await host.mock.clock.advance({ days: 1 })
    expect(minutes(await list({ revoked: false }))).toEqual(['09:33', '09:30'])
  })

  it('returns pages of 100 by default', async () => {
    const { user, list } = await setUp()
    expect(minutes(await list({ limit: 2, offset: 1 }))).toEqual(['09:32', '09:31'])
    expect(minutes(await list({ limit: 1, offset: 1, revoked: false }))).toEqual(['09:30'])
    expect(await list({ offset: 4 })).toEqual([])
    for (let i = 0; i < 97; i++) await host.mock.signIn(user)
    expect(await list()).toHaveLength(100)
    expect(await list({ offset: 100 })).toHaveLength(1)
  })

  it.each([{ limit: 0 }, { limit: 101 }, { offset: -1 }, { revoked: 'maybe' }])('refuses %o', async (query) => {
    const params = await userParams()
    expect(await host.refuse('users.listSessions', { params, query })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})

describe.each(['users.revokeSessions', 'users.revokeSessionsLegacy'] as const)('%s', (id) => {
  it("ends only the user's sessions, with one event each that names the administration", async () => {
    const user = await host.mock.create.user({ email })
    const [first, second] = [await host.mock.signIn(user), await host.mock.signIn(user)]
    const other = await host.mock.signIn(await host.mock.create.user({ email: 'bob@example.com' }))
    await host.call('sessions.revoke', { token: first.token })
    await host.mock.clock.advance({ minutes: 1 })
    for (let i = 0; i < 2; i++) expect((await host.call(id, { params: { userId: user.id } })).status).toBe(204)
    for (const { token } of [first, second])
      expect(await host.refuse('sessions.check', { token })).toMatchObject({ status: 401, code: 'session_revoked' })
    expect((await host.call('sessions.check', { token: other.token })).status).toBe(204)
    const {
      body: { sessions },
    } = await host.call('users.listSessions', { params: { userId: user.id } })
    expect(sessions.map(({ revokedAt }) => revokedAt).sort()).toEqual([
      '2026-01-15T09:30:00.000Z',
      '2026-01-15T09:31:00.000Z',
    ])
    const { body: events } = await host.call('events.list')
    expect(events.filter(({ eventName }) => eventName.endsWith('revoked')).map(({ eventName }) => eventName)).toEqual([
      'admin.user.session.revoked',
      'user.session.revoked',
    ])
    expect((await host.call('sessions.check', { token: (await host.mock.signIn(user)).token })).status).toBe(204)
  })
})

describe('users.getOauthAccessToken', () => {
  const get = (oauthAccountId: string) => host.call('users.getOauthAccessToken', { params: { oauthAccountId } })

  it("returns the user's token, even after another sign-in", async () => {
    const { token, oauthAccountId } = await signedInAtProvider()
    const userReply = await host.call('oauth.getAccessToken', { params: { oauthAccountId }, token })
    expect((await get(oauthAccountId)).body).toEqual(userReply.body)
    await signInByOAuth(host, { email })
    expect((await get(oauthAccountId)).body.accessToken).not.toBe(userReply.body.accessToken)
  })

  it('is 404 without a body after the expiry, for an account without a token, and for another credential', async () => {
    const { oauthAccountId } = await signedInAtProvider()
    await host.mock.clock.advance({ hours: 1 })
    const { verifiedCredentials = [] } = await host.mock.create.user({
      email: 'bob@example.com',
      oauthAccounts: [{ provider: 'github', accountId: '7' }],
    })
    const [mail, account] = verifiedCredentials
    for (const id of [oauthAccountId, mail?.id, account?.id]) {
      expect(
        await host.refuse('users.getOauthAccessToken', { params: { oauthAccountId: id as string } }),
      ).toMatchObject({ status: 404, body: undefined })
    }
  })
})

describe('the paths without an environment', () => {
  it('show and change a user, and list and link wallets, like their successors', async () => {
    const params = await userParams()
    const changed = await host.call('users.updateLegacy', { params, body: { firstName: 'Ada' } })
    expect(changed.body.user?.firstName).toBe('Ada')
    const linked = await host.call('wallets.createLegacy', { params, body: wallet })
    expect(linked.status).toBe(201)
    const walletParams = { walletId: linked.body.id }
    expect((await host.call('users.getLegacy', { params })).body).toEqual(
      (await host.call('users.get', { params })).body,
    )
    expect((await host.call('wallets.listByUserLegacy', { params })).body).toEqual(
      (await host.call('wallets.listByUser', { params })).body,
    )
    expect((await host.call('wallets.getLegacy', { params: walletParams })).body).toEqual(linked.body)
    await host.mock.create.user({ username: 'taken' })
    expect(await host.refuse('users.updateLegacy', { params, body: { username: 'taken' } })).toMatchObject({
      status: 422,
      code: 'username_already_exists',
    })
    expect(await host.refuse('wallets.createLegacy', { params, body: wallet })).toMatchObject({
      status: 422,
      code: 'duplicate_exists',
    })
    expect((await host.call('wallets.deleteLegacy', { params: walletParams })).status).toBe(204)
    expect((await host.refuse('wallets.getLegacy', { params: walletParams })).status).toBe(404)
  })

  it('let a member reach only the environments of their organization', async () => {
    const params = await userParams()
    const stranger = await host.mock.create.admin({ role: null })
    expect((await host.call('users.getLegacy', { params, token: host.mock.defaults.admin.token })).status).toBe(200)
    expect((await host.refuse('users.getLegacy', { params, token: stranger.token })).status).toBe(404)
  })
})
