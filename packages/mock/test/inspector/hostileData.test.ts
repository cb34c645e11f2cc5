import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { MockServer } from '../../src/hosts/server.ts'
import type { Mock } from '../../src/mock/createMock.ts'
import type { ReportedResult } from '../../src/sweep/sweepReport.ts'
import { exampleReport } from '../support/sweepReport.ts'
import { createInspectorPage, heading } from './inspectorPage.ts'
import { parts } from './parts.ts'

const inspector = createInspectorPage()
const hostile = createInspectorPage({ fill: createHostileUser })
const html = '<img src=x onerror="document.title=1"><script>document.title=1</script>'
/** Makes what follows run from right to left. */
const turned = '\u202egnp.exe'
const hook = 'https://app.example.com/hooks'

/** A user who tries to break what shows the user. */
async function createHostileUser({ mock, url, worlds }: MockServer): Promise<void> {
  const { id, token } = mock.defaults.environments.sandbox
  mock.webhooks.receive(hook, () => new Response(html))
  await mock.create.webhook({ url: hook })
  const post = (path: string, body: object) =>
    fetch(`${url}/api/v0/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const created = await post(`environments/${id}/users`, {
    email: 'mallory@example.com',
    metadata: { [html]: turned, long: 'x'.repeat(1000) },
  })
  expect(created.status).toBe(201)
  const google = { provider: 'google', clientId: html + turned, scopes: 'x'.repeat(1000) }
  expect((await post(`environments/${id}/settings/providers`, google)).status).toBe(201)
  // The service refuses it, and the journal has it all the same.
  const refused = await post(`environments/${id}/users`, {
    email: 'eve@example.com',
    alias: html,
    firstName: turned,
    metadata: { long: 'x'.repeat(1_000_000) },
  })
  expect(refused.status).toBe(400)
  await post(`environments/${id}/${encodeURIComponent(html)}`, {})
  for (const name of [html + turned, 'n'.repeat(200)])
    await fetch(`${url}/__mock/v1/snapshots`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
  worlds.open('w'.repeat(64))
  await mock.create.token({ note: html + turned, expiresAt: '2027-03-01T09:00:00.000Z' })
  await post(`sdk/${id}/emailVerifications/create`, { email: `${'m'.repeat(60)}@example.com` })
  await createHostileWallet(mock)
  await createHostilePage(mock)
  await createHostilePerson({ mock, url })
  const [result] = exampleReport.results
  const texts = { name: html + turned, call: html + turned, failure: 'x'.repeat(1000), fault: html, line: html }
  mock.sweeps.add({
    ...exampleReport,
    name: 'n'.repeat(200) + turned,
    file: html,
    results: [{ ...(result as ReportedResult), ...texts, knownFault: turned, message: html, replay: html }],
  })
  await mock.clock.settle()
}

/** A user of another issuer with hostile texts wherever the service accepts them, who is the first one in lists. */
async function createHostilePerson({ mock, url }: Pick<MockServer, 'mock' | 'url'>): Promise<void> {
  const { clock, create, issuers, people, settings, signIn } = mock
  await clock.advance({ seconds: 1 })
  const long = 'w'.repeat(200)
  const { sign, issuer: iss, jwksUrl } = await issuers.create({ issuer: 'https://login.example.com' })
  await settings.patch({ security: { externalAuth: { enabled: true, iss, jwksUrl } } })
  const { id: environmentId } = mock.defaults.environments.sandbox
  const response = await fetch(`${url}/api/v0/sdk/${environmentId}/externalAuth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jwt: await sign({ sub: html + turned }) }),
  })
  expect(response.status).toBe(200)
  const [{ id } = { id: '' }] = (await people.list({ limit: 1 })).users
  await create.customField({ name: 'Plan' })
  await create.customField({ name: long })
  await people.update(id, { alias: long, metadata: { [html]: turned, plan: html, theme: long } })
  await create.wallet(id, { walletName: long })
  const { id: listId } = await create.allowlist({ name: long, outcome: 'scope', scope: 'friend' })
  await create.allowlistEntry(listId, { alias: long, externalUserId: long })
  await create.gate({ name: html + long, enabled: false })
  await signIn(id, { origin: 'https://app.example.com', userAgent: html + long })
}

/** A browser wallet with a hostile name, and a page that asks by hostile texts for all that a page can ask. */
async function createHostilePage(mock: Mock): Promise<void> {
  const wallet = await mock.wallets.browser({ name: html + turned + 'n'.repeat(200) })
  const page = wallet.openPage({ origin: `https://${'o'.repeat(60)}.example.com`, emit: () => undefined })
  const [from = ''] = wallet.accounts
  await page.send({ method: 'eth_requestAccounts' })
  wallet.setApproval('manual')
  const text = `0x${Buffer.from(html + turned + 'x'.repeat(1000)).toString('hex')}`
  const types = { EIP712Domain: [], Note: [{ name: 'text', type: 'string' }] }
  const typedData = { types, primaryType: 'Note', domain: {}, message: { text: html + turned } }
  void page.send({ method: 'personal_sign', params: [text, from] })
  void page.send({ method: 'eth_signTypedData_v4', params: [from, JSON.stringify(typedData)] })
  void page.send({
    method: 'eth_sendTransaction',
    params: [{ from, to: from, data: text, value: `0x${'f'.repeat(60)}` }],
  })
  const token = { address: from, symbol: 'x'.repeat(11), decimals: 18, image: `javascript:${html}` }
  void page.send({ method: 'wallet_watchAsset', params: { type: 'ERC20', options: token } } as never)
}

