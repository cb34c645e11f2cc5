import { newRecord } from '@latchkey/base/newRecord'
import type { ChainBackend } from '../backend.ts'
import type { ContractWalletRecord } from '../records.ts'

type Stores = { readonly store: Pick<ChainBackend['store'], 'contractWallets' | 'contractDeployments'> }

const accountOf = (address: string) => `eip155:${address}`

/**
 * The contract wallet at an address, and whether it is deployed on a network.
 *
 * @param networkId - @default any network
 */
export function contractWalletAt(
  { store }: Stores,
  address: string,
  networkId?: number,
): ContractWalletRecord | undefined {
  const wallet = store.contractWallets.find('byAddress', [address.toLowerCase()])
  if (!wallet || wallet.isDeployed) return wallet
  const account = accountOf(wallet.address)
  const isDeployed =
    networkId === undefined
      ? store.contractDeployments.count('byAccount', [account]) > 0
      : store.contractDeployments.find('byAccount', [account, networkId]) !== undefined
  return { ...wallet, isDeployed }
}

/** Deploys a planned wallet on a network. */
export function deployContractWallet(
  backend: ChainBackend,
  { address }: ContractWalletRecord,
  networkId: number,
): void {
  backend.store.contractDeployments.insert({ ...newRecord(backend), account: accountOf(address), networkId })
}

/** The networks on which a factory has deployed a wallet. */
export function deploymentsOf({ store }: Stores, address: string): number[] {
  return [...store.contractDeployments.scan('byAccount', [accountOf(address.toLowerCase())])].map(
    ({ networkId }) => networkId,
  )
}
