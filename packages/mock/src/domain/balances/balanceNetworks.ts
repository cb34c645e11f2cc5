import type { Backend } from '../../backend.ts'
import { isChainDisabled } from '../chains/chainNetworks.ts'
import type { Chain } from '../chains/chains.ts'
import { chainNameOf } from '../environments/customNetworks.ts'
import { type EnvironmentNetwork, networksOfEnvironment } from '../environments/environmentNetworks.ts'
import { assert } from '../shared/errors.ts'
import { existing } from '../shared/recordGuards.ts'

/** A chain of an environment. */
export interface ChainPlace {
  readonly environmentId: string
  readonly chain: Chain
}

/**
 * A network of a chain that the environment knows, enabled or not.
 *
 * @throws {@link DomainError} `unableToFetchBalances`
 */
export function networkOfChain(
  backend: Backend,
  { environmentId, chain }: ChainPlace,
  networkId: number,
): EnvironmentNetwork {
  const networks = networksOfChain(backend, { environmentId, chain })
  return existing(
    networks.find(({ network }) => network.networkId === String(networkId)),
    'unableToFetchBalances',
    { message: `This environment knows no network ${networkId} of the chain ${chain}.` },
  )
}

/** The enabled networks of a chain. @throws {@link DomainError} `unableToFetchBalances` if there is none */
export function enabledNetworksOfChain(backend: Backend, place: ChainPlace): EnvironmentNetwork[] {
  const enabled = networksOfChain(backend, place).filter(({ isEnabled }) => isEnabled)
  assert(enabled.length > 0, 'unableToFetchBalances', {
    message: `This environment has enabled no network of the chain ${place.chain}.`,
  })
  return enabled
}

function networksOfChain(backend: Backend, { environmentId, chain }: ChainPlace): EnvironmentNetwork[] {
  assert(!isChainDisabled(backend, environmentId, chain), 'unableToFetchBalances', {
    message: `This environment has turned off the chain ${chain}.`,
  })
  const name = chainNameOf({ networkType: chain })
  return networksOfEnvironment(backend, environmentId).filter(({ chainName }) => chainName === name)
}
