import { openBrowser } from '@latchkey/chromium/browser'
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import { encodeErrorResult, parseAbi, toFunctionSelector } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPageWallets } from '../../src/kits/pageWallets.ts'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { askIn, heardIn, namesIn, serveApp } from './appPages.ts'

// The fixture `wallets` of the kit for Playwright, in a real browser.

let app: Awaited<ReturnType<typeof serveApp>>
let browser: Browser
let context: BrowserContext
let page: Page
let mock: Mock
let opened: ReturnType<typeof open>
const home = () => app.origin('127.0.0.1')

const open = () => createPageWallets(context as never, mock.wallets.browser)

beforeAll(async () => {
  app = await serveApp()
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  app?.end()
})

beforeEach(async () => {
  context = await browser.newContext()
  context.setDefaultTimeout(60_000)
  page = await context.newPage()
  mock = createMock({ seed: 'wallets in pages' })
  opened = open()
})

afterEach(async () => {
  opened.end()
  await context.close()
})

const frameOf = async (parent: Page, path: RegExp): Promise<Frame> => {
  const found = () => parent.frames().find((frame) => frame !== parent.mainFrame() && path.test(frame.url()))
  await vi.waitFor(() => expect(found()).toBeDefined())
  const frame = found() as Frame
  await frame.waitForLoadState()
  return frame
}

