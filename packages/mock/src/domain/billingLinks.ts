import type { Backend } from '../backend.ts'
import { hmacSha256, isSameText } from '../crypto/hmac.ts'
import type { Organization } from '../store/records.ts'
import { assert } from './errors.ts'

/** How long a link serves. */
const linkMs = 3_600_000

/** Signed links to the pages of the billing portal of an organization. */
export function billingLinks({ baseUrl, clock, cursorKey }: Pick<Backend, 'baseUrl' | 'clock' | 'cursorKey'>, organizationId: string) {
  const expires = String(clock.now() + linkMs)
  const search = new URLSearchParams({ expires, signature: signatureOf(cursorKey, organizationId, expires) })
  const portal = `${baseUrl}/__mock/v1/billing/${organizationId}`
  return { billingPortalUrl: `${portal}?${search}`, billingPortalAddPaymentMethodUrl: `${portal}/paymentMethod?${search}` }
}

/**
 * The organization that a link to the billing portal is for.
 *
 * @throws {@link DomainError} `forbidden` when the signature is not right or the time is over, `recordNotFound`
 */
export function readBillingLink({ store, clock, cursorKey }: Backend, organizationId: string, search: URLSearchParams): Organization {
  const [expires, signature] = [search.get('expires') ?? '', search.get('signature') ?? '']
  assert(isSameText(signature, signatureOf(cursorKey, organizationId, expires)), 'forbidden', { message: 'The signature of this link is not right.' })
  assert(clock.now() < Number(expires), 'forbidden', { message: 'This link has expired; ask for the subscription again.' })
  const organization = store.organizations.get(organizationId)
  assert(organization, 'recordNotFound')
  return organization
}

function signatureOf(key: Uint8Array, organizationId: string, expires: string): string {
  return hmacSha256(key, JSON.stringify(['billing', organizationId, expires]))
}
