import type { OperationId } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals, type RefusalCase } from '../../../test/contract/environmentRefusals.ts'
import type { CallInput } from '../../../test/hosts/harness.ts'
import type { ProviderName } from '../../domain/providers/providerCatalogue.ts'

const host = createHost()
const secret = 'hidden-client-secret'
const google = { provider: 'google', clientId: 'client-1', clientSecret: secret }
const create = async (body: object = google) => (await host.call('providers.create', { body })).body
const enable = async (id: string | undefined) =>
  (await host.call('providers.enable', { params: { providerId: id as string } })).body
const listed = async () => (await host.call('providers.list')).body.providers
/** The sandbox's first provider. */
const emailCodes = expect.objectContaining({ provider: 'emailOnly' })
const onProvider: RefusalCase = { params: async () => ({ providerId: (await create()).id as string }) }

describeEnvironmentRefusals(host, {
  'providers.list': {},
  'providers.create': { body: google },
  'providers.listUrls': {},
  'providers.get': onProvider,
  'providers.update': { ...onProvider, body: { clientId: 'client-2' } },
  'providers.enable': onProvider,
  'providers.disable': onProvider,
})

describe('providers.create', () => {
  it('stores the settings, not enabled, and never shows the secret', async () => {
    const { sandbox, live } = host.mock.defaults.environments
    const provider = await create({
      ...google,
      useServiceCredentials: false,
      enabledCountries: [{ isoCountryCode: 'DE', phoneCountryCode: '+49' }],
    })
    expect(provider).toEqual({
      id: expect.any(String),
      provider: 'google',
      clientId: 'client-1',
      enabledAt: null,
      scopes: 'openid email profile',
      enabledCountries: [{ isoCountryCode: 'DE', phoneCountryCode: '+49' }],
      authorizationUrl: `${host.mock.baseUrl}/__mock/idp/google/authorize`,
      redirectUrl: `${host.mock.baseUrl}/api/v0/sdk/${sandbox.id}/providers/google/redirect`,
    })
    expect(await listed()).toEqual([provider, emailCodes])
    expect((await host.call('providers.get', { params: { providerId: provider.id as string } })).body).toEqual(provider)
    expect(
      (await host.call('providers.list', { params: { environmentId: live.id }, token: live.token })).body.providers,
    ).toEqual([])
  })

  it('names one default chain by its id and by its number, also after a change of one of them', async () => {
    const chainsOf = ({ defaultChain, defaultChainId }: { defaultChain?: string; defaultChainId?: number }) => [
      defaultChain,
      defaultChainId,
    ]
    const wallets = await create({ provider: 'magicLink', defaultChainId: 137 })
    expect(chainsOf(wallets)).toEqual(['eip155:137', 137])
    const params = { providerId: wallets.id as string }
    const update = async (body: object) => chainsOf((await host.call('providers.update', { params, body })).body)
    expect(await update({ defaultChain: 'eip155:10' })).toEqual(['eip155:10', 10])
    expect(await update({ defaultChainId: 1 })).toEqual(['eip155:1', 1])
    expect(await update({ defaultChain: 'eip155:10', defaultChainId: 10 })).toEqual(['eip155:10', 10])
    expect(await update({ defaultChain: 'solana:mainnet' })).toEqual(['solana:mainnet', undefined])
    expect(await update({ clientId: 'client-2' })).toEqual(['solana:mainnet', undefined])
  })

  it.each([
    [{ defaultChain: 'eip155:10', defaultChainId: 1 }, 'defaultChainId and defaultChain name different chains: 1 and'],
    [{ defaultChain: 'solana:mainnet', defaultChainId: 1 }, 'name different chains: 1 and solana:mainnet.'],
    [{ defaultChainId: -1 }, 'defaultChainId has to be the number of an EVM chain, such as 1.'],
  ])('refuses the default chains %j', async (chains, sentence) => {
    const refused = { status: 422, body: { code: 'invalid_service_props', error: expect.stringContaining(sentence) } }
    expect(await host.refuse('providers.create', { body: { provider: 'magicLink', ...chains } })).toMatchObject(refused)
    const params = { providerId: (await create({ provider: 'magicLink' })).id as string }
    expect(await host.refuse('providers.update', { params, body: chains })).toMatchObject(refused)
  })

  it('shows what providers do by default, and what was set instead', async () => {
    const smartAccounts = await create({ provider: 'zerodev' })
    expect(smartAccounts).toMatchObject({ salt: '0', createNewAccounts: true })
    const params = { providerId: smartAccounts.id as string }
    const changes = {
      salt: '0x2a',
      createNewAccounts: false,
      factoryAddress: `0x${'fa'.repeat(20)}`,
      paymasterAddress: `0x${'aa'.repeat(20)}`,
    }
    expect((await host.call('providers.update', { params, body: changes })).body).toMatchObject(changes)
    expect((await host.call('providers.get', { params })).body).toMatchObject(changes)
    const perTenant = { ...google, provider: 'okta', domain: 'acme.example.com' }
    expect((await create(perTenant)).baseAuthUrl).toBe(`${host.mock.baseUrl}/__mock/idp/okta`)
    const { authorizationUrl, baseAuthUrl } = await create({
      ...google,
      provider: 'shopify',
      baseAuthUrl: 'https://shop.example.com',
    })
    expect([baseAuthUrl, authorizationUrl]).toEqual([
      'https://shop.example.com',
      `${host.mock.baseUrl}/__mock/idp/shopify/authorize`,
    ])
  })

  it.each([
    [{ salt: '-1' }, 400, 'validation_failed'],
    [{ salt: '9'.repeat(78) }, 400, 'validation_failed'],
    [{ createNewAccounts: 'yes' }, 400, 'validation_failed'],
  ])('refuses %j', async (settings, status, code) => {
    const body = { provider: 'zerodev', ...settings }
    expect(await host.refuse('providers.create', { body })).toMatchObject({ status, code })
  })

  it.each([
    { factoryAddress: '0x12' },
    { paymasterAddress: 'paymaster.eth' },
    { vendorKernelDelegationAddress: `0x${'g'.repeat(40)}` },
  ])('stores %j, with which smart accounts cannot be enabled', async (settings) => {
    const refusal = { status: 422, code: 'invalid_service_props' }
    const { id = '' } = await create({ provider: 'zerodev', providerProjectId: 'p', ...settings })
    const params = { providerId: id }
    expect(await host.refuse('providers.enable', { params })).toMatchObject(refusal)
    const addresses = Object.fromEntries(Object.keys(settings).map((name) => [name, `0x${'ab'.repeat(20)}`]))
    await host.call('providers.update', { params, body: addresses })
    await enable(id)
    expect(await host.refuse('providers.update', { params, body: settings })).toMatchObject(refusal)
  })

  it('stores who accepted the terms', async () => {
    const { id, email } = host.mock.defaults.admin
    const { termsAcceptedByUser } = await create({ provider: 'banxa', termsUrl: 'https://terms.example.com' })
    expect(termsAcceptedByUser).toEqual({
      termsUrl: 'https://terms.example.com',
      email,
      userId: id,
      createdAt: '2026-01-15T09:30:00.000Z',
    })
  })

  it('refuses a provider that the environment already has, but not that of another environment', async () => {
    await create()
    expect(await host.refuse('providers.create', { body: google })).toMatchObject({
      status: 422,
      code: 'duplicate_exists',
    })
    const { live } = host.mock.defaults.environments
    expect(
      (await host.call('providers.create', { params: { environmentId: live.id }, token: live.token, body: google }))
        .status,
    ).toBe(201)
    expect((await listed())?.map(({ provider }) => provider)).toEqual(['google', 'emailOnly'])
  })

  it.each(['http://keys.example.com', 'keys.example.com'])('refuses to export keys on %s', async (keyExportUrl) => {
    expect(await host.refuse('providers.create', { body: { provider: 'dynamic', keyExportUrl } })).toMatchObject({
      status: 422,
      code: 'invalid_key_export_url',
    })
    const { id } = await create({ provider: 'dynamic', keyExportUrl: 'https://keys.example.com' })
    expect(
      await host.refuse('providers.update', { params: { providerId: id as string }, body: { keyExportUrl } }),
    ).toMatchObject({ status: 422, code: 'invalid_key_export_url' })
  })

  it('refuses an unknown provider', async () => {
    expect(await host.refuse('providers.create', { body: { provider: 'myspace' } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})

describe('providers.update', () => {
  it('changes the given fields and keeps the rest, including the secret', async () => {
    const { id } = await create()
    const { enabledAt } = await enable(id)
    const { body: changed } = await host.call('providers.update', {
      params: { providerId: id as string },
      body: { scopes: 'openid email' },
    })
    expect(changed).toMatchObject({ scopes: 'openid email', clientId: 'client-1', enabledAt })
    await host.call('providers.disable', { params: { providerId: id as string } })
    expect((await enable(id)).enabledAt).not.toBeNull()
    expect(await listed()).toMatchObject([{ scopes: 'openid email' }, { provider: 'emailOnly' }])
  })

  it.each([
    ['the client id', google, { clientId: '' }, 'invalid_service_props'],
    ['the secret', google, { clientSecret: '' }, 'invalid_service_props'],
    [
      "the service's own credentials",
      { provider: 'google', useServiceCredentials: true },
      { useServiceCredentials: false },
      'invalid_service_props',
    ],
    [
      'the key',
      { ...google, provider: 'apple', platformTeamId: 't', platformKeyId: 'k' },
      { platformKeyId: '' },
      'invalid_service_props',
    ],
    [
      'the tenant',
      { ...google, provider: 'okta', domain: 'tenant.example.com' },
      { domain: '' },
      'invalid_service_props',
    ],
    [
      'the number',
      { ...google, provider: 'sms', smsNumber: '+4915112345678' },
      { smsNumber: '' },
      'invalid_service_props',
    ],
    [
      'the project',
      { provider: 'zerodev', providerProjectId: 'p' },
      { providerProjectId: '' },
      'missing_aa_project_id',
    ],
  ])('does not remove %s from an enabled provider, only from a disabled one', async (...[, body, change, code]) => {
    const { id } = await create(body)
    const params = { providerId: id as string }
    const enabled = await enable(id)
    expect(await host.refuse('providers.update', { params, body: change })).toMatchObject({ status: 422, code })
    expect((await host.call('providers.get', { params })).body).toEqual(enabled)
    await host.call('providers.disable', { params })
    expect((await host.call('providers.update', { params, body: change })).status).toBe(200)
    expect(await host.refuse('providers.enable', { params })).toMatchObject({ status: 422, code })
  })

  it.each([{ provider: 'github' }, { enabledAt: '2020-01-01T00:00:00.000Z' }, { id: 'x' }])(
    'refuses to change %j',
    async (body) => {
      const provider = await create()
      expect(
        await host.refuse('providers.update', { params: { providerId: provider.id as string }, body }),
      ).toMatchObject({ status: 400, code: 'validation_failed' })
      expect(await listed()).toEqual([provider, emailCodes])
    },
  )
})

describe('providers.enable', () => {
  it('keeps the first enabledAt when called twice, and sets a new one after disabling', async () => {
    const { id } = await create()
    const params = { providerId: id as string }
    expect((await enable(id)).enabledAt).toBe('2026-01-15T09:30:00.000Z')
    await host.mock.clock.advance(1000)
    expect((await enable(id)).enabledAt).toBe('2026-01-15T09:30:00.000Z')
    expect((await host.call('providers.disable', { params })).body.enabledAt).toBeNull()
    expect((await host.call('providers.disable', { params })).body.enabledAt).toBeNull()
    expect((await enable(id)).enabledAt).toBe('2026-01-15T09:30:01.000Z')
    expect((await host.call('providers.get', { params })).body.enabledAt).toBe('2026-01-15T09:30:01.000Z')
  })

  it.each([
    [
      'an OAuth provider without a secret',
      { provider: 'github', clientId: 'x' },
      { clientSecret: secret },
      'invalid_service_props',
    ],
    [
      'an OAuth provider without a client id',
      { provider: 'steam', clientSecret: secret },
      { clientId: 'x' },
      'invalid_service_props',
    ],
    [
      'one that signs its secret, without the key',
      { provider: 'apple', clientId: 'x', clientSecret: secret, platformTeamId: 't' },
      { platformKeyId: 'k' },
      'invalid_service_props',
    ],
    [
      'one that works per tenant, without the tenant',
      { ...google, provider: 'okta' },
      { domain: 'tenant.example.com' },
      'invalid_service_props',
    ],
    [
      'one that works per shop, without the shop',
      { ...google, provider: 'shopify' },
      { platformStore: 'shop' },
      'invalid_service_props',
    ],
    [
      'a message service without a number',
      { ...google, provider: 'sms' },
      { smsNumber: '+4915112345678' },
      'invalid_service_props',
    ],
    [
      'account abstraction without a project',
      { provider: 'zerodev' },
      { providerProjectId: 'p' },
      'missing_aa_project_id',
    ],
  ])('refuses %s until it is set', async (...[, body, missing, code]) => {
    const { id } = await create(body)
    const params = { providerId: id as string }
    expect(await host.refuse('providers.enable', { params })).toMatchObject({ status: 422, code })
    expect((await host.call('providers.get', { params })).body.enabledAt).toBeNull()
    await host.call('providers.update', { params, body: missing })
    expect((await enable(id)).enabledAt).toBe('2026-01-15T09:30:00.000Z')
  })

  it('needs no credentials if those of the service are used', async () => {
    const { id, ...shown } = await create({ provider: 'google', useServiceCredentials: true })
    expect(shown).not.toHaveProperty('useServiceCredentials')
    expect(await enable(id)).not.toHaveProperty('clientSecret')
    expect((await host.call('environments.get')).body.settings?.providers).toMatchObject([
      { provider: 'google', clientId: 'service-google' },
      { provider: 'emailOnly' },
    ])
  })

  it('refuses a second provider of embedded wallets', async () => {
    const first = await create({ provider: 'dynamic' })
    const second = await create({ provider: 'turnkey' })
    await enable(first.id)
    expect(await host.refuse('providers.enable', { params: { providerId: second.id as string } })).toMatchObject({
      status: 422,
      code: 'conflicting_embedded_wallet_providers',
    })
    await host.call('providers.disable', { params: { providerId: first.id as string } })
    expect((await enable(second.id)).enabledAt).not.toBeNull()
  })
})

describe('providers.listUrls', () => {
  it('lists the URLs of every OAuth provider, created or not', async () => {
    const { sandbox } = host.mock.defaults.environments
    const before = (await host.call('providers.listUrls')).body.providerUrls
    expect(before).toContainEqual({
      provider: 'google',
      scopes: 'openid email profile',
      scopesRefUrl: 'https://openid.net/specs/openid-connect-core-1_0.html#ScopeClaims',
      authorizationUrl: `${host.mock.baseUrl}/__mock/idp/google/authorize`,
      redirectUrl: `${host.mock.baseUrl}/api/v0/sdk/${sandbox.id}/providers/google/redirect`,
    })
    expect(before?.map(({ provider }) => provider)).not.toContain('emailOnly')
    await create()
    expect((await host.call('providers.listUrls')).body.providerUrls).toEqual(before)
  })
})

describe('secrets of providers', () => {
  it('are in no reply of any operation', async () => {
    const { id } = await create()
    const params = { providerId: id as string }
    const replies = [
      await enable(id),
      await listed(),
      (await host.call('providers.get', { params })).body,
      (await host.call('environments.get')).body,
      (await host.call('providers.update', { params, body: { clientSecret: `${secret}-2` } })).body,
      (await host.call('sdkSettings.get')).body,
      (await host.call('providers.disable', { params })).body,
      await host.refuse('providers.create', { body: google }),
    ]
    expect(JSON.stringify(replies)).not.toContain(secret)
  })
})

describe('a provider that is not enabled', () => {
  const state = 'a-state-of-the-client'
  it.each<[ProviderName, OperationId, CallInput<OperationId>]>([
    ['emailOnly', 'emailSignIn.create', { body: { email: 'ada@example.com' } }],
    ['emailOnly', 'emailSignIn.getProvider', { query: { email: 'ada@example.com' } }],
    ['sms', 'smsSignIn.create', { body: { phoneNumber: '15112345678', phoneCountryCode: '49', isoCountryCode: 'DE' } }],
    ['google', 'oauth.initialize', { params: { providerType: 'google' }, body: { state } }],
    ['passkey', 'passkeys.getSignInOptions', { headers: { origin: 'https://app.example.com' } }],
    ['turnkey', 'embeddedWallets.create', { body: { identifier: 'a@example.com', type: 'email', chains: ['EVM'] } }],
  ])('%s is named when %s is refused, with the call that enables it', async (provider, id, { params, ...input }) => {
    const { live } = host.mock.defaults.environments
    const place = { environmentId: live.id }
    const token = id === 'embeddedWallets.create' ? live.token : null
    const { body } = await host.refuse(id, { ...input, params: { ...params, ...place }, token })
    expect(body).toMatchObject({
      error: expect.stringContaining(
        `Enable it by providers.create and providers.enable, or in a test by mock.create.provider({ provider: '${provider}' }).`,
      ),
    })
    await host.mock.create.provider({ provider }, place)
    await host.call(id, { ...input, params: { ...params, ...place }, token })
  })
})
