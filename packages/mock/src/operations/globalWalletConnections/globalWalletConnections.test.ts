import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals, unknownId } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const shop = 'https://shop.example.com'
let userId = ''

beforeEach(async () => {
  await host.call('globalWallets.create', { body: { walletName: 'Example Wallet' } })
  await host.call('globalWallets.enable')
  userId = (await host.mock.create.user({ email: 'ada@example.com' })).id
})

const connect = (
  appUrl = shop,
  rest: { userId?: string; expiresAt?: string; status?: 'connected' | 'disconnected' } = {},
) => host.mock.create.globalWalletConnection({ userId, appUrl, ...rest })
const list = async (query: Record<string, string | number> = {}) =>
  (await host.call('globalWalletConnections.list', { query })).body
const states = async () => (await list()).map(({ appUrl, status }) => [appUrl, status]).reverse()
const refused = { code: 'origin_not_allowed' }

describeEnvironmentRefusals(host, { 'globalWalletConnections.list': {} })

describe('globalWalletConnections.list', () => {
  it('shows connections newest first, to their environment only', async () => {
    const { live } = host.mock.defaults.environments
    const first = await connect('https://Shop.Example.com:443', { expiresAt: '2026-01-15T10:30:00Z' })
    await host.mock.clock.advance({ minutes: 1 })
    const second = await connect('https://other.example.com')
    expect(first).toEqual({
      id: expect.any(String),
      userId,
      appUrl: shop,
      status: 'connected',
      expiresAt: '2026-01-15T10:30:00.000Z',
      createdAt: '2026-01-15T09:30:00.000Z',
      updatedAt: '2026-01-15T09:30:00.000Z',
    })
    expect(second.expiresAt).toBeNull()
    expect(await list()).toEqual([second, first])
    expect(
      (await host.call('globalWalletConnections.list', { params: { environmentId: live.id }, token: live.token })).body,
    ).toEqual([])
  })

  it('filters by the given parameters', async () => {
    const other = (await host.mock.create.user({ email: 'bob@example.com' })).id
    const mine = await connect()
    const ended = await connect('https://ended.example.com', { status: 'disconnected' })
    const theirs = await connect(shop, { userId: other })
    expect(await list({ userId })).toEqual([ended, mine])
    expect(await list({ userId: other })).toEqual([theirs])
    expect(await list({ status: 'disconnected' })).toEqual([ended])
    expect(await list({ status: 'connected' })).toEqual([theirs, mine])
    expect(await list({ userId, status: 'connected' })).toEqual([mine])
    expect(await list({ userId: other, status: 'disconnected' })).toEqual([])
  })

  it('pages, by 20 by default', async () => {
    for (let count = 0; count < 25; count++) await connect(`https://s${count}.example.com`)
    const all = await list({ limit: 100 })
    expect(all.map(({ appUrl }) => appUrl)).toEqual(
      Array.from({ length: 25 }, (_, index) => `https://s${24 - index}.example.com`),
    )
    expect(await list()).toEqual(all.slice(0, 20))
    expect(await list({ offset: 20, limit: 3 })).toEqual(all.slice(20, 23))
    expect(await list({ offset: 25, userId })).toEqual([])
  })

  it('refuses a user of another environment, an unknown user or state, and pages out of range', async () => {
    const { live } = host.mock.defaults.environments
    const foreign = await host.mock.create.user({ email: 'ada@example.com' }, { environmentId: live.id })
    for (const id of [foreign.id, unknownId])
      expect(await host.refuse('globalWalletConnections.list', { query: { userId: id } })).toMatchObject({
        status: 404,
        code: 'not_found',
      })
    for (const query of [{ userId: 'ada' }, { status: 'expired' }, { limit: 0 }, { limit: 101 }, { offset: -1 }]) {
      expect(await host.refuse('globalWalletConnections.list', { query }), JSON.stringify(query)).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
  })
})

describe('a connection', () => {
  it('ends when it expires, at that instant', async () => {
    await connect(shop, { expiresAt: '2026-01-15T10:00:00.000Z' })
    await host.mock.clock.advance({ minutes: 29, seconds: 59 })
    expect(await states()).toEqual([[shop, 'connected']])
    await host.mock.clock.advance({ minutes: 30 })
    expect(await list({ status: 'connected' })).toEqual([])
    expect(await list()).toMatchObject([{ status: 'disconnected', updatedAt: '2026-01-15T10:00:00.000Z' }])
  })

  it('is renewed by connecting again, and replaced by a new one once it has ended', async () => {
    const first = await connect(shop, { expiresAt: '2026-01-15T10:00:00.000Z' })
    await host.mock.clock.advance({ minutes: 10 })
    expect(await connect(shop, { expiresAt: '2026-01-15T11:00:00.000Z' })).toEqual({
      ...first,
      expiresAt: '2026-01-15T11:00:00.000Z',
      updatedAt: '2026-01-15T09:40:00.000Z',
    })
    await host.mock.clock.advance({ hours: 2 })
    expect((await connect()).id).not.toBe(first.id)
    expect(await states()).toEqual([
      [shop, 'disconnected'],
      [shop, 'connected'],
    ])
  })

  it.each(['https://*.example.com', 'shop.example.com', 'https://shop.example.com/path', 'ftp://shop.example.com'])(
    'is not made with %s',
    async (appUrl) => {
      await expect(connect(appUrl)).rejects.toMatchObject({ code: 'invalid_cors_origins' })
      expect(await list()).toEqual([])
    },
  )

  it('is not created for an unknown user, or with an end in the past', async () => {
    await expect(connect(shop, { userId: unknownId })).rejects.toThrow(TypeError)
    await expect(connect(shop, { expiresAt: 'tomorrow' })).rejects.toThrow(TypeError)
    await expect(connect(shop, { expiresAt: '2026-01-15T09:30:00.000Z' })).rejects.toMatchObject({
      code: 'validation_failed',
    })
    expect(await list()).toEqual([])
  })

  it('is deleted together with its user, unlike other connections', async () => {
    const other = (await host.mock.create.user({ email: 'bob@example.com' })).id
    await connect()
    const theirs = await connect(shop, { userId: other })
    await host.call('users.delete', { params: { userId } })
    expect(await list()).toEqual([theirs])
    expect(host.mock.export().tables.globalWalletConnections).toHaveLength(1)
  })
})

describe('an access list', () => {
  const allow = (type: 'allow' | 'block') => host.call('globalWalletAccess.create', { body: { type } })
  const add = async (domain: string) => (await host.call('globalWalletAccess.addDomain', { body: { domain } })).body.id

  it('excludes sites that it does not allow while it is enabled', async () => {
    await allow('allow')
    await add('https://*.example.com')
    await connect('https://elsewhere.example.org')
    await connect()
    await host.call('globalWalletAccess.enable')
    expect(await states()).toEqual([
      ['https://elsewhere.example.org', 'disconnected'],
      [shop, 'connected'],
    ])
    await expect(connect('https://elsewhere.example.org')).rejects.toMatchObject(refused)
    await expect(connect('https://a.b.example.com')).rejects.toMatchObject(refused)
    await expect(connect('http://shop.example.com')).rejects.toMatchObject(refused)
    expect((await connect('https://new.example.com')).status).toBe('connected')
  })

  it('excludes sites that it blocks while it is enabled', async () => {
    await allow('block')
    await host.call('globalWalletAccess.enable')
    await connect()
    await connect('https://other.example.com')
    await add(shop)
    expect(await states()).toEqual([
      [shop, 'disconnected'],
      ['https://other.example.com', 'connected'],
    ])
    await expect(connect()).rejects.toMatchObject(refused)
  })

  it('ends connections when its type changes, and when a site leaves an allowlist', async () => {
    await allow('allow')
    const other = await add('https://other.example.com')
    await host.call('globalWalletAccess.enable')
    await connect('https://other.example.com')
    await host.call('globalWalletAccess.deleteDomain', { params: { globalWalletAccessControlDomainId: other } })
    expect(await states()).toEqual([['https://other.example.com', 'disconnected']])
    await add(shop)
    await connect()
    await host.call('globalWalletAccess.update', { body: { type: 'block' } })
    expect((await states())[1]).toEqual([shop, 'disconnected'])
  })

  it('allows every site again when it is disabled, and does not reopen ended connections', async () => {
    await allow('allow')
    await connect()
    await host.call('globalWalletAccess.enable')
    await host.call('globalWalletAccess.disable')
    expect(await states()).toEqual([[shop, 'disconnected']])
    expect((await connect()).status).toBe('connected')
  })
})
