import { htmlPage, markup, pageHeaders } from '@latchkey/base/html'
import type { Reply } from '@latchkey/base/reply'
import { addPaymentMethod, presentSubscription, removePaymentMethod } from '../domain/organizations/billing.ts'
import type { WorldBackend } from '../domain/shared/backend.ts'
import { assert, DomainError } from '../domain/shared/errors.ts'
import { organizationOf } from '../domain/shared/recordGuards.ts'
import { outsidePaths } from '../outside/addresses.ts'
import { assertPortalLink } from '../outside/seller.ts'
import type { Organization } from '../store/records.ts'

export interface BillingPageRequest {
  readonly method: string
  readonly organizationId: string
  /** The path below the organization. */
  readonly action: string
  readonly search: URLSearchParams
  readonly form: URLSearchParams
}

/**
 * Answers requests for the billing portal: an overview, and a page that adds or removes the payment method. It asks for
 * no card.
 *
 * @throws {@link DomainError} `notFound`, `methodNotAllowed`, `forbidden` for an invalid or expired link
 */
export function answerBillingPage(
  backend: WorldBackend,
  { method, organizationId, action, search, form }: BillingPageRequest,
): Reply {
  assert(action === '' || action === 'paymentMethod', 'notFound')
  const allow = action === '' ? 'GET' : 'GET, POST'
  assert(allow.split(', ').includes(method), 'methodNotAllowed', { allow })
  assertPortalLink(backend, organizationId, search)
  const organization = organizationOf(backend, organizationId)
  if (method === 'GET')
    return page(
      action === '' ? overview(backend, organization, search) : paymentMethodPage(backend, organization, { search }),
    )
  try {
    if (form.get('choice') === 'remove') removePaymentMethod(backend, organization)
    else addPaymentMethod(backend, organization)
  } catch (error) {
    if (error instanceof DomainError)
      return {
        ...page(paymentMethodPage(backend, organization, { search, problem: error.message })),
        status: error.status,
      }
    throw error
  }
  return { status: 303, headers: { location: pathOf(backend, organization, { search }) } }
}

function page(body: string): Reply {
  return { status: 200, headers: pageHeaders, body }
}

function pathOf(
  backend: WorldBackend,
  { id }: Organization,
  { action = '', search }: { readonly action?: '' | '/paymentMethod'; readonly search: URLSearchParams },
): string {
  return `${outsidePaths(backend).billing(id)}${action}?${search}`
}

const note = markup`<p class="note">This page stands in for a billing portal, for tests. Nobody is charged.</p>`

function overview(backend: WorldBackend, organization: Organization, search: URLSearchParams): string {
  const {
    planType,
    inTrial,
    trialDaysLeft,
    hasPaymentMethod,
    currentBillingPeriod,
    coupons = [],
  } = presentSubscription(backend, organization, { withLinks: false })
  const period = currentBillingPeriod
  const trial = inTrial ? `, in trial for ${trialDaysLeft} more days` : ''
  const facts = [
    `Plan: ${planType}${trial}`,
    ...(period ? [`Period: ${period.startDate} to ${period.endDate}, with ${period.usagesCount} active users`] : []),
    `Payment method: ${hasPaymentMethod ? 'a simulated card' : 'none'}`,
    `Coupons: ${coupons.map(({ coupon }) => coupon).join(', ') || 'none'}`,
  ]
  return htmlPage(
    'Billing',
    markup`<h1>Billing of ${organization.name}</h1>
${note}
<ul>
${facts.map((fact) => markup`<li>${fact}</li>`)}
</ul>
<p><a href="${pathOf(backend, organization, { action: '/paymentMethod', search })}">Payment method</a></p>`,
  )
}

function paymentMethodPage(
  backend: WorldBackend,
  organization: Organization,
  { search, problem }: { readonly search: URLSearchParams; readonly problem?: string },
): string {
  const { hasPaymentMethod } = presentSubscription(backend, organization, { withLinks: false })
  const [choice, label] = hasPaymentMethod ? ['remove', 'Remove the simulated card'] : ['add', 'Add a simulated card']
  return htmlPage(
    'Payment method',
    markup`<h1>Payment method of ${organization.name}</h1>
${note}
${problem === undefined ? '' : markup`<p role="alert">${problem}</p>`}
<form method="post" action="${pathOf(backend, organization, { action: '/paymentMethod', search })}">
<button class="main" name="choice" value="${choice}">${label}</button>
</form>
<p><a href="${pathOf(backend, organization, { search })}">Back to the overview</a></p>`,
  )
}
