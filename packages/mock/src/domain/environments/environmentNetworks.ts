import type { Chain } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { CustomNetwork, Environment } from '../../store/records.ts'
import { isChainDisabled } from '../chains/chainNetworks.ts'
import { networkConfigurations } from '../chains/networks.ts'
import type { Backend } from '../shared/backend.ts'
import { environmentOf } from '../shared/recordGuards.ts'
import { chainNameOf, customNetworksOf } from './customNetworks.ts'

type Schemas = components['schemas']

/** A network that an environment knows: a built-in one, or a custom one of its organization. */
export interface EnvironmentNetwork {
  /** The chain as settings name it. */
  readonly chainName: string
  readonly network: Schemas['NetworkConfiguration']
  /** Whether the settings enable the network and its chain. A custom network is enabled with its chain. */
  readonly isEnabled: boolean
}

/** All networks that an environment knows, built-in ones first. @throws {@link DomainError} `recordNotFound` */
export function networksOfEnvironment(backend: Backend, environmentId: string): EnvironmentNetwork[] {
  const environment = environmentOf(backend, environmentId)
  return [
    ...networkConfigurations(backend).map((network) => withSettings(environment, network)),
    ...customNetworksOf(backend, environment.organizationId).map((custom) => {
      const chainName = chainNameOf(custom)
      return {
        chainName,
        network: configurationOf(backend, custom),
        isEnabled: chainOf(environment, chainName)?.enabled !== false,
      }
    }),
  ]
}

/** A chain of an environment. */
export interface EnvironmentChain {
  readonly environmentId: string
  readonly chain: Chain
}

/** The networks of a chain that an environment knows; none while its settings turn the chain off. */
export function networksOfChain(backend: Backend, { environmentId, chain }: EnvironmentChain): EnvironmentNetwork[] {
  if (isChainDisabled(backend, environmentId, chain)) return []
  const name = chainNameOf({ networkType: chain })
  return networksOfEnvironment(backend, environmentId).filter(({ chainName }) => chainName === name)
}

/** A network of a chain, enabled or not; `undefined` for one that the environment does not know. */
export function findNetwork(
  backend: Backend,
  environmentChain: EnvironmentChain,
  networkId: number,
): EnvironmentNetwork | undefined {
  return networksOfChain(backend, environmentChain).find(({ network }) => network.networkId === String(networkId))
}

/** Networks as replies show them, chain by chain. */
export function presentNetworks(networks: readonly EnvironmentNetwork[]): Schemas['NetworkConfigurationResponse'][] {
  return [...new Set(networks.map(({ chainName }) => chainName))].map((chainName) => ({
    chainName,
    networks: networks.filter((network) => network.chainName === chainName).map(({ network }) => network),
  }))
}

function withSettings(
  environment: Environment,
  { chainName, network }: Pick<EnvironmentNetwork, 'chainName' | 'network'>,
): EnvironmentNetwork {
  const chain = chainOf(environment, chainName)
  const settings = chain?.networks?.find(({ networkId }) => String(networkId) === network.networkId)
  return {
    chainName,
    network: settings?.rpcUrl === undefined ? network : { ...network, privateCustomerRpcUrls: [settings.rpcUrl] },
    isEnabled: chain?.enabled === true && settings?.enabled === true,
  }
}

function chainOf({ settings }: Environment, chainName: string): Schemas['ProjectSettingsChains'] | undefined {
  return settings.chains.find(({ name }) => name === chainName)
}

/** The JSON-RPC of the chains comes before the one that the organization has described. */
function configurationOf({ outside }: Backend, network: CustomNetwork): Schemas['NetworkConfiguration'] {
  const {
    id,
    networkType,
    chainName,
    chainId,
    rpcUrl,
    blockExplorerUrl,
    iconUrl,
    nativeCurrencyName,
    nativeCurrencySymbol,
    nativeCurrencyIconUrl,
    nativeCurrencyDecimals,
  } = network
  const isEvm = chainNameOf(network) === 'evm'
  return {
    key: id,
    name: chainName,
    chainName,
    shortName: chainName,
    chain: networkType,
    chainId,
    networkId: chainId,
    isTestnet: false,
    iconUrls: [iconUrl],
    nativeCurrency: {
      name: nativeCurrencyName,
      symbol: nativeCurrencySymbol,
      decimals: nativeCurrencyDecimals,
      iconUrl: nativeCurrencyIconUrl,
    },
    // The simulated chains have custom networks only of the EVM.
    rpcUrls: [isEvm ? (outside.chains.rpcUrl(networkType, chainId) ?? []) : [], rpcUrl].flat(),
    blockExplorerUrls: [blockExplorerUrl],
  }
}
