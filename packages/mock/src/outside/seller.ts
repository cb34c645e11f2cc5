import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { OutsideBackend } from '../domain/shared/backend.ts'
import { assert } from '../domain/shared/errors.ts'
import type { Seller } from '../effects/outside.ts'
import type { Coupon } from '../store/outsideRecords.ts'
import { outsideUrls } from './addresses.ts'
import { assertSignedLink, signLink } from './signedLinks.ts'

/** How long a link to the billing portal is valid. */
const linkMs = 3_600_000

/** The seller of the plans, as the service sees it. */
export function seller(backend: OutsideBackend): Seller {
  const { store, clock } = backend
  return {
    portalUrls(organizationId) {
      const search = signLink(backend, ['billing', organizationId], linkMs)
      const portal = outsideUrls(backend).billing(organizationId)
      return { portal: `${portal}?${search}`, paymentMethod: `${portal}/paymentMethod?${search}` }
    },
    isCouponValid(code) {
      const coupon = store.coupons.find('byCode', [code])
      return coupon !== undefined && (coupon.expiresAt === undefined || coupon.expiresAt > clock.iso())
    },
  }
}

/** Checks a link to the billing portal of an organization. @throws {@link DomainError} `forbidden` */
export function assertPortalLink(backend: OutsideBackend, organizationId: string, search: URLSearchParams): void {
  assertSignedLink(backend, ['billing', organizationId], { search, what: 'the subscription' })
}

/** Issues a coupon. @throws {@link DomainError} `duplicateExists` */
export function addCoupon(
  backend: OutsideBackend,
  { code, expiresAt }: { readonly code: string; readonly expiresAt?: string },
): Coupon {
  assert(!backend.store.coupons.find('byCode', [code]), 'duplicateExists', {
    message: 'A coupon of this code was given out already.',
  })
  return backend.store.coupons.insert({ ...newRecord(backend), code, ...defined({ expiresAt }) })
}
