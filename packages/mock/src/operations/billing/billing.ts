import { applyCoupon, presentSubscription, upgradePlan } from '../../domain/organizations/billing.ts'
import type { Backend } from '../../domain/shared/backend.ts'
import type { MemberCaller } from '../../domain/shared/callers.ts'
import { organizationOf } from '../../domain/shared/recordGuards.ts'
import type { Organization } from '../../store/records.ts'
import type { ResourceOperations } from '../operation.ts'

export const billing = {
  getSubscription({ params, caller, backend }) {
    return { status: 200, body: shown(backend, caller, organizationOf(backend, params.organizationId)) }
  },
  applyCoupon({ params, body, caller, backend }) {
    const organization = organizationOf(backend, params.organizationId)
    applyCoupon(backend, organization, body.coupon)
    return { status: 200, body: shown(backend, caller, organization) }
  },
  upgrade({ params, caller, backend }) {
    const organization = organizationOf(backend, params.organizationId)
    upgradePlan(backend, organization)
    return { status: 201, body: shown(backend, caller, organization) }
  },
} satisfies ResourceOperations<'billing'>

/** Only members who can pay get the links to the billing portal. */
function shown(backend: Backend, caller: MemberCaller, organization: Organization) {
  return presentSubscription(backend, organization, { withLinks: caller.membership(organization.id)?.role === 'owner' })
}
