import { parseEther, parseUnits, erc20Abi } from 'viem'
import { baseSepolia } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { viemClients } from '../../../test/chains/evmClients.ts'
import { buyer, disableProvider, enableRamps, networkId, solanaBuyer } from '../../../test/people/rampPeople.ts'

const host = createHost()
const usdc = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
let token = ''
let userId = ''

beforeEach(async () => {
  await enableRamps(host)
  userId = (await host.mock.create.user({ email: 'ada@example.com' })).id
  token = (await host.mock.signIn(userId)).token
})

const request = { amount: 25, currency: 'USD', walletAddress: buyer, chain: 'EVM', networkId: '84532' }
const create = async (changes: object = {}) =>
  (await host.call('onramps.createCryptoPayment', { token, body: { ...request, ...changes } })).body
const refuse = (changes: object) =>
  host.refuse('onramps.createCryptoPayment', { token, body: { ...request, ...changes } })
const statusOf = async ({ id }: { id: string }) => (await host.mock.ramps.payment(id)).status

/** Sends USDC from a new account. */
async function send(amount: string): Promise<string> {
  const { account, wallet } = viemClients(host.mock, baseSepolia)
  await host.mock.chain.fund(account.address, { ether: '1' }, networkId)
  await host.mock.chain.fund(account.address, { token: 'USDC', amount }, networkId)
  const args = [buyer, parseUnits(amount, 6)] as const
  return wallet.writeContract({ address: usdc, abi: erc20Abi, functionName: 'transfer', args })
}

describe('onramps.createCryptoPayment', () => {
  it('shows where its page leads, as the provider was set when it was created', async () => {
    const { providers = [] } = (await host.call('providers.list')).body
    const providerId = providers.find(({ provider }) => provider === 'cryptoDotCom')?.id ?? ''
    const urls = { returnUrl: 'https://shop.example.com/paid', cancelUrl: 'exampleapp://checkout' }
    expect(await create()).not.toHaveProperty('returnUrl')
    await host.call('providers.update', { params: { providerId }, body: urls })
    const payment = await create()
    expect(payment).toMatchObject(urls)
    await host.call('providers.update', { params: { providerId }, body: { returnUrl: '', cancelUrl: '' } })
    const later = await create()
    expect([later.returnUrl, later.cancelUrl]).toEqual([undefined, undefined])
    expect(await host.mock.ramps.payment(payment.id)).toMatchObject(urls)
  })

  it('asks for tokens on an address', async () => {
    const payment = await create({
      description: 'A month of tea',
      metadata: { cups: 30 },
      orderId: 'order-7',
      merchantName: 'Tea',
      subMerchantId: 'shop-1',
    })
    expect(payment).toEqual({
      id: expect.any(String),
      status: 'pending',
      amount: 25,
      currency: 'USD',
      cryptoCurrency: 'USDC',
      cryptoAmount: '25',
      recipient: buyer,
      customerId: userId,
      paymentUrl: `${host.mock.baseUrl}/__mock/ramps/cryptoDotCom/payments/${payment.id}`,
      qrCode: `ethereum:${usdc.toLowerCase()}@84532/transfer?address=${buyer}&uint256=25000000`,
      amountRefunded: 0,
      refunded: false,
      liveMode: false,
      created: 1768469400,
      expiredAt: 1768470000,
      description: 'A month of tea',
      metadata: { cups: 30 },
      orderId: 'order-7',
    })
    expect(await host.mock.ramps.payment(payment.id)).toEqual({
      ...payment,
      provider: 'cryptoDotCom',
      merchantName: 'Tea',
      subMerchantId: 'shop-1',
    })
  })

  it.each([
    [
      { currency: 'ETH', amount: 0.1 },
      { cryptoCurrency: 'ETH', cryptoAmount: '0.1', qrCode: `ethereum:${buyer}@84532?value=100000000000000000` },
    ],
    [
      { currency: 'eur', amount: 20.5 },
      { currency: 'EUR', cryptoCurrency: 'USDC', cryptoAmount: '25.625' },
    ],
    [{ currency: 'USD', networkId: '11155111' }, { cryptoCurrency: 'USDC' }],
    [
      { chain: 'SOL', networkId: '103', walletAddress: solanaBuyer, currency: 'SOL', amount: 1.5, merchantName: 'Tea' },
      { cryptoAmount: '1.5', qrCode: `solana:${solanaBuyer}?amount=1.5&label=Tea` },
    ],
    [
      { chain: 'SOL', networkId: undefined, walletAddress: solanaBuyer },
      { qrCode: `solana:${solanaBuyer}?amount=25&spl-token=4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU` },
    ],
  ])('prices %j', async (changes, expected) => {
    expect(await create(changes)).toMatchObject(expected)
  })

  it('is paid when the ledger has the transfer', async () => {
    await send('25')
    const payment = await create()
    expect(await statusOf(payment)).toBe('pending')
    await send('24.999999')
    expect(await statusOf(payment)).toBe('pending')
    const transactionHash = await send('25')
    expect(await host.mock.ramps.payment(payment.id)).toMatchObject({ status: 'paid', transactionHash })
    await host.mock.clock.advance({ days: 1 })
    expect(await statusOf(payment)).toBe('paid')
  })

  it('pays one payment by one transfer, the earliest first', async () => {
    const [first, second] = [await create(), await create()]
    await send('30')
    expect([await statusOf(first), await statusOf(second)]).toEqual(['paid', 'pending'])
    await send('25')
    expect([await statusOf(first), await statusOf(second)]).toEqual(['paid', 'paid'])
  })

  it('is not paid by another token, and expires after ten minutes', async () => {
    const payment = await create()
    const { account, wallet } = viemClients(host.mock, baseSepolia)
    await host.mock.chain.fund(account.address, { ether: '99' }, networkId)
    await wallet.sendTransaction({ to: buyer, value: parseEther('50') })
    expect(await statusOf(payment)).toBe('pending')
    await host.mock.clock.advance({ minutes: 10 })
    expect(await statusOf(payment)).toBe('expired')
    await send('25')
    expect(await statusOf(payment)).toBe('expired')
  })

  it.each<[string, object]>([
    ['an amount of nothing', { amount: 0 }],
    ['an amount below zero', { amount: -1 }],
    ['more digits than the token has', { currency: 'USDC', amount: 0.0000001 }],
    ['more digits than the money has', { amount: 0.001 }],
    ['an unknown currency', { currency: 'DOGE' }],
    ['a network that is not enabled', { networkId: '8453' }],
    ['a chain that no payment reaches', { chain: 'BTC', walletAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
    ['an address of another chain', { walletAddress: solanaBuyer }],
  ])('refuses %s', async (_, changes) => {
    expect(await refuse(changes)).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it('needs the provider, a session and its second factor', async () => {
    expect((await host.refuse('onramps.createCryptoPayment', { token: null, body: request })).status).toBe(401)
    const headers = { 'content-type': 'text/plain' }
    expect((await host.refuse('onramps.createCryptoPayment', { token, body: '{}', headers })).status).toBe(415)
    await disableProvider(host, 'cryptoDotCom')
    expect(await refuse({})).toMatchObject({ status: 404, body: undefined })
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await refuse({})).toMatchObject({ status: 403, code: 'mfa_required' })
  })
})
