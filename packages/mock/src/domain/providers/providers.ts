import type { components } from '@latchkey/types'
import { type Backend, newRecord, type ReadStore } from '../../backend.ts'
import type { Provider } from '../../store/records.ts'
import type { EnvironmentCaller } from '../shared/callers.ts'
import { assert, DomainError, type FailureKey } from '../shared/errors.ts'
import { oauthProviders, type ProviderName, providerRow } from './providerCatalogue.ts'
import { isSameJson } from '../shared/sameJson.ts'

type Schemas = components['schemas']

/**
 * A provider that people of the environment can use now; `undefined` when it is not set up or not enabled.
 *
 * Where the service's own credentials are used, they stand in `clientId` and `clientSecret`.
 */
export function enabledProvider(
  { store }: { readonly store: Pick<ReadStore, 'providers'> },
  environmentId: string,
  provider: ProviderName,
): Provider | undefined {
  const found = store.providers.find('byProvider', [environmentId, provider])
  if (!found?.enabledAt) return undefined
  if (!found.useServiceCredentials) return found
  return { ...found, clientId: `service-${provider}`, clientSecret: `service-${provider}-secret` }
}

/**
 * A provider that people of the environment can use now.
 *
 * @throws {@link DomainError} the failure, `providerNotAvailable` unless told otherwise, with a sentence on how to enable it
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

/** How a provider comes to be enabled, for those who are refused because it is not. */
export function enablingHint(provider: ProviderName): string {
  return `Enable it by providers.create and providers.enable, or in a test by mock.create.provider({ provider: '${provider}' }).`
}

/** Where people are sent to sign in, and where the provider sends them back to. */
export function providerUrls(
  { baseUrl, outside }: Pick<Backend, 'baseUrl' | 'outside'>,
  environmentId: string,
  provider: ProviderName,
): { authorizationUrl: string; redirectUrl: string } {
  return {
    authorizationUrl: outside.identityProviders.authorizationUrl(provider),
    redirectUrl: `${baseUrl}/api/v0/sdk/${environmentId}/providers/${callbacks[provider] ?? `${provider}/redirect`}`,
  }
}

/** Callbacks that differ from the others', because the provider accepts none with its own name in it. */
const callbacks: Partial<Record<ProviderName, string>> = { coinbasesocial: 'cbOauthRedirectUrl' }

/** The client id of a provider setting, as the setting shows it. An enabled provider of this kind has one. */
export function clientIdOf({ clientId = '' }: { readonly clientId?: string }): string {
  return clientId
}

/**
 * The environment whose provider setting has a client, with that environment's callback as the client's redirect URI.
 *
 * @returns `undefined` where no environment has it.
 */
export function environmentOfClient(
  backend: Backend,
  { provider, clientId, redirectUri }: { provider: ProviderName; clientId: string; redirectUri: string },
): string | undefined {
  const environmentId = /\/sdk\/([\da-f-]{36})\/providers\//.exec(redirectUri)?.[1]
  if (environmentId === undefined || providerUrls(backend, environmentId, provider).redirectUrl !== redirectUri)
    return undefined
  const setting = enabledProvider(backend, environmentId, provider)
  const isClient = setting !== undefined && clientId !== '' && clientIdOf(setting) === clientId
  return isClient ? environmentId : undefined
}

/** The OAuth addresses of every provider that has some, whether it is set up or not. */
export function listProviderUrls(backend: Backend, environmentId: string): Schemas['ProviderUrl'][] {
  return oauthProviders.map((provider) => {
    const { scopes, scopesUrl } = providerRow(provider)
    return { provider, ...providerUrls(backend, environmentId, provider), scopes, scopesRefUrl: scopesUrl }
  })
}

/**
 * Sets up a provider, not enabled.
 *
 * @throws {@link DomainError} `duplicateExists`, `invalidKeyExportUrl`
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
    ...input,
    ...(termsUrl !== undefined && { termsAcceptedByUser: agreement(backend, caller, termsUrl) }),
  })
}

/**
 * Changes the settings that are given and keeps the others. An enabled provider keeps what it needs.
 *
 * @throws {@link DomainError} `invalidKeyExportUrl`, `invalidServiceProps`, `missingProjectId`
 */
export function updateProvider(
  { store }: Backend,
  provider: Provider,
  changes: Schemas['ProviderUpdateRequest'],
): Provider {
  assertSettings(changes)
  const changed = { ...provider, ...changes }
  if (isSameJson(provider, changed)) return provider
  if (changed.enabledAt) assertComplete(changed)
  return store.providers.put(changed)
}

/**
 * Lets people use the provider. Enabling an enabled one keeps the first `enabledAt`.
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
      !others.some((one) => one.enabledAt && providerRow(one.provider).kind === kind),
      'conflictingWalletProviders',
    )
  }
  return store.providers.put({ ...provider, enabledAt: clock.iso() })
}

/** Keeps people from using the provider; its settings and the accounts linked through it stay. */
export function disableProvider({ store }: Backend, provider: Provider): Provider {
  return provider.enabledAt ? store.providers.put({ ...provider, enabledAt: null }) : provider
}

/**
 * Deletes a provider's settings with the round trips that are under way. The accounts linked through it stay, and serve again
 * once it is set up anew.
 */
export function deleteProvider({ store }: Backend, { id, environmentId, provider }: Provider): void {
  for (const attempt of store.oauthAttempts.scan('byState', [environmentId, provider]))
    store.oauthAttempts.delete(attempt.id)
  if (provider === 'telegram')
    for (const attempt of store.messengerAttempts.scan('byState', [environmentId]))
      store.messengerAttempts.delete(attempt.id)
  store.providers.delete(id)
}

/** A provider as replies show it: with its OAuth addresses where it has some, and never with its secret. */
export function presentProvider(backend: Pick<Backend, 'baseUrl' | 'outside'>, record: Provider): Schemas['Provider'] {
  const { createdAt: _, environmentId, clientSecret: __, useServiceCredentials: ___, ...shown } = record
  const { kind, scopes } = providerRow(record.provider)
  return kind === 'oauth' ? { scopes, ...shown, ...providerUrls(backend, environmentId, record.provider) } : shown
}

/** What an enabled provider has. @throws {@link DomainError} `invalidServiceProps`, `missingProjectId` */
function assertComplete(provider: Provider) {
  const { kind, needs } = providerRow(provider.provider)
  if (!provider.useServiceCredentials) {
    const missing = needs.find((names) => ![names].flat().some((name) => provider[name]))
    assert(missing === undefined, 'invalidServiceProps', {
      message: `This provider needs ${[missing].flat().join(' or ')} to be enabled.`,
    })
  }
  if (kind === 'accountAbstraction')
    assert(provider.providerProjectId || provider.multichainAccountAbstractionProviders?.length, 'missingProjectId')
}

function assertSettings({ keyExportUrl }: Schemas['ProviderUpdateRequest']) {
  if (keyExportUrl)
    assert(URL.canParse(keyExportUrl) && new URL(keyExportUrl).protocol === 'https:', 'invalidKeyExportUrl')
}

/** Who accepts the terms is the person who calls, or who made the token that calls. */
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
