import { didYouMean } from '@latchkey/base/nearest'
import { isProvider, type ProviderName, providerCatalogue } from '../../domain/providers/providerCatalogue.ts'
import type { Provider } from '../../store/records.ts'
import type { World } from '../../world/world.ts'
import type { EnvironmentChoice } from './create/factoryContext.ts'
import type { Factories } from './factories.ts'
import { invoke } from './invoke.ts'

/** A sign-in provider of an environment. */
interface ProviderState {
  readonly id: string
  readonly provider: ProviderName
  readonly isEnabled: boolean
}

/** The sign-in providers of environments. */
export interface ProvidersControl {
  /** The providers that are set up, in the order of their names. An environment that does not exist has none. */
  list(choice?: EnvironmentChoice): ProviderState[]
  /**
   * Enables a provider. One that is not set up is created with a made-up client, as by `create.provider`.
   *
   * @throws TypeError for a provider that does not exist
   * @throws DomainError `invalidServiceProps`, `missingProjectId`, `conflictingWalletProviders`
   */
  enable(provider: ProviderName, choice?: EnvironmentChoice): Promise<void>
  /** Disables a provider. Nothing happens to one that is not set up. @throws TypeError for one that does not exist */
  disable(provider: ProviderName, choice?: EnvironmentChoice): Promise<void>
}

export function createProvidersControl(
  world: World,
  create: Pick<Factories, 'provider'>,
  sandboxId: string,
): ProvidersControl {
  const { reader } = world.store
  const find = (call: string, provider: string, environmentId: string): Provider | undefined => {
    if (!reader.environments.has(environmentId))
      throw new TypeError(`Failed to call "${call}": there is no environment with this id.`)
    if (!isProvider(provider))
      throw new TypeError(
        `Failed to call "${call}": there is no provider "${provider}".${didYouMean(provider, providerCatalogue.keys())}`,
      )
    return reader.providers.find('byProvider', [environmentId, provider])
  }
  return {
    list({ environmentId = sandboxId } = {}) {
      return [...reader.providers.scan('byProvider', [environmentId])].map(({ id, provider, enabledAt }) => ({
        id,
        provider,
        isEnabled: enabledAt !== null,
      }))
    },
    async enable(provider, { environmentId = sandboxId } = {}) {
      const setting = find('providers.enable()', provider, environmentId)
      if (setting) await invoke(world, 'providers.enable', { params: { providerId: setting.id } })
      else await create.provider({ provider }, { environmentId })
    },
    async disable(provider, { environmentId = sandboxId } = {}) {
      const setting = find('providers.disable()', provider, environmentId)
      if (setting) await invoke(world, 'providers.disable', { params: { providerId: setting.id } })
    },
  }
}
