import { defined } from '@latchkey/base/defined'
import { addressKey, type Chain } from '@latchkey/crypto/chainAddresses'
import { nativeAsset, tokenAsset } from '../assets/assets.ts'
import { type EnvironmentNetwork, networksOfEnvironment } from '../environments/environmentNetworks.ts'
import type { Backend } from '../shared/backend.ts'

/** A network that sellers of tokens serve. */
export interface RampNetwork {
  /** As sellers call it. */
  readonly name: string
  readonly chain: Chain
  readonly networkId: number
  readonly environmentNetwork: EnvironmentNetwork
}

/** A currency or token that sellers sell. */
export interface RampAsset {
  readonly symbol: string
  readonly decimals: number
  /** As `family:address`; absent for the network's currency. */
  readonly contract?: string
  /** US dollars for a whole unit. */
  readonly usd: number
}

/** The names of the built-in networks, by their key. Sellers know no custom networks, and none without a price. */
const names: Readonly<Record<string, string>> = {
  'ethereum-mainnet': 'ethereum',
  base: 'base',
  polygon: 'polygon',
  'arbitrum-one': 'arbitrum',
  'op-mainnet': 'optimism',
  'bnb-smart-chain': 'bnb',
  avalanche: 'avalanche',
  sepolia: 'sepolia',
  'base-sepolia': 'base-sepolia',
  'polygon-amoy': 'polygon-amoy',
  'arbitrum-sepolia': 'arbitrum-sepolia',
  'op-sepolia': 'optimism-sepolia',
  'avalanche-fuji': 'avalanche-fuji',
  solana: 'solana',
  'solana-devnet': 'solana-devnet',
}

/** The networks that an environment enables and sellers serve. @throws {@link DomainError} `recordNotFound` */
export function rampNetworksOf(backend: Backend, environmentId: string): RampNetwork[] {
  return networksOfEnvironment(backend, environmentId).flatMap((environmentNetwork) => {
    const { key, chain, networkId } = environmentNetwork.network
    const name = names[key ?? '']
    if (name === undefined || !environmentNetwork.isEnabled) return []
    return [{ name, chain: chain as Chain, networkId: Number(networkId), environmentNetwork }]
  })
}

/** The assets that sellers sell on a network: its currency and its tokens that have a price. */
export function rampAssetsOn(backend: Backend, { chain, networkId, environmentNetwork }: RampNetwork): RampAsset[] {
  const tokens = backend.outside.chains
    .tokenContracts(chain)
    .filter((token) => token.networkId === networkId)
    .map(({ contractAddress }) => addressKey(chain, contractAddress))
    .map((contract) => ({ contract, ...tokenAsset(backend, contract, networkId) }))
  const assets = [{ contract: undefined, ...nativeAsset(backend, chain, environmentNetwork) }, ...tokens]
  return assets.flatMap(({ contract, symbol, decimals, price }) =>
    price === undefined ? [] : [{ symbol, decimals, usd: price, ...defined({ contract }) }],
  )
}

/** A currency or token by its symbol, in any case; the first one where several have it. */
export function findRampAsset(backend: Backend, network: RampNetwork, symbol: string): RampAsset | undefined {
  const wanted = symbol.toUpperCase()
  return rampAssetsOn(backend, network).find((asset) => asset.symbol.toUpperCase() === wanted)
}
