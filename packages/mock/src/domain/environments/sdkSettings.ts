import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import type { CustomNetwork, Environment, EnvironmentSettings } from '../../store/records.ts'
import { customFieldsOf } from '../customFields/customFields.ts'
import { presentMissingCustomField } from '../customFields/missingFields.ts'
import { activeVersions } from '../embeddedWallets/versions.ts'
import { presentExchange, presentExchangeOption, usableExchanges } from '../providers/exchanges.ts'
import { oauthProviders } from '../providers/providerCatalogue.ts'
import { enabledProvider, presentProvider } from '../providers/providers.ts'
import type { Backend } from '../shared/backend.ts'
import { environmentOf } from '../shared/recordGuards.ts'
import { sdkSettingsOf } from '../shared/settings.ts'
import { issuingDomain } from '../wallets/subnames.ts'
import { chainNameOf, customNetworksOf } from './customNetworks.ts'
import { networksOfEnvironment, presentNetworks } from './environmentNetworks.ts'

type Schemas = components['schemas']

/**
 * The settings that a client reads before sign-in. None of them is secret.
 *
 * @throws {@link DomainError} `recordNotFound`
 */
export function publicSettings(backend: Backend, environmentId: string): Schemas['ProjectSettings'] {
  const environment = environmentOf(backend, environmentId)
  const { sdk, security, ...settings } = environment.settings
  const customNetworks = customNetworksOf(backend, environment.organizationId)
  const providers = enabledProviders(backend, environment)
  const exchanges = usableExchanges(backend, environmentId)
  return {
    ...settings,
    environmentName: environment.name,
    chains: withCustomNetworks(settings.chains, customNetworks),
    customFields: customFieldsOf(backend, environmentId).map(presentMissingCustomField),
    providers,
    exchanges: exchanges.map(presentExchange),
    sdk: withoutSdkSecrets({
      ...sdk,
      ...waasSettingsOf(backend, environmentId),
      ...nameServiceOf(backend, environmentId),
      socialSignIn: { ...sdk.socialSignIn, providers: socialProviders(providers) },
      exchangeOptions: exchanges.map(presentExchangeOption),
    }),
    security: withoutCaptchaSecret(security),
    networks: presentNetworks(networksOfEnvironment(backend, environmentId)),
  }
}

/** An environment with its settings, without the write-only ones. */
export function presentEnvironment(
  backend: Backend,
  { id, createdAt, updatedAt, sdkVersion }: Environment,
): Schemas['ProjectEnvironment'] {
  return defined({ id, settings: publicSettings(backend, id), createdAt, updatedAt, sdkVersion })
}

/**
 * Fields of a provider setting that clients may see; a field that is new to the setting stays hidden until it is named
 * here.
 */
const publicProviderFields = [
  'id',
  'provider',
  'enabledAt',
  'clientId',
  'authorizationUrl',
  'redirectUrl',
  'scopes',
  'baseAuthUrl',
  'domain',
  'platformStore',
  'defaultChain',
  'keyExportUrl',
  'enabledCountries',
  'entryPointVersion',
  'kernelVersion',
  'providerProjectId',
  'multichainAccountAbstractionProviders',
  'factoryAddress',
  'paymasterAddress',
  'salt',
  'vendorKernelDelegationAddress',
  'createNewAccounts',
  'enableEIP7702',
  'ecdsaProviderType',
] as const satisfies readonly (keyof Schemas['Provider'])[]

function enabledProviders(backend: Backend, { id }: Environment): Schemas['Provider'][] {
  return [...backend.store.providers.scan('byEnvironment', [id])].flatMap(({ provider }) => {
    const enabled = enabledProvider(backend, id, provider)
    if (!enabled) return []
    const shown = presentProvider(backend, enabled)
    const fields = publicProviderFields
      .filter((name) => shown[name] !== undefined)
      .map((name) => [name, shown[name]] as const)
    return [{ ...(Object.fromEntries(fields) as Partial<Schemas['Provider']>), provider }]
  })
}

function socialProviders(providers: readonly Schemas['Provider'][]): Schemas['SocialSignInProvider'][] {
  return providers.flatMap((setting) => {
    const provider = oauthProviders.find((name) => name === setting.provider)
    return provider ? [{ provider, enabled: true }] : []
  })
}

/** An enabled name service overrides the settings. */
function nameServiceOf(backend: Backend, environmentId: string): Pick<EnvironmentSettings['sdk'], 'nameService'> {
  const domain = issuingDomain(backend, environmentId)
  return domain === undefined ? {} : { nameService: { evm: { domain } } }
}

/** Where wallets of the third generation can be made, clients learn the address of the relay. */
function waasSettingsOf(backend: Backend, environmentId: string): Pick<EnvironmentSettings['sdk'], 'waas'> {
  const { waas } = sdkSettingsOf(backend, environmentId)
  if (!waas && !activeVersions(backend, environmentId).includes('V3')) return {}
  return { waas: { ...defaultWaasSettings, ...waas, relayUrl: waas?.relayUrl ?? backend.outside.relay.url() } }
}

const defaultWaasSettings: NonNullable<EnvironmentSettings['sdk']['waas']> = {
  passcodeRequired: false,
  onSignUp: { promptBackupOptions: false, promptClientShareExport: false },
  backupOptions: ['service'],
}

function withoutSdkSecrets(sdk: EnvironmentSettings['sdk']): EnvironmentSettings['sdk'] {
  if (!sdk.waas?.deviceCloud) return sdk
  const { apiToken: _, ...deviceCloud } = sdk.waas.deviceCloud
  return { ...sdk, waas: { ...sdk.waas, deviceCloud } }
}

function withoutCaptchaSecret({
  captcha,
  ...security
}: EnvironmentSettings['security']): EnvironmentSettings['security'] {
  if (!captcha) return security
  const { secretKey: _, ...shown } = captcha
  return { ...security, captcha: shown }
}

/** An organization's custom networks are enabled in all of its environments. */
function withCustomNetworks(
  chains: readonly Schemas['ProjectSettingsChains'][],
  custom: readonly CustomNetwork[],
): Schemas['ProjectSettingsChains'][] {
  const names = [...new Set([...chains.map(({ name }) => name), ...custom.map(chainNameOf)])]
  return names.map((name) => {
    const chain = chains.find((chain) => chain.name === name) ?? { name, enabled: true }
    const added = custom
      .filter((network) => chainNameOf(network) === name)
      .map(({ chainId, chainName, rpcUrl, iconUrl }) => ({
        networkId: Number(chainId),
        chainName,
        rpcUrl,
        iconUrl,
        enabled: true,
        type: 'custom' as const,
      }))
    return { ...chain, networks: [...(chain.networks ?? []), ...added] }
  })
}
