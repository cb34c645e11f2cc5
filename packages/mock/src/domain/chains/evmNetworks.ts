import type { Backend } from '../../backend.ts'
import { networkIdsOf } from './networks.ts'
import { chainNamespace } from './chains.ts'

/** Whether the service knows an EVM network: it is built in, or any organization has described it. */
export function isEvmNetwork({ store }: Pick<Backend, 'store'>, networkId: number): boolean {
  if (networkIdsOf('EVM').includes(networkId)) return true
  for (const { networkType, chainId } of store.customNetworks.all())
    if (chainNamespace(networkType) === 'eip155' && chainId === String(networkId)) return true
  return false
}
