import { defined } from '@latchkey/base/defined'
import { knownNetworks } from '@latchkey/chains/knownNetworks'
import type { components } from '@latchkey/types'
import type { Backend } from '../shared/backend.ts'

type Schemas = components['schemas']

/** The chains and networks that a new environment begins with: test networks in a sandbox, the others in a live one. */
export function defaultChains(environmentName: Schemas['EnvironmentEnum']): Schemas['ProjectSettingsChains'][] {
  return [...new Set(knownNetworks.map(({ chainName }) => chainName))].map((chainName) => ({
    name: chainName,
    enabled: true,
    networks: knownNetworks
      .filter((network) => network.chainName === chainName)
      .map(({ networkId, name, isTestnet }) => ({
        networkId,
        chainName: name,
        enabled: isTestnet === (environmentName === 'sandbox'),
        type: 'default' as const,
      })),
  }))
}

/** How to reach the built-in networks: their JSON-RPC is that of the chains. */
export function networkConfigurations({
  outside,
}: Pick<Backend, 'outside'>): { chainName: string; network: Schemas['NetworkConfiguration'] }[] {
  return knownNetworks.map(({ chainName, networkId, blockExplorerUrl, nameRegistry, ...network }) => ({
    chainName,
    network: {
      ...network,
      chainName: network.name,
      ...defined({ nameService: nameRegistry === undefined ? undefined : { registry: nameRegistry } }),
      key: network.name.toLowerCase().replaceAll(' ', '-'),
      networkId: String(networkId),
      iconUrls: [`https://assets.example.com/networks/${networkId}.svg`],
      rpcUrls: [outside.chains.rpcUrl(network.chain, network.cluster ?? network.chainId) ?? []].flat(),
      blockExplorerUrls: [blockExplorerUrl],
    },
  }))
}