describe('wallets.browser() of the kit for Playwright', () => {
  it('puts the wallet into the page before its first script', async () => {
    await opened.wallets.browser({ name: 'MetaMask' })
    await page.goto(home())
    expect(await page.evaluate(() => (globalThis as { foundAtStart?: number }).foundAtStart)).toBe(1)
    expect(await namesIn(page)).toEqual(['MetaMask'])
  })

  it('connects, signs as the mock verifies it, and tells the page of its account before the reply', async () => {
    const wallet = await opened.wallets.browser()
    await page.goto(home())
    const [address] = wallet.accounts
    expect(await askIn(page, 'eth_requestAccounts')).toEqual([address])
    expect(await heardIn(page)).toEqual([['accountsChanged', [address]]])
    expect(await askIn(page, 'personal_sign', '0x68656c6c6f', address)).toMatch(/^0x[\da-f]{130}$/)
    expect(wallet.requests).toMatchObject([{ origin: home() }, { origin: home(), text: 'hello' }])
  })

  it('refuses as the person does, with code and sentence in an error of the page', async () => {
    const wallet = await opened.wallets.browser()
    await page.goto(home())
    const asked = wallet.nextRequest()
    const reply = askIn(page, 'eth_requestAccounts')
    ;(await asked).refuse()
    expect(await reply).toMatchObject({ isError: true, code: 4001, message: 'The person refused the request.' })
  })

  it('takes a removed wallet out of documents and contexts that are opened later', async () => {
    const wallet = await opened.wallets.browser({ name: 'MetaMask' })
    await opened.wallets.browser({ name: 'Stays' })
    await page.goto(home())
    await askIn(page, 'eth_requestAccounts')
    wallet.remove()
    await vi.waitFor(async () =>
      expect(await heardIn(page)).toMatchObject([{}, ['accountsChanged', []], ['disconnect', {}]]),
    )
    expect(await askIn(page, 'eth_chainId')).toMatchObject({ code: 4900 })
    await page.reload()
    expect(await namesIn(page)).toEqual(['Stays'])
    const other = await browser.newContext()
    await opened.wallets.addTo(other)
    const later = await other.newPage()
    await later.goto(home())
    expect(await namesIn(later)).toEqual(['Stays'])
    await other.close()
  })

  it('takes a removed wallet out of a document that is opened in the same turn', async () => {
    const wallet = await opened.wallets.browser()
    await page.goto(home())
    wallet.remove()
    await page.goto(`${home()}/other`)
    expect(await namesIn(page)).toEqual([])
  })

  it('carries the data of an error of the node', async () => {
    await opened.wallets.browser()
    const shop = '0x00000000000000000000000000000000000c0de0'
    await mock.chain.contract(shop, ['function sell()'], {
      sell() {
        throw new Error('sold out')
      },
    })
    await page.goto(home())
    const call = { to: shop, data: toFunctionSelector('sell()') }
    const reason = encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: ['sold out'] })
    expect(await askIn(page, 'eth_call', call, 'latest')).toMatchObject({ isError: true, code: 3, data: reason })
  })

  it('is still connected after a reload, and on another page of the origin', async () => {
    const wallet = await opened.wallets.browser()
    await page.goto(home())
    await askIn(page, 'eth_requestAccounts')
    await page.reload()
    expect(await namesIn(page)).toHaveLength(1)
    expect(await askIn(page, 'eth_accounts')).toEqual(wallet.accounts)
    await page.goto(`${home()}/other`)
    expect(await askIn(page, 'eth_accounts')).toEqual(wallet.accounts)
  })

  it('puts the wallet into a page that is open already, once, and a second wallet beside it', async () => {
    await page.goto(home())
    expect(await namesIn(page)).toEqual([])
    const first = await opened.wallets.browser({ name: 'First' })
    await opened.wallets.browser({ name: 'Second' })
    expect(await namesIn(page)).toEqual(['First', 'Second'])
    expect(await askIn(page, 'eth_requestAccounts')).toEqual(first.accounts)
    await page.reload()
    expect(await namesIn(page)).toEqual(['First', 'Second'])
  })

  it('puts wallets that are created at the same time into a page that is open already', async () => {
    await page.goto(home())
    const { browser: create } = opened.wallets
    await Promise.all(['First', 'Second'].map((name) => create({ name })))
    expect((await namesIn(page)).toSorted()).toEqual(['First', 'Second'])
  })

  it('tells all pages of the origin of an event, and those of other origins only what concerns them', async () => {
    const wallet = await opened.wallets.browser({ accounts: 2 })
    await page.goto(home())
    await askIn(page, 'eth_requestAccounts')
    const popUp = context.waitForEvent('page')
    await page.evaluate((url) => void globalThis.open(url), `${home()}/popUp`)
    const second = await popUp
    await second.waitForLoadState()
    const stranger = await context.newPage()
    await stranger.goto(app.origin('stranger.example'))
    wallet.switchAccount(wallet.accounts[1] as string)
    wallet.switchChain(8453)
    const events = [
      ['accountsChanged', wallet.accounts],
      ['chainChanged', '0x2105'],
    ]
    await vi.waitFor(async () => expect((await heardIn(page)).slice(1)).toEqual(events))
    await vi.waitFor(async () => expect(await heardIn(second)).toEqual(events))
    await vi.waitFor(async () => expect(await heardIn(stranger)).toEqual(events.slice(1)))
  })

  it('works on a page whose policy lets it call nobody', async () => {
    const wallet = await opened.wallets.browser()
    await page.goto(`${home()}/strict`)
    expect(await askIn(page, 'eth_requestAccounts')).toEqual(wallet.accounts)
  })

  it('serves further contexts, with the wallets that there are and those to come', async () => {
    const wallet = await opened.wallets.browser({ name: 'First' })
    const further = await browser.newContext()
    const other = await further.newPage()
    await opened.wallets.addTo(further as never)
    await opened.wallets.browser({ name: 'Second' })
    await other.goto(home())
    expect(await namesIn(other)).toEqual(['First', 'Second'])
    expect(await askIn(other, 'eth_requestAccounts')).toEqual(wallet.accounts)
    await further.close()
  })

  it('leaves a page without a wallet as it was', async () => {
    await page.goto(home())
    expect(await askIn(page, 'eth_accounts')).toBe('no wallet')
    await expect(opened.wallets.browser({ accounts: 0 })).rejects.toThrow('from 1 to 100')
    await page.reload()
    expect(await askIn(page, 'eth_accounts')).toBe('no wallet')
  })
})

