import { newRecord } from '@latchkey/base/newRecord'
import { isKnownNetwork } from '@latchkey/chains/networks'
import type { components } from '@latchkey/types'
import type { CustomNetwork } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { recordOf } from '../shared/recordGuards.ts'
import { touchOrganization } from './environments.ts'

/** The networks that an organization has described, oldest first. */
export function customNetworksOf({ store }: Pick<Backend, 'store'>, organizationId: string): CustomNetwork[] {
  return [...store.customNetworks.scan('byOrganization', [organizationId])]
}

/** The names that settings use for chains; `ETH` is an older name of `EVM`. */
const chainNames: Partial<Record<components['schemas']['ChainEnum'], string>> = {
  EVM: 'evm',
  ETH: 'evm',
  SOL: 'solana',
}

/** The chain of a network, as settings name it. */
export function chainNameOf({ networkType }: Pick<CustomNetwork, 'networkType'>): string {
  return chainNames[networkType] ?? networkType.toLowerCase()
}

/** A custom network of exactly that organization. @throws {@link DomainError} `recordNotFound` */
export function customNetworkOf(
  { store }: Pick<Backend, 'store'>,
  organizationId: string,
  networkId: string,
): CustomNetwork {
  return recordOf(store.customNetworks.get(networkId), { organizationId }, 'custom network')
}

/**
 * Adds a network to the settings of all environments of an organization.
 *
 * @throws {@link DomainError} `validationFailed` for a chain id above the safe integers, `duplicateExists` for one that
 * a network of the same chain has
 */
export function createCustomNetwork(
  backend: Backend,
  organizationId: string,
  input: components['schemas']['CustomNetworkRequest'],
): CustomNetwork {
  assertChainId(backend, organizationId, input)
  touchOrganization(backend, organizationId)
  return backend.store.customNetworks.insert({ ...newRecord(backend), organizationId, ...input })
}

/** Replaces the description of a network. @throws {@link DomainError} as {@link createCustomNetwork} */
export function updateCustomNetwork(
  backend: Backend,
  network: CustomNetwork,
  input: components['schemas']['CustomNetworkRequest'],
): CustomNetwork {
  const changed = { ...network, ...input }
  const names = Object.keys(input) as (keyof typeof input)[]
  if (names.every((name) => network[name] === input[name])) return network
  assertChainId(backend, network.organizationId, changed)
  touchOrganization(backend, network.organizationId)
  return backend.store.customNetworks.put(changed)
}

/** Removes a network from the settings of all environments of its organization. */
export function deleteCustomNetwork(backend: Backend, { id, organizationId }: CustomNetwork): void {
  backend.store.customNetworks.delete(id)
  touchOrganization(backend, organizationId)
}

/** A custom network as replies show it, wrapped. */
export function presentCustomNetwork(network: CustomNetwork): components['schemas']['CustomNetworkResponse'] {
  const { organizationId: _, createdAt: __, ...customNetwork } = network
  return { customNetwork }
}

/** A chain id must be unique among the networks of its chain, including the built-in ones. */
function assertChainId(
  backend: Backend,
  organizationId: string,
  { id, networkType, chainId }: Pick<CustomNetwork, 'networkType' | 'chainId'> & { readonly id?: string },
): void {
  const number = Number(chainId)
  assert(Number.isSafeInteger(number), 'validationFailed', {
    message: `chainId must be at most ${Number.MAX_SAFE_INTEGER}.`,
  })
  const chainName = chainNameOf({ networkType })
  assert(!isKnownNetwork(chainName, number), 'duplicateExists', {
    message: 'The service knows the network with this chain id already.',
  })
  const others = customNetworksOf(backend, organizationId).filter(
    (network) => network.id !== id && chainNameOf(network) === chainName,
  )
  assert(
    others.every((network) => Number(network.chainId) !== number),
    'duplicateExists',
    { message: 'A custom network of this organization has this chain id already.' },
  )
}
