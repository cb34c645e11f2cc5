import type { components } from '@latchkey/types'
import { type ProviderName, providerRow } from '../providers/providerCatalogue.ts'
import { enablingHint } from '../providers/providers.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { type SdkSettings, sdkSettingsOf } from '../shared/settings.ts'

type Version = components['schemas']['EmbeddedWalletVersionEnum']

/**
 * The wallet generations that the service can create with each provider. Other providers create theirs in the browser.
 */
const versionsOf: Partial<Record<ProviderName, (settings: SdkSettings) => readonly Version[]>> = {
  // Session keys came with the second generation.
  turnkey: ({ embeddedWallets }) =>
    embeddedWallets?.sessionKeyDuration || embeddedWallets?.defaultWalletVersion === 'V2' ? ['V1', 'V2'] : ['V1'],
  dynamic: () => ['V3'],
}

/** The generations of embedded wallets that an environment can make now, the earliest first. */
export function activeVersions(backend: Pick<Backend, 'store'>, environmentId: string): readonly Version[] {
  const provider = walletProviderOf(backend, environmentId)
  return (provider && versionsOf[provider]?.(sdkSettingsOf(backend, environmentId))) ?? []
}

/** The one enabled provider of embedded wallets. */
function walletProviderOf({ store }: Pick<Backend, 'store'>, environmentId: string): ProviderName | undefined {
  return [...store.providers.scan('byEnvironment', [environmentId])].find(
    ({ provider, enabledAt }) => enabledAt && providerRow(provider).kind === 'embeddedWallet',
  )?.provider
}

/**
 * @throws {@link DomainError} `providerNotAvailable` where no provider of embedded wallets is enabled,
 * `noCompatibleWalletService` where the enabled one only works in the browser
 */
export function assertWalletService(backend: Backend, environmentId: string): void {
  assert(walletProviderOf(backend, environmentId), 'providerNotAvailable', {
    message: `No provider of embedded wallets, such as turnkey, is enabled in this environment. ${enablingHint('turnkey')}`,
  })
  assert(activeVersions(backend, environmentId).length > 0, 'noCompatibleWalletService')
}

/**
 * Refuses where wallets whose key is in shares, those of the third generation, cannot be made.
 *
 * @throws {@link DomainError} `noCompatibleWalletService`
 */
export function assertSharedKeys(backend: Backend, environmentId: string): void {
  assert(activeVersions(backend, environmentId).includes('V3'), 'noCompatibleWalletService', {
    message: `Wallets of the generation V3 are not active in this environment. ${enablingHint('dynamic')}`,
  })
}

/** The generation that the settings choose for new wallets if it is available, otherwise the latest. */
export function newestVersion(backend: Backend, environmentId: string): Version | undefined {
  const active = activeVersions(backend, environmentId)
  const preferredVersion = sdkSettingsOf(backend, environmentId).embeddedWallets?.defaultWalletVersion
  return preferredVersion !== undefined && active.includes(preferredVersion) ? preferredVersion : active.at(-1)
}