describe('a frame in a page with wallets', () => {
  it('of another origin has no access of the page around it, and asks in its own name', async () => {
    const wallet = await opened.wallets.browser()
    const inner = app.origin('inner.example')
    await page.goto(`${home()}/frame?src=${inner}/inner`)
    await askIn(page, 'eth_requestAccounts')
    const frame = await frameOf(page, /inner$/)
    expect(await askIn(frame, 'eth_accounts')).toEqual([])
    expect(await askIn(frame, 'personal_sign', '0x68656c6c6f', wallet.accounts[0])).toMatchObject({ code: 4100 })
    expect(await askIn(frame, 'eth_requestAccounts')).toEqual(wallet.accounts)
    expect(wallet.connections).toEqual([home(), inner])
    expect(wallet.requests.map(({ origin }) => origin)).toEqual([home(), inner])
  })

  it.each([
    ['of the same origin in a sandbox', (url: string) => `src=${url}/inner&sandbox=allow-scripts`],
    ['with a data URL', () => `src=${encodeURIComponent('data:text/html,<p id="inner">')}`],
    ['with a text of its own in a sandbox', () => 'srcdoc=<p>inner</p>&sandbox=allow-scripts'],
  ])('%s is an origin of its own, without access', async (_, query) => {
    const wallet = await opened.wallets.browser({ windowEthereum: true })
    await page.goto(`${home()}/frame?${query(home())}`)
    await askIn(page, 'eth_requestAccounts')
    const frame = await frameOf(page, /inner|srcdoc/)
    const ask = (method: string) =>
      frame.evaluate(
        (method) =>
          (globalThis as unknown as { ethereum: { request(r: object): unknown } }).ethereum.request({ method }),
        method,
      )
    expect(await ask('eth_accounts')).toEqual([])
    expect(await ask('eth_requestAccounts')).toEqual(wallet.accounts)
    expect(wallet.connections).toEqual([home(), expect.stringMatching(/^null \([\da-f]{8}\)$/)])
  })

  it('with a text of its own has the access of the page around it', async () => {
    const wallet = await opened.wallets.browser({ windowEthereum: true })
    await page.goto(`${home()}/frame?srcdoc=<p>inner</p>`)
    await askIn(page, 'eth_requestAccounts')
    const frame = await frameOf(page, /srcdoc/)
    const accounts = frame.evaluate(() =>
      (globalThis as unknown as { ethereum: { request(r: object): unknown } }).ethereum.request({
        method: 'eth_accounts',
      }),
    )
    expect(await accounts).toEqual(wallet.accounts)
  })

  it('does not get the access of another origin that its document claims', async () => {
    const wallet = await opened.wallets.browser({ windowEthereum: true })
    const evil = await context.newPage()
    // As early as no script of a page comes.
    await evil.addInitScript((origin) => Object.defineProperty(globalThis, 'origin', { value: origin }), home())
    await page.goto(home())
    await askIn(page, 'eth_requestAccounts')
    await evil.goto(app.origin('evil.example'))
    expect(await askIn(evil, 'eth_accounts')).toEqual([])
    expect(wallet.connections).toEqual([home()])
  })

  it('that is removed has its open request withdrawn', async () => {
    const wallet = await opened.wallets.browser({ approval: 'manual' })
    await page.goto(`${home()}/frame?src=/inner`)
    const frame = await frameOf(page, /inner$/)
    void askIn(frame, 'eth_requestAccounts').catch(() => {})
    await wallet.nextRequest()
    await page.evaluate(() => document.querySelector('iframe')?.remove())
    await vi.waitFor(() => expect(wallet.requests).toMatchObject([{ status: 'withdrawn' }]))
  })
})

describe('an open request of a page', () => {
  it.each([
    ['is closed', () => page.close()],
    ['goes to another page', () => page.goto(`${home()}/other`)],
    ['is loaded again', () => page.reload()],
  ])('is withdrawn when the page %s, and the wallet goes on', async (_, leave) => {
    const wallet = await opened.wallets.browser({ approval: 'manual' })
    await page.goto(home())
    void askIn(page, 'eth_requestAccounts').catch(() => {})
    const request = await wallet.nextRequest()
    await leave()
    await vi.waitFor(() => expect(request.status).toBe('withdrawn'))
    expect(() => request.approve()).toThrow('it is withdrawn')
    const next = await context.newPage()
    await next.goto(home())
    const accounts = askIn(next, 'eth_requestAccounts')
    ;(await wallet.nextRequest()).approve()
    expect(await accounts).toEqual(wallet.accounts)
  })

  it('stays open when the page only changes its URL', async () => {
    const wallet = await opened.wallets.browser({ approval: 'manual' })
    await page.goto(home())
    const accounts = askIn(page, 'eth_requestAccounts')
    const request = await wallet.nextRequest()
    await page.evaluate(() => history.pushState({}, '', '/next'))
    await page.waitForURL('**/next')
    request.approve()
    expect(await accounts).toEqual(wallet.accounts)
  })
})

describe('the script in a page', () => {
  it('leaves no way by which another script of the page speaks in its name', async () => {
    await opened.wallets.browser()
    await page.goto(home())
    expect(await page.evaluate(() => Object.keys(globalThis).filter((name) => /latchkey/i.test(name)))).toEqual([])
  })
})
