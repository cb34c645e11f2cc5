import type { Account, SimulatedEffects, SpendingRight } from '@latchkey/chains/chains'
import type { Chain } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import { nativeAsset } from '../assets/assets.ts'
import { shownAddress } from '../chains/shownAddress.ts'
import { type EnvironmentNetwork, findNetwork } from '../environments/environmentNetworks.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { environmentOf, existing } from '../shared/recordGuards.ts'
import { assetDiffs, type SimulatedAccount } from './assetDiffs.ts'
import { hasUnlimitedRight, newRights, presentExposures } from './exposures.ts'
import { validate } from './verdict.ts'

type Reply = components['schemas']['SimulateTransactionResponse']

/**
 * The network of a simulation.
 *
 * @throws {@link DomainError} `recordNotFound` for an unknown environment, `providerNotAvailable` where the settings turn
 * simulation off, `unableToFetchBalances` for an unknown network
 */
export function simulationNetwork(
  backend: Backend,
  environmentId: string,
  { chain, networkId }: { readonly chain: Chain; readonly networkId: number },
): EnvironmentNetwork {
  const { settings } = environmentOf(backend, environmentId)
  assert(settings.sdk.embeddedWallets?.transactionSimulation !== false, 'providerNotAvailable', {
    message: 'The settings of this environment turn the simulation of transactions off.',
  })
  return existing(findNetwork(backend, { environmentId, chain }, networkId), 'unableToFetchBalances', {
    message: `This environment knows no network ${networkId} of the chain ${chain}, or has turned the chain off.`,
  })
}

/** The input of a simulation's reply besides the effects on the chain. */
export interface SimulationInput {
  /** The rights of others to spend, before the transaction. */
  readonly rights: readonly SpendingRight[]
  /** Accounts that take part although no call names them. */
  readonly participants?: readonly Account[]
  readonly domain?: string | undefined
}

/** Shows what a transaction does to an account. The ledger is as the transaction has left it. */
export function presentSimulation(
  backend: Backend,
  simulatedAccount: SimulatedAccount,
  { effects, input }: { readonly effects: SimulatedEffects; readonly input: SimulationInput },
): Reply {
  const { chain, network, account } = simulatedAccount
  const rightsAfter = backend.outside.chains.allowances(account, Number(network.network.networkId))
  const rights = newRights(input.rights, rightsAfter)
  const others = counterparties(simulatedAccount, { effects, rights, input })
  const tokens = [...effects.transfers, ...rights].map(({ contract }) => contract)
  const { inAssets, outAssets, isPriced } = assetDiffs(backend, simulatedAccount, effects.transfers)
  const { price } = nativeAsset(backend, chain, network)
  return {
    inAssets,
    outAssets,
    counterparties: others.map(shownAddress),
    priceData: price === undefined ? {} : { nativeTokenUsdPrice: price },
    showTotalFiat: isPriced,
    validation: validate(backend, {
      ...effects,
      participants: [...others, ...tokens].filter((each) => each !== undefined),
      hasUnlimitedApproval: hasUnlimitedRight(rights),
      domain: input.domain,
    }),
    assetExposures: presentExposures(backend, simulatedAccount, rights),
  }
}

/** The accounts besides the simulated one that are called, send or receive assets, or may spend them. */
function counterparties(
  { account }: SimulatedAccount,
  { effects, rights, input }: { effects: SimulatedEffects; rights: readonly SpendingRight[]; input: SimulationInput },
): Account[] {
  const ends = effects.transfers.flatMap(({ from, to }) => [from, to])
  const spenders = rights.map(({ spender }) => spender)
  const all = new Set([...effects.called, ...ends, ...spenders, ...(input.participants ?? [])])
  return [...all].filter((each) => each !== undefined && each !== account) as Account[]
}
