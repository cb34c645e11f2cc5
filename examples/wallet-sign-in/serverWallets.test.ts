import { openBrowser } from '@latchkey/chromium/browser'
import { type MockServer, startServer } from '@latchkey/mock/node'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { servePage, type Site } from './servePage.ts'

// The page without its own mock, as a test of an app has it: service, chains and wallet are those of a server.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } })

let service: MockServer
let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  service = await startServer({ seed: 'wallet-sign-in', providers: ['dynamic'] })
  const { mock } = service
  site = await servePage({
    VITE_API_URL: service.url,
    VITE_ENVIRONMENT_ID: mock.defaults.environments.sandbox.id,
    VITE_RPC_URL: `${service.url}/__mock/chains/evm`,
  })
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
  await service?.close()
})

const createWallet = () =>
  service.mock.wallets.browser({ name: 'Test Wallet', rdns: 'test.wallet', accounts: 2, chainId: 8453 })
let wallet: Awaited<ReturnType<typeof createWallet>>

beforeEach(async () => {
  const { mock } = service
  // It also removes the wallet of the test before, which would still be connected.
  await mock.reset()
  await mock.create.origin(new URL(site.url).origin)
  await mock.settings.patch({ kyc: mock.settings.get().kyc.map((field) => ({ ...field, required: false })) })
  wallet = await createWallet()
  for (const address of wallet.accounts) await mock.chain.fund(address, { ether: '1' }, 8453)
  const context = await browser.newContext()
  const script = await fetch(`${service.url}/__mock/wallets.js`)
  await context.addInitScript({ content: await script.text() })
  page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(site.url)
  await heading('Connect your wallet')
})

afterEach(async () => {
  await page.context().close()
})

const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const alert = () => page.getByRole('alert').textContent()

async function signIn(): Promise<void> {
  await press('Choose a wallet')
  await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click()
  await heading('Sign in')
  await press('Sign in with Test Wallet')
  await heading(/^Welcome/)
}

it('signs in with the wallet of a server, sends, and stays connected over a reload', async () => {
  await signIn()
  await page.getByText('1 ETH', { exact: true }).waitFor()
  await press('Send a tip')
  await page.getByText('Thank you! 0.01 ETH are in the jar on Base.').waitFor()
  expect(wallet.requests.map(({ kind }) => kind)).toEqual(['connect', 'message', 'transaction'])
  await page.reload()
  await heading(/^Welcome/)
  await page.getByText('Test Wallet').waitFor()
  expect(wallet.requests).toHaveLength(3)
})

it('shows what the person refuses, and follows what they do in the wallet', async () => {
  await signIn()
  wallet.refuseNext()
  await press('Send a tip')
  await expect.poll(alert).toBe('You refused in your wallet. Nothing has happened.')
  wallet.setOffline([8453])
  await press('Send a tip')
  await expect.poll(alert).toBe('Your wallet does not reach this chain. Choose another one, or try again later.')
  wallet.setOffline(true)
  await page.getByText('Your wallet is not connected.').waitFor()
  wallet.setOffline(false)
  await page.getByRole('button', { name: 'Send a tip' }).waitFor()
  const [, second = ''] = wallet.accounts
  wallet.switchAccount(second)
  await heading('Sign in')
  await press('Sign in with Test Wallet')
  await heading('Welcome')
  wallet.disconnect()
  await heading('Connect your wallet')
})
