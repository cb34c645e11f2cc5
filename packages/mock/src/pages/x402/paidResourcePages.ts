import { isObject } from '@latchkey/base/isObject'
import type { Reply } from '@latchkey/base/reply'
import { assert } from '../../domain/shared/errors.ts'
import { problemOf, settle } from '../../outside/x402/facilitator.ts'
import { readHeader, toHeader } from '../../outside/x402/messages.ts'
import { requirementsOf } from '../../outside/x402/paidResources.ts'
import type { PaidResource } from '../../store/outsideRecords.ts'
import { settlementOf } from './facilitatorPages.ts'
import { type Chains, readPayment } from './readPayment.ts'

interface Asked {
  /** The URL that the caller has asked for. */
  readonly url: string
  readonly path: readonly string[]
  header(name: string): string | null
}

/** The terms of an offer that a payer repeats. */
const terms = ['scheme', 'network', 'amount', 'asset', 'payTo'] as const

type Terms = Readonly<Partial<Record<(typeof terms)[number], unknown>>>

const sameText = (a: unknown, b: unknown) => String(a).toLowerCase() === String(b).toLowerCase()

/** The first term in which a payment differs from the offer, as a sentence. */
function differenceOf(accepted: Terms, offer: Terms): string | undefined {
  const term = terms.find((name) => !sameText(accepted[name], offer[name]))
  return (
    term && `\`accepted.${term}\` is ${JSON.stringify(accepted[term])}, and the offer has "${String(offer[term])}".`
  )
}

/**
 * Answers a request for a resource of the simulated seller: with 402 and the offer, or once it is paid with the resource.
 *
 * @throws {@link DomainError} `notFound` for a path at which nothing is sold
 */
export function answerPaidResource(chains: Chains, { url, path, header }: Asked): Reply {
  const { backend } = chains
  const resource = backend.store.paidResources.find('byPath', [path.join('/')])
  assert(resource, 'notFound', { message: 'The seller has nothing at this path. Sell it by mock.x402.sell().' })
  const offer = requirementsOf(backend, resource)
  const ask = (error: string, message = error): Reply => paymentRequired({ url, resource, offer }, error, message)
  const sent = header('payment-signature')
  if (sent === null)
    return header('x-payment') === null
      ? ask('PAYMENT-SIGNATURE header is required')
      : ask('PAYMENT-SIGNATURE header is required', 'This seller speaks version 2 of x402, which has no X-PAYMENT.')
  const message = readHeader(sent)
  if (!isObject(message)) return malformed('PAYMENT-SIGNATURE is not JSON in base64.')
  const difference = isObject(message.accepted) ? differenceOf(message.accepted, offer) : undefined
  if (difference !== undefined) return ask('No matching payment requirements', difference)
  const read = readPayment(chains, message, offer)
  if ('problem' in read) return malformed(read.problem.message)
  const problem = problemOf(backend, read.payment)
  if (problem) return ask(problem.reason, problem.message)
  const outcome = settle(backend, read.payment)
  const headers = { ...exposed, 'payment-response': toHeader(settlementOf(outcome, `eip155:${resource.networkId}`)) }
  if ('reason' in outcome) return { status: 402, headers, body: { error: outcome.message, code: 'payment_failed' } }
  return { status: 200, headers: { ...headers, 'content-type': resource.mimeType }, chunks: [resource.content] }
}

/** Scripts of other origins may read these headers. */
const exposed = { 'access-control-expose-headers': 'payment-required, payment-response' }

const malformed = (error: string): Reply => ({ status: 400, body: { error, code: 'payment_malformed' } })

interface Offered {
  readonly url: string
  readonly resource: PaidResource
  readonly offer: object
}

/** @param error - As the protocol has it. @param message - The same as a sentence, for people. */
function paymentRequired({ url, resource, offer }: Offered, error: string, message: string): Reply {
  const { description, mimeType } = resource
  const required = { x402Version: 2, error, resource: { url, description, mimeType }, accepts: [offer] }
  return {
    status: 402,
    headers: { ...exposed, 'payment-required': toHeader(required) },
    body: { error: message, code: 'payment_required' },
  }
}
