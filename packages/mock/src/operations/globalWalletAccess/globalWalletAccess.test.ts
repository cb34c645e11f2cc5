import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals, unknownId } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const make = async (type = 'allow') => (await host.call('globalWalletAccess.create', { body: { type } })).body
const add = async (domain: string) => (await host.call('globalWalletAccess.addDomain', { body: { domain } })).body
const domains = async () => (await host.call('globalWalletAccess.get')).body.domains.map(({ domain }) => domain)
const createFirst = async () => (await make(), {})

describeEnvironmentRefusals(host, {
  'globalWalletAccess.get': { params: createFirst },
  'globalWalletAccess.create': { body: { type: 'allow' } },
  'globalWalletAccess.update': { params: createFirst, body: { type: 'block' } },
  'globalWalletAccess.enable': { params: createFirst },
  'globalWalletAccess.disable': { params: createFirst },
  'globalWalletAccess.addDomain': { params: createFirst, body: { domain: 'https://shop.example.com' } },
  'globalWalletAccess.deleteDomain': {
    params: async () => (
      await make(),
      { globalWalletAccessControlDomainId: (await add('https://shop.example.com')).id }
    ),
  },
})

describe('globalWalletAccess.create', () => {
  it('creates an empty list, not enabled, for its environment only', async () => {
    const { sandbox, live } = host.mock.defaults.environments
    const body = await make('block')
    expect(body).toEqual({
      id: expect.any(String),
      projectEnvironmentId: sandbox.id,
      type: 'block',
      enabledAt: null,
      domains: [],
    })
    expect((await host.call('globalWalletAccess.get')).body).toEqual(body)
    expect(
      await host.refuse('globalWalletAccess.get', { params: { environmentId: live.id }, token: live.token }),
    ).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('refuses a second one, and an unknown type', async () => {
    expect(await host.refuse('globalWalletAccess.create', { body: { type: 'deny' } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    await make()
    expect(await host.refuse('globalWalletAccess.create', { body: { type: 'block' } })).toMatchObject({
      status: 422,
      code: 'duplicate_exists',
    })
    expect((await host.call('globalWalletAccess.get')).body.type).toBe('allow')
  })
})

describe('globalWalletAccess', () => {
  it('is not found before it is created', async () => {
    for (const id of ['globalWalletAccess.enable', 'globalWalletAccess.disable'] as const)
      expect(await host.refuse(id), id).toMatchObject({ status: 404, body: undefined })
    expect(await host.refuse('globalWalletAccess.update', { body: { type: 'allow' } })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(
      await host.refuse('globalWalletAccess.addDomain', { body: { domain: 'https://shop.example.com' } }),
    ).toMatchObject({ status: 404, code: 'not_found' })
    expect(
      await host.refuse('globalWalletAccess.deleteDomain', {
        params: { globalWalletAccessControlDomainId: unknownId },
      }),
    ).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('keeps its domains when its type changes', async () => {
    await make()
    await add('https://shop.example.com')
    await host.call('globalWalletAccess.enable')
    expect((await host.call('globalWalletAccess.update', { body: { type: 'block' } })).body).toMatchObject({
      type: 'block',
      enabledAt: '2026-01-15T09:30:00.000Z',
      domains: [{ domain: 'https://shop.example.com' }],
    })
  })

  it('is enabled once, and disabled once', async () => {
    await make()
    const { body: on } = await host.call('globalWalletAccess.enable')
    expect(on.enabledAt).toBe('2026-01-15T09:30:00.000Z')
    await host.mock.clock.advance({ hours: 1 })
    expect((await host.call('globalWalletAccess.enable')).body).toEqual(on)
    const { body: off } = await host.call('globalWalletAccess.disable')
    expect(off).toEqual({ ...on, enabledAt: null })
    expect((await host.call('globalWalletAccess.disable')).body).toEqual(off)
  })
})

describe('globalWalletAccess.addDomain', () => {
  beforeEach(createFirst)

  it('stores sites in the spelling of browsers, oldest first', async () => {
    expect(await add('https://Shop.Example.com:443')).toEqual({
      id: expect.any(String),
      domain: 'https://shop.example.com',
      createdAt: '2026-01-15T09:30:00.000Z',
    })
    await add('https://*.example.org')
    await add('http://localhost:*')
    expect(await domains()).toEqual(['https://shop.example.com', 'https://*.example.org', 'http://localhost:*'])
  })

  it('refuses a site that is on the list, in any spelling', async () => {
    await add('https://shop.example.com')
    expect(
      await host.refuse('globalWalletAccess.addDomain', { body: { domain: 'https://SHOP.example.com:443' } }),
    ).toMatchObject({ status: 422, code: 'duplicate_exists' })
    expect(await domains()).toHaveLength(1)
  })

  it.each(['https://*.com', 'https://a.*.com', 'https://sh*p.example.com', 'https://..'])(
    'refuses %s',
    async (domain) => {
      expect(await host.refuse('globalWalletAccess.addDomain', { body: { domain } })).toMatchObject({
        status: 422,
        code: 'invalid_cors_origins',
      })
      expect(await domains()).toEqual([])
    },
  )

  it.each(['shop.example.com', 'https://shop.example.com/path', 'ftp://example.com', ''])(
    'refuses %j as malformed',
    async (domain) => {
      expect(await host.refuse('globalWalletAccess.addDomain', { body: { domain } })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    },
  )
})

describe('globalWalletAccess.deleteDomain', () => {
  it('removes one site from the list, once', async () => {
    await make()
    const params = { globalWalletAccessControlDomainId: (await add('https://shop.example.com')).id }
    await add('https://other.example.com')
    expect((await host.call('globalWalletAccess.deleteDomain', { params })).status).toBe(204)
    expect(await domains()).toEqual(['https://other.example.com'])
    expect(await host.refuse('globalWalletAccess.deleteDomain', { params })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })
})
