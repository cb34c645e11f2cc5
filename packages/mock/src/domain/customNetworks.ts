import type { components } from '@latchkey/types'
import type { CustomNetwork } from '../store/records.ts'

/** A custom network as replies show it, wrapped. */
export function presentCustomNetwork(network: CustomNetwork): components['schemas']['CustomNetworkResponse'] {
  const { organizationId: _, createdAt: __, ...customNetwork } = network
  return { customNetwork }
}
