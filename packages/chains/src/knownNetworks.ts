import type { components } from '@latchkey/types'

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

const currency = (name: string, symbol = name) => ({ name, symbol, decimals: 18 })
const ether = currency('Ether', 'ETH')
const pol = currency('POL')
const avax = currency('Avalanche', 'AVAX')
const sol = { name: 'Solana', symbol: 'SOL', decimals: 9 }

/** Facts about an EVM chain, as viem has them. */
interface EvmFacts extends Pick<KnownNetwork, 'name' | 'nativeCurrency'> {
  readonly explorer: string
  /** @default the name */
  readonly shortName?: string
  readonly isTestnet?: boolean
  readonly nameRegistry?: string
}

function evm(networkId: number, { explorer, isTestnet = false, ...facts }: EvmFacts): KnownNetwork {
  return {
    chainName: 'evm',
    chain: 'EVM',
    networkId,
    chainId: String(networkId),
    shortName: facts.name,
    ...facts,
    isTestnet,
    blockExplorerUrl: `https://${explorer}`,
  }
}

const evmTestnet = (networkId: number, facts: EvmFacts) => evm(networkId, { ...facts, isTestnet: true })

/** The built-in networks, chain by chain, the main one first. */
export const knownNetworks: readonly KnownNetwork[] = [
  evm(1, {
    name: 'Ethereum Mainnet',
    shortName: 'Ethereum',
    nativeCurrency: ether,
    explorer: 'etherscan.io',
    nameRegistry: ensRegistry,
  }),
  evm(8453, {
    name: 'Base',
    nativeCurrency: ether,
    explorer: 'basescan.org',
    nameRegistry: '0xB94704422c2a1E396835A571837Aa5AE53285a95',
  }),
  evm(137, { name: 'Polygon', nativeCurrency: pol, explorer: 'polygonscan.com' }),
  evm(42_161, { name: 'Arbitrum One', shortName: 'Arbitrum', nativeCurrency: ether, explorer: 'arbiscan.io' }),
  evm(10, { name: 'OP Mainnet', shortName: 'Optimism', nativeCurrency: ether, explorer: 'optimistic.etherscan.io' }),
  evm(56, { name: 'BNB Smart Chain', shortName: 'BNB', nativeCurrency: currency('BNB'), explorer: 'bscscan.com' }),
  evm(43_114, { name: 'Avalanche', nativeCurrency: avax, explorer: 'snowtrace.io' }),
  evmTestnet(11_155_111, {
    name: 'Sepolia',
    nativeCurrency: ether,
    explorer: 'sepolia.etherscan.io',
    nameRegistry: ensRegistry,
  }),
  evmTestnet(84_532, {
    name: 'Base Sepolia',
    nativeCurrency: ether,
    explorer: 'sepolia.basescan.org',
    nameRegistry: '0x1493b2567056c2181630115660963E13A8E32735',
  }),
  evmTestnet(80_002, { name: 'Polygon Amoy', nativeCurrency: pol, explorer: 'amoy.polygonscan.com' }),
  evmTestnet(421_614, { name: 'Arbitrum Sepolia', nativeCurrency: ether, explorer: 'sepolia.arbiscan.io' }),
  evmTestnet(11_155_420, {
    name: 'OP Sepolia',
    nativeCurrency: ether,
    explorer: 'optimism-sepolia.blockscout.com',
  }),
  evmTestnet(97, {
    name: 'BNB Smart Chain Testnet',
    nativeCurrency: currency('BNB', 'tBNB'),
    explorer: 'testnet.bscscan.com',
  }),
  evmTestnet(43_113, { name: 'Avalanche Fuji', nativeCurrency: avax, explorer: 'testnet.snowtrace.io' }),
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

/**
 * The chain id of development nodes such as Anvil and Hardhat. It has a node too, but no environment knows it until its
 * organization describes it as a custom network.
 */
export const localNetworks: readonly Pick<
  KnownNetwork,
  'chain' | 'networkId' | 'name' | 'isTestnet' | 'nativeCurrency'
>[] = [{ chain: 'EVM', networkId: 31_337, name: 'Localhost', isTestnet: true, nativeCurrency: ether }]
