import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { enableExchange, networkId, personAtExchange, recipient } from '../people/exchangePeople.ts'
import { enableRamps, orderBody, personWithPhone, solanaBuyer } from '../people/rampPeople.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { startLiteSvm } from './liteSvm.ts'

const host = createHost()
let anvil: Anvil
const reason = `chain ${networkId} is a real node, on which simulated businesses have no money to pay with.`

beforeAll(async () => {
  anvil = await startAnvil(networkId)
})
afterAll(() => anvil.stop())
beforeEach(async () => {
  await host.mock.chain.attach(networkId, anvil.url)
})

it('a person at the page of a payment on a real chain is told why it cannot be made there', async () => {
  await enableRamps(host)
  const { token } = await personWithPhone(host)
  const asset = { currency: 'ETH', chain: 'EVM', networkId: String(networkId) } as const
  const body = { amount: 0.5, walletAddress: recipient, ...asset }
  const { paymentUrl } = (await host.call('onramps.createCryptoPayment', { token, body })).body
  const page = await host.fetch(paymentUrl, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }) })
  expect(page.status).toBe(503)
  expect(await page.text()).toContain(reason)
})

describe('a payment by a simulated business on a real chain', () => {
  it('ends an order of tokens as failed, with a sentence, and holds up no other job', async () => {
    await enableRamps(host)
    const { token } = await personWithPhone(host)
    const { orderId } = (
      await host.call('onramps.createOrder', {
        token,
        body: orderBody({ purchaseCurrency: 'ETH', purchaseAmount: '0.05' }),
      })
    ).body.order
    expect(await host.mock.ramps.complete(orderId)).toMatchObject({ status: 'ONRAMP_ORDER_STATUS_FAILED', reason })
    await host.mock.clock.advance({ days: 1 })
    expect(host.mock.clock.due()).toEqual([])
  })

  it('ends an order on a real cluster of Solana likewise', async () => {
    const node = await startLiteSvm()
    await host.mock.chain.attach('devnet', node.url)
    await enableRamps(host)
    const { token } = await personWithPhone(host)
    const destination = { destinationAddress: solanaBuyer, destinationNetwork: 'solana-devnet' }
    const { orderId } = (
      await host.call('onramps.createOrder', {
        token,
        body: orderBody({ ...destination, purchaseCurrency: 'SOL', purchaseAmount: '0.5' }),
      })
    ).body.order
    expect(await host.mock.ramps.complete(orderId)).toMatchObject({
      status: 'ONRAMP_ORDER_STATUS_FAILED',
      reason: 'solana devnet is a real node, on which simulated businesses have no money to pay with.',
    })
    expect(host.mock.clock.due()).toEqual([])
    await node.stop()
  })

  it('fails a transfer of an exchange, which gives the amount back, and leaves the ledger below as it was', async () => {
    await enableExchange(host)
    const { token, account, accountId } = await personAtExchange(host)
    const networkObject = { networkId: String(networkId), chainName: 'EVM' }
    const params = { exchangeKey: 'coinbase', accountId }
    const body = { to: recipient, amount: 0.25, currency: 'ETH', networkObject }
    await host.call('exchangeAccounts.transfer', { token, params, body })
    await host.mock.clock.advance({ minutes: 1 })
    const listed = await host.call('exchangeAccounts.listTransactions', { token, params: { exchangeKey: 'coinbase' } })
    expect(listed.body[0]).toMatchObject({ status: 'failed', amount: 0.25 })
    expect(listed.body[0]).not.toHaveProperty('transactionHash')
    expect((await account.facts()).balances).toContainEqual({ currency: 'ETH', balance: '1', available: '1' })
    host.mock.chain.detach(networkId)
    expect(host.mock.chain.balance(recipient, { networkId })).toBe('0')
  })
})
