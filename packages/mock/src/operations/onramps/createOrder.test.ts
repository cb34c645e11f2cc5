import { getAddress, recoverTransactionAddress, serializeTransaction, type Transaction } from 'viem'
import { baseSepolia } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { viemClients } from '../../../test/chains/evmClients.ts'
import {
  buyer,
  disableProvider,
  enableRamps,
  networkId,
  orderBody,
  personWithPhone,
  solanaBuyer,
} from '../../../test/people/rampPeople.ts'

const host = createHost()
let token = ''
let userId = ''

beforeEach(async () => {
  await enableRamps(host)
  ;({ token, userId } = await personWithPhone(host))
})

type Changes = Parameters<typeof orderBody>[0]
const order = async (changes?: Changes) =>
  (await host.call('onramps.createOrder', { token, body: orderBody(changes) })).body
const refuse = (changes?: Changes) => host.refuse('onramps.createOrder', { token, body: orderBody(changes) })
const balance = (symbol?: string) => host.mock.chain.balance(buyer, { token: symbol, networkId })

/** A transaction as it was sent. */
function serializedOf({ r, s, yParity = 0, input, ...transaction }: Transaction) {
  const { chainId, gas, to, value, nonce, maxFeePerGas, maxPriorityFeePerGas } = transaction
  const fields = { chainId, gas, to, value, nonce, maxFeePerGas, maxPriorityFeePerGas, data: input }
  return serializeTransaction({ type: 'eip1559', ...fields } as never, { r, s, yParity }) as `0x02${string}`
}

