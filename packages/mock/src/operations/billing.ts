import type { Backend } from '../backend.ts'
import { applyCoupon, presentSubscription, upgradePlan } from '../domain/billing.ts'
import type { MemberCaller } from '../domain/callers.ts'
import { assert } from '../domain/errors.ts'
import type { Organization } from '../store/records.ts'
import type { ResourceOperations } from './operation.ts'

export const billing = {
  getSubscription({ params, caller, backend }) {
    return { status: 200, body: shown(backend, caller, named(backend, params)) }
  },
  applyCoupon({ params, body, caller, backend }) {
    const organization = named(backend, params)
    applyCoupon(backend, organization, body.coupon)
    return { status: 200, body: shown(backend, caller, organization) }
  },
  upgrade({ params, caller, backend }) {
    const organization = named(backend, params)
    upgradePlan(backend, organization)
    return { status: 201, body: shown(backend, caller, organization) }
  },
} satisfies ResourceOperations<'billing'>

function named({ store }: Backend, { organizationId }: { readonly organizationId: string }): Organization {
  const organization = store.organizations.get(organizationId)
  assert(organization, 'recordNotFound')
  return organization
}

/** Who can pay gets the links to where that is done. */
function shown(backend: Backend, caller: MemberCaller, organization: Organization) {
  return presentSubscription(backend, organization, { withLinks: caller.membership(organization.id)?.role === 'owner' })
}
