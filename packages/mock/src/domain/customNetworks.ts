import type { components } from '@latchkey/types'
import { type Backend, newRecord } from '../backend.ts'
import type { CustomNetwork } from '../store/records.ts'
import { touchOrganization } from './environments.ts'
import { assert } from './errors.ts'

/** The networks that an organization has described, oldest first. */
export function customNetworksOf({ store }: Pick<Backend, 'store'>, organizationId: string): CustomNetwork[] {
  return [...store.customNetworks.scan('byOrganization', [organizationId])]
}

/** Settings name a chain in their own way, where it has one; `ETH` is an older name of `EVM`. */
const chainNames: Partial<Record<components['schemas']['ChainEnum'], string>> = { EVM: 'evm', ETH: 'evm', SOL: 'solana' }

/** The chain of a network, as settings name it. */
export function chainNameOf({ networkType }: CustomNetwork): string {
  return chainNames[networkType] ?? networkType.toLowerCase()
}

/** A custom network of exactly that organization. @throws DomainError `recordNotFound` */
export function customNetworkOf({ store }: Pick<Backend, 'store'>, { organizationId, networkId }: { readonly organizationId: string; readonly networkId: string }): CustomNetwork {
  const network = store.customNetworks.get(networkId)
  assert(network?.organizationId === organizationId, 'recordNotFound')
  return network
}

/** Adds a network to the settings of all environments of an organization. */
export function createCustomNetwork(backend: Backend, organizationId: string, input: components['schemas']['CustomNetworkRequest']): CustomNetwork {
  touchOrganization(backend, organizationId)
  return backend.store.customNetworks.insert({ ...newRecord(backend), organizationId, ...input })
}

/** Describes a network anew. */
export function updateCustomNetwork(backend: Backend, network: CustomNetwork, input: components['schemas']['CustomNetworkRequest']): CustomNetwork {
  const changed = { ...network, ...input }
  const names = Object.keys(input) as (keyof typeof input)[]
  if (names.every((name) => network[name] === input[name])) return network
  touchOrganization(backend, network.organizationId)
  return backend.store.customNetworks.put(changed)
}

/** Takes a network out of the settings of all environments of its organization. */
export function deleteCustomNetwork(backend: Backend, { id, organizationId }: CustomNetwork): void {
  backend.store.customNetworks.delete(id)
  touchOrganization(backend, organizationId)
}

/** A custom network as replies show it, wrapped. */
export function presentCustomNetwork(network: CustomNetwork): components['schemas']['CustomNetworkResponse'] {
  const { organizationId: _, createdAt: __, ...customNetwork } = network
  return { customNetwork }
}
