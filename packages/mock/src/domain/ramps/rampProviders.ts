import type { components } from '@latchkey/types'
import { enabledProvider } from '../providers/providers.ts'
import type { Backend } from '../shared/backend.ts'
import { sdkSettingsOf } from '../shared/settings.ts'

/** Name of a provider that sells tokens for money. */
export type RampProvider = components['schemas']['OnrampProviders']

interface RampProviderRow {
  readonly name: string
  /** Whether it also buys tokens for money. */
  readonly buys: boolean
}

/** The providers in the order in which they are listed by default. */
const rampProviders: Readonly<Record<RampProvider, RampProviderRow>> = {
  banxa: { name: 'Banxa', buys: true },
  coinbaseOnramp: { name: 'Coinbase', buys: true },
  cryptoDotCom: { name: 'Crypto.com', buys: false },
}

/** Whether a text is the wire name of a provider that sells tokens. */
export function isRampProvider(name: string): name is RampProvider {
  return Object.hasOwn(rampProviders, name)
}

/** The name of a provider as people know it. */
export function rampName(provider: RampProvider): string {
  return rampProviders[provider].name
}

/**
 * The providers that sell tokens to the people of an environment: those that are enabled, in the order of
 * `sdk.funding.onramps`, which leaves out those it does not name. None while `sdk.onrampFunding` is off.
 *
 * @param includeDisabled - All that are set up, whatever the settings say.
 */
export function onrampProviders(backend: Backend, environmentId: string, includeDisabled: boolean): RampProvider[] {
  const all = Object.keys(rampProviders) as RampProvider[]
  if (includeDisabled)
    return all.filter((provider) => backend.store.providers.find('byProvider', [environmentId, provider]))
  const { onrampFunding, funding } = sdkSettingsOf(backend, environmentId)
  if (!onrampFunding) return []
  return (funding?.onramps ?? all).filter((provider) => enabledProvider(backend, environmentId, provider))
}

/** The enabled providers that buy tokens. */
export function offrampProviders(backend: Backend, environmentId: string): RampProvider[] {
  return (Object.keys(rampProviders) as RampProvider[]).filter(
    (provider) => rampProviders[provider].buys && enabledProvider(backend, environmentId, provider),
  )
}
