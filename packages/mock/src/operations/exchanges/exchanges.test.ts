import { defined } from '@latchkey/base/defined'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals, type RefusalCase } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const body = { exchange: 'coinbase', socialProvider: 'coinbasesocial', onRampProvider: 'coinbaseOnramp' }
const create = async (change: object = {}) =>
  (await host.call('exchanges.create', { body: { ...body, ...change } })).body
const enable = async (exchangeId: string) => (await host.call('exchanges.enable', { params: { exchangeId } })).body
const listed = async () => (await host.call('exchanges.list')).body.exchanges
const offered = async () => {
  const { exchanges, sdk } = (await host.call('sdkSettings.get')).body
  expect(sdk.exchangeOptions).toEqual(
    exchanges?.map(({ exchange, socialProvider, onRampProvider }) => ({
      exchange,
      ...defined({ socialProvider, onRampProvider }),
    })),
  )
  return exchanges
}
const onExchange: RefusalCase = {
  params: async () => ({ exchangeId: String((await create({ exchange: 'kraken', socialProvider: undefined })).id) }),
}

describeEnvironmentRefusals(host, {
  'exchanges.list': {},
  'exchanges.create': { body },
  'exchanges.get': onExchange,
  'exchanges.delete': onExchange,
  'exchanges.enable': onExchange,
  'exchanges.disable': onExchange,
})

