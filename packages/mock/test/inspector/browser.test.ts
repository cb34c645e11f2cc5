import { createControlCaller } from '@latchkey/contract/controlCaller'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { createInspectorPage } from './inspectorPage.ts'

const inspector = createInspectorPage()
const origin = 'https://app.example.com'

type Options = Parameters<typeof inspector.mock.wallets.browser<'EVM'>>[0]

/** A wallet whose person answers in the inspector, and a page in which it stands. */
async function createWallet(options: Options = {}) {
  const wallet = await inspector.mock.wallets.browser({ name: 'Key ring', approval: 'manual', ...options })
  const page = wallet.openPage({ origin, emit: () => undefined })
  return { wallet, page }
}

const request = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

describe('browser wallets', () => {
  it('are created by a form, which shows refusals beside the fields', async () => {
    const page = await inspector.open('#/browser')
    await page.getByRole('heading', { name: 'No browser wallets yet' }).waitFor()
    await page.getByText(`<script src="${inspector.server.url}/__mock/wallets.js"></script>`).waitFor()
    await page.getByRole('button', { name: 'New browser wallet…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New browser wallet' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Key ring')
    await dialog.getByRole('textbox', { name: 'Number of accounts' }).fill('101')
    await dialog.getByRole('button', { name: 'Create' }).click()
    const accounts = dialog.getByRole('textbox', { name: 'Number of accounts' })
    await expect.poll(() => accounts.getAttribute('aria-invalid')).toBe('true')
    expect(await createControlCaller({ url: inspector.server.url }).call('GET wallets/browser')).toEqual({
      wallets: [],
    })
    await accounts.fill('2')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('article', { name: 'Browser wallet Key ring' }).waitFor()
    expect(await page.getByRole('switch', { name: 'Approves everything at once' }).isChecked()).toBe(false)
    expect(await page.getByRole('combobox', { name: 'Selected account' }).locator('option').count()).toBe(2)
  })

  it('are of the chain that the form names', async () => {
    const page = await inspector.open('#/browser')
    await page.getByRole('button', { name: 'New browser wallet…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New browser wallet' })
    const chain = dialog.getByRole('combobox', { name: 'Chain' })
    const chains = 'EVM Solana Eclipse Bitcoin Sui Aptos Cosmos Tron TON Starknet Algorand Flow Spark'.split(' ')
    expect(await chain.locator('option').allTextContents()).toEqual(chains)
    await chain.selectOption('Starknet')
    await dialog.getByRole('button', { name: 'Create' }).click()
    const wallet = page.getByRole('article', { name: 'Browser wallet Test wallet' })
    await wallet.getByText('STARK', { exact: true }).waitFor()
    expect(await wallet.getByRole('switch', { name: 'Offline' }).count()).toBe(0)
    expect(await createControlCaller({ url: inspector.server.url }).call('GET wallets/browser')).toMatchObject({
      wallets: [{ chain: 'STARK', approval: 'manual' }],
    })
  })

  it('show what a page asks, as soon as it asks, and answer it', async () => {
    const { wallet, page: site } = await createWallet({ accounts: 2 })
    const page = await inspector.open(`#/browser/${wallet.card.id}`)
    await page.getByRole('article', { name: 'Browser wallet Key ring' }).waitFor()
    const connecting = site.send({ method: 'eth_requestAccounts' })
    const access = request(page, `${origin} asks for access to accounts`)
    await page.getByRole('navigation').getByRole('link', { name: 'Browser wallets 1 open' }).waitFor()
    const [first = '', second = ''] = wallet.accounts
    await access.getByRole('checkbox', { name: first }).uncheck()
    await access.getByRole('button', { name: 'Connect' }).click()
    expect(await connecting).toEqual({ result: [second] })
    await page.getByText(`${origin} asked for access to accounts`).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Browser wallets', exact: true }).waitFor()

    const signing = site.send({ method: 'personal_sign', params: ['0x48656c6c6f', second] })
    const message = request(page, `${origin} asks to sign a message`)
    await message.getByRole('group', { name: 'message' }).getByText('Hello').waitFor()
    await message.getByRole('button', { name: 'Refuse' }).click()
    expect(await signing).toMatchObject({ error: { code: 4001 } })
    await page.getByRole('list', { name: 'Answered requests' }).getByText('refused').waitFor()
  })

  it('leave a page of a phone as wide as it is while a request is open', async () => {
    const { wallet, page: site } = await createWallet()
    void site.send({ method: 'eth_requestAccounts' })
    const page = await inspector.open(`#/browser/${wallet.card.id}`, { viewport: { width: 375, height: 800 } })
    await page.getByRole('navigation').getByRole('link', { name: 'Browser wallets 1 open' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  })

  it('show who gets what by a transaction', async () => {
    const { wallet, page: site } = await createWallet({ approval: 'automatic' })
    await inspector.mock.chain.fund(wallet.accounts[0] ?? '', { ether: '1' })
    await site.send({ method: 'eth_requestAccounts' })
    wallet.setApproval('manual')
    const to = '0x00000000000000000000000000000000000000aa'
    const sending = site.send({
      method: 'eth_sendTransaction',
      params: [{ from: wallet.accounts[0], to, value: '0x7' }],
    })
    const page = await inspector.open(`#/browser/${wallet.card.id}`)
    const asked = request(page, `${origin} asks to send a transaction`)
    const grant = asked.getByRole('list', { name: 'Who gets what' }).getByRole('listitem')
    await grant.waitFor()
    expect(await grant.textContent()).toContain("7 of the chain's currency, in its smallest unit, to")
    expect((await grant.getByRole('code').textContent())?.toLowerCase()).toBe(to)
    await asked.getByRole('button', { name: 'Approve' }).click()
    expect(await sending).toEqual({ result: expect.stringMatching(/^0x[\da-f]{64}$/) })
  })

  it('are locked, unlocked for a page that waits, moved to another account and chain, and taken from a page', async () => {
    const { wallet, page: site } = await createWallet({ accounts: 2, approval: 'automatic' })
    await site.send({ method: 'eth_requestAccounts' })
    const [, second = ''] = wallet.accounts
    const page = await inspector.open(`#/browser/${wallet.card.id}`)
    await page.getByRole('switch', { name: 'Locked' }).check()
    await expect.poll(() => wallet.isLocked).toBe(true)
    const waiting = site.send({ method: 'eth_requestAccounts' })
    await request(page, `${origin} asks to unlock the wallet`).getByRole('button', { name: 'Unlock' }).click()
    expect(await waiting).toEqual({ result: [...wallet.accounts] })
    await expect.poll(() => page.getByRole('switch', { name: 'Locked' }).isChecked()).toBe(false)
    await page.getByRole('combobox', { name: 'Selected account' }).selectOption(second)
    await expect.poll(() => wallet.accounts[0]).toBe(second)
    await page.getByRole('combobox', { name: 'Selected chain' }).selectOption('137')
    await expect.poll(() => wallet.chainId).toBe(137)
    await page.getByRole('switch', { name: 'Offline' }).check()
    await expect.poll(() => wallet.offline).toBe(true)
    await page.getByRole('button', { name: `Disconnect ${origin}` }).click()
    await expect.poll(() => wallet.connections).toEqual([])
  })

  it('are deleted, one at a time, with what open pages have of them', async () => {
    const { wallet, page: site } = await createWallet({ approval: 'automatic' })
    await site.send({ method: 'eth_requestAccounts' })
    await createWallet({ name: 'Other ring' })
    const page = await inspector.open(`#/browser/${wallet.card.id}`)
    await page.getByRole('button', { name: 'Delete…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this wallet?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(wallet.isRemoved).toBe(false)
    await page.getByRole('button', { name: 'Delete…' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The wallet was deleted.').waitFor()
    expect(await site.send({ method: 'eth_accounts' })).toMatchObject({ error: { code: 4900 } })
    const links = page.getByRole('list', { name: 'Browser wallets' }).getByRole('link')
    await expect.poll(() => links.allTextContents()).toEqual([expect.stringContaining('Other ring')])
    await page.getByRole('heading', { name: 'Choose a wallet' }).waitFor()
  })

  it('say that a wallet is gone after a reset', async () => {
    const { wallet } = await createWallet()
    const page = await inspector.open(`#/browser/${wallet.card.id}`)
    await page.getByRole('article', { name: 'Browser wallet Key ring' }).waitFor()
    inspector.mock.reset()
    await page.getByRole('heading', { name: 'This wallet does not exist' }).waitFor()
  })
})