describe('onramps.createOrder', () => {
  it('orders tokens and leads to the page where they are paid', async () => {
    const reply = await order()
    const { orderId } = reply.order
    expect(reply).toEqual({
      order: {
        orderId: expect.any(String),
        status: 'ONRAMP_ORDER_STATUS_PENDING_AUTH',
        paymentMethod: 'GUEST_CHECKOUT_APPLE_PAY',
        paymentTotal: '51.25',
        paymentSubtotal: '50',
        paymentCurrency: 'USD',
        purchaseAmount: '50',
        purchaseCurrency: 'USDC',
        fees: [
          { type: 'FEE_TYPE_EXCHANGE', amount: '1', currency: 'USD' },
          { type: 'FEE_TYPE_NETWORK', amount: '0.25', currency: 'USD' },
        ],
        exchangeRate: '1',
        destinationAddress: buyer,
        destinationNetwork: 'base-sepolia',
        createdAt: '2026-01-15T09:30:00.000Z',
        updatedAt: '2026-01-15T09:30:00.000Z',
        partnerUserRef: 'user-7',
      },
      paymentLink: {
        url: `${host.mock.baseUrl}/__mock/ramps/coinbaseOnramp/orders/${orderId}`,
        paymentLinkType: 'PAYMENT_LINK_TYPE_APPLE_PAY_BUTTON',
      },
    })
    expect(host.mock.ramps.order(orderId)).toMatchObject({ userId, provider: 'coinbaseOnramp', orderId })
    expect(balance('USDC')).toBe('0')
  })

  it('keeps nothing of a quote, which needs no phone number', async () => {
    token = (await host.mock.signIn(await host.mock.create.user({ email: 'bob@example.com' }))).token
    const before = host.mock.export().tables
    const quote = await order({ isQuote: true })
    expect(quote).not.toHaveProperty('paymentLink')
    expect(quote.order).toMatchObject({ paymentTotal: '51.25', status: 'ONRAMP_ORDER_STATUS_PENDING_AUTH' })
    const after = host.mock.export().tables
    for (const table of ['rampOrders', 'jobs']) expect(after[table]).toEqual(before[table])
    expect(() => host.mock.ramps.order(quote.order.orderId)).toThrow(TypeError)
  })

  it.each([
    [{ paymentAmount: '51.25' }, { paymentTotal: '51.25', paymentSubtotal: '50', purchaseAmount: '50' }],
    [
      { paymentAmount: '100', paymentCurrency: 'EUR' },
      { paymentTotal: '100', purchaseAmount: '122.3' },
    ],
    [
      { paymentAmount: '10000', paymentCurrency: 'JPY' },
      { paymentTotal: '10000', paymentSubtotal: '9772' },
    ],
    [{ purchaseAmount: '.000001' }, { paymentTotal: '0.27', paymentSubtotal: '0.01', purchaseAmount: '0.000001' }],
    [
      { purchaseAmount: '0.123456789012345678', purchaseCurrency: 'ETH' },
      { paymentSubtotal: '493.83', paymentTotal: '503.96', exchangeRate: '4000' },
    ],
    [
      { purchaseAmount: '123456789012345678901234567890.5' },
      { paymentSubtotal: '123456789012345678901234567890.5', purchaseAmount: '123456789012345678901234567890.5' },
    ],
  ] satisfies [Changes, object][])('prices %j exactly', async (changes, expected) => {
    const body = 'paymentAmount' in changes ? { ...changes, purchaseAmount: undefined } : changes
    expect((await order({ ...body, isQuote: true })).order).toMatchObject(expected)
  })

  it('reads an amount of 100 characters, whose price has more', async () => {
    await host.mock.prices.set('ETH', 3_333.33)
    const purchaseAmount = `1${'0'.repeat(99)}`
    const { order: quoted } = await order({ purchaseAmount, purchaseCurrency: 'ETH', isQuote: true })
    expect(quoted.purchaseAmount).toBe(purchaseAmount)
    expect(quoted.paymentSubtotal).toBe(`333333${'0'.repeat(97)}`)
  })

  it('adds up to the total in every quote', async () => {
    await host.mock.prices.set('ETH', 3_333.33)
    for (const amount of ['0.3', '1', '7.77', '19.99', '1000.01'])
      for (const paymentCurrency of ['USD', 'GBP', 'CHF']) {
        const changes = { paymentAmount: amount, purchaseAmount: undefined, purchaseCurrency: 'ETH', paymentCurrency }
        const { paymentTotal, paymentSubtotal, fees } = (await order({ ...changes, isQuote: true })).order
        const cents = (text: string) => Math.round(Number(text) * 100)
        const parts = [paymentSubtotal, ...fees.map((fee) => fee.amount)]
        expect(paymentTotal).toBe(String(Number(amount)))
        expect(parts.reduce((sum, text) => sum + cents(text), 0)).toBe(cents(amount))
      }
  })

  it('orders on Solana, too', async () => {
    const changes = { destinationNetwork: 'solana-devnet', destinationAddress: solanaBuyer, purchaseCurrency: 'SOL' }
    const { order: quoted } = await order({ ...changes, purchaseAmount: '2' })
    await host.mock.ramps.complete(quoted.orderId)
    expect(host.mock.chain.balance(solanaBuyer, { networkId: 103 })).toBe('2')
    const { order: usdc } = await order({ ...changes, purchaseCurrency: 'usdc', purchaseAmount: '12.5' })
    const { txHash } = await host.mock.ramps.complete(usdc.orderId)
    expect(host.mock.chain.balance(solanaBuyer, { token: 'USDC', networkId: 103 })).toBe('12.5')
    const [latest] = host.mock.chain.transactions({ address: solanaBuyer, networkId: 103 })
    expect(latest).toMatchObject({ hash: txHash, status: 'success' })
  })

  it.each<[string, Changes]>([
    ['both amounts', { paymentAmount: '10' }],
    ['no amount', { purchaseAmount: undefined }],
    ['an amount of nothing', { purchaseAmount: '0' }],
    ['an amount that the fees use up', { purchaseAmount: undefined, paymentAmount: '0.25' }],
    ['more digits than the token has', { purchaseAmount: '1.0000001' }],
    ['more digits than the money has', { purchaseAmount: undefined, paymentAmount: '1.001' }],
    ['an amount that is not a number', { purchaseAmount: '-1' }],
    ['an amount of more than 100 characters', { purchaseAmount: `1.${'0'.repeat(99)}` }],
    ['a network that is not enabled', { destinationNetwork: 'base' }],
    ['an unknown network', { destinationNetwork: 'moon' }],
    ['a token that is not sold there', { purchaseCurrency: 'WBTC' }],
    ['money in which nobody pays', { paymentCurrency: 'USDC' }],
    ['an address of another chain', { destinationAddress: solanaBuyer }],
    ['an agreement in the future', { agreementAcceptedAt: '2026-01-15T09:31:00.000Z' }],
    ['a domain with a wildcard', { domain: 'https://*.example.com' }],
  ])('refuses %s, and keeps nothing', async (_, changes) => {
    expect(await refuse(changes)).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(host.mock.ramps.orders()).toEqual([])
  })

  it('needs a verified phone number of the user', async () => {
    token = (await host.mock.signIn(await host.mock.create.user({ email: 'bob@example.com' }))).token
    expect(await refuse()).toMatchObject({ status: 400, code: 'bad_request' })
    expect(host.mock.ramps.orders()).toEqual([])
  })

  it('needs the provider, a session and its second factor', async () => {
    const text = await host.refuse('onramps.createOrder', {
      token,
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    })
    expect(text.status).toBe(415)
    expect((await host.refuse('onramps.createOrder', { token: null, body: orderBody() })).status).toBe(401)
    await disableProvider(host, 'coinbaseOnramp')
    expect(await refuse()).toMatchObject({ status: 400, code: 'bad_request' })
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await refuse()).toMatchObject({ status: 403, code: 'mfa_required' })
  })
})

