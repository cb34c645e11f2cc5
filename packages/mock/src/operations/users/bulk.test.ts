import { describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const wallet = {
  publicWalletAddress: address,
  chain: 'EVM',
  walletName: 'metamask',
  walletProvider: 'browserExtension',
} as const
const google = { provider: 'google', accountId: 'g-1', username: 'ada' } as const
const verified = { emailVerifiedAt: '2026-01-14T09:00:00.000Z' }

const bulk = async (body: unknown, upsert?: boolean) =>
  (await host.call('users.bulkCreate', { body, query: { upsert } })).body
const codes = (failed: { code?: string }[] = []) => failed.map(({ code }) => code)
const ids = (users: { id: string }[] = []) => users.map(({ id }) => id)
const listed = async () => (await host.call('users.list')).body
const eventNames = async () => (await host.call('events.list')).body.map(({ eventName }) => eventName).reverse()
const get = async (userId: string) => (await host.call('users.get', { params: { userId } })).body.user

describe('users.bulkCreate', () => {
  it('creates users with their wallets and accounts, which every other operation shows', async () => {
    const reply = await bulk([
      { email: 'ada@example.com', ...verified, firstName: 'Ada', wallets: [wallet], oauthAccounts: [google] },
      { username: 'bob', country: null },
    ])
    expect(reply).toMatchObject({
      updated: [],
      failed: [],
      total: 2,
      created: [{ email: 'ada@example.com', firstName: 'Ada' }, { username: 'bob' }],
    })
    const [ada, bob] = reply.created ?? []
    const { sessions: _, ...shown } = (await get(ada?.id ?? '')) ?? {}
    expect(shown).toEqual(ada)
    expect(shown).toMatchObject({
      wallets: [{ publicKey: address }],
      oauthAccounts: [{ provider: 'google' }],
      verifiedCredentials: [{ format: 'email' }, { format: 'blockchain' }, { format: 'oauth' }],
    })
    expect((await listed()).count).toBe(2)
    expect((await host.mock.signIn(ada?.id ?? '')).user.id).toBe(ada?.id)
    expect(bob?.verifiedCredentials).toEqual([])
  })

  it('emits one event for each user, and no others', async () => {
    await bulk([
      { email: 'ada@example.com', wallets: [wallet] },
      { email: 'bob@example.com' },
      { email: 'ada@example.com' },
    ])
    expect(await eventNames()).toEqual(['user.created', 'wallet.linked', 'user.created'])
  })

  it('stores nothing of a row that fails halfway, and all of the others', async () => {
    const before = await host.mock.create.user({ wallets: [wallet] })
    const reply = await bulk([
      { email: 'one@example.com' },
      { email: 'two@example.com', username: 'two', oauthAccounts: [google], wallets: [wallet] },
      { email: 'two@example.com', username: 'two', oauthAccounts: [google] },
    ])
    expect([reply.created?.length, codes(reply.failed), reply.total]).toEqual([2, ['reassign_wallet_error'], 3])
    expect(reply.failed?.[0]).toMatchObject({
      error: 'Row 1: This wallet belongs to another user.',
      user: { email: 'two@example.com', username: 'two' },
    })
    const { users = [] } = await listed()
    expect(ids(users)).not.toContain(reply.failed?.[0]?.user?.id)
    expect(new Set(ids(users))).toEqual(new Set([before.id, ...ids(reply.created)]))
    expect((await eventNames()).filter((name) => name === 'user.created')).toHaveLength(3)
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['a taken address', { email: 'TAKEN@example.com' }, 'email_already_exists'],
    ['a taken username', { username: 'Taken' }, 'username_already_exists'],
    ['a taken account', { oauthAccounts: [google] }, 'social_account_already_exists'],
    ['an address of another chain', { wallets: [{ ...wallet, chain: 'TRON' }] }, 'invalid_chain_address_match'],
    ['an embedded wallet', { wallets: [{ ...wallet, walletProvider: 'embeddedWallet' }] }, 'provider_not_available'],
    ['an instant without an address', verified, 'email_cannot_be_null'],
    ['too much metadata', { metadata: { text: 'x'.repeat(3000) } }, 'metadata_size_exceeded'],
  ])('fails a row with %s, with its code', async (_, row, code) => {
    await host.mock.create.user({ email: 'taken@example.com', username: 'taken', oauthAccounts: [google] })
    const reply = await bulk([row, { alias: 'fine' }])
    expect([codes(reply.failed), reply.created?.length]).toEqual([[code], 1])
  })

  it('fails the second row of the same person', async () => {
    const reply = await bulk([{ email: 'ada@example.com' }, { email: 'Ada@example.com' }])
    expect([ids(reply.created).length, codes(reply.failed)]).toEqual([1, ['email_already_exists']])
  })

  it('checks values of custom fields that have a pattern', async () => {
    await host.mock.create.customField({ name: 'Badge', validationRules: { regex: '^\\d+$' } })
    const reply = await bulk([{ metadata: { badge: '12' } }, { metadata: { badge: 'x' } }])
    expect([reply.created?.length, codes(reply.failed)]).toEqual([1, ['invalid_metadata_value']])
  })

  it('accepts 50 rows, and refuses 51, an empty list, and the whole batch for one malformed row', async () => {
    const rows = Array.from({ length: 50 }, (_, i) => ({ email: `user${i}@example.com` }))
    for (const body of [
      [],
      [...rows, {}],
      [{ email: 'x@example.com' }, { isAdmin: true }],
      [{ email: 'x@example.com' }, { id: '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e06' }],
      {},
    ]) {
      expect(await host.refuse('users.bulkCreate', { body })).toMatchObject({ status: 400, code: 'validation_failed' })
    }
    expect((await listed()).count).toBe(0)
    expect((await bulk(rows)).created).toHaveLength(50)
  })

  it('refuses callers without a token, without the scope, and of another environment', async () => {
    const { rawToken: weak } = await host.mock.create.token({ scopes: ['environment.users.read'] })
    const body = [{ alias: 'x' }]
    expect((await host.refuse('users.bulkCreate', { body, token: null })).status).toBe(401)
    expect(await host.refuse('users.bulkCreate', { body, token: weak })).toMatchObject({
      status: 403,
      code: 'missing_scope',
    })
    expect(
      (await host.refuse('users.bulkCreate', { body, token: host.mock.defaults.environments.live.token })).status,
    ).toBe(403)
  })
})

describe('users.bulkCreate with upsert', () => {
  it.each<[string, Record<string, unknown>]>([
    ['the address, in any spelling', { email: 'ADA@example.com' }],
    [
      'a wallet, in any spelling',
      { wallets: [{ ...wallet, publicWalletAddress: address.toLowerCase(), chain: 'ETH' }] },
    ],
    ['a social account', { oauthAccounts: [google] }],
  ])('changes the user that %s identifies', async (_, key) => {
    const user = await host.mock.create.user({
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'King',
      wallets: [wallet],
      oauthAccounts: [google],
    })
    await host.mock.clock.advance({ seconds: 10 })
    const reply = await bulk([{ ...key, lastName: 'Lovelace' }], true)
    expect(reply).toMatchObject({
      created: [],
      failed: [],
      total: 1,
      updated: [{ id: user.id, firstName: 'Ada', lastName: 'Lovelace', updatedAt: '2026-01-15T09:30:10.000Z' }],
    })
    expect(reply.updated?.[0]?.verifiedCredentials).toHaveLength(3)
    expect(await get(user.id)).toMatchObject({ lastName: 'Lovelace' })
  })

  it('adds missing credentials to the user, and removes none', async () => {
    const { id } = await host.mock.create.user({ wallets: [wallet] })
    const sol = {
      publicWalletAddress: '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA',
      chain: 'SOL',
      walletName: 'phantom',
      walletProvider: 'browserExtension',
    }
    const { updated } = await bulk(
      [{ wallets: [wallet, sol], oauthAccounts: [google], email: 'ada@example.com', ...verified }],
      true,
    )
    expect(updated).toMatchObject([
      {
        id,
        email: 'ada@example.com',
        wallets: [{ chain: 'EVM' }, { chain: 'SOL' }],
        oauthAccounts: [{ provider: 'google' }],
      },
    ])
    expect(updated?.[0]?.verifiedCredentials?.map(({ format }) => format)).toEqual([
      'blockchain',
      'blockchain',
      'oauth',
      'email',
    ])
    expect((await eventNames()).slice(2)).toEqual(['wallet.linked', 'user.social.linked', 'user.updated'])
  })

  it('changes nothing for a row without new values', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com', wallets: [wallet] })
    await host.mock.clock.advance({ seconds: 10 })
    const { updated } = await bulk([{ email: 'ada@example.com', ...verified, wallets: [wallet] }], true)
    const { sessions: _, ...shown } = user
    expect(updated).toEqual([shown])
    expect(await eventNames()).toEqual(['user.created', 'wallet.linked'])
  })

  it('verifies an address that a server has given, so that the user can sign in with it', async () => {
    const { body } = await host.call('users.create', { body: { email: 'ada@example.com' } })
    const id = body.user?.id ?? ''
    await bulk([{ email: 'ada@example.com', ...verified }], true)
    expect((await get(id))?.verifiedCredentials).toMatchObject([
      { format: 'email', signInEnabled: true, verifiedAt: verified.emailVerifiedAt },
    ])
    expect((await host.mock.signIn(id)).user.id).toBe(id)
  })

  it('shows another address only after its owner has verified it', async () => {
    const { id } = await host.mock.create.user({ email: 'ada@example.com', wallets: [wallet] })
    await bulk([{ wallets: [wallet], email: 'countess@example.com' }], true)
    expect((await get(id))?.email).toBe('ada@example.com')
    await bulk([{ wallets: [wallet], email: 'countess@example.com', ...verified }], true)
    expect(await get(id)).toMatchObject({
      email: 'countess@example.com',
      verifiedCredentials: [{ email: 'ada@example.com' }, { format: 'blockchain' }, { email: 'countess@example.com' }],
    })
  })

  it('fails a row that identifies two users, and changes neither', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    const other = await host.mock.create.user({ wallets: [wallet] })
    const reply = await bulk([{ email: 'ada@example.com', wallets: [wallet], firstName: 'Ada' }], true)
    expect([codes(reply.failed), reply.updated]).toEqual([['invalid_user'], []])
    expect([await get(user.id), await get(other.id)]).toEqual([user, other])
  })

  it('undoes the credentials of a row whose profile is refused, and names the user', async () => {
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    await host.mock.create.user({ username: 'taken' })
    const reply = await bulk([{ email: 'ada@example.com', wallets: [wallet], username: 'taken' }], true)
    expect(reply.failed).toMatchObject([{ code: 'username_already_exists', user: { id: user.id } }])
    expect(await get(user.id)).toEqual(user)
  })

  it('creates a user by one row and changes the user by the next, with one event', async () => {
    const reply = await bulk(
      [
        { email: 'ada@example.com', firstName: 'Ada' },
        { email: 'ada@example.com', lastName: 'Lovelace' },
      ],
      true,
    )
    expect(ids(reply.created)).toEqual(ids(reply.updated))
    expect(reply.created).toMatchObject([{ firstName: 'Ada', lastName: 'Lovelace' }])
    expect(await eventNames()).toEqual(['user.created'])
  })

  it('does not find users of another environment', async () => {
    const { live } = host.mock.defaults.environments
    const foreign = await host.mock.create.user({ email: 'ada@example.com' }, { environmentId: live.id })
    const reply = await bulk([{ email: 'ada@example.com' }], true)
    expect(ids(reply.created)).not.toContain(foreign.id)
    expect(reply.created).toHaveLength(1)
  })
})
