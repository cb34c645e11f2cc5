import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import { readInstant } from '../../effects/instants.ts'
import type { User } from '../../store/records.ts'
import { isVerified } from '../credentials/credentials.ts'
import { assertEnabledProvider } from '../providers/providers.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { existing } from '../shared/recordGuards.ts'
import { createOrder, presentOrder, pricePurchase } from './orders.ts'
import type { QuoteInput } from './quotes.ts'

type Schemas = components['schemas']
type Request = Schemas['HostedOnrampOrderCreateRequest']

/** The provider whose pages are hosted. */
export const hostedProvider = 'coinbaseOnramp'

/**
 * Orders tokens for a user. For a quote, it only computes the price, and stores nothing.
 *
 * @throws {@link DomainError} `rampDisabled`, `phoneNotVerified` for an order of a user without a verified phone
 * number, `validationFailed`
 */
export function orderTokens(backend: Backend, user: User, request: Request): Schemas['HostedOnrampOrderResponse'] {
  const { environmentId, id: userId } = user
  assertEnabledProvider(backend, environmentId, { provider: hostedProvider, failure: 'rampDisabled' })
  assertAgreed(backend, request.agreementAcceptedAt)
  const { domain, partnerUserRef, isQuote = false } = request
  assert(domain?.includes('*') !== true, 'validationFailed', {
    message: 'domain must name one site, without a wildcard.',
  })
  const priced = pricePurchase(backend, environmentId, { ...request, amount: amountOf(request) })
  if (isQuote) {
    const record = newRecord(backend)
    const status = 'ONRAMP_ORDER_STATUS_PENDING_AUTH'
    return { order: presentOrder({ ...record, ...priced, status, partnerUserRef, updatedAt: record.createdAt }) }
  }
  assert(hasVerifiedPhone(backend, userId), 'phoneNotVerified')
  const facts = {
    environmentId,
    userId,
    provider: hostedProvider,
    partnerUserRef,
    ...defined({ domain: domain || undefined }),
  } as const
  const order = createOrder(backend, facts, priced)
  return {
    order: presentOrder(order),
    paymentLink: {
      url: backend.outside.sellers.orderUrl(hostedProvider, order.id),
      paymentLinkType: 'PAYMENT_LINK_TYPE_APPLE_PAY_BUTTON',
    },
  }
}

function amountOf({ paymentAmount, purchaseAmount }: Request): QuoteInput {
  const hasOneAmount = (paymentAmount === undefined) !== (purchaseAmount === undefined)
  assert(hasOneAmount, 'validationFailed', { message: 'Name one of `paymentAmount` and `purchaseAmount`.' })
  return paymentAmount === undefined ? { purchaseAmount: purchaseAmount as string } : { paymentAmount }
}

function assertAgreed({ clock }: Backend, agreementAcceptedAt: string): void {
  const instant = existing(readInstant(agreementAcceptedAt), 'validationFailed', {
    message: 'agreementAcceptedAt must be an instant.',
  })
  assert(instant <= clock.iso(), 'validationFailed', {
    message: 'agreementAcceptedAt must be an instant that has passed.',
  })
}

function hasVerifiedPhone({ store }: Backend, userId: string): boolean {
  return [...store.credentials.scan('byUser', [userId])].some(
    (credential) => credential.format === 'phoneNumber' && isVerified(credential),
  )
}
