import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { buyer, enableRamps, networkId, orderBody, personWithPhone } from '../../test/people/rampPeople.ts'

const host = createHost()
let token = ''

beforeEach(async () => {
  await enableRamps(host)
  ;({ token } = await personWithPhone(host))
})

async function open(url: string, fields?: Record<string, string>, headers: Record<string, string> = {}) {
  const sent = fields && { method: 'POST', body: new URLSearchParams(fields) }
  const reply = await host.fetch(new URL(url, host.mock.baseUrl), { redirect: 'manual', headers, ...sent })
  const { status } = reply
  const policy = reply.headers.get('content-security-policy')
  return { status, text: await reply.text(), location: reply.headers.get('location'), policy }
}

async function order(changes: Parameters<typeof orderBody>[0] = {}) {
  const { body } = await host.call('onramps.createOrder', { token, body: orderBody(changes) })
  return { url: body.paymentLink?.url ?? '', orderId: body.order.orderId }
}
const statusOf = (orderId: string) => host.mock.ramps.order(orderId).status.replace('ONRAMP_ORDER_STATUS_', '')
const from = (state: string) => `ONRAMP_ORDER_STATUS_${state}`

describe('the page of an order', () => {
  it('takes the order forward, step by step, and then has no more buttons', async () => {
    const { url, orderId } = await order()
    for (const [state, label] of [
      ['PENDING_AUTH', 'Agree and continue'],
      ['PENDING_PAYMENT', 'Pay 51.25 USD'],
      ['PROCESSING', 'Send the tokens now'],
    ] as const) {
      const { text } = await open(url)
      expect(text).toContain(label)
      expect(text).toContain(`name="from" value="${from(state)}"`)
      const moved = await open(url, { from: from(state), choice: 'advance' })
      expect([moved.status, moved.location]).toEqual([303, new URL(url).pathname])
    }
    const { text } = await open(url)
    expect(text).toContain('The tokens have arrived')
    expect(text).toContain(host.mock.ramps.order(orderId).txHash)
    expect(text).not.toContain('<form')
  })

  it('refuses a form that was shown for another state, so that no step is done twice', async () => {
    const { url, orderId } = await order()
    await open(url, { from: from('PENDING_AUTH'), choice: 'advance' })
    for (const choice of ['advance', 'fail']) {
      const again = await open(url, { from: from('PENDING_AUTH'), choice })
      expect([again.status, again.text]).toEqual([409, expect.stringContaining('role="alert"')])
    }
    expect((await open(url, { choice: 'advance' })).status).toBe(409)
    expect(statusOf(orderId)).toBe('PENDING_PAYMENT')
    await host.mock.ramps.complete(orderId)
    for (const state of ['PROCESSING', 'COMPLETED'])
      expect((await open(url, { from: from(state), choice: 'advance' })).status).toBe(409)
    expect(host.mock.chain.balance(buyer, { token: 'USDC', networkId })).toBe('50')
  })

  it('lets the order fail at each step', async () => {
    for (const state of ['PENDING_AUTH', 'PENDING_PAYMENT', 'PROCESSING']) {
      const { url, orderId } = await order()
      while (statusOf(orderId) !== state) await host.mock.ramps.advance(orderId)
      expect((await open(url, { from: from(state), choice: 'fail' })).status).toBe(303)
      expect((await open(url)).text).toContain('You have cancelled it.')
    }
    expect(host.mock.chain.transactions({ address: buyer, networkId })).toEqual([])
  })

  it('refuses a form from another site', async () => {
    const { url, orderId } = await order()
    const fields = { from: from('PENDING_AUTH'), choice: 'advance' }
    for (const site of ['cross-site', 'same-site'])
      expect((await open(url, fields, { 'sec-fetch-site': site })).status, site).toBe(403)
    expect(statusOf(orderId)).toBe('PENDING_AUTH')
  })

  it('may be framed only by the site that the order names', async () => {
    expect((await open((await order()).url)).policy).toContain("frame-ancestors 'none'")
    const { policy } = await open((await order({ domain: 'https://shop.example.com' })).url)
    expect(policy).toContain('frame-ancestors https://shop.example.com;')
    expect(policy).toContain("default-src 'none'")
  })

  it('exists for its own provider, and only below it', async () => {
    const { url, orderId } = await order()
    const missing = [
      url.replace('coinbaseOnramp', 'banxa'),
      url.replace('coinbaseOnramp', 'google'),
      url.replace(orderId, '00000000-0000-7000-8000-00000000dead'),
      `${url}/receipt`,
      url.replace('/orders/', '/payments/'),
      url.replace('/orders/', '/carts/'),
    ]
    for (const each of missing) expect((await open(each)).status, each).toBe(404)
    const reply = await host.fetch(url, { method: 'PUT' })
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, POST'])
  })
})

