import type { Chain } from '@latchkey/crypto/chainAddresses'
import { knownNetworks, localNetworks } from './knownNetworks.ts'
import type { Network } from './ledger/blocks.ts'
import type { SolanaCluster } from './rpc/solana/solanaCall.ts'

/** Whether a network of the chain is built in. @param chainName - The chain as settings name it. */
export function isKnownNetwork(chainName: string, networkId: number): boolean {
  return knownNetworks.some((network) => network.chainName === chainName && network.networkId === networkId)
}

/** A cluster of Solana by its name or its number: `mainnet`, `mainnet-beta`, `devnet`, `101`. */
export function solanaCluster(name: string): (SolanaCluster & { readonly name: string }) | undefined {
  for (const { cluster, genesisHash, networkId, chainId, isTestnet } of knownNetworks) {
    if (cluster === undefined || genesisHash === undefined) continue
    const shortName = cluster.replace('-beta', '')
    if ([cluster, shortName, chainId].includes(name)) return { name: shortName, networkId, genesisHash, isTestnet }
  }
  return undefined
}

/** The clusters of Solana by their short names. */
export const clusterNames: readonly string[] = knownNetworks.flatMap(
  ({ cluster }) => solanaCluster(cluster ?? '')?.name ?? [],
)

/** The numbers of the networks of a chain that have a node in every mock: the built-in ones and local ones. */
export function networkIdsOf(chain: Chain): number[] {
  return [...knownNetworks, ...localNetworks]
    .filter((network) => network.chain === chain)
    .map(({ networkId }) => networkId)
}

/** The chain at the end of a path; `undefined` for one that cannot be. */
export function networkAt(family: string, network: string): Network | undefined {
  if (family === 'evm') return { family: 'eip155', networkId: Number(network) }
  const cluster = family === 'solana' ? solanaCluster(network) : undefined
  return cluster && { family: 'solana', networkId: cluster.networkId }
}
