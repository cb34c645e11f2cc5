import type { Backend } from '../shared/backend.ts'
import { chainNamespace } from './chains.ts'

/** Whether any organization has described an EVM network with this chain id. */
export function isCustomEvmNetwork({ store }: Pick<Backend, 'store'>, networkId: number): boolean {
  for (const { networkType, chainId } of store.customNetworks.all())
    if (chainNamespace(networkType) === 'eip155' && chainId === String(networkId)) return true
  return false
}
