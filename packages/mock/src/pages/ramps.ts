import { parseUnits } from '@latchkey/base/amounts'
import { defined } from '@latchkey/base/defined'
import { pageHeaders } from '@latchkey/base/html'
import type { Reply } from '@latchkey/base/reply'
import { paymentState } from '../domain/ramps/cryptoPayments.ts'
import { advanceOrder, failOrder } from '../domain/ramps/orders.ts'
import { paymentRequestUri } from '../domain/ramps/paymentUris.ts'
import { rampName, type RampProvider, isRampProvider } from '../domain/ramps/rampProviders.ts'
import type { WorldBackend } from '../domain/shared/backend.ts'
import { assert, DomainError } from '../domain/shared/errors.ts'
import { recordOf } from '../domain/shared/recordGuards.ts'
import { outsidePaths } from '../outside/addresses.ts'
import type { CryptoPayment, RampOrder } from '../store/rampRecords.ts'
import { answerOffer, type RampPageRequest } from './rampOffers.ts'
import { orderPage, paymentPage } from './rampPages.ts'

/**
 * Answers requests for the pages of the simulated sellers of tokens: an offer, an order, a payment.
 *
 * @throws {@link DomainError} `notFound`, `methodNotAllowed`, `recordNotFound`, and as {@link answerOffer}
 */
export async function answerRampPage(backend: WorldBackend, request: RampPageRequest): Promise<Reply> {
  const { method, provider, path, form } = request
  assert(isRampProvider(provider), 'notFound')
  assert(method === 'GET' || method === 'POST', 'methodNotAllowed', { allow: 'GET, POST' })
  const [kind, id = '', ...rest] = path
  if (kind === undefined) return answerOffer(backend, provider, request)
  assert(rest.length === 0 && (kind === 'orders' || kind === 'payments'), 'notFound')
  const sent = method === 'POST' ? form : undefined
  const page = { provider, action: `${outsidePaths(backend).seller(provider)}/${kind}/${id}`, sent }
  const { rampOrders, cryptoPayments } = backend.store
  if (kind === 'orders') return answerOrder(backend, recordOf(rampOrders.get(id), { provider }, 'order'), page)
  return answerPayment(backend, recordOf(cryptoPayments.get(id), { provider }, 'payment'), page)
}

interface Page {
  readonly provider: RampProvider
  readonly action: string
  /** The fields of the form, if it was posted. */
  readonly sent?: URLSearchParams | undefined
}

async function answerOrder(backend: WorldBackend, order: RampOrder, { provider, action, sent }: Page): Promise<Reply> {
  const name = rampName(provider)
  const show = (status: number, problem?: string): Reply => ({
    status,
    headers: headersFor(order),
    body: orderPage({ name, order, action, problem }),
  })
  if (!sent) return show(200)
  const expected = sent.get('from') ?? ''
  return afterChange(action, show, async () => {
    if (sent.get('choice') === 'fail') failOrder(backend, order, { reason: 'You have cancelled it.', expected })
    else await advanceOrder(backend, order, expected)
  })
}

async function answerPayment(
  backend: WorldBackend,
  payment: CryptoPayment,
  { provider, action, sent }: Page,
): Promise<Reply> {
  const state = paymentState(backend, payment)
  const uri = paymentRequestUri(payment)
  const show = (status: number, problem?: string): Reply => ({
    status,
    headers: pageHeaders,
    body: paymentPage({ name: rampName(provider), payment, ...state, uri, action, problem }),
  })
  if (!sent) return show(200)
  return afterChange(action, show, async () => {
    assert(state.status === 'pending', 'orderMoved')
    const { recipient, networkId, contract, cryptoAmount, decimals } = payment
    const paid = await backend.outside.chains.pay({
      payer: 'a person at the page',
      to: recipient,
      networkId,
      ...defined({ contract }),
      amount: parseUnits(cryptoAmount, decimals),
    })
    if (paid?.status === 'refused') throw new DomainError('outsideFailed', { message: paid.reason })
  })
}

/** Leads back to the page after a change, or shows it with the problem. */
async function afterChange(
  location: string,
  show: (status: number, problem: string) => Reply,
  change: () => Promise<void>,
): Promise<Reply> {
  try {
    await change()
  } catch (error) {
    if (error instanceof DomainError) return show(error.status, error.message)
    throw error
  }
  return { status: 303, headers: { location } }
}

/** The site that ordered may show the page in a frame. */
function headersFor({ domain }: RampOrder): Reply['headers'] {
  if (domain === undefined) return pageHeaders
  const policy = pageHeaders['content-security-policy'].replace("frame-ancestors 'none'", `frame-ancestors ${domain}`)
  return { ...pageHeaders, 'content-security-policy': policy }
}
