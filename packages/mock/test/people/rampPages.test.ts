import { openBrowser } from '@latchkey/chromium/browser'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { callsOf } from '../hosts/harness.ts'
import { buyer, enableRamps, networkId, orderBody, personWithPhone } from './rampPeople.ts'

// A person at the pages of the simulated sellers of tokens, in a real browser.

let server: MockServer
let browser: Browser
let page: Page
let token: string

const hostOf = ({ mock }: MockServer) => {
  const host = { name: 'server', mock, fetch: mock.fetch }
  return Object.assign(host, callsOf(host))
}

beforeAll(async () => {
  server = await startServer({ seed: 'ramp pages', now: '2026-01-15T09:30:00.000Z' })
  const host = hostOf(server)
  await enableRamps(host)
  ;({ token } = await personWithPhone(host))
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

beforeEach(async () => {
  page = await browser.newPage()
  page.setDefaultTimeout(60_000)
})

afterEach(() => page.close())

const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
const balance = () => Number(server.mock.chain.balance(buyer, { token: 'USDC', networkId }))

/** A link of the list for buying or selling USDC on Base Sepolia. */
async function offerUrl(id: 'onramps.list' | 'offramps.list'): Promise<string> {
  const query = { walletAddress: buyer, chain: 'EVM', networkId: String(networkId), token: 'USDC' }
  const { body } = await hostOf(server).call(id, { query })
  const list = 'onramps' in body ? body.onramps : (body as { offramps: { url: string }[] }).offramps
  return list?.[0]?.url ?? ''
}

async function order(): Promise<string> {
  const { body } = await hostOf(server).call('onramps.createOrder', { token, body: orderBody() })
  return body.paymentLink?.url ?? ''
}

/** The page of a payment of 7 USDC. */
async function paymentUrl(): Promise<string> {
  const payment = { amount: 7, currency: 'USDC', walletAddress: buyer, chain: 'EVM', networkId: '84532' }
  const { body } = await hostOf(server).call('onramps.createCryptoPayment', { token, body: payment })
  return body.paymentUrl
}

it('lets a person buy tokens, from the link to their arrival', async () => {
  const before = balance()
  const body = { destinationAddress: buyer, networks: ['base-sepolia'], assets: ['ETH', 'USDC'] }
  await page.goto((await hostOf(server).call('onramps.createBuyUrl', { body })).body.url)
  await heading('Buy with Coinbase')
  await page.getByLabel('Token').selectOption('USDC on base-sepolia')
  await page.getByLabel('Amount', { exact: true }).fill('102.25')
  await page.getByLabel('Money').selectOption('USD')
  await click('Continue')
  await heading('100 USDC from Coinbase')
  await click('Agree and continue')
  await click('Pay 102.25 USD')
  await click('Send the tokens now')
  await page.getByText('The tokens have arrived').waitFor()
  expect(balance() - before).toBe(100)
  expect(await page.getByRole('button').count()).toBe(0)
})

it('stays on the page for a wrong amount, and says what is wrong', async () => {
  await page.goto(await offerUrl('onramps.list'))
  await page.getByLabel('Amount', { exact: true }).fill('a lot')
  await click('Continue')
  await page.getByRole('alert').waitFor()
  expect(await page.getByLabel('Amount', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('a lot')
  await page.getByLabel('Amount', { exact: true }).fill('20')
  await click('Continue')
  await page.getByText('Waiting for your agreement').waitFor()
})

it('does nothing from a tab that shows an earlier state', async () => {
  const url = await order()
  await page.goto(url)
  const other = await browser.newPage()
  await other.goto(url)
  await click('Agree and continue')
  await page.getByText('Waiting for your payment').waitFor()
  await other.getByRole('button', { name: 'Cancel the order' }).click()
  await other.getByRole('alert').waitFor()
  await other.getByText('Waiting for your payment').waitFor()
  await other.close()
})

it('lets a person sell tokens, which the ledger brings to the buyer', async () => {
  await page.goto(await offerUrl('offramps.list'))
  await heading('Sell with Banxa')
  await page.getByLabel('Amount', { exact: true }).fill('50')
  await click('Continue')
  await heading('Send 50 USDC')
  await page.getByText('49 USD').waitFor()
  await click('Pay from a simulated wallet')
  await page.getByText('Paid', { exact: true }).waitFor()
  const sale = await server.mock.ramps.payment(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  expect(sale).toMatchObject({ provider: 'banxa', status: 'paid', cryptoAmount: '50', payout: '49 USD' })
  expect(server.mock.chain.balance(sale.recipient ?? '', { token: 'USDC', networkId })).toBe('50')
})

it('shows a payment in tokens until the ledger has it', async () => {
  const url = await paymentUrl()
  await page.goto(url)
  await heading('Pay 7 USDC')
  const before = balance()
  await click('Pay from a simulated wallet')
  await page.getByText('Paid', { exact: true }).waitFor()
  expect(balance() - before).toBe(7)
  expect((await server.mock.ramps.payment(url.split('/').at(-1) ?? '')).status).toBe('paid')
})

it.each([375, 1280])('fits a window of %d px', async (width) => {
  await page.setViewportSize({ width, height: 900 })
  const completed = await order()
  await server.mock.ramps.complete(completed.split('/').at(-1) ?? '')
  const urls = {
    offer: await offerUrl('onramps.list'),
    sale: await offerUrl('offramps.list'),
    order: await order(),
    completed,
    payment: await paymentUrl(),
  }
  for (const [name, url] of Object.entries(urls)) {
    await page.goto(url)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(width)
  }
})
