import { newRecord } from '@latchkey/base/newRecord'
import { isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { RampSession } from '../../store/rampRecords.ts'
import { assertEnabledProvider } from '../providers/providers.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { forgetExpired } from '../shared/expiry.ts'
import { environmentOf } from '../shared/recordGuards.ts'
import { sha256Hex } from '../shared/sha256Hex.ts'
import { isAllowedRedirect, withScheme } from '../sites/origins.ts'
import { hostedProvider } from './hostedOrders.ts'
import { moneyOf } from './quotes.ts'
import { findRampAsset, type RampNetwork, rampNetworksOf } from './rampNetworks.ts'

type Request = components['schemas']['HostedOnrampGetBuyUrlRequest']

/** How long a link waits for its order. */
const sessionMs = 5 * 60_000

/**
 * Creates a link to the seller's page. It works for one order within five minutes.
 *
 * @throws {@link DomainError} `recordNotFound` for an unknown environment, `rampDisabled`, `validationFailed` for a
 * network or currency that is not served, `unauthorizedDeeplink` for a redirect URL that the environment does not list
 */
export function createBuyUrl(backend: Backend, environmentId: string, request: Request): string {
  const { store, random, clock, outside } = backend
  environmentOf(backend, environmentId)
  assertEnabledProvider(backend, environmentId, { provider: hostedProvider, failure: 'rampDisabled' })
  assertServed(backend, environmentId, request)
  const sessionToken = random.token(40)
  forgetExpired(store.rampSessions, clock.isoIn(-sessionMs))
  store.rampSessions.insert({
    ...newRecord(backend),
    environmentId,
    provider: hostedProvider,
    tokenHash: sha256Hex(sessionToken),
    expiresAt: clock.isoIn(sessionMs),
    request,
  })
  return outside.sellers.sessionUrl(hostedProvider, sessionToken)
}

/** The session of a link. @throws {@link DomainError} `forbidden` for an unknown or expired one, `offerUsed` */
export function openSession({ store, clock }: Backend, sessionToken: string): RampSession {
  const session = store.rampSessions.find('byTokenHash', [sha256Hex(sessionToken)])
  assert(session?.orderId === undefined, 'offerUsed')
  assert(session && session.expiresAt > clock.iso(), 'forbidden', {
    message: 'This link is unknown or has expired; ask for another one.',
  })
  return session
}

/** The networks of a request that the environment has. The default one comes first. */
export function networksOfRequest(
  backend: Backend,
  environmentId: string,
  { networks, defaultNetwork }: Pick<Request, 'networks' | 'defaultNetwork'>,
): RampNetwork[] {
  const isDefault = ({ name }: RampNetwork) => name === defaultNetwork
  return rampNetworksOf(backend, environmentId)
    .filter(({ name }) => networks.includes(name))
    .sort((a, b) => Number(isDefault(b)) - Number(isDefault(a)))
}

function assertServed(backend: Backend, environmentId: string, request: Request): void {
  const { networks, defaultNetwork, assets = [], defaultAsset, destinationAddress, redirectUrl } = request
  const refuse = (isAllowed: unknown, message: string) => assert(isAllowed, 'validationFailed', { message })
  const served = networksOfRequest(backend, environmentId, request)
  refuse(networks.length > 0, 'networks must name at least one network.')
  const missing = networks.find((name) => !served.some((network) => network.name === name))
  refuse(missing === undefined, `networks must be enabled by the environment, and ${missing} is missing there.`)
  refuse(
    served.every(({ chain }) => isAddressOf(chain, destinationAddress)),
    'destinationAddress must be an address on each of the networks.',
  )
  refuse(defaultNetwork === undefined || networks.includes(defaultNetwork), 'defaultNetwork must be one of `networks`.')
  const isSold = (symbol: string) => served.some((network) => findRampAsset(backend, network, symbol))
  const unknown = [...assets, defaultAsset ?? []].flat().find((symbol) => !isSold(symbol))
  refuse(unknown === undefined, `assets must be sold on these networks: leave out ${unknown}.`)
  refuse(
    defaultAsset === undefined || assets.length === 0 || assets.includes(defaultAsset),
    'defaultAsset must be one of `assets`.',
  )
  refuse(
    request.presetCryptoAmount === undefined || request.presetFiatAmount === undefined,
    'Name one of `presetCryptoAmount` and `presetFiatAmount`.',
  )
  if (request.fiatCurrency !== undefined) moneyOf(backend, request.fiatCurrency, 'fiatCurrency')
  assert(!redirectUrl || isAllowedRedirect(backend, environmentId, withScheme(redirectUrl)), 'unauthorizedDeeplink')
}
