import type { components } from '@latchkey/types'
import type { Backend } from '../shared/backend.ts'
import { knownNetworks, localNetworks } from './knownNetworks.ts'

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

/** Whether a network of the chain is built in. @param chainName - The chain as settings name it. */
export function isKnownNetwork(chainName: string, networkId: number): boolean {
  return knownNetworks.some((network) => network.chainName === chainName && network.networkId === networkId)
}

/** A cluster of Solana by its name or its number: `mainnet`, `mainnet-beta`, `devnet`, `101`. */
export function solanaCluster(
  name: string,
): { name: string; networkId: number; genesisHash: string; isTestnet: boolean } | undefined {
  for (const { cluster, genesisHash, networkId, chainId, isTestnet } of knownNetworks) {
    if (cluster === undefined || genesisHash === undefined) continue
    const shortName = cluster.replace('-beta', '')
    if ([cluster, shortName, chainId].includes(name)) return { name: shortName, networkId, genesisHash, isTestnet }
  }
  return undefined
}

/** The numbers of the networks of a chain that have a node in every mock: the built-in ones and local ones. */
export function networkIdsOf(chain: Schemas['ChainEnum']): number[] {
  return [...knownNetworks, ...localNetworks]
    .filter((network) => network.chain === chain)
    .map(({ networkId }) => networkId)
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
      ...(nameRegistry !== undefined && { nameService: { registry: nameRegistry } }),
      key: network.name.toLowerCase().replaceAll(' ', '-'),
      networkId: String(networkId),
      iconUrls: [`https://assets.example.com/networks/${networkId}.svg`],
      rpcUrls: [outside.chains.rpcUrl(network.chain, network.cluster ?? network.chainId) ?? []].flat(),
      blockExplorerUrls: [blockExplorerUrl],
    },
  }))
}
