import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import { paymentState, presentPayment } from '../../domain/ramps/cryptoPayments.ts'
import { advanceOrder, completeOrder, failOrder, presentOrder } from '../../domain/ramps/orders.ts'
import type { Backend } from '../../domain/shared/backend.ts'
import type { CryptoPayment, RampOrder } from '../../store/rampRecords.ts'
import { transact, type World } from '../../world/world.ts'

type Schemas = components['schemas']

/** An order as tests see it. */
type RampOrderView = Schemas['HostedOnrampOrder'] &
  Pick<RampOrder, 'environmentId' | 'provider' | 'userId' | 'redirectUrl' | 'returnUrl' | 'cancelUrl'> & {
    /** Why it failed, as a sentence. */
    readonly reason?: string
  }

/** A payment as tests see it. */
type CryptoPaymentView = Schemas['CryptoPaymentResponse'] &
  Pick<CryptoPayment, 'provider' | 'payout' | 'merchantName' | 'subMerchantId'> & {
    /** The hash of the transaction that paid it. */
    readonly transactionHash?: string
  }

/** The simulated sellers of tokens. */
export interface RampsControl {
  /** The orders of an environment, the earliest first. */
  orders(choice?: EnvironmentChoice): RampOrderView[]
  /** An order as it is now. @throws TypeError for an unknown order */
  order(orderId: string): RampOrderView
  /**
   * Takes an order one step further, as the person or the seller would: to `PENDING_PAYMENT`, `PROCESSING` and
   * `COMPLETED`, which brings the tokens. By itself, a paid order is completed after a minute, and one that is not paid
   * fails after half an hour.
   *
   * @throws DomainError `orderMoved` for an order that has ended
   */
  advance(orderId: string): Promise<RampOrderView>
  /** Takes an order through all steps that are left. @throws DomainError as `advance` */
  complete(orderId: string): Promise<RampOrderView>
  /** Makes an order fail. @throws DomainError as `advance` */
  fail(orderId: string, reason?: string): Promise<RampOrderView>
  /** A payment in tokens as it is now: the ledger decides whether it is paid. @throws TypeError for an unknown one */
  payment(paymentId: string): Promise<CryptoPaymentView>
}

export function createRampsControl(world: World, sandboxId: string): RampsControl {
  const change = async (name: string, orderId: string, work: Change) =>
    transact(world, async (backend) => viewOf(await work(backend, orderOf(backend.store.rampOrders, name, orderId))))
  return {
    orders: ({ environmentId = sandboxId } = {}) =>
      [...world.store.reader.rampOrders.scan('byEnvironment', [environmentId])].map(viewOf),
    order: (orderId) => viewOf(orderOf(world.store.reader.rampOrders, 'order', orderId)),
    advance: (orderId) => change('advance', orderId, advanceOrder),
    complete: (orderId) => change('complete', orderId, completeOrder),
    fail: (orderId, reason = 'The payment was refused.') =>
      change('fail', orderId, (backend, order) => failOrder(backend, order, { reason })),
    payment: async (paymentId) =>
      transact(world, (backend) => {
        const payment = backend.store.cryptoPayments.get(paymentId)
        if (!payment) throw new TypeError('Failed to call "ramps.payment()": there is no payment with this id.')
        const { provider, payout, merchantName, subMerchantId } = payment
        return {
          ...presentPayment(backend, payment),
          ...paymentState(backend, payment),
          provider,
          ...defined({ payout, merchantName, subMerchantId }),
        }
      }),
  }
}

type Change = (backend: Backend, order: RampOrder) => RampOrder | Promise<RampOrder>

function orderOf(orders: { get(id: string): RampOrder | undefined }, name: string, orderId: string): RampOrder {
  const order = orders.get(orderId)
  if (!order) throw new TypeError(`Failed to call "ramps.${name}()": there is no order with this id.`)
  return order
}

function viewOf(order: RampOrder): RampOrderView {
  const { environmentId, provider, userId, redirectUrl, returnUrl, cancelUrl, reason } = order
  return {
    ...presentOrder(order),
    environmentId,
    provider,
    ...defined({ userId, redirectUrl, returnUrl, cancelUrl, reason }),
  }
}
import type { EnvironmentChoice } from './create/factoryContext.ts'
