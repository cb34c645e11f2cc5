import { instantForm, isoOf, toEpoch } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { addPaymentMethod, type PlanType, removePaymentMethod, setPlan } from '../../domain/organizations/billing.ts'
import type { Backend } from '../../domain/shared/backend.ts'
import { addCoupon } from '../../outside/seller.ts'
import type { Organization } from '../../store/records.ts'
import { transact, type World } from '../../world/world.ts'

/** The organization of a call. */
interface OrganizationChoice {
  /** @default the ready organization */
  readonly organizationId?: string | undefined
}

/** Billing, and the simulated seller of plans. */
export interface BillingControl {
  /** Issues a coupon that each organization can apply once, until it expires. @throws DomainError `duplicateExists` */
  addCoupon(code: string, options?: { readonly expiresAt?: string | number | Date | undefined }): Promise<void>
  /** Adds a payment method, as the billing portal does. */
  addPaymentMethod(choice?: OrganizationChoice): Promise<void>
  /** Removes the payment method. @throws DomainError `invalidUpdate` on a paid plan */
  removePaymentMethod(choice?: OrganizationChoice): Promise<void>
  /** Puts an organization on a plan, with or without a payment method. */
  setPlan(planType: PlanType, choice?: OrganizationChoice): Promise<void>
}

export function createBillingControl(world: World, readyId: string): BillingControl {
  const forOrganization = async (
    { organizationId = readyId }: OrganizationChoice = {},
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
      if (Number.isNaN(expiry))
        throw new TypeError(`Failed to call "addCoupon()": \`expiresAt\` must be ${instantForm}.`)
      await transact(world, (backend) =>
        addCoupon(backend, { code, ...defined({ expiresAt: expiry === undefined ? undefined : isoOf(expiry) }) }),
      )
    },
    addPaymentMethod: (choice) => forOrganization(choice, addPaymentMethod),
    removePaymentMethod: (choice) => forOrganization(choice, removePaymentMethod),
    setPlan: (planType, choice) =>
      forOrganization(choice, (backend, organization) => setPlan(backend, organization, planType)),
  }
}
