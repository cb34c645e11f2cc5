import { addPaymentMethod, type PlanType, removePaymentMethod, setPlan } from '../../domain/organizations/billing.ts'
import type { Backend } from '../../domain/shared/backend.ts'
import { isoOf, toEpoch } from '../../effects/clock.ts'
import { addCoupon } from '../../outside/seller.ts'
import type { Organization } from '../../store/records.ts'
import { transact, type World } from '../../world/world.ts'

/** The organization of a call. */
interface OrganizationPlace {
  /** @default the ready organization */
  readonly organizationId?: string
}

/** Billing, and the pretended seller of plans. */
export interface BillingControl {
  /** Issues a coupon that each organization can apply once, until it expires. @throws DomainError `duplicateExists` */
  addCoupon(code: string, options?: { readonly expiresAt?: string | number | Date }): Promise<void>
  /** Adds a payment method, as the billing portal does. */
  addPaymentMethod(place?: OrganizationPlace): Promise<void>
  /** Removes the payment method. @throws DomainError `invalidUpdate` on a paid plan */
  removePaymentMethod(place?: OrganizationPlace): Promise<void>
  /** Puts an organization on a plan, with or without a payment method. */
  setPlan(planType: PlanType, place?: OrganizationPlace): Promise<void>
}

export function createBillingControl(world: World, readyId: string): BillingControl {
  const forOrganization = async (
    { organizationId = readyId }: OrganizationPlace = {},
    work: (backend: Backend, organization: Organization) => void,
  ) =>
    transact(world, (backend) => {
      const organization = backend.store.organizations.get(organizationId)
      if (!organization) throw new TypeError('Failed to change the billing: there is no organization with this id.')
      work(backend, organization)
    })
  return {
    async addCoupon(code, { expiresAt } = {}) {
      const expiry = expiresAt === undefined ? undefined : toEpoch(expiresAt)
      if (Number.isNaN(expiry)) throw new TypeError('Failed to call "addCoupon()": `expiresAt` is not an instant.')
      await transact(world, (backend) =>
        addCoupon(backend, { code, ...(expiry !== undefined && { expiresAt: isoOf(expiry) }) }),
      )
    },
    addPaymentMethod: (place) => forOrganization(place, addPaymentMethod),
    removePaymentMethod: (place) => forOrganization(place, removePaymentMethod),
    setPlan: (planType, place) =>
      forOrganization(place, (backend, organization) => setPlan(backend, organization, planType)),
  }
}
