import { describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()

const versions = async () => (await host.call('embeddedWallets.listVersions')).body
const body = { identifier: 'ada@example.com', type: 'email' } as const
const madeVersion = async () =>
  (await host.call('embeddedWallets.create', { body })).body.user?.wallets?.[0]?.properties?.version

describe('embeddedWallets.listVersions', () => {
  it('returns an empty list without a provider, and then no wallet is created', async () => {
    await host.mock.create.provider({ provider: 'dynamic', enabled: false })
    expect(await versions()).toEqual([])
    expect(await host.refuse('embeddedWallets.create', { body })).toMatchObject({
      status: 422,
      code: 'provider_not_available',
    })
    const frame = { email: body.identifier, fid: 1, chains: ['EVM'] }
    expect(await host.refuse('embeddedWallets.createFromFrame', { body: frame })).toMatchObject({
      status: 422,
      code: 'provider_not_available',
    })
    expect((await host.call('users.list')).body.count).toBe(0)
  })

  it('lists the generation of the service, which new wallets have', async () => {
    await host.mock.create.provider({ provider: 'dynamic' })
    expect([await versions(), await madeVersion()]).toEqual([['V3'], 'V3'])
  })

  it('lists the generations of the custody vendor, the second one with session keys', async () => {
    await host.mock.create.provider({ provider: 'turnkey' })
    expect([await versions(), await madeVersion()]).toEqual([['V1'], 'V1'])
    await host.mock.settings.patch({ sdk: { embeddedWallets: { sessionKeyDuration: { amount: 1, unit: 'hours' } } } })
    expect(await versions()).toEqual(['V1', 'V2'])
  })

  it('gives new wallets the generation in the settings while it is active', async () => {
    await host.mock.create.provider({ provider: 'turnkey' })
    await host.mock.settings.patch({
      sdk: { embeddedWallets: { sessionKeyDuration: { amount: 1, unit: 'hours' }, defaultWalletVersion: 'V1' } },
    })
    expect([await versions(), await madeVersion()]).toEqual([['V1', 'V2'], 'V1'])
    await host.mock.settings.patch({ sdk: { embeddedWallets: { defaultWalletVersion: 'V3' } } })
    const {
      body: { user },
    } = await host.call('embeddedWallets.create', { body: { ...body, identifier: 'bob@example.com' } })
    expect(user?.wallets?.[0]?.properties?.version).toBe('V2')
  })

  it('lists none for a provider that creates its wallets in the browser, and creates none', async () => {
    await host.mock.create.provider({ provider: 'magicLink' })
    expect(await versions()).toEqual([])
    expect(await host.refuse('embeddedWallets.create', { body })).toMatchObject({
      status: 422,
      code: 'no_compatible_wallet_service_enabled',
    })
  })

  it('lists those of its environment only', async () => {
    const { live } = host.mock.defaults.environments
    await host.mock.create.provider({ provider: 'dynamic' })
    expect(
      (await host.call('embeddedWallets.listVersions', { params: { environmentId: live.id }, token: live.token })).body,
    ).toEqual([])
  })
})