describe('a hosted order', () => {
  const ordered = async () => (await order()).order.orderId
  const statusOf = (orderId: string) => host.mock.ramps.order(orderId).status.replace('ONRAMP_ORDER_STATUS_', '')
  const paid = () => host.mock.chain.transactions({ address: buyer, networkId })

  it('completes step by step, pays the ledger once and never goes back', async () => {
    const orderId = await ordered()
    const states: string[] = []
    for (let step = 0; step < 3; step++) states.push((await host.mock.ramps.advance(orderId)).status)
    expect(states.map((state) => state.replace('ONRAMP_ORDER_STATUS_', ''))).toEqual([
      'PENDING_PAYMENT',
      'PROCESSING',
      'COMPLETED',
    ])
    const [transaction, ...others] = paid()
    expect(others).toEqual([])
    expect(transaction).toMatchObject({ status: 'success', transfers: [{ kind: 'erc20', amount: '50000000' }] })
    expect(host.mock.ramps.order(orderId).txHash).toBe(transaction?.hash)
    expect(balance('USDC')).toBe('50')
    for (const again of [
      () => host.mock.ramps.advance(orderId),
      () => host.mock.ramps.complete(orderId),
      () => host.mock.ramps.fail(orderId),
    ])
      await expect(again()).rejects.toMatchObject({ code: 'conflict' })
    await host.mock.clock.advance({ days: 1 })
    expect(statusOf(orderId)).toBe('COMPLETED')
    expect(paid()).toHaveLength(1)
  })

  it('is a transaction that nodes know', async () => {
    const { txHash } = await host.mock.ramps.complete(await ordered())
    const { reader } = viemClients(host.mock, baseSepolia)
    const receipt = await reader.getTransactionReceipt({ hash: txHash as `0x${string}` })
    const transaction = await reader.getTransaction({ hash: txHash as `0x${string}` })
    expect([receipt.status, receipt.logs.length]).toEqual(['success', 1])
    expect(await recoverTransactionAddress({ serializedTransaction: serializedOf(transaction) })).toBe(
      getAddress(transaction.from),
    )
  })

  it('pays once when it is completed twice at the same time', async () => {
    const orderId = await ordered()
    const results = await Promise.allSettled([host.mock.ramps.complete(orderId), host.mock.ramps.complete(orderId)])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(balance('USDC')).toBe('50')
  })

  it('completes by the clock a minute after it was paid', async () => {
    const orderId = await ordered()
    await host.mock.ramps.advance(orderId)
    await host.mock.clock.advance({ minutes: 29 })
    await host.mock.ramps.advance(orderId)
    await host.mock.clock.advance({ seconds: 59 })
    expect([statusOf(orderId), balance('USDC')]).toEqual(['PROCESSING', '0'])
    await host.mock.clock.advance({ seconds: 1 })
    expect([statusOf(orderId), balance('USDC')]).toEqual(['COMPLETED', '50'])
    expect(host.mock.ramps.order(orderId).updatedAt).toBe('2026-01-15T10:00:00.000Z')
  })

  it('fails when it is not paid within half an hour, and then pays nothing', async () => {
    const orderId = await ordered()
    await host.mock.clock.advance({ minutes: 30 })
    expect(host.mock.ramps.order(orderId)).toMatchObject({
      status: 'ONRAMP_ORDER_STATUS_FAILED',
      reason: 'It was not paid in time.',
    })
    await expect(host.mock.ramps.complete(orderId)).rejects.toMatchObject({ code: 'conflict' })
    expect(paid()).toEqual([])
  })

  it('fails when its transaction fails', async () => {
    const orderId = (await order({ purchaseCurrency: 'ETH', purchaseAmount: '1' })).order.orderId
    await host.mock.chain.contract(buyer, ['function pay() view'], {}, networkId)
    const failed = await host.mock.ramps.complete(orderId)
    expect(failed).toMatchObject({ status: 'ONRAMP_ORDER_STATUS_FAILED' })
    expect(failed).not.toHaveProperty('txHash')
    expect(balance()).toBe('0')
  })

  it('shows in the wallet of the user who has ordered, with its event', async () => {
    await host.mock.create.provider({ provider: 'dynamic' })
    const body = { type: 'id', identifier: userId, chains: ['EVM'] }
    const { user } = (await host.call('embeddedWallets.create', { body })).body
    const destinationAddress = user?.wallets?.[0]?.publicKey as string
    const { orderId } = (await order({ destinationAddress })).order
    const { txHash } = await host.mock.ramps.complete(orderId)
    const { transactions } = (
      await host.call('walletTransactions.list', {
        token,
        params: { chainName: 'EVM', address: destinationAddress },
        query: { networkId },
      })
    ).body
    expect(transactions).toMatchObject([{ transactionHash: txHash, labels: ['receive'] }])
    const events = (await host.call('events.list')).body.filter(({ eventName }) => eventName === 'wallet.activity')
    expect(events).toMatchObject([{ data: { transactionHash: txHash, userId } }])
  })

  it('goes on by itself in each of two forks of its middle', async () => {
    const orderId = await ordered()
    await host.mock.ramps.advance(orderId)
    await host.mock.ramps.advance(orderId)
    const fork = host.mock.fork()
    await fork.clock.advance({ minutes: 1 })
    expect(fork.chain.balance(buyer, { token: 'USDC', networkId })).toBe('50')
    expect([statusOf(orderId), balance('USDC')]).toEqual(['PROCESSING', '0'])
    const snapshot = host.mock.snapshot()
    await host.mock.ramps.fail(orderId)
    host.mock.restore(snapshot)
    await host.mock.ramps.complete(orderId)
    expect(balance('USDC')).toBe('50')
  })

  it('is deleted with its user, and pays nothing any more', async () => {
    const orderId = await ordered()
    await host.mock.ramps.advance(orderId)
    await host.mock.ramps.advance(orderId)
    await host.call('users.delete', { params: { userId } })
    expect(host.mock.ramps.orders()).toEqual([])
    await host.mock.clock.advance({ hours: 1 })
    expect(paid()).toEqual([])
  })
})
