import { operationTable } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const wallet = {
  publicWalletAddress: address,
  chain: 'EVM',
  walletName: 'metamask',
  walletProvider: 'browserExtension',
} as const
const google = { provider: 'google', accountId: 'g-1', username: 'ada', emails: ['ada@example.com', ''] } as const
const unknownId = '00000000-0000-7000-8000-00000000dead'

async function create(body: Record<string, unknown> = {}) {
  const { body: reply } = await host.call('users.create', { body })
  return reply.user as NonNullable<typeof reply.user>
}

async function get(userId: string) {
  return (await host.call('users.get', { params: { userId } })).body.user
}

async function list(query: Record<string, unknown> = {}) {
  const { body } = await host.call('users.list', { query })
  return { count: body.count, users: body.users ?? [] }
}

async function eventNames() {
  const { body } = await host.call('events.list')
  return body.map(({ eventName }) => eventName).reverse()
}

const userParams = async () => ({ userId: (await create({ email: 'someone@example.com' })).id })

describeEnvironmentRefusals(host, {
  'users.list': {},
  'users.create': { body: { email: 'new@example.com' } },
  'users.get': { params: userParams },
  'users.update': { params: userParams, body: { firstName: 'Ada' } },
  'users.delete': { params: userParams },
  'users.deleteLegacy': { params: userParams },
})

