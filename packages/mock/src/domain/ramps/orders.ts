import { parseUnits } from '@latchkey/base/amounts'
import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import { addressKey, isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { RampDestination, RampOrder } from '../../store/rampRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { cancelJobs, scheduleJob } from '../shared/jobs.ts'
import { existing } from '../shared/recordGuards.ts'
import { type QuoteInput, moneyOf, quote } from './quotes.ts'
import { findRampAsset, rampNetworksOf } from './rampNetworks.ts'
import { returnUrlsOf } from './returnUrls.ts'

type Schemas = components['schemas']
type Status = RampOrder['status']

/** How long an order waits for its payment. */
const paymentMs = 30 * 60_000
/** How long the seller takes to send the tokens. */
const processingMs = 60_000

/** The state that follows each state. Completed and failed orders stay as they are. */
const nextStates: Partial<Record<Status, Status>> = {
  ONRAMP_ORDER_STATUS_PENDING_AUTH: 'ONRAMP_ORDER_STATUS_PENDING_PAYMENT',
  ONRAMP_ORDER_STATUS_PENDING_PAYMENT: 'ONRAMP_ORDER_STATUS_PROCESSING',
  ONRAMP_ORDER_STATUS_PROCESSING: 'ONRAMP_ORDER_STATUS_COMPLETED',
}

/** A request to buy tokens. */
export interface Purchase {
  readonly destinationAddress: string
  readonly destinationNetwork: string
  readonly purchaseCurrency: string
  readonly paymentCurrency: string
  readonly amount: QuoteInput
}

/** A purchase with its price, without the other columns of an order. */
export type PricedPurchase = RampDestination &
  Pick<RampOrder, 'paymentCurrency' | 'paymentSubtotal' | 'paymentTotal' | 'fees' | 'exchangeRate' | 'purchaseAmount'>

/**
 * Prices a purchase at present rates.
 *
 * @throws {@link DomainError} `validationFailed` for a network, token or money that is not served, for an address of
 * another chain, and as {@link quote}
 */
export function pricePurchase(backend: Backend, environmentId: string, purchase: Purchase): PricedPurchase {
  const { destinationAddress, destinationNetwork, purchaseCurrency } = purchase
  const networks = rampNetworksOf(backend, environmentId)
  const network = existing(
    networks.find(({ name }) => name === destinationNetwork),
    'validationFailed',
    { message: `destinationNetwork must be one of ${networks.map(({ name }) => name).join(', ')}.` },
  )
  const { chain, networkId } = network
  const asset = existing(findRampAsset(backend, network, purchaseCurrency), 'validationFailed', {
    message: `purchaseCurrency must be sold on ${destinationNetwork}.`,
  })
  assert(isAddressOf(chain, destinationAddress), 'validationFailed', {
    message: `destinationAddress must be an address on ${destinationNetwork}.`,
  })
  const money = moneyOf(backend, purchase.paymentCurrency, 'paymentCurrency')
  return {
    destinationAddress,
    destinationNetwork,
    chain,
    networkId,
    purchaseCurrency: asset.symbol,
    decimals: asset.decimals,
    ...defined({ contract: asset.contract }),
    paymentCurrency: money.code,
    ...quote(asset, money, purchase.amount),
  }
}

/** The columns of an order besides its price. */
export type OrderFacts = Pick<
  RampOrder,
  'environmentId' | 'userId' | 'provider' | 'partnerUserRef' | 'domain' | 'redirectUrl'
>

/**
 * Creates an order, which waits for its payment for half an hour. It stores the present return URLs of the seller, too.
 */
export function createOrder(backend: Backend, facts: OrderFacts, priced: PricedPurchase): RampOrder {
  const record = newRecord(backend)
  const order = backend.store.rampOrders.insert({
    ...record,
    ...facts,
    ...returnUrlsOf(backend, facts.environmentId, facts.provider),
    ...priced,
    status: 'ONRAMP_ORDER_STATUS_PENDING_AUTH',
    updatedAt: record.createdAt,
  })
  scheduleJob(backend, { kind: 'rampOrders.continue', subjectId: order.id, inMs: paymentMs })
  return order
}

/**
 * Takes an order one step further. The last step pays the tokens out on the ledger.
 *
 * @throws {@link DomainError} `orderMoved` for an order that has ended, or is not in the expected state
 */
export async function advanceOrder(
  backend: Backend,
  order: RampOrder,
  expected: string = order.status,
): Promise<RampOrder> {
  const status = nextStates[order.status]
  assert(status !== undefined && expected === order.status, 'orderMoved')
  if (status === 'ONRAMP_ORDER_STATUS_COMPLETED') return payOut(backend, order)
  if (status === 'ONRAMP_ORDER_STATUS_PROCESSING') {
    cancelJobs(backend, order.id)
    scheduleJob(backend, { kind: 'rampOrders.continue', subjectId: order.id, inMs: processingMs })
  }
  return put(backend, { ...order, status })
}

/** Takes an order through all steps that are left. @throws {@link DomainError} `orderMoved` for one that has ended */
export async function completeOrder(backend: Backend, order: RampOrder): Promise<RampOrder> {
  let present = await advanceOrder(backend, order)
  while (nextStates[present.status] !== undefined) present = await advanceOrder(backend, present)
  return present
}

/**
 * Ends an order without a payment to the ledger.
 *
 * @throws {@link DomainError} `orderMoved` for one that has ended, or is not in the expected state
 */
export function failOrder(
  backend: Backend,
  order: RampOrder,
  { reason, expected = order.status }: { readonly reason: string; readonly expected?: string },
): RampOrder {
  assert(nextStates[order.status] !== undefined && expected === order.status, 'orderMoved')
  cancelJobs(backend, order.id)
  return put(backend, { ...order, status: 'ONRAMP_ORDER_STATUS_FAILED', reason })
}

/** The job of an order: ends it if it is not paid, and completes it if it is. */
export async function continueOrder(backend: Backend, orderId: string): Promise<void> {
  const order = backend.store.rampOrders.get(orderId)
  if (!order || nextStates[order.status] === undefined) return
  if (order.status === 'ONRAMP_ORDER_STATUS_PROCESSING') await advanceOrder(backend, order)
  else failOrder(backend, order, { reason: 'It was not paid in time.' })
}

/** Sends the tokens. An order whose transaction does not succeed has failed. */
async function payOut(backend: Backend, order: RampOrder): Promise<RampOrder> {
  const { chain, destinationAddress, networkId, contract, purchaseAmount, decimals, provider } = order
  cancelJobs(backend, order.id)
  const transaction = await backend.outside.chains.pay({
    payer: provider,
    to: addressKey(chain, destinationAddress),
    networkId,
    ...defined({ contract }),
    amount: parseUnits(purchaseAmount, decimals),
  })
  if (transaction?.status === 'success')
    return put(backend, { ...order, status: 'ONRAMP_ORDER_STATUS_COMPLETED', txHash: transaction.hash })
  const reason =
    transaction?.status === 'refused'
      ? transaction.reason
      : `The transaction failed: ${transaction?.reason ?? 'the chain has refused it'}.`
  return put(backend, { ...order, status: 'ONRAMP_ORDER_STATUS_FAILED', reason })
}

function put({ store, clock }: Backend, order: RampOrder): RampOrder {
  return store.rampOrders.put({ ...order, updatedAt: clock.iso() })
}

/** An order or a quote as replies show it. */
export function presentOrder({
  id,
  createdAt,
  updatedAt,
  status,
  destinationAddress,
  destinationNetwork,
  purchaseCurrency,
  purchaseAmount,
  paymentCurrency,
  paymentSubtotal,
  paymentTotal,
  fees,
  exchangeRate,
  txHash,
  partnerUserRef,
}: Omit<RampOrder, 'environmentId' | 'provider'>): Schemas['HostedOnrampOrder'] {
  return {
    orderId: id,
    status,
    paymentMethod: 'GUEST_CHECKOUT_APPLE_PAY',
    paymentTotal,
    paymentSubtotal,
    paymentCurrency,
    purchaseAmount,
    purchaseCurrency,
    fees: [...fees],
    exchangeRate,
    destinationAddress,
    destinationNetwork,
    createdAt,
    updatedAt,
    ...defined({ txHash, partnerUserRef }),
  }
}
