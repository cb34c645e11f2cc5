import { basePathOf } from '@latchkey/base/baseUrl'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { buyer, disableProvider, enableRamps, networkId, solanaBuyer } from '../../../test/people/rampPeople.ts'

const host = createHost()
beforeEach(() => enableRamps(host))

const request = { destinationAddress: buyer, networks: ['sepolia', 'base-sepolia'] }
const buyUrl = async (changes: object = {}) =>
  (await host.call('onramps.createBuyUrl', { body: { ...request, ...changes } })).body.url
const refuse = (changes: object) => host.refuse('onramps.createBuyUrl', { body: { ...request, ...changes } })
const open = async (url: string) => {
  const reply = await host.fetch(url)
  return { status: reply.status, text: await reply.text() }
}

/** Sends the form of the page, as a browser does. */
async function submit(url: string, fields: Record<string, string>) {
  const page = await open(url)
  const hidden = [...page.text.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')] as [string, string],
  )
  const action = new URL(/action="([^"]*)"/.exec(page.text)?.[1] ?? '', host.mock.baseUrl)
  const body = new URLSearchParams([...hidden, ...Object.entries(fields)])
  const reply = await host.fetch(action, { method: 'POST', redirect: 'manual', body })
  return { status: reply.status, location: reply.headers.get('location'), text: await reply.text() }
}
const purchase = { choice: 'USDC base-sepolia', amount: '50', unit: 'tokens', currency: 'USD' }

describe('onramps.createBuyUrl', () => {
  it('leads to a page that offers what was asked for', async () => {
    const { text } = await open(
      await buyUrl({
        assets: ['ETH', 'USDC'],
        defaultAsset: 'USDC',
        defaultNetwork: 'base-sepolia',
        fiatCurrency: 'EUR',
        presetFiatAmount: '20',
      }),
    )
    const values = [...text.matchAll(/<option value="([^"]* [^"]*)"/g)].map(([, value]) => value)
    expect(values).toEqual(['USDC base-sepolia', 'ETH base-sepolia', 'USDC sepolia', 'ETH sepolia'])
    expect(text).toContain(buyer)
    expect(text).toContain('value="20"')
    expect(text).toMatch(/id="currency"[^]*?<option value="EUR">/)
  })

  it('is good for one order, whose page leads back to the application', async () => {
    const url = await buyUrl({ partnerUserRef: 'user-7', redirectUrl: 'app.example.com/done' })
    const { status, location } = await submit(url, purchase)
    const [order] = host.mock.ramps.orders()
    expect([status, location]).toEqual([
      303,
      `${basePathOf(host.mock.baseUrl)}/__mock/ramps/coinbaseOnramp/orders/${order?.orderId}`,
    ])
    expect(order).toMatchObject({ purchaseAmount: '50', paymentTotal: '51.25', partnerUserRef: 'user-7' })
    await host.mock.ramps.complete(order?.orderId ?? '')
    expect(host.mock.chain.balance(buyer, { token: 'USDC', networkId })).toBe('50')
    const page = await open(new URL(location ?? '', host.mock.baseUrl).href)
    expect(page.text).toContain('<a href="https://app.example.com/done">')
    expect(page.text).not.toContain('<form')
    expect((await open(url)).status).toBe(409)
    const again = new URLSearchParams({
      ...purchase,
      sessionToken: new URL(url).searchParams.get('sessionToken') ?? '',
    })
    const action = `${host.mock.baseUrl}/__mock/ramps/coinbaseOnramp`
    expect((await host.fetch(action, { method: 'POST', body: again })).status).toBe(409)
    expect(host.mock.ramps.orders()).toHaveLength(1)
  })

  it('is in no entry of the journal', async () => {
    const url = await buyUrl()
    await submit(url, purchase)
    const sessionToken = new URL(url).searchParams.get('sessionToken') ?? ''
    expect(sessionToken).toHaveLength(40)
    expect(JSON.stringify(host.mock.journal.list())).not.toContain(sessionToken)
    expect(JSON.stringify(host.mock.export().tables)).not.toContain(sessionToken)
  })

  it('ends after five minutes, and does not open with another token or at another provider', async () => {
    const url = await buyUrl()
    expect((await open(url.replace(/.$/, '~'))).status).toBe(403)
    expect((await open(url.replace('coinbaseOnramp', 'banxa'))).status).toBe(404)
    await host.mock.clock.advance({ minutes: 5 })
    expect((await open(url)).status).toBe(403)
  })

  it('keeps the link when the form is wrong, and says what is', async () => {
    const url = await buyUrl()
    for (const fields of [
      { amount: 'a lot' },
      { amount: '0' },
      { amount: '1.0000001' },
      { choice: 'WBTC ethereum' },
      { currency: 'XXX' },
    ]) {
      const { status, text } = await submit(url, { ...purchase, ...fields })
      expect([status, text], JSON.stringify(fields)).toEqual([400, expect.stringContaining('role="alert"')])
    }
    expect((await submit(url, purchase)).status).toBe(303)
  })

  it.each<[string, object]>([
    ['a network that is not enabled', { networks: ['ethereum'] }],
    ['no network', { networks: [] }],
    ['an address of another chain', { destinationAddress: solanaBuyer }],
    ['an address of one chain for networks of two', { networks: ['sepolia', 'solana-devnet'] }],
    ['a default network that is not offered', { defaultNetwork: 'solana-devnet' }],
    ['a token that is not sold', { assets: ['DOGE'] }],
    ['a default token that is not offered', { assets: ['ETH'], defaultAsset: 'USDC' }],
    ['both amounts', { presetCryptoAmount: '1', presetFiatAmount: '1' }],
    ['money in which nobody pays', { fiatCurrency: 'ETH' }],
  ])('refuses %s', async (_, changes) => {
    expect(await refuse(changes)).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it('leads back only to places that the environment lists, and to no code', async () => {
    const unlisted = { status: 422, code: 'unauthorized_mobile_deeplink_url' }
    expect(await refuse({ redirectUrl: 'javascript://app.example.com/%0aalert(1)' })).toMatchObject(unlisted)
    await host.mock.create.origin('https://app.example.com')
    expect(await refuse({ redirectUrl: 'https://evil.example.com' })).toMatchObject(unlisted)
    expect(await buyUrl({ redirectUrl: 'https://app.example.com/done' })).toContain('sessionToken=')
  })

  it('needs the provider, the environment and JSON', async () => {
    const params = { environmentId: unknownId }
    expect(await host.refuse('onramps.createBuyUrl', { params, body: request })).toMatchObject({ status: 404 })
    const headers = { 'content-type': 'text/plain' }
    expect((await host.refuse('onramps.createBuyUrl', { body: '{}', headers })).status).toBe(415)
    await disableProvider(host, 'coinbaseOnramp')
    expect(await refuse({})).toMatchObject({ status: 400, code: 'bad_request' })
  })
})
