import type { components } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'

type Settings = components['schemas']['ProjectSettings']

const host = createHost()
const current = async () => (await host.call('environments.get')).body
/** Everything that is required, as it is. */
const same = async (): Promise<Settings> => {
  const { chains, kyc } = host.mock.settings.get()
  return { chains, kyc, design: {}, general: {}, privacy: {}, sdk: {}, security: {} }
}
const update = async (change: object) =>
  (await host.call('environments.update', { body: { ...(await same()), ...change } })).body
const refuse = async (change: object) => {
  const { status, code } = await host.refuse('environments.update', { body: { ...(await same()), ...change } })
  return [status, code]
}

describeEnvironmentRefusals(host, {
  'environments.update': { body: { chains: [], kyc: [], design: {}, general: {}, privacy: {}, sdk: {}, security: {} } },
})

describe('environments.update', () => {
  it('merges objects, replaces lists, and shows the result everywhere in this environment only', async () => {
    const { live } = host.mock.defaults.environments
    const { body: liveBefore } = await host.call('environments.get', {
      params: { environmentId: live.id },
      token: live.token,
    })
    const before = await current()
    await host.mock.clock.advance(1000)
    const settings = await update({
      kyc: [{ name: 'username', type: 'standard', required: true, enabled: true, unique: true, verify: false }],
      design: { modal: { theme: 'dark' } },
      general: { supportEmail: 'help@example.com' },
      security: { jwtDuration: { amount: 1, unit: 'hours' } },
    })
    expect(settings).toMatchObject({
      environmentName: 'sandbox',
      chains: before.settings?.chains,
      design: { modal: { ...before.settings?.design.modal, theme: 'dark' }, button: before.settings?.design.button },
      general: { ...before.settings?.general, supportEmail: 'help@example.com' },
      sdk: before.settings?.sdk,
      security: { ...before.settings?.security, jwtDuration: { amount: 1, unit: 'hours' } },
    })
    expect(settings.kyc).toEqual([
      { name: 'username', type: 'standard', required: true, enabled: true, unique: true, verify: false },
    ])
    expect(await current()).toEqual({ ...before, settings, updatedAt: '2026-01-15T09:30:01.000Z' })
    expect((await host.call('sdkSettings.get')).body).toEqual(settings)
    const {
      body: { environments },
    } = await host.call('environments.listByProject')
    expect([environments.sandbox.settings, environments.live]).toEqual([settings, liveBefore])
  })

  it('accepts the settings that were read, and changes nothing', async () => {
    await host.mock.create.provider({ provider: 'google' })
    await host.mock.create.customField({ name: 'Shoe size' })
    for (const networkType of ['EVM', 'COSMOS']) {
      await host.call('customNetworks.create', {
        body: {
          networkType,
          chainName: 'Harbour',
          chainId: '424242',
          rpcUrl: 'https://rpc.example.com',
          blockExplorerUrl: 'https://scan.example.com',
          iconUrl: 'https://static.example.com/a.svg',
          nativeCurrencyName: 'Coin',
          nativeCurrencySymbol: 'COIN',
          nativeCurrencyIconUrl: 'https://static.example.com/b.svg',
          nativeCurrencyDecimals: 18,
        },
      })
    }
    const before = await current()
    await host.mock.clock.advance(1000)
    expect((await host.call('environments.update', { body: before.settings })).body).toEqual(before.settings)
    expect(await current()).toEqual(before)
    const custom = (await host.call('customNetworks.list')).body.customNetworks
    for (const network of custom ?? [])
      await host.call('customNetworks.delete', { params: { networkId: String(network.customNetwork?.id) } })
    expect((await current()).settings?.chains.map(({ name }) => name)).toEqual(['evm', 'solana'])
  })

  it('ignores lists that have separate operations', async () => {
    await update({
      customFields: [{ name: 'A', required: true, enabled: true, unique: false, verify: false }],
      providers: [{ provider: 'google' }],
      exchanges: [{ exchange: 'kraken' }],
      networks: [],
    })
    await update({
      sdk: {
        socialSignIn: { providers: [{ provider: 'github', enabled: true }] },
        exchangeOptions: [{ exchange: 'kraken' }],
        nameService: { evm: { domain: 'app.eth' } },
      },
    })
    expect(await current()).toMatchObject({
      settings: {
        customFields: [],
        providers: [{ provider: 'emailOnly' }],
        exchanges: [],
        sdk: { socialSignIn: { providers: [] }, exchangeOptions: [] },
      },
      updatedAt: '2026-01-15T09:30:00.000Z',
    })
    expect(host.mock.settings.get()).not.toHaveProperty('providers')
    expect(host.mock.settings.get().sdk).not.toHaveProperty('nameService')
  })

  it('stores secrets, keeps them if they are left out, and never shows them', async () => {
    const waas = {
      passcodeRequired: false,
      onSignUp: { promptBackupOptions: false, promptClientShareExport: false },
      backupOptions: [],
    }
    const replies = [
      await update({ security: { captcha: { enabled: true, siteKey: 'site', secretKey: 'hidden-captcha' } } }),
      await update({
        sdk: { waas: { ...waas, deviceCloud: { containerIdentifier: 'box', apiToken: 'hidden-cloud' } } },
      }),
      await update({
        security: { captcha: { siteKey: 'other' } },
        sdk: { waas: { ...waas, deviceCloud: { containerIdentifier: 'crate' } } },
      }),
    ]
    expect(JSON.stringify(replies)).not.toContain('hidden')
    expect(host.mock.settings.get()).toMatchObject({
      security: { captcha: { siteKey: 'other', secretKey: 'hidden-captcha' } },
      sdk: { waas: { deviceCloud: { containerIdentifier: 'crate', apiToken: 'hidden-cloud' } } },
    })
  })

  it('refuses every change while the settings are locked, except the one that unlocks them', async () => {
    await update({ security: { environmentLocked: true } })
    expect(await refuse({ general: { displayName: 'Other' } })).toEqual([422, 'invalid_update'])
    await update({})
    expect(
      (await update({ general: { displayName: 'Other' }, security: { environmentLocked: false } })).general.displayName,
    ).toBe('Other')
    expect((await update({ general: { displayName: 'Another' } })).general.displayName).toBe('Another')
  })

  const field = { name: 'firstName', required: false, enabled: true, unique: false, verify: false }
  const fields = (...changes: object[]) => ({ kyc: changes.map((change) => ({ ...field, ...change })) })
  const method = { isDefault: true, isEnabled: true, isPermanentAuthenticator: true, listPosition: 1 }
  const wallets = (embeddedWallets: object) => ({ sdk: { embeddedWallets } })
  const evm = { name: 'EVM', enabled: true, primary: true }

  it.each([
    ['a chain without a name', { chains: [{ name: ' ', enabled: true }] }, 'empty_chain_name'],
    [
      'a chain that is named twice',
      {
        chains: [
          { name: 'evm', enabled: true },
          { name: 'evm', enabled: false },
        ],
      },
      'invalid_update',
    ],
    [
      'a network that stands twice',
      {
        chains: [
          {
            name: 'evm',
            enabled: true,
            networks: [1, 1].map((networkId) => ({ networkId, chainName: 'A', enabled: true })),
          },
        ],
      },
      'invalid_update',
    ],
    ['a field that no profile has', fields({ name: 'shoeSize' }), 'invalid_update'],
    ['a custom field', fields({ type: 'custom' }), 'invalid_update'],
    ['a field that is named twice', fields({}, {}), 'invalid_update'],
    ['rules of an e-mail address', fields({ name: 'email', validationRules: { regex: '@' } }), 'invalid_update'],
    ['a pattern that does not compile', fields({ validationRules: { regex: '(' } }), 'invalid_regex'],
    [
      'options that are alike',
      fields({ validationRules: { validOptions: [{ label: 'x' }, { label: 'x' }] } }),
      'repeated_options',
    ],
    ['a position before the first', fields({ position: -1 }), 'invalid_position'],
    ['sessions of no length', { security: { jwtDuration: { amount: 0, unit: 'hours' } } }, 'invalid_update'],
    ['sessions of more than 30 days', { security: { jwtDuration: { amount: 721, unit: 'hours' } } }, 'invalid_update'],
    [
      'an action that stands twice',
      {
        security: {
          mfa: {
            actions: [
              { action: 'user.update', required: true },
              { action: 'user.update', required: false },
            ],
          },
        },
      },
      'invalid_update',
    ],
    [
      'a second factor that stands twice',
      { security: { mfa: { availableMethods: ['totp', 'totp'] } } },
      'invalid_update',
    ],
    [
      'external sign-in without an issuer',
      { security: { externalAuth: { enabled: true, jwksUrl: 'https://issuer.example.com/jwks' } } },
      'invalid_external_auth',
    ],
    [
      'external sign-in without keys',
      { security: { externalAuth: { enabled: true, iss: 'issuer' } } },
      'invalid_external_auth',
    ],
    [
      'two defaults',
      wallets({ supportedSecurityMethods: { email: method, passkey: { ...method, listPosition: 2 } } }),
      'invalid_embedded_wallet_settings',
    ],
    [
      'a default that is not enabled',
      wallets({ supportedSecurityMethods: { email: { ...method, isEnabled: false } } }),
      'invalid_embedded_wallet_settings',
    ],
    [
      'two methods in one place',
      wallets({ supportedSecurityMethods: { email: method, passkey: { ...method, isDefault: false } } }),
      'invalid_embedded_wallet_settings',
    ],
    [
      'session keys of no length',
      wallets({ sessionKeyDuration: { amount: 0, unit: 'days' } }),
      'invalid_embedded_wallet_settings',
    ],
    [
      'two primary chains',
      wallets({ chainConfigurations: [evm, { ...evm, name: 'SOL' }] }),
      'invalid_embedded_wallet_chains_configuration',
    ],
    [
      'no primary chain',
      wallets({ chainConfigurations: [{ ...evm, primary: false }] }),
      'invalid_embedded_wallet_chains_configuration',
    ],
    [
      'wallets of a chain that is named twice',
      wallets({ chainConfigurations: [evm, { ...evm, primary: false }] }),
      'invalid_embedded_wallet_chains_configuration',
    ],
    [
      'an invalid amount',
      { sdk: { funding: { onramps: [], externalWallets: { enabled: true, minAmount: { amount: 'much' } } } } },
      'invalid_update',
    ],
    [
      'a section that stands twice',
      { sdk: { views: [{ type: 'login', sections: [{ type: 'email' }, { type: 'email' }] }] } },
      'invalid_update',
    ],
    ['a view that stands twice', { sdk: { views: [{ type: 'login' }, { type: 'login' }] } }, 'invalid_update'],
    ['the name of the other environment', { environmentName: 'live' }, 'invalid_update'],
  ])('refuses %s and changes nothing', async (_, change, code) => {
    const before = await current()
    expect(await refuse(change)).toEqual([422, code])
    expect(await current()).toEqual(before)
  })

  it('makes a field unique only if no two users share a value', async () => {
    for (const alias of ['Ada', 'Ada', 'Eve']) await host.mock.create.user({ alias })
    expect(await refuse(fields({ name: 'alias', unique: true }))).toEqual([422, 'cannot_switch_to_unique'])
    await update(fields({ name: 'alias', unique: true, enabled: false }))
    expect(await refuse(fields({ name: 'alias', unique: true }))).toEqual([422, 'cannot_switch_to_unique'])
    await update(fields({ name: 'team', unique: true }))
  })

  it.each([
    { design: { modal: { colour: 'red' } } },
    { sdk: { multiwallet: true } },
    { kyc: [{ ...field, secret: true }] },
    { security: { mfa: { methods: [{ type: 'totp', enabled: true, codes: 1 }] } } },
    { general: { supportEmail: 'nobody' } },
    { security: { jwtDuration: { amount: 1, unit: 'years' } } },
    { chains: {} },
    { security: undefined },
    { kyc: undefined },
  ])('refuses %j, which is not an object of settings', async (change) => {
    const before = await current()
    expect(await refuse(change)).toEqual([400, 'validation_failed'])
    expect(await current()).toEqual(before)
  })

  it('accepts labels with any name in settings with free keys', async () => {
    expect(
      (
        await update({
          general: { supportUrls: { Forum: 'https://forum.example.com', constructor: 'https://docs.example.com' } },
        })
      ).general.supportUrls,
    ).toEqual({ Forum: 'https://forum.example.com', constructor: 'https://docs.example.com' })
  })
})

describe('mock.settings.patch', () => {
  it('refuses invalid settings like the interface, and changes nothing then', async () => {
    const before = await current()
    await expect(host.mock.settings.patch({ security: { jwtDuration: { amount: 0 } } })).rejects.toThrow(TypeError)
    await expect(
      host.mock.settings.patch({
        general: { displayName: 'Other' },
        sdk: { views: [{ type: 'login' }, { type: 'login' }] },
      }),
    ).rejects.toThrow('sdk.views must describe each view once')
    expect(await current()).toEqual(before)
  })

  it('removes a key with null, unlike the interface', async () => {
    await host.mock.settings.patch({ sdk: { onrampFunding: null } })
    expect((await current()).settings?.sdk).not.toHaveProperty('onrampFunding')
  })
})
