import {
  type EnvironmentChain,
  type EnvironmentNetwork,
  findNetwork,
  networksOfChain,
} from '../environments/environmentNetworks.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { existing } from '../shared/recordGuards.ts'

/** A network of a chain, enabled or not. @throws {@link DomainError} `unableToFetchBalances` */
export function networkOfChain(
  backend: Backend,
  environmentChain: EnvironmentChain,
  networkId: number,
): EnvironmentNetwork {
  return existing(findNetwork(backend, environmentChain, networkId), 'unableToFetchBalances', {
    message: `This environment knows no network ${networkId} of the chain ${environmentChain.chain}, or has turned the chain off.`,
  })
}

/** The enabled networks of a chain. @throws {@link DomainError} `unableToFetchBalances` if there is none */
export function enabledNetworksOfChain(backend: Backend, environmentChain: EnvironmentChain): EnvironmentNetwork[] {
  const enabled = networksOfChain(backend, environmentChain).filter(({ isEnabled }) => isEnabled)
  assert(enabled.length > 0, 'unableToFetchBalances', {
    message: `This environment has enabled no network of the chain ${environmentChain.chain}.`,
  })
  return enabled
}
