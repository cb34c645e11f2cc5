import { rampRoutes } from '@latchkey/contract/routes/rampRoutes'
import { beforeEach, describe, expect, it } from 'vitest'
import { callsOf } from '../../../../test/hosts/harness.ts'
import { buyer, enableRamps, networkId, orderBody, personWithPhone } from '../../../../test/people/rampPeople.ts'
import { createControlClient } from '../../../../test/support/controlClient.ts'

const control = createControlClient()
const { get, post } = control
let token = ''

function hostOf() {
  const { mock } = control.server
  const host = { name: 'control', mock, fetch: mock.fetch }
  return Object.assign(host, callsOf(host))
}

beforeEach(async () => {
  await enableRamps(hostOf())
  ;({ token } = await personWithPhone(hostOf()))
})

const order = async () => (await hostOf().call('onramps.createOrder', { token, body: orderBody() })).body.order

describe('the routes of ramps', () => {
  it('take orders forward to their end', async () => {
    const { orderId } = await order()
    expect((await post('ramps/advance', { orderId })).body.status).toBe('ONRAMP_ORDER_STATUS_PENDING_PAYMENT')
    const { body: completed } = await post('ramps/complete', { orderId })
    expect((await get('ramps/order', { orderId })).body).toEqual(completed)
    expect(control.server.mock.chain.balance(buyer, { token: 'USDC', networkId })).toBe('50')
    const again = await post('ramps/complete', { orderId })
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
    const { orderId: second } = await order()
    expect((await post('ramps/fail', { orderId: second, reason: 'No money.' })).body).toMatchObject({
      status: 'ONRAMP_ORDER_STATUS_FAILED',
      reason: 'No money.',
    })
    const { orders } = (await get('ramps/orders')).body
    expect(orders.map((each: { orderId: string }) => each.orderId)).toEqual([orderId, second])
    const { live } = control.server.mock.defaults.environments
    expect((await get('ramps/orders', { environmentId: live.id })).body).toEqual({ orders: [] })
  })

  it('show payments', async () => {
    const body = { amount: 5, currency: 'USDC', walletAddress: buyer, chain: 'EVM', networkId: '84532' }
    const payment = (await hostOf().call('onramps.createCryptoPayment', { token, body })).body
    const { body: seen } = await get('ramps/payment', { paymentId: payment.id })
    expect(seen).toEqual({ ...payment, provider: 'cryptoDotCom' })
  })

  it('refuse what does not exist, and what lacks its input', async () => {
    for (const route of ['advance', 'complete', 'fail'])
      expect((await post(`ramps/${route}`, { orderId: 'none' })).status, route).toBe(400)
    expect((await get('ramps/order', { orderId: 'none' })).status).toBe(400)
    expect((await get('ramps/payment', { paymentId: 'none' })).status).toBe(400)
    expect((await post('ramps/complete', {})).status).toBe(400)
  })

  it('are all called by the tests above', () => {
    expect(Object.keys(rampRoutes).filter((route) => !control.calledRoutes.has(route))).toEqual([])
  })
})
