import type { Backend } from '../../backend.ts'
import type { Organization } from '../../store/records.ts'
import { organizationOf } from './organizations.ts'
import { assertSignedLink, signLink } from '../shared/signedLinks.ts'

/** How long a link serves. */
const linkMs = 3_600_000

/** Signed links to the pages of the billing portal of an organization. */
export function billingLinks(backend: Pick<Backend, 'baseUrl' | 'clock' | 'cursorKey'>, organizationId: string) {
  const search = signLink(backend, ['billing', organizationId], linkMs)
  const portal = `${backend.baseUrl}/__mock/v1/billing/${organizationId}`
  return {
    billingPortalUrl: `${portal}?${search}`,
    billingPortalAddPaymentMethodUrl: `${portal}/paymentMethod?${search}`,
  }
}

/**
 * The organization that a link to the billing portal is for.
 *
 * @throws {@link DomainError} `forbidden` when the signature is not right or the time is over, `recordNotFound`
 */
export function readBillingLink(backend: Backend, organizationId: string, search: URLSearchParams): Organization {
  assertSignedLink(backend, ['billing', organizationId], search, 'the subscription')
  return organizationOf(backend, organizationId)
}
