import { defined } from '@latchkey/base/defined'
import { addressKey, type Chain, chainNamespace, isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { environmentOf } from '../shared/recordGuards.ts'
import { moneyOf } from './quotes.ts'
import { findRampAsset, type RampNetwork, rampNetworksOf } from './rampNetworks.ts'
import { offrampProviders, onrampProviders, rampName, type RampProvider } from './rampProviders.ts'

type RampConfiguration = components['schemas']['RampConfiguration']

/** The query of a person who wants to buy or sell. */
export interface OfferQuery {
  readonly walletAddress: string
  readonly chain: Chain
  readonly networkId?: string
  /** Symbol or contract of the token. */
  readonly token?: string
  readonly tokenAmount?: number
  readonly currency?: string
  readonly merchantName?: string
  readonly includeDisabled?: boolean
}

/**
 * The providers that sell tokens to the people of an environment, each with a link for this wallet.
 *
 * @throws {@link DomainError} `recordNotFound` for an unknown environment, `validationFailed` for an address of another
 * chain and for a currency that sellers do not accept
 */
export function listOnramps(backend: Backend, environmentId: string, query: OfferQuery): RampConfiguration[] {
  environmentOf(backend, environmentId)
  const providers = onrampProviders(backend, environmentId, query.includeDisabled ?? false)
  return linksOf(backend, { environmentId, side: 'buy', providers }, query)
}

/** The same for the providers that buy tokens. */
export function listOfframps(backend: Backend, environmentId: string, query: OfferQuery): RampConfiguration[] {
  environmentOf(backend, environmentId)
  return linksOf(backend, { environmentId, side: 'sell', providers: offrampProviders(backend, environmentId) }, query)
}

interface Offering {
  readonly environmentId: string
  readonly side: 'buy' | 'sell'
  readonly providers: readonly RampProvider[]
}

function linksOf(
  backend: Backend,
  { environmentId, side, providers }: Offering,
  query: OfferQuery,
): RampConfiguration[] {
  const { walletAddress, chain, networkId, token, tokenAmount, currency, merchantName } = query
  assert(isAddressOf(chain, walletAddress), 'validationFailed', {
    message: `walletAddress must be an address of ${chain}.`,
  })
  const money = currency === undefined ? undefined : moneyOf(backend, currency, 'currency')
  assert(tokenAmount === undefined || tokenAmount > 0, 'validationFailed', {
    message: 'tokenAmount must be greater than 0.',
  })
  const network = rampNetworksOf(backend, environmentId).find(
    (each) =>
      chainNamespace(each.chain) === chainNamespace(chain) &&
      (networkId === undefined || String(each.networkId) === networkId) &&
      (token === undefined || symbolOf(backend, each, token) !== undefined),
  )
  if (!network) return []
  const asset = token === undefined ? undefined : symbolOf(backend, network, token)
  return providers.map((provider) => {
    const url = backend.outside.sellers.offerUrl({
      environmentId,
      provider,
      side,
      walletAddress,
      network: network.name,
      ...defined({
        asset,
        amount: tokenAmount === undefined ? undefined : String(tokenAmount),
        currency: money?.code,
        merchantName,
      }),
    })
    const iconUrl = `https://assets.example.com/ramps/${provider}.svg`
    return { provider, name: rampName(provider), iconUrl, url, qrCode: url }
  })
}

/** The symbol of a token that is sold on a network, by its symbol or its contract. */
function symbolOf(backend: Backend, network: RampNetwork, token: string): string | undefined {
  const { chain, networkId } = network
  const contract = isAddressOf(chain, token)
    ? backend.outside.chains.tokenContract(addressKey(chain, token), networkId)
    : undefined
  return findRampAsset(backend, network, contract?.symbol ?? token)?.symbol
}
