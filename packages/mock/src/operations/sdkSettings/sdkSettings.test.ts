import { describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const unknown = '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f'

describe('sdkSettings.get', () => {
  it('shows the defaults of both environments, codes by e-mail and test networks in the sandbox only', async () => {
    const { sandbox, live } = host.mock.defaults.environments
    for (const [name, id] of [
      ['sandbox', sandbox.id],
      ['live', live.id],
    ]) {
      const { body } = await host.call('sdkSettings.get', {
        params: { environmentId: String(id) },
        query: { sdkVersion: '1.2.3' },
      })
      expect(body).toMatchObject({
        environmentName: name,
        providers: name === 'sandbox' ? [{ provider: 'emailOnly' }] : [],
        customFields: [],
        security: { jwtDuration: { amount: 2, unit: 'hours' }, auth: { storage: ['localstorage'] } },
      })
      const sepolia = body.chains
        .find((chain) => chain.name === 'evm')
        ?.networks?.find(({ networkId }) => networkId === 11155111)
      expect(sepolia?.enabled).toBe(name === 'sandbox')
      expect(body.networks?.map(({ chainName }) => chainName)).toEqual(['evm', 'solana'])
    }
  })

  it('shows enabled providers of this environment, without their secrets', async () => {
    await host.mock.create.provider({ provider: 'google', clientSecret: 'do-not-show' })
    await host.mock.create.provider({ provider: 'github', enabled: false })
    await host.mock.create.provider({ provider: 'discord' }, { environmentId: host.mock.defaults.environments.live.id })
    const { body } = await host.call('sdkSettings.get')
    expect(body.providers).toMatchObject([
      {
        provider: 'google',
        clientId: 'client-google',
        scopes: 'openid email profile',
        enabledAt: '2026-01-15T09:30:00.000Z',
      },
      { provider: 'emailOnly' },
    ])
    expect(body.sdk.socialSignIn?.providers).toEqual([{ provider: 'google', enabled: true }])
    expect(JSON.stringify(body)).not.toContain('do-not-show')
    await host.call('providers.disable', { params: { providerId: String(body.providers?.[0]?.id) } })
    expect((await host.call('sdkSettings.get')).body.providers).toMatchObject([{ provider: 'emailOnly' }])
  })

  it('leaves out the CAPTCHA secret and the token of the device cloud', async () => {
    await host.mock.settings.patch({
      security: { captcha: { enabled: true, siteKey: 'site', secretKey: 'captcha-secret' } },
      sdk: {
        waas: {
          passcodeRequired: false,
          onSignUp: { promptBackupOptions: false, promptClientShareExport: false },
          backupOptions: [],
          deviceCloud: { containerIdentifier: 'box', apiToken: 'cloud-secret' },
        },
      },
    })
    const { body } = await host.call('sdkSettings.get')
    expect(body.security.captcha).toEqual({ enabled: true, siteKey: 'site' })
    expect(body.sdk.waas?.deviceCloud).toEqual({ containerIdentifier: 'box' })
    expect(JSON.stringify(body)).not.toContain('-secret')
  })

  it('shows the present custom fields and networks of the organization', async () => {
    await host.mock.create.customField({ name: 'Shoe size', required: true, position: 0 })
    await host.call('customNetworks.create', {
      body: {
        networkType: 'EVM',
        chainName: 'Testnet of ours',
        chainId: '424242',
        rpcUrl: 'https://rpc.example.org',
        blockExplorerUrl: 'https://scan.example.org',
        iconUrl: 'https://assets.example.org/icon.svg',
        nativeCurrencyName: 'Coin',
        nativeCurrencySymbol: 'COIN',
        nativeCurrencyIconUrl: 'https://assets.example.org/coin.svg',
        nativeCurrencyDecimals: 18,
      },
    })
    const { body } = await host.call('sdkSettings.get')
    expect(body.customFields).toMatchObject([
      { name: 'Shoe size', type: 'custom', validationType: 'text', required: true, enabled: true },
    ])
    expect(body.networks?.[0]?.networks?.at(-1)).toMatchObject({
      name: 'Testnet of ours',
      chainId: '424242',
      rpcUrls: [host.mock.chain.rpcUrl(424_242), 'https://rpc.example.org'],
    })
    expect(body.chains[0]?.networks?.at(-1)).toMatchObject({ networkId: 424242, type: 'custom', enabled: true })
  })

  it('answers 404 without a body for an environment that does not exist', async () => {
    expect(await host.refuse('sdkSettings.get', { params: { environmentId: unknown } })).toMatchObject({
      status: 404,
      body: undefined,
    })
    expect(await host.refuse('sdkSettings.get', { params: { environmentId: 'sandbox' } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})
