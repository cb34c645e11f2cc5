import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const name = { walletName: 'Example Wallet' }
const missing = { status: 404 }
const make = (body: object = name) => host.call('globalWallets.create', { body })
const createFirst = async () => (await make(), {})

describeEnvironmentRefusals(host, {
  'globalWallets.get': { params: createFirst },
  'globalWallets.create': { body: name },
  'globalWallets.update': { params: createFirst, body: name },
  'globalWallets.enable': { params: createFirst },
  'globalWallets.disable': { params: createFirst },
})

describe('globalWallets.create', () => {
  it('stores the settings, not enabled, for its environment only', async () => {
    const { live } = host.mock.defaults.environments
    const all = {
      ...name,
      popupPageTitle: 'Sign',
      walletIconUrl: 'https://a.example.com/icon.svg',
      customCssUrl: 'https://a.example.com/wallet.css',
      termsOfServiceUrl: 'https://example.com/terms',
      privacyPolicyUrl: '',
      termsOfServiceAndPrivacyPolicyMarkdown: '[Terms](https://example.com/terms)',
      customMenuLinks: [{ label: 'Help', url: 'https://example.com/help' }],
      enableLoginWithExternalWallets: true,
    }
    const { status, body } = await make(all)
    expect([status, body]).toEqual([201, { id: expect.any(String), ...all, enabledAt: null }])
    expect((await host.call('globalWallets.get')).body).toEqual(body)
    expect(
      await host.refuse('globalWallets.get', { params: { environmentId: live.id }, token: live.token }),
    ).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('refuses a second one, and does not change the first', async () => {
    const { body } = await make()
    expect(await host.refuse('globalWallets.create', { body: { walletName: 'Other' } })).toMatchObject({
      status: 422,
      code: 'duplicate_exists',
    })
    expect((await host.call('globalWallets.get')).body).toEqual(body)
  })

  it.each([
    {},
    { walletName: 'x'.repeat(51) },
    { ...name, walletIconUrl: 'https://a.example.com/icon.jpg' },
    { ...name, customCssUrl: 'https://a.example.com/wallet.svg' },
    { ...name, customMenuLinks: [{ label: '', url: 'https://example.com' }] },
    { ...name, customMenuLinks: [{ label: 'Help' }] },
    { ...name, termsOfServiceAndPrivacyPolicyMarkdown: '<b>' },
  ])('refuses %j as malformed', async (body) => {
    expect(await host.refuse('globalWallets.create', { body })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect(await host.refuse('globalWallets.get')).toMatchObject(missing)
  })
})

describe('globalWallets.update', () => {
  it('changes the given fields and nothing else', async () => {
    const { body } = await make({
      ...name,
      popupPageTitle: 'Sign',
      customMenuLinks: [{ label: 'Help', url: 'https://example.com/help' }],
    })
    const changed = { ...body, popupPageTitle: '', customMenuLinks: [] }
    expect(
      (await host.call('globalWallets.update', { body: { popupPageTitle: '', customMenuLinks: [] } })).body,
    ).toEqual(changed)
    expect((await host.call('globalWallets.update', { body: {} })).body).toEqual(changed)
    expect((await host.call('globalWallets.get')).body).toEqual(changed)
  })

  it('removes the name of a disabled wallet, not of an enabled one', async () => {
    await make()
    const { body } = await host.call('globalWallets.enable')
    expect(await host.refuse('globalWallets.update', { body: { walletName: '' } })).toMatchObject({
      status: 422,
      code: 'invalid_wallet_name',
    })
    expect((await host.call('globalWallets.get')).body).toEqual(body)
    await host.call('globalWallets.disable')
    expect((await host.call('globalWallets.update', { body: { walletName: '' } })).body.walletName).toBe('')
  })

  it('answers 404 without a body before there is one', async () => {
    for (const id of ['globalWallets.update', 'globalWallets.enable', 'globalWallets.disable'] as const) {
      expect(await host.refuse(id, { body: id === 'globalWallets.update' ? name : undefined }), id).toMatchObject({
        ...missing,
        body: undefined,
      })
    }
  })
})

describe('globalWallets.enable', () => {
  it('enables the wallet once, and keeps the first enabledAt', async () => {
    await make()
    const { body } = await host.call('globalWallets.enable')
    expect(body.enabledAt).toBe('2026-01-15T09:30:00.000Z')
    await host.mock.clock.advance({ hours: 1 })
    expect((await host.call('globalWallets.enable')).body).toEqual(body)
    expect((await host.call('globalWallets.update', { body: { popupPageTitle: 'Sign' } })).body.enabledAt).toBe(
      body.enabledAt,
    )
  })

  it('refuses a wallet without a name', async () => {
    await make({ walletName: '' })
    expect(await host.refuse('globalWallets.enable')).toMatchObject({ status: 422, code: 'invalid_wallet_name' })
    expect((await host.call('globalWallets.get')).body.enabledAt).toBeNull()
  })
})

describe('globalWallets.disable', () => {
  let userId = ''
  beforeEach(async () => {
    await make()
    await host.call('globalWallets.enable')
    userId = (await host.mock.create.user({ email: 'ada@example.com' })).id
    await host.mock.create.globalWalletConnection({ userId, appUrl: 'https://shop.example.com' })
  })
  const statuses = async () => (await host.call('globalWalletConnections.list')).body.map(({ status }) => status)

  it('ends all connections permanently, and lets nobody connect', async () => {
    expect((await host.call('globalWallets.disable')).body.enabledAt).toBeNull()
    expect(await statuses()).toEqual(['disconnected'])
    await expect(
      host.mock.create.globalWalletConnection({ userId, appUrl: 'https://shop.example.com' }),
    ).rejects.toMatchObject({ code: 'no_global_wallet_found' })
    await host.call('globalWallets.enable')
    expect(await statuses()).toEqual(['disconnected'])
  })

  it('changes nothing the second time', async () => {
    const { body } = await host.call('globalWallets.disable')
    expect((await host.call('globalWallets.disable')).body).toEqual(body)
  })

  it("does not change another environment's wallet", async () => {
    const { live } = host.mock.defaults.environments
    const at = { params: { environmentId: live.id }, token: live.token }
    await host.call('globalWallets.create', { ...at, body: name })
    await host.call('globalWallets.disable', at)
    expect((await host.call('globalWallets.get')).body.enabledAt).not.toBeNull()
    expect(await statuses()).toEqual(['connected'])
  })
})
