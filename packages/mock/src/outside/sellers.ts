import type { OutsideBackend } from '../domain/shared/backend.ts'
import type { RampOffer, Sellers } from '../effects/outside.ts'
import { outsideUrls } from './addresses.ts'
import { assertSignedLink, signLink } from './signedLinks.ts'

/** How long a link to an offer is valid. */
const linkMs = 3_600_000

/** The pages of businesses that sell and buy tokens, as the service sees them. */
export function sellers(backend: OutsideBackend): Sellers {
  const pageOf = (provider: string) => outsideUrls(backend).seller(provider)
  return {
    offerUrl(offer) {
      const fields = fieldsOf(offer)
      return `${pageOf(offer.provider)}?${new URLSearchParams([...fields, ...signLink(backend, signedParts(fields), linkMs)])}`
    },
    sessionUrl: (provider, sessionToken) => `${pageOf(provider)}?${new URLSearchParams({ sessionToken })}`,
    orderUrl: (provider, orderId) => `${pageOf(provider)}/orders/${orderId}`,
    paymentUrl: (provider, paymentId) => `${pageOf(provider)}/payments/${paymentId}`,
  }
}

/** The names of an offer's fields in a link, in the order in which they are signed. */
const names = [
  'environmentId',
  'provider',
  'side',
  'walletAddress',
  'network',
  'asset',
  'amount',
  'currency',
  'merchantName',
] as const satisfies readonly (keyof RampOffer)[]

/**
 * Reads the offer of a link.
 *
 * @throws {@link DomainError} `forbidden` for a link that was changed or has expired
 */
export function readOffer(backend: OutsideBackend, search: URLSearchParams): RampOffer {
  const fields = names.flatMap((name) => {
    const value = search.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  assertSignedLink(backend, signedParts(fields), { search, what: 'the offers' })
  // A signed link has the fields of the offer for which it was made.
  const offer: Partial<Record<keyof RampOffer, string>> = Object.fromEntries(fields)
  return offer as RampOffer
}

type Fields = readonly (readonly [name: string, value: string])[]

function fieldsOf(offer: RampOffer): [string, string][] {
  return names.flatMap((name) => {
    const value = offer[name]
    return value === undefined ? [] : [[name, value] satisfies [string, string]]
  })
}

const signedParts = (fields: Fields) => ['ramps', ...fields.flat()]
