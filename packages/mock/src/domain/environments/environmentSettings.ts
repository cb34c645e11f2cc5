import { defined } from '@latchkey/base/defined'
import { mergeObjects } from '@latchkey/base/mergeObjects'
import type { components } from '@latchkey/types'
import type { Environment, EnvironmentSettings } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { withRegex } from '../shared/regex.ts'
import { isSameJson } from '../shared/sameJson.ts'
import { chainNameOf, customNetworksOf } from './customNetworks.ts'
import { assertSettings } from './environmentSettingsRules.ts'

type Schemas = components['schemas']
type Given = Schemas['ProjectSettings']

/**
 * Changes an environment's settings: objects are merged, everything else is replaced. Lists that have their own
 * operations are ignored, so that a client can send back what it has read.
 *
 * @throws {@link DomainError} `invalidUpdate` for the name of another environment or while the settings are locked, and
 * what {@link assertSettings} refuses
 */
export async function updateSettings(
  backend: Backend,
  environment: Environment,
  settingsInput: Given,
): Promise<Environment> {
  const {
    environmentName,
    customFields: _,
    providers: __,
    exchanges: ___,
    networks: ____,
    chains,
    sdk,
    ...rest
  } = settingsInput
  assert(environmentName === undefined || environmentName === environment.name, 'invalidUpdate', {
    message: 'environmentName must be what it is: an environment never becomes another one.',
  })
  const changes = { ...rest, chains: withoutCustomNetworks(backend, environment, chains), sdk: withoutDerived(sdk) }
  return putSettings(backend, environment, mergeSettings(environment.settings, changes))
}

/**
 * Replaces the settings as a whole; equal settings change nothing.
 *
 * @throws {@link DomainError} `invalidUpdate` while the settings are locked, unless these unlock them, and what {@link
 * assertSettings} refuses
 */
export async function putSettings(
  { store, clock }: Backend,
  environment: Environment,
  settings: EnvironmentSettings,
): Promise<Environment> {
  if (isSameJson(environment.settings, settings)) return environment
  const isLocked =
    environment.settings.security.environmentLocked === true && settings.security.environmentLocked === true
  assert(!isLocked, 'invalidUpdate', { message: 'The settings of this environment are locked.' })
  const check = () => assertSettings({ store }, environment.id, { before: environment.settings, after: settings })
  await (settings.kyc.some(({ validationRules }) => validationRules?.regex) ? withRegex(check) : check())
  return store.environments.put({ ...environment, settings, updatedAt: clock.iso() })
}

/**
 * Merges changes into settings: objects are merged, lists and plain values replaced.
 *
 * @param nullRemoves - Whether `null` takes a key away (RFC 7396). @default false
 */
export function mergeSettings(
  settings: EnvironmentSettings,
  changes: object,
  nullRemoves = false,
): EnvironmentSettings {
  return mergeObjects(settings, changes, { nullRemoves }) as EnvironmentSettings
}

/** Removes the organization's custom networks, and chains that are listed only because of them. */
export function withoutCustomNetworks(
  backend: Backend,
  { organizationId, settings }: Environment,
  chains: Given['chains'],
): Given['chains'] {
  const custom = customNetworksOf(backend, organizationId)
  return chains.flatMap((chain) => {
    const ours = new Set(
      custom.filter((network) => chainNameOf(network) === chain.name).map(({ chainId }) => Number(chainId)),
    )
    if (ours.size === 0) return [chain]
    const networks = chain.networks?.filter(({ networkId, type }) => type !== 'custom' || !ours.has(networkId))
    const isKnown = settings.chains.some(({ name }) => name === chain.name)
    return isKnown || chain.networks === undefined || networks?.length || !chain.enabled
      ? [{ ...chain, ...defined({ networks }) }]
      : []
  })
}

/** Removes what follows from the enabled providers, exchanges and name services. */
function withoutDerived(sdkInput: Given['sdk']): Given['sdk'] {
  const { exchangeOptions: _, nameService: __, socialSignIn, ...sdk } = sdkInput
  const { providers: ___, ...signIn } = socialSignIn ?? {}
  return { ...sdk, ...defined({ socialSignIn: socialSignIn && signIn }) }
}