describe('exchanges.create', () => {
  it('stores the exchange, not enabled, and shows it to its environment only', async () => {
    const exchange = await create()
    const { live } = host.mock.defaults.environments
    expect(exchange).toEqual({ id: expect.any(String), ...body, enabledAt: null })
    expect(await listed()).toEqual([exchange])
    expect((await host.call('exchanges.get', { params: { exchangeId: String(exchange.id) } })).body).toEqual(exchange)
    expect(await offered()).toEqual([])
    expect(
      (await host.call('exchanges.list', { params: { environmentId: live.id }, token: live.token })).body.exchanges,
    ).toEqual([])
    await host.call('exchanges.create', { params: { environmentId: live.id }, token: live.token, body })
  })

  it('refuses an exchange that the environment already has', async () => {
    const exchange = await create()
    expect(await host.refuse('exchanges.create', { body: { exchange: 'coinbase' } })).toMatchObject({
      status: 422,
      code: 'duplicate_exists',
    })
    expect(await listed()).toEqual([exchange])
  })

  it.each([
    { socialProvider: 'sms' },
    { socialProvider: 'banxa' },
    { onRampProvider: 'google' },
    { onRampProvider: 'alchemy' },
  ])('refuses %j, which is of another kind', async (change) => {
    expect(await host.refuse('exchanges.create', { body: { ...body, ...change } })).toMatchObject({
      status: 422,
      code: 'invalid_exchange_provider',
    })
    expect(await listed()).toEqual([])
  })

  it.each([{ exchange: 'other' }, { exchange: undefined }, { socialProvider: 'myspace' }])(
    'refuses %j',
    async (change) => {
      expect(await host.refuse('exchanges.create', { body: { ...body, ...change } })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    },
  )
})

describe('exchanges.enable', () => {
  it('offers the exchange with the providers to sign in with and to sell funds', async () => {
    await host.mock.create.provider({ provider: 'coinbasesocial' })
    await host.mock.create.provider({ provider: 'coinbaseOnramp' })
    const exchange = await enable(String((await create()).id))
    expect(exchange).toMatchObject(body)
    expect(await offered()).toEqual([exchange])
  })

  it('offers the exchange once, keeps the first enabledAt, and sets a new one after disabling', async () => {
    const params = { exchangeId: String((await create({ socialProvider: undefined, onRampProvider: undefined })).id) }
    await host.mock.clock.advance(1000)
    const exchange = await enable(params.exchangeId)
    expect(exchange.enabledAt).toBe('2026-01-15T09:30:01.000Z')
    expect(await offered()).toEqual([exchange])
    expect((await host.call('environments.get')).body).toMatchObject({
      updatedAt: '2026-01-15T09:30:01.000Z',
      settings: { exchanges: [exchange] },
    })
    await host.mock.clock.advance(1000)
    expect(await enable(params.exchangeId)).toEqual(exchange)
    expect((await host.call('environments.get')).body.updatedAt).toBe('2026-01-15T09:30:01.000Z')
    expect((await host.call('exchanges.disable', { params })).body.enabledAt).toBeNull()
    expect((await host.call('exchanges.disable', { params })).body.enabledAt).toBeNull()
    expect(await offered()).toEqual([])
    expect((await enable(params.exchangeId)).enabledAt).toBe('2026-01-15T09:30:02.000Z')
  })

  it('refuses while a provider that it works with is not enabled', async () => {
    const { id } = await create()
    const refused = { status: 422, code: 'exchange_cannot_be_enabled' }
    const attempt = () => host.refuse('exchanges.enable', { params: { exchangeId: String(id) } })
    expect(await attempt()).toMatchObject(refused)
    await host.mock.create.provider({ provider: 'coinbasesocial' })
    const { id: onRampId } = await host.mock.create.provider({ provider: 'coinbaseOnramp', enabled: false })
    expect(await attempt()).toMatchObject(refused)
    expect(await listed()).toMatchObject([{ enabledAt: null }])
    await host.call('providers.enable', { params: { providerId: String(onRampId) } })
    expect((await enable(String(id))).enabledAt).not.toBeNull()
  })

  it('offers an exchange only while its providers exist', async () => {
    const { id: providerId } = await host.mock.create.provider({ provider: 'kraken' })
    const { id } = await create({ exchange: 'kraken', socialProvider: 'kraken', onRampProvider: undefined })
    const exchange = await enable(String(id))
    await host.call('providers.disable', { params: { providerId: String(providerId) } })
    expect(await offered()).toEqual([])
    expect(await listed()).toEqual([exchange])
    await host.call('providers.enable', { params: { providerId: String(providerId) } })
    expect(await offered()).toEqual([exchange])
    await host.call('providers.delete', { params: { providerId: String(providerId) } })
    expect(await offered()).toEqual([])
    await host.mock.create.provider({ provider: 'kraken' })
    expect(await offered()).toEqual([exchange])
  })
})

describe('an exchange whose provider is off', () => {
  it('is not offered, so that disabling or deleting it does not change the environment', async () => {
    const { id: providerId = '' } = await host.mock.create.provider({ provider: 'kraken' })
    const { id } = await create({ exchange: 'kraken', socialProvider: 'kraken', onRampProvider: undefined })
    const params = { exchangeId: String(id) }
    await enable(params.exchangeId)
    await host.call('providers.disable', { params: { providerId } })
    const { updatedAt } = (await host.call('environments.get')).body
    await host.mock.clock.advance(1000)
    await host.call('exchanges.disable', { params })
    await host.call('exchanges.delete', { params })
    expect((await host.call('environments.get')).body.updatedAt).toBe(updatedAt)
  })
})

describe('exchanges.delete', () => {
  it('deletes the exchange, and leaves its providers', async () => {
    await host.mock.create.provider({ provider: 'kraken' })
    const { id } = await create({ exchange: 'kraken', socialProvider: 'kraken', onRampProvider: undefined })
    await enable(String(id))
    const params = { exchangeId: String(id) }
    expect(await host.send('exchanges.delete', { params })).toMatchObject({ status: 204, body: undefined })
    expect([await listed(), await offered()]).toEqual([[], []])
    expect((await host.call('providers.list')).body.providers).toMatchObject([
      { provider: 'kraken', enabledAt: expect.any(String) },
      { provider: 'emailOnly' },
    ])
    expect(await host.refuse('exchanges.delete', { params })).toMatchObject({ status: 404, code: 'not_found' })
    expect((await create({ exchange: 'kraken', socialProvider: undefined })).id).not.toBe(id)
  })
})
