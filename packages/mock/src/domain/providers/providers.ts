import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import { isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { ProviderTenant } from '../../effects/outside.ts'
import type { Provider } from '../../store/records.ts'
import type { Backend, ReadStore } from '../shared/backend.ts'
import type { EnvironmentCaller } from '../shared/callers.ts'
import { assert, DomainError, type FailureKey } from '../shared/errors.ts'
import { documentedPath, issuedUrl } from '../shared/issuedNames.ts'
import { isSameJson } from '../shared/sameJson.ts'
import { oauthProviders, type ProviderName, providerRow } from './providerCatalogue.ts'

type Schemas = components['schemas']

/**
 * A provider that people of the environment can use now; `undefined` when it is not set up or not enabled.
 *
 * If the service's own credentials are used, `clientId` and `clientSecret` are those.
 */
export function enabledProvider(
  { store }: { readonly store: Pick<ReadStore, 'providers'> },
  environmentId: string,
  provider: ProviderName,
): Provider | undefined {
  const setting = store.providers.find('byProvider', [environmentId, provider])
  if (!setting?.enabledAt) return undefined
  if (!setting.useServiceCredentials) return setting
  return { ...setting, clientId: `service-${provider}`, clientSecret: `service-${provider}-secret` }
}

/**
 * A provider that people of the environment can use now.
 *
 * @throws {@link DomainError} `failure`, by default `providerNotAvailable`, with a sentence on how to enable the
 * provider
 */
export function assertEnabledProvider(
  backend: Parameters<typeof enabledProvider>[0],
  environmentId: string,
  { provider, failure = 'providerNotAvailable' }: { readonly provider: ProviderName; readonly failure?: FailureKey },
): Provider {
  const setting = enabledProvider(backend, environmentId, provider)
  if (setting) return setting
  throw new DomainError(failure, {
    message: `The provider ${provider} is not enabled in this environment. ${enablingHint(provider)}`,
  })
}

/** A hint on how to enable a provider. */
export function enablingHint(provider: ProviderName): string {
  return `Enable it by providers.create and providers.enable, or in a test by mock.create.provider({ provider: '${provider}' }).`
}

/** The tenant that a setting of a provider names. */
export function tenantOf({
  provider,
  domain,
  platformStore,
}: Pick<Provider, 'provider' | 'domain' | 'platformStore'>): ProviderTenant {
  const tenant = asciiLowerCase(domain ?? platformStore)
  return { provider, ...defined({ domain: providerRow(provider).isPerTenant ? tenant : undefined }) }
}

/** The URL where people sign in, and the URL to which the provider sends them back. */
export function providerUrls(
  backend: Pick<Backend, 'baseUrl' | 'outside' | 'settings'>,
  environmentId: string,
  tenant: ProviderTenant,
): { authorizationUrl: string; redirectUrl: string } {
  const { provider } = tenant
  const callback = callbacks[provider] ?? `${provider}/redirect`
  return {
    authorizationUrl: backend.outside.identityProviders.authorizationUrl(tenant),
    redirectUrl: issuedUrl(backend, `/api/v0/sdk/${environmentId}/providers/${callback}`),
  }
}

/** Callbacks that differ from the others, because the provider accepts no URL that contains its name. */
const callbacks: Partial<Record<ProviderName, string>> = { coinbasesocial: 'cbOauthRedirectUrl' }

/** The client id of a provider setting. An enabled OAuth provider always has one. */
export function clientIdOf({ clientId = '' }: { readonly clientId?: string }): string {
  return clientId
}

/**
 * The environment that a client belongs to, by the provider setting and by the callback in the redirect URI.
 *
 * @returns `undefined` if there is none.
 */
export function environmentOfClient(
  backend: Backend,
  { provider, clientId, redirectUri }: { provider: ProviderName; clientId: string; redirectUri: string },
): string | undefined {
  const environmentId = /\/sdk\/([\da-f-]{36})\/providers\//.exec(documentedPath(backend, redirectUri) ?? '')?.[1]
  if (environmentId === undefined || providerUrls(backend, environmentId, { provider }).redirectUrl !== redirectUri)
    return undefined
  const setting = enabledProvider(backend, environmentId, provider)
  const isClient = setting !== undefined && clientId !== '' && clientIdOf(setting) === clientId
  return isClient ? environmentId : undefined
}

/** The URLs of every OAuth provider, whether it is set up or not. */
export function listProviderUrls(backend: Backend, environmentId: string): Schemas['ProviderUrl'][] {
  return oauthProviders.map((provider) => {
    const { scopes, scopesUrl } = providerRow(provider)
    const setting = backend.store.providers.find('byProvider', [environmentId, provider])
    return {
      provider,
      ...providerUrls(backend, environmentId, setting ? tenantOf(setting) : { provider }),
      ...defined({ scopes, scopesRefUrl: scopesUrl }),
    }
  })
}

/**
 * Creates a provider setting, not enabled.
 *
 * @throws {@link DomainError} `duplicateExists`, `invalidKeyExportUrl`, `invalidServiceProps`
 */
export function createProvider(
  backend: Backend,
  environmentId: string,
  {
    caller,
    fields: { termsUrl, ...input },
  }: { readonly caller: EnvironmentCaller; readonly fields: Schemas['ProviderCreateRequest'] },
): Provider {
  assertSettings(input)
  return backend.store.providers.insert({
    ...newRecord(backend),
    environmentId,
    enabledAt: null,
    ...withOneChain(input),
    ...defined({ termsAcceptedByUser: termsUrl === undefined ? undefined : agreement(backend, caller, termsUrl) }),
  })
}

/**
 * Changes the given settings. An enabled provider cannot lose a setting that it needs.
 *
 * @throws {@link DomainError} `invalidKeyExportUrl`, `invalidServiceProps`, `missingProjectId`
 */
export function updateProvider(
  { store }: Backend,
  provider: Provider,
  changes: Schemas['ProviderUpdateRequest'],
): Provider {
  assertSettings(changes)
  const changed = defined({ ...provider, ...withOneChain(changes) })
  if (isSameJson(provider, changed)) return provider
  if (changed.enabledAt) assertComplete(changed)
  return store.providers.put(changed)
}

/**
 * Enables the provider. Enabling it again keeps the first `enabledAt`.
 *
 * @throws {@link DomainError} `invalidServiceProps`, `missingProjectId`, `conflictingWalletProviders`
 */
export function enableProvider({ store, clock }: Backend, provider: Provider): Provider {
  if (provider.enabledAt) return provider
  assertComplete(provider)
  const { kind } = providerRow(provider.provider)
  if (kind === 'embeddedWallet') {
    const others = [...store.providers.scan('byEnvironment', [provider.environmentId])]
    assert(
      !others.some((other) => other.enabledAt && providerRow(other.provider).kind === kind),
      'conflictingWalletProviders',
    )
  }
  return store.providers.put({ ...provider, enabledAt: clock.iso() })
}

/** Disables the provider. Its settings and the accounts linked through it stay. */
export function disableProvider({ store }: Backend, provider: Provider): Provider {
  return provider.enabledAt ? store.providers.put({ ...provider, enabledAt: null }) : provider
}

/**
 * Deletes a provider's settings and its pending round trips. The accounts linked through it stay, and work again once
 * it is set up again.
 */
export function deleteProvider({ store }: Backend, { id, environmentId, provider }: Provider): void {
  for (const attempt of store.oauthAttempts.scan('byState', [environmentId, provider]))
    store.oauthAttempts.delete(attempt.id)
  if (provider === 'telegram')
    for (const attempt of store.messengerAttempts.scan('byState', [environmentId]))
      store.messengerAttempts.delete(attempt.id)
  store.providers.delete(id)
}

/**
 * A provider as replies show it: always without its secret, with its OAuth URLs if it has some, and with what it does
 * by default.
 */
export function presentProvider(
  backend: Pick<Backend, 'baseUrl' | 'outside' | 'settings'>,
  record: Provider,
): Schemas['Provider'] {
  const { createdAt: _, environmentId, clientSecret: __, useServiceCredentials: ___, ...shown } = record
  const { kind, scopes, isPerTenant } = providerRow(record.provider)
  if (kind === 'accountAbstraction') return { salt: '0', createNewAccounts: true, ...shown }
  if (kind !== 'oauth') return shown
  const urls = providerUrls(backend, environmentId, tenantOf(record))
  // Its endpoints are all below one URL.
  const root = isPerTenant && { baseAuthUrl: urls.authorizationUrl.slice(0, urls.authorizationUrl.lastIndexOf('/')) }
  return { ...defined({ scopes }), ...root, ...shown, ...urls }
}

/**
 * Checks that a provider has the settings it needs to be enabled.
 *
 * @throws {@link DomainError} `invalidServiceProps`, `missingProjectId`
 */
function assertComplete(provider: Provider) {
  const { kind, needs } = providerRow(provider.provider)
  if (!provider.useServiceCredentials) {
    const missing = needs.find((names) => ![names].flat().some((name) => provider[name]))
    assert(missing === undefined, 'invalidServiceProps', {
      message: `This provider needs ${[missing].flat().join(' or ')} to be enabled.`,
    })
  }
  if (kind !== 'accountAbstraction') return
  assert(provider.providerProjectId || provider.multichainAccountAbstractionProviders?.length, 'missingProjectId')
  assertContracts(provider)
}

/** The settings with the address of a contract on EVM chains. */
const contractSettings = ['factoryAddress', 'paymasterAddress', 'vendorKernelDelegationAddress'] as const

function assertContracts(provider: Provider) {
  for (const name of contractSettings) {
    const address = provider[name]
    assert(!address || isAddressOf('EVM', address), 'invalidServiceProps', {
      message: `${name} has to be the address of a contract on EVM chains.`,
    })
  }
}

function assertSettings({ keyExportUrl }: Schemas['ProviderUpdateRequest']) {
  if (keyExportUrl)
    assert(URL.canParse(keyExportUrl) && new URL(keyExportUrl).protocol === 'https:', 'invalidKeyExportUrl')
}

/**
 * The settings, in which `defaultChainId` (deprecated) and `defaultChain` (CAIP-2) name the same chain. Where a request
 * has one of them, the other one follows. A chain that is not an EVM chain has only `defaultChain`.
 *
 * @throws {@link DomainError} `invalidServiceProps` where both are given and differ
 */
function withOneChain<T extends Schemas['ProviderUpdateRequest']>(settings: T): T {
  const { defaultChain, defaultChainId } = settings
  if (defaultChain === undefined && defaultChainId === undefined) return settings
  const chain = defaultChain ?? `eip155:${defaultChainId}`
  const [, number] = /^eip155:([1-9]\d{0,15})$/.exec(chain) ?? []
  const chainId = number === undefined ? undefined : Number(number)
  assert(defaultChainId === undefined || defaultChainId === chainId, 'invalidServiceProps', {
    message:
      defaultChain === undefined
        ? 'defaultChainId has to be the number of an EVM chain, such as 1.'
        : `defaultChainId and defaultChain name different chains: ${defaultChainId} and ${defaultChain}. Send only defaultChain.`,
  })
  return { ...settings, defaultChain: chain, defaultChainId: chainId }
}

/** The terms are accepted by the calling member, or by the creator of the calling token. */
function agreement(
  { clock }: Backend,
  { token, member }: EnvironmentCaller,
  termsUrl: string,
): Schemas['ProviderAgreement'] | undefined {
  const person = member?.admin ?? token?.createdBy
  return person?.email === undefined
    ? undefined
    : { termsUrl, email: person.email, userId: person.id, createdAt: clock.iso() }
}
