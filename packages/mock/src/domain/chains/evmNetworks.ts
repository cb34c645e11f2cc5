import { chainNamespace } from '@latchkey/crypto/chainAddresses'
import type { CustomNetwork } from '../../store/records.ts'

/** A store of which the networks of organizations are read. */
interface NetworkStore {
  readonly store: { readonly customNetworks: { all(): Iterable<Pick<CustomNetwork, 'networkType' | 'chainId'>> } }
}

/** Whether any organization has described an EVM network with this chain id. */
export function isCustomEvmNetwork({ store }: NetworkStore, networkId: number): boolean {
  for (const { networkType, chainId } of store.customNetworks.all())
    if (chainNamespace(networkType) === 'eip155' && chainId === String(networkId)) return true
  return false
}
