import type { Hex } from '../../codecs/evmTransactions.ts'
import { deployContractWallet } from '../contractWallets.ts'
import type { Execution } from './execution.ts'

/**
 * Deploys a wallet that a test or the service has planned, if this is the call of its factory, which needs no code.
 *
 * @returns Whether it was
 */
export function deployPlanned(
  execution: Execution,
  address: Hex,
  { factory, calldata }: { readonly factory: Hex; readonly calldata: Hex },
): boolean {
  const wallet = execution.backend.store.contractWallets.find('byAddress', [address])
  const isPlanned = wallet?.factory?.toLowerCase() === factory && wallet.factoryCalldata?.toLowerCase() === calldata
  if (wallet && isPlanned) deployContractWallet(execution.backend, wallet, execution.networkId)
  return isPlanned
}