/** No markup has become an element, no script has run, and the page need not be scrolled sideways. */
async function expectText(page: Page, name: string): Promise<void> {
  const main = page.getByRole('main')
  expect(await main.locator('img, script').count()).toBe(0)
  expect(await page.title()).toBe(`${name} · Latchkey`)
  expect(await main.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
}

/** A wallet with a long name, whose tokens try the same. @returns Its id */
async function createHostileWallet(mock: Mock): Promise<string> {
  const { address } = await mock.wallets.evm()
  const user = await mock.create.user({ email: 'trent@example.com' })
  const { id } = await mock.create.wallet(user.id, { publicWalletAddress: address, walletName: 'w'.repeat(255) })
  const tokens = [
    { contractAddress: `0x${'1'.repeat(40)}`, name: html, symbol: turned },
    { contractAddress: `0x${'2'.repeat(40)}`, name: 'x'.repeat(1000), symbol: html },
    { contractAddress: `0x${'3'.repeat(40)}`, name: turned, symbol: 'y'.repeat(1000) },
  ]
  for (const token of tokens) {
    await mock.chain.addToken({ networkId: 1, ...token })
    await mock.chain.setTokenBalance({ owner: address, networkId: 1, amount: 1, ...token })
  }
  await mock.chain.grantNft({ owner: address, networkId: 1, contractAddress: `0x${'4'.repeat(40)}`, tokenId: html })
  return id
}

describe('hostile data', () => {
  it.each(parts)(
    'makes no element in the view $name, #/$hash, and its first record, and does not widen it',
    async ({ name, hash }) => {
      const page = await hostile.open(`#/${hash}`, { viewport: { width: 375, height: 800 } })
      await expect.poll(() => heading(page).textContent()).toBe(name)
      await expect.poll(() => page.getByText('Reading…').count()).toBe(0)
      await expectText(page, name)
      const record = page.getByRole('main').locator('a.item').first()
      if ((await record.count()) === 0) return
      await record.click()
      await expect.poll(() => page.getByText('Reading…').count()).toBe(0)
      await expectText(page, name)
    },
  )

  it('is text in the page and the dialogs of a person', async () => {
    const [mallory] = (await hostile.mock.people.list({ limit: 1 })).users
    const page = await hostile.open(`#/people/${mallory?.id}`, { viewport: { width: 375, height: 800 } })
    for (const name of ['Credentials', 'Sessions'])
      await expect.poll(() => page.getByRole('list', { name }).textContent()).toContain(html)
    await page
      .getByRole('group', { name: 'metadata' })
      .getByText(String.raw`\u202egnp.exe`)
      .waitFor()
    for (const name of ['Edit…', 'Delete…', 'Sign in as…']) {
      await page.getByRole('button', { name }).click()
      const dialog = page.getByRole('dialog')
      expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      expect(await dialog.locator('img, script').count()).toBe(0)
      await page.keyboard.press('Escape')
    }
    await expectText(page, 'People')
  })

  it('is text in a wallet, its holdings and the dialog that funds it', async () => {
    const id = await createHostileWallet(inspector.mock)
    const page = await inspector.open(`#/wallets/${id}`, { viewport: { width: 375, height: 800 } })
    const holdings = page.getByRole('region', { name: 'Holdings' })
    await holdings.getByText('y'.repeat(1000)).waitFor()
    await holdings.getByText(html, { exact: true }).first().waitFor()
    await expectText(page, 'Wallets and chain')
    await page.getByRole('button', { name: 'Fund…' }).click()
    await page.getByRole('combobox', { name: 'Currency or token' }).fill(`${html}!`)
    await page.getByRole('textbox', { name: 'Amount' }).fill('1')
    await page.getByRole('button', { name: 'Fund', exact: true }).click()
    await page.getByRole('dialog').locator('.refused').getByText('<img src=x').waitFor()
    await expectText(page, 'Wallets and chain')
  })

  it('is text in a case of a sweep', async () => {
    const [{ id } = { id: '' }] = hostile.mock.sweeps.list()
    const [result] = hostile.mock.sweeps.get(id).results
    const page = await hostile.open(`#/sweeps/${id}/${encodeURIComponent(result?.name ?? '')}`, {
      viewport: { width: 375, height: 800 },
    })
    await expect.poll(() => page.getByRole('group', { name: 'message' }).textContent()).toBe(html)
    await expectText(page, 'Sweeps')
  })

  it('is text in a request, with its changes of direction spelled out, and cut until all is asked for', async () => {
    const { requestId } = hostile.mock.journal.list('users.create').at(-1) ?? { requestId: '' }
    const page = await hostile.open(`#/requests/${requestId}`)
    const request = page.getByRole('region', { name: 'Request', exact: true })
    await request
      .getByText(String.raw`\u202egnp.exe`)
      .first()
      .waitFor()
    await request.getByText('<img src=x').first().waitFor()
    expect((await request.textContent())?.length).toBeLessThan(30_000)
    // The journal keeps 64 kB of a body.
    await request.getByRole('button', { name: /^Show all 6\d,\d{3} characters$/ }).click()
    await expect.poll(async () => (await request.textContent())?.length).toBeGreaterThan(60_000)
    expect(await page.title()).toBe('Requests · Latchkey')
  })
})
