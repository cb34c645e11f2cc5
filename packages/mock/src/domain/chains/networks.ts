import type { components } from '@latchkey/types'
import type { Backend } from '../shared/backend.ts'

type Schemas = components['schemas']

/** A built-in network. */
export interface KnownNetwork {
  /** The chain as settings name it. */
  readonly chainName: string
  readonly chain: Schemas['ChainEnum']
  readonly networkId: number
  readonly chainId: string
  readonly name: string
  readonly shortName: string
  readonly isTestnet: boolean
  readonly nativeCurrency: Schemas['NativeCurrency']
  readonly blockExplorerUrl: string
  readonly cluster?: string
  readonly genesisHash?: string
  /** Address of the registry of ENS (EIP-137), or of the names of Base. */
  readonly nameRegistry?: string
}

/** The registry of ENS has the same address on Ethereum and its test networks. */
const ensRegistry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const sol = { name: 'Solana', symbol: 'SOL', decimals: 9 }

/** The built-in networks, chain by chain. */
export const knownNetworks: readonly KnownNetwork[] = [
  {
    chainName: 'evm',
    chain: 'EVM',
    networkId: 1,
    chainId: '1',
    name: 'Ethereum Mainnet',
    shortName: 'Ethereum',
    isTestnet: false,
    nativeCurrency: ether,
    blockExplorerUrl: 'https://etherscan.io',
    nameRegistry: ensRegistry,
  },
  {
    chainName: 'evm',
    chain: 'EVM',
    networkId: 8453,
    chainId: '8453',
    name: 'Base',
    shortName: 'Base',
    isTestnet: false,
    nativeCurrency: ether,
    blockExplorerUrl: 'https://basescan.org',
    nameRegistry: '0xB94704422c2a1E396835A571837Aa5AE53285a95',
  },
  {
    chainName: 'evm',
    chain: 'EVM',
    networkId: 137,
    chainId: '137',
    name: 'Polygon',
    shortName: 'Polygon',
    isTestnet: false,
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
    blockExplorerUrl: 'https://polygonscan.com',
  },
  {
    chainName: 'evm',
    chain: 'EVM',
    networkId: 11155111,
    chainId: '11155111',
    name: 'Sepolia',
    shortName: 'Sepolia',
    isTestnet: true,
    nativeCurrency: ether,
    blockExplorerUrl: 'https://sepolia.etherscan.io',
    nameRegistry: ensRegistry,
  },
  {
    chainName: 'evm',
    chain: 'EVM',
    networkId: 84532,
    chainId: '84532',
    name: 'Base Sepolia',
    shortName: 'Base Sepolia',
    isTestnet: true,
    nativeCurrency: ether,
    blockExplorerUrl: 'https://sepolia.basescan.org',
    nameRegistry: '0x1493b2567056c2181630115660963E13A8E32735',
  },
  {
    chainName: 'solana',
    chain: 'SOL',
    networkId: 101,
    chainId: '101',
    name: 'Solana',
    shortName: 'Solana',
    isTestnet: false,
    nativeCurrency: sol,
    blockExplorerUrl: 'https://explorer.solana.com',
    cluster: 'mainnet-beta',
    genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  },
  {
    chainName: 'solana',
    chain: 'SOL',
    networkId: 103,
    chainId: '103',
    name: 'Solana Devnet',
    shortName: 'Devnet',
    isTestnet: true,
    nativeCurrency: sol,
    blockExplorerUrl: 'https://explorer.solana.com',
    cluster: 'devnet',
    genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  },
]

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
): { networkId: number; genesisHash: string; isTestnet: boolean } | undefined {
  for (const { cluster, genesisHash, networkId, chainId, isTestnet } of knownNetworks)
    if (cluster !== undefined && genesisHash !== undefined)
      if ([cluster, cluster.replace('-beta', ''), chainId].includes(name)) return { networkId, genesisHash, isTestnet }
  return undefined
}

/** The numbers of the built-in networks of a chain. */
export function networkIdsOf(chain: Schemas['ChainEnum']): number[] {
  return knownNetworks.filter((network) => network.chain === chain).map(({ networkId }) => networkId)
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