describe('users.create', () => {
  it('stores the user with e-mail, wallet and social account, and shows the same everywhere', async () => {
    const user = await create({
      email: 'Ada@example.com',
      emailVerifiedAt: '2026-01-14T10:00:00+01:00',
      alias: 'ada',
      firstName: 'Ada, née B.',
      username: 'Ada_L',
      country: 'GB',
      metadata: { plan: 'studio' },
      wallets: [wallet],
      oauthAccounts: [google],
    })
    expect(user).toMatchObject({
      email: 'Ada@example.com',
      alias: 'ada',
      firstName: 'Ada, née B.',
      username: 'Ada_L',
      country: 'GB',
      metadata: { plan: 'studio' },
      newUser: false,
      scope: 'user:basic',
      lists: [],
      missingFields: [],
      mfaDevices: [],
      createdAt: '2026-01-15T09:30:00.000Z',
      updatedAt: '2026-01-15T09:30:00.000Z',
      wallets: [
        { name: 'metamask', chain: 'EVM', publicKey: address, provider: 'browserExtension', lastSelectedAt: null },
      ],
      oauthAccounts: [{ provider: 'google', accountUsername: 'ada' }],
      verifiedCredentials: [
        {
          format: 'email',
          email: 'Ada@example.com',
          public_identifier: 'Ada@example.com',
          signInEnabled: true,
          verifiedAt: '2026-01-14T09:00:00.000Z',
        },
        {
          format: 'blockchain',
          address,
          chain: 'eip155',
          public_identifier: address,
          wallet_name: 'metamask',
          signInEnabled: true,
          embedded_wallet_id: null,
        },
        {
          format: 'oauth',
          oauth_provider: 'google',
          oauth_account_id: 'g-1',
          oauth_username: 'ada',
          oauth_emails: ['ada@example.com'],
          signInEnabled: true,
        },
      ],
    })
    expect(await get(user.id)).toEqual(user)
    const { sessions, ...listed } = user
    expect((await list()).users).toEqual([listed])
    expect(sessions).toEqual([])
    expect((await host.call('wallets.listByUser', { params: { userId: user.id } })).body.wallets).toEqual(user.wallets)
  })

  it('emits one event for the user, then one for each wallet and account', async () => {
    await create({ email: 'ada@example.com', wallets: [wallet], oauthAccounts: [google] })
    expect(await eventNames()).toEqual(['user.created', 'wallet.linked', 'user.social.linked'])
  })

  it('does not show an e-mail without a date of verification as verified, and refuses to sign in with it', async () => {
    const { id, email, verifiedCredentials } = await create({ email: 'ada@example.com' })
    expect(email).toBe('ada@example.com')
    expect(verifiedCredentials).toEqual([])
    await expect(host.mock.signIn(id)).rejects.toThrow('no credential to sign in with')
  })

  it('lets a verified e-mail, a wallet and a social account sign in', async () => {
    for (const body of [
      { email: 'ada@example.com', emailVerifiedAt: '2026-01-14T09:00:00Z' },
      { wallets: [wallet] },
      { oauthAccounts: [google] },
    ]) {
      const { id } = await create(body)
      expect((await host.mock.signIn(id)).user.id).toBe(id)
    }
  })

  it('uses the given id, and creates a user without fields', async () => {
    const id = '019bc000-0000-4000-8000-000000000001'
    expect((await create({ id })).id).toBe(id)
    expect(await create({ email: '', alias: '' })).toHaveProperty('alias', null)
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['an e-mail that another user has', { email: 'ADA@example.com' }, 'email_already_exists'],
    ['a username that another user has in another case', { username: 'ADA_l' }, 'username_already_exists'],
    ['a social account that another user has', { oauthAccounts: [google] }, 'social_account_already_exists'],
    [
      'a wallet that another user has in another case',
      { wallets: [{ ...wallet, publicWalletAddress: address.toLowerCase() }] },
      'reassign_wallet_error',
    ],
    [
      'a wallet that another user has on the same family of chains',
      { wallets: [{ ...wallet, chain: 'ETH' }] },
      'reassign_wallet_error',
    ],
    [
      'a social account that is given twice',
      {
        oauthAccounts: [
          { ...google, accountId: 'g-2' },
          { ...google, accountId: 'g-2' },
        ],
      },
      'duplicate_exists',
    ],
    [
      'a wallet with a wrong checksum',
      { wallets: [{ ...wallet, publicWalletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed' }] },
      'invalid_chain_address_match',
    ],
    ['an address of another chain', { wallets: [{ ...wallet, chain: 'SOL' }] }, 'invalid_chain_address_match'],
    ['an embedded wallet', { wallets: [{ ...wallet, walletProvider: 'embeddedWallet' }] }, 'provider_not_available'],
    ['an invalid e-mail', { email: 'ada@example' }, 'invalid_email'],
    ['a verification of no e-mail', { emailVerifiedAt: '2026-01-14T09:00:00Z' }, 'email_cannot_be_null'],
    ['metadata over two kilobytes', { metadata: { text: 'é'.repeat(1024) } }, 'metadata_size_exceeded'],
  ])('refuses %s, and then stores nothing', async (_, body, code) => {
    await create({ email: 'ada@example.com', username: 'ada_l', wallets: [wallet], oauthAccounts: [google] })
    const before = [await list(), await eventNames()]
    expect(await host.refuse('users.create', { body: { alias: 'second', ...body } })).toMatchObject({
      status: 422,
      code,
    })
    expect([await list(), await eventNames()]).toEqual(before)
  })

  it('refuses an id that is taken', async () => {
    const { id } = await create()
    expect(await host.refuse('users.create', { body: { id } })).toMatchObject({ status: 422, code: 'duplicate_exists' })
  })

  it('accepts the same e-mail, username and wallet for a user of another environment', async () => {
    const body = { email: 'ada@example.com', username: 'ada_l', wallets: [wallet] }
    await create(body)
    const { live } = host.mock.defaults.environments
    const { body: reply } = await host.call('users.create', {
      params: { environmentId: live.id },
      token: live.token,
      body,
    })
    expect(reply.user?.projectEnvironmentId).toBe(live.id)
    expect((await list()).count).toBe(1)
  })

  it.each<[string, Record<string, unknown>]>([
    ['a country that is no code', { country: 'Britain' }],
    [
      'a wallet without a chain',
      { wallets: [{ publicWalletAddress: address, walletName: 'metamask', walletProvider: 'browserExtension' }] },
    ],
    ['a wallet with a key it does not know', { wallets: [{ ...wallet, verified: true }] }],
    ['an invalid date', { email: 'ada@example.com', emailVerifiedAt: 'yesterday' }],
    ['a provider that is not known', { oauthAccounts: [{ provider: 'myspace', accountId: '1' }] }],
  ])('refuses %s as malformed', async (_, body) => {
    expect(await host.refuse('users.create', { body })).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})

describe('users.update', () => {
  it('changes only the named fields, and emits one event', async () => {
    const user = await create({ alias: 'ada', firstName: 'Ada', metadata: { plan: 'studio', seats: 3 } })
    await host.mock.clock.advance({ seconds: 100 })
    const { body } = await host.call('users.update', {
      params: { userId: user.id },
      body: { firstName: 'Augusta', metadata: { plan: 'solo' } },
    })
    expect(body.user).toEqual({
      ...user,
      firstName: 'Augusta',
      metadata: { plan: 'solo' },
      updatedAt: '2026-01-15T09:31:40.000Z',
    })
    expect(await get(user.id)).toEqual(body.user)
    expect(await eventNames()).toEqual(['user.created', 'user.updated'])
  })

  it.each(['alias', 'firstName', 'lastName', 'jobTitle', 'team', 'tShirtSize'])(
    'takes an apostrophe and a vertical bar in %s, shows them, and refuses brackets',
    async (field) => {
      const { id } = await create({ [field]: "O'Ada" })
      expect(await get(id)).toMatchObject({ [field]: "O'Ada" })
      const changed = await host.call('users.update', { params: { userId: id }, body: { [field]: 'Ada|L' } })
      expect(changed.body.user).toMatchObject({ [field]: 'Ada|L' })
      const { created } = (await host.call('users.bulkCreate', { body: [{ [field]: "O'Ada|L" }] })).body
      expect(created).toMatchObject([{ [field]: "O'Ada|L" }])
      const malformed = { status: 400, code: 'validation_failed', body: { error: expect.stringContaining(field) } }
      for (const text of ['<Ada>', "O'Ada ", 'Ada (née Byron)'])
        expect(await host.refuse('users.create', { body: { [field]: text } }), text).toMatchObject(malformed)
    },
  )

  it.each(['ZZ', 'XX', 'UK', 'EU', 'AA'])(
    'refuses the country %s, which the standard does not assign',
    async (country) => {
      const { id } = await create({ country: 'GB' })
      const refusal = {
        status: 422,
        code: 'invalid_update',
        body: { error: expect.stringContaining('country must be') },
      }
      expect(await host.refuse('users.create', { body: { country } })).toMatchObject(refusal)
      expect(await host.refuse('users.update', { params: { userId: id }, body: { country } })).toMatchObject(refusal)
      const { body } = await host.call('users.bulkCreate', { body: [{ country }, { country: 'AQ' }] })
      expect(body).toMatchObject({ failed: [{ code: 'invalid_update' }], created: [{ country: 'AQ' }] })
      const { token } = await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))
      expect(await host.refuse('profile.update', { token, body: { country } })).toMatchObject({
        status: 422,
        code: 'invalid_update',
      })
      expect(await get(id)).toMatchObject({ country: 'GB' })
    },
  )

  it.each([[''], [null]])('empties a field with %j', async (empty) => {
    const { id } = await create({ username: 'ada_l', alias: 'ada' })
    await host.call('users.update', { params: { userId: id }, body: { username: empty } })
    expect(await get(id)).toHaveProperty('username', null)
    expect(await create({ username: 'ada_l' })).toMatchObject({ username: 'ada_l' })
  })

  it('changes nothing and emits nothing if every value is the same', async () => {
    const user = await create({ alias: 'ada', metadata: { plan: 'studio' } })
    await host.mock.clock.advance({ seconds: 100 })
    const { body } = await host.call('users.update', {
      params: { userId: user.id },
      body: { alias: 'ada', metadata: { plan: 'studio' }, team: '' },
    })
    expect(body.user).toEqual(user)
    expect(await eventNames()).toEqual(['user.created'])
  })

  it("accepts the user's username in another case", async () => {
    const { id } = await create({ username: 'ada_l' })
    const { body } = await host.call('users.update', { params: { userId: id }, body: { username: 'ADA_L' } })
    expect(body.user?.username).toBe('ADA_L')
  })

  it.each<[string, Record<string, unknown>, number, string]>([
    ['a username that is taken', { username: 'Taken' }, 422, 'username_already_exists'],
    ['metadata over two kilobytes', { metadata: { text: 'a'.repeat(2048) } }, 422, 'metadata_size_exceeded'],
    ['another e-mail address', { email: 'new@example.com' }, 400, 'validation_failed'],
    ['another id', { id: unknownId }, 400, 'validation_failed'],
    ['a username that is too short', { username: 'ab' }, 400, 'validation_failed'],
  ])('refuses %s, and then changes nothing', async (...[, change, status, code]) => {
    await create({ username: 'taken' })
    const user = await create({ alias: 'ada' })
    expect(
      await host.refuse('users.update', { params: { userId: user.id }, body: { alias: 'new', ...change } }),
    ).toMatchObject({ status, code })
    expect(await get(user.id)).toEqual(user)
  })

  it('checks the values of custom fields in the metadata', async () => {
    const field = await host.mock.create.customField({
      name: 'Level',
      fieldType: 'select',
      validationRules: { validOptions: [{ label: 'low' }, { label: 'high' }] },
    })
    const { id } = await create()
    const key = field.key as string
    expect(
      (await host.call('users.update', { params: { userId: id }, body: { metadata: { [key]: 'high' } } })).body.user
        ?.metadata,
    ).toEqual({ [key]: 'high' })
    expect(
      await host.refuse('users.update', { params: { userId: id }, body: { metadata: { [key]: 'middle' } } }),
    ).toMatchObject({ status: 422 })
    expect((await get(id))?.metadata).toEqual({ [key]: 'high' })
  })
})

describe('users.delete', () => {
  it.each(['users.delete', 'users.deleteLegacy'] as const)(
    "%s takes along all that is the user's, and fires one event",
    async (operation) => {
      const body = {
        email: 'ada@example.com',
        emailVerifiedAt: '2026-01-14T09:00:00Z',
        username: 'ada_l',
        wallets: [wallet],
        oauthAccounts: [google],
      }
      const user = await create(body)
      const bystander = await create({ email: 'bob@example.com' })
      const { headers } = await host.mock.signIn(user)
      await host.call(operation, { params: { userId: user.id } })
      expect((await host.refuse('users.get', { params: { userId: user.id } })).status).toBe(404)
      expect((await host.refuse('wallets.get', { params: { walletId: user.wallets?.[0]?.id as string } })).status).toBe(
        404,
      )
      expect((await host.refuse('wallets.listByUser', { params: { userId: user.id } })).status).toBe(404)
      expect((await host.refuse('sessions.revoke', { headers })).status).toBe(401)
      expect((await list()).users.map(({ id }) => id)).toEqual([bystander.id])
      const names = await eventNames()
      expect(names.slice(names.indexOf('user.session.created') + 1)).toEqual(['user.deleted'])
      expect((await host.refuse(operation, { params: { userId: user.id } })).body).toBeUndefined()
      expect((await create(body)).id).not.toBe(user.id)
    },
  )

  it('refuses old tokens when a user with the same id is created again', async () => {
    const body = {
      id: '019bc000-0000-4000-8000-000000000001',
      email: 'ada@example.com',
      emailVerifiedAt: '2026-01-14T09:00:00Z',
    }
    const user = await create(body)
    const { headers } = await host.mock.signIn(user)
    await host.call('users.delete', { params: { userId: user.id } })
    expect((await create(body)).sessions).toEqual([])
    expect((await host.refuse('sessions.revoke', { headers })).status).toBe(401)
  })

  it('emits an event with the user as it was before', async () => {
    const { sessions: _, ...user } = await create({
      email: 'ada@example.com',
      emailVerifiedAt: '2026-01-14T09:00:00Z',
      wallets: [wallet],
      oauthAccounts: [google],
    })
    await host.call('users.delete', { params: { userId: user.id } })
    const { body } = await host.call('events.list')
    expect(body[0]).toMatchObject({ eventName: 'user.deleted', data: user })
  })
})

describe('users.list', () => {
  it('pages in each of its orders, with the total count', async () => {
    for (const alias of ['c', 'a', 'b']) {
      await create({ alias })
      await host.mock.clock.advance(1000)
    }
    await create({})
    const aliases = async (query: Record<string, unknown>) => (await list(query)).users.map(({ alias }) => alias)
    expect(await aliases({})).toEqual([null, 'b', 'a', 'c'])
    expect(await aliases({ orderBy: 'createdAt-asc' })).toEqual(['c', 'a', 'b', null])
    expect(await aliases({ orderBy: 'alias-asc' })).toEqual([null, 'a', 'b', 'c'])
    expect(await aliases({ orderBy: 'alias-desc', offset: 1, limit: 2 })).toEqual(['b', 'a'])
    expect(await list({ offset: 10 })).toEqual({ count: 4, users: [] })
  })

  it.each(operationTable['users.list'].orderBy)('can be ordered by %s without missing a user', async (column) => {
    await create({ email: 'ada@example.com', emailVerifiedAt: '2026-01-14T09:00:00Z', username: 'ada_l', alias: 'ada' })
    await create({})
    expect((await list({ orderBy: `${column}-asc` })).users).toHaveLength(2)
    expect((await list({ orderBy: `${column}-desc` })).users).toHaveLength(2)
  })

  it('shows twenty users by default', async () => {
    for (let i = 0; i < 21; i++) await create({})
    expect((await list()).users).toHaveLength(20)
  })

  it.each([
    { limit: 0 },
    { limit: 101 },
    { offset: -1 },
    { limit: 'many' },
    { orderBy: 'firstName-asc' },
    { orderBy: 'createdAt' },
    { filter: { filterColumn: 'secret' } },
    { filter: { column: 'id' } },
    { includeSessions: 'yes' },
  ])('refuses %j', async (query) => {
    expect(await host.refuse('users.list', { query })).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it.each<[string, Record<string, string>, string[]]>([
    ['text in a column, in any case', { filterColumn: 'email', filterValue: 'ADA@' }, ['ada']],
    ['text in all columns', { filterValue: 'ada' }, ['ada', 'bob']],
    ['text in the other column only', { filterColumn: 'alias', filterValue: 'example' }, []],
    ['an address', { filterColumn: 'walletPublicKey', filterValue: '0x5290' }, ['ada']],
    ['the name of a wallet', { filterColumn: 'wallet', filterValue: 'meta' }, ['ada']],
    ["an account's id", { filterColumn: 'accountId', filterValue: 'g-1' }, ['bob']],
    ['a social provider', { filterSocialProvider: 'google' }, ['bob']],
    ['a chain by any name of its family', { chain: 'ETH' }, ['ada']],
    ['a chain that nobody has', { chain: 'SOL' }, []],
    ['two conditions that nobody fulfils both of', { chain: 'EVM', filterSocialProvider: 'google' }, []],
    ['a column without a text', { filterColumn: 'email' }, ['ada', 'bob', 'eve']],
  ])('filters users with %s', async (_, filter, expected) => {
    await create({ alias: 'ada', email: 'ada@example.com', wallets: [wallet] })
    await create({ alias: 'bob', firstName: 'Adam', oauthAccounts: [{ provider: 'google', accountId: 'g-1' }] })
    await create({ alias: 'eve', lastName: 'Moneypenny' })
    const { users, count } = await list({ filter, orderBy: 'alias-asc' })
    expect(users.map(({ alias }) => alias)).toEqual(expected)
    expect(count).toBe(expected.length)
  })

  it('includes the sessions on request only, the newest first', async () => {
    const { id } = await create({ email: 'ada@example.com', emailVerifiedAt: '2026-01-14T09:00:00Z' })
    await host.mock.signIn(id)
    await host.mock.clock.advance(1000)
    await host.mock.signIn(id)
    expect((await list()).users[0]).not.toHaveProperty('sessions')
    const [user] = (await list({ includeSessions: true })).users
    expect(user?.sessions?.map(({ createdAt }) => createdAt)).toEqual([
      '2026-01-15T09:30:01.000Z',
      '2026-01-15T09:30:00.000Z',
    ])
    expect(user).toMatchObject({
      newUser: false,
      sessionId: user?.sessions?.[0]?.id,
      firstVisit: '2026-01-15T09:30:00.000Z',
      lastVisit: '2026-01-15T09:30:01.000Z',
    })
  })
})

describe('a social account of a new user', () => {
  it.each(['emailOnly', 'sendgrid', 'zerodev'])('cannot be at %s, where nobody has one', async (provider) => {
    expect(
      await host.refuse('users.create', { body: { oauthAccounts: [{ provider, accountId: 'x' }] } }),
    ).toMatchObject({ status: 422, code: 'provider_not_available' })
    expect((await host.call('users.list')).body.count).toBe(0)
  })
})
