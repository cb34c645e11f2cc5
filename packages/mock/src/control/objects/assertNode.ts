import { clusterNames, networkIdsOf, solanaCluster } from '@latchkey/chains/networks'
import { isCustomEvmNetwork } from '../../domain/chains/evmNetworks.ts'
import type { LedgerChain } from '../views/ledgerNetworks.ts'

type NetworkReader = Parameters<typeof isCustomEvmNetwork>[0]

interface NetworkOfLedger {
  readonly chain: LedgerChain
  readonly networkId: number
}

/**
 * Asserts that a network has a node: nobody could see or use what is put on another one.
 *
 * @param call - The function, for the message: `chain.fund()`.
 * @throws TypeError with the networks that have one
 */
export function assertNode(reader: NetworkReader, { chain, networkId }: NetworkOfLedger, call: string): void {
  const networkIds = networkIdsOf(chain)
  if (networkIds.includes(networkId) || (chain === 'EVM' && isCustomEvmNetwork(reader, networkId))) return
  const custom =
    chain === 'EVM' ? ' Another one needs a custom network of an organization: "customNetworks.create".' : ''
  throw new TypeError(
    `Failed to call "${call}": ${chain} has no network ${networkId} here. \
These have a node: ${networkIds.join(', ')}.${custom}`,
  )
}

/** Asserts that a text is a cluster of Solana with a node. @throws TypeError with those that there are */
export function assertCluster(name: string, call: string): void {
  if (solanaCluster(name)) return
  throw new TypeError(
    `Failed to call "${call}": there is no cluster "${name}" of Solana here, only ${clusterNames.join(' and ')}. \
Write the id of an EVM chain as a number.`,
  )
}
