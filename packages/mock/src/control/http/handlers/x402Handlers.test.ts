import { x402Routes } from '@latchkey/contract/routes/x402Routes'
import { describe, expect, it } from 'vitest'
import { createControlClient } from '../../../../test/support/controlClient.ts'
import { payerOf, walletWith } from '../../../../test/x402/payers.ts'

const control = createControlClient()
const { get, post } = control

describe('the routes of x402', () => {
  it('sell a resource, show it and its payments, and end the sale', async () => {
    const { status, body: resource } = await post('x402/resources', {
      path: 'weather',
      price: '0.01',
      body: { sky: 'clear' },
    })
    expect([status, resource]).toMatchObject([200, { path: 'weather', networkId: 84_532, amount: '10000' }])
    expect((await get('x402/resources')).body).toEqual({ resources: [resource] })
    const { mock } = control.server
    const wallet = await walletWith(mock, '1')
    const response = await payerOf({ fetch }, wallet.viemAccount()).buy(resource.url)
    expect(await response.json()).toEqual({ sky: 'clear' })
    const { payments } = (await get('x402/payments')).body
    expect(payments).toMatchObject([{ payer: wallet.address, amount: '10000', resource: resource.url }])
    expect((await get('x402/facilitator')).body).toEqual({ url: mock.x402.facilitatorUrl() })
    expect((await post('x402/withdraw', { path: 'weather' })).status).toBe(204)
    expect((await get('x402/resources')).body).toEqual({ resources: [] })
  })

  it('refuse a sale that cannot be, and the end of one that there is not', async () => {
    const refusal = await post('x402/resources', { path: 'weather', price: '0' })
    expect([refusal.status, refusal.body.error]).toMatchObject([400, expect.stringContaining('more than nothing')])
    expect((await post('x402/resources', { path: 'weather' })).status).toBe(400)
    expect((await post('x402/withdraw', { path: 'weather' })).status).toBe(400)
    expect((await get('x402/resources')).body).toEqual({ resources: [] })
  })

  it('are all called by the tests above', () => {
    expect(Object.keys(x402Routes).filter((route) => !control.calledRoutes.has(route))).toEqual([])
  })
})