describe('the way back to the application', () => {
  const returnUrl = 'https://shop.example.com/paid?a=1&b=2'
  const cancelUrl = 'https://shop.example.com/cart'
  const linkOf = async (url: string) => /<a href="([^"]*)">Back/.exec((await open(url)).text)?.[1]
  const set = async (name: string, body: { returnUrl?: string; cancelUrl?: string }) => {
    const { providers = [] } = (await host.call('providers.list')).body
    const providerId = providers.find(({ provider }) => provider === name)?.id ?? ''
    await host.call('providers.update', { params: { providerId }, body })
  }
  const paid = returnUrl.replace('&', '&amp;')

  it('leads from an order to where the provider was set to, paid or not', async () => {
    await set('coinbaseOnramp', { returnUrl, cancelUrl })
    const { url, orderId } = await order()
    expect(await linkOf(url)).toBe(cancelUrl)
    await host.mock.ramps.complete(orderId)
    expect(await linkOf(url)).toBe(paid)
    const failed = await order()
    await host.mock.ramps.fail(failed.orderId)
    expect(await linkOf(failed.url)).toBe(cancelUrl)
  })

  it('leads from a payment and from an offer', async () => {
    await set('cryptoDotCom', { returnUrl, cancelUrl })
    const body = { amount: 7, currency: 'USDC', walletAddress: buyer, chain: 'EVM', networkId: '84532' } as const
    const { paymentUrl } = (await host.call('onramps.createCryptoPayment', { token, body })).body
    expect(await linkOf(paymentUrl)).toBe(cancelUrl)
    await open(paymentUrl, { choice: 'pay' })
    expect(await linkOf(paymentUrl)).toBe(paid)
    await set('banxa', { cancelUrl })
    const query = { walletAddress: buyer, chain: 'EVM' }
    const { onramps } = (await host.call('onramps.list', { query })).body
    expect(await linkOf(onramps?.[0]?.url ?? '')).toBe(cancelUrl)
  })

  it('is rather that of the link, which names one application', async () => {
    await set('coinbaseOnramp', { returnUrl, cancelUrl })
    const request = { destinationAddress: buyer, networks: ['base-sepolia'], redirectUrl: 'app.example.com/bought' }
    const { url } = (await host.call('onramps.createBuyUrl', { body: request })).body
    expect(await linkOf(url)).toBe('https://app.example.com/bought')
  })

  it('is none if nothing is set, and for an address that runs code or is none', async () => {
    expect(await linkOf((await order()).url)).toBeUndefined()
    for (const text of ['javascript://x/%0aalert(1)', 'not an address', 'https://']) {
      await set('coinbaseOnramp', { cancelUrl: text })
      expect(await linkOf((await order()).url), text).toBeUndefined()
    }
  })
})

describe('the page of an offer', () => {
  const offer = async (query: object) => {
    const { body } = await host.call('onramps.list', { query: { walletAddress: buyer, chain: 'EVM', ...query } })
    return body.onramps?.[0]?.url ?? ''
  }

  it('escapes what the link says, and runs no script', async () => {
    const { text, policy } = await open(await offer({ merchantName: "Tea & Cake's" }))
    expect(text).toContain('<b>Tea &amp; Cake&#39;s</b>')
    expect(text).not.toContain('<script')
    expect(policy).toContain("default-src 'none'")
  })

  it('opens with an unchanged link within an hour', async () => {
    const url = await offer({ merchantName: 'Tea' })
    for (const changed of [
      url.replace('merchantName=Tea', 'merchantName=Bank'),
      url.replace(buyer, `0x${'e'.repeat(40)}`),
      url.replace('side=buy', 'side=sell'),
      `${new URL(url).origin}${new URL(url).pathname}`,
    ])
      expect((await open(changed)).status, changed).toBe(403)
    expect((await open(url)).status).toBe(200)
    await host.mock.clock.advance({ hours: 1 })
    expect((await open(url)).status).toBe(403)
  })

  it('begins an order without a user for a link of the list', async () => {
    const url = new URL(await offer({ networkId: String(networkId), token: 'USDC', tokenAmount: 50 }))
    const { text } = await open(url.href)
    const hidden = [...text.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
      name as string,
      value as string,
    ])
    const fields = { ...Object.fromEntries(hidden), choice: 'USDC base-sepolia', amount: '50', unit: 'tokens' }
    const { status } = await open(url.pathname, { ...fields, currency: 'USD' })
    expect(status).toBe(303)
    const [order] = host.mock.ramps.orders()
    expect(order).toMatchObject({ provider: 'banxa', purchaseAmount: '50', destinationAddress: buyer })
    expect(order).not.toHaveProperty('userId')
  })
})
