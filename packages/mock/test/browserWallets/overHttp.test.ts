import { openBrowser } from '@latchkey/chromium/browser'
import { browserWalletRoutes } from '@latchkey/contract/routes/browserWalletRoutes'
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectMock } from '../../src/control/remote/connectMock.ts'
import type { RemoteMock } from '../../src/control/remote/remoteMock.ts'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { createRemotePageWallets } from '../../src/kits/pageWallets.ts'
import { createControlClient } from '../support/controlClient.ts'
import { appScript, askIn, heardIn, namesIn, serveApp } from './appPages.ts'

// The wallets of a server: in pages that inject its script, and of a test in another process.

let app: Awaited<ReturnType<typeof serveApp>>
let browser: Browser
let context: BrowserContext
let page: Page
let server: MockServer
let mock: RemoteMock
const home = () => app.origin('127.0.0.1')

beforeAll(async () => {
  app = await serveApp()
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  app?.end()
})

beforeEach(async () => {
  server = await startServer({ seed: 'wallets over HTTP' })
  mock = await connectMock(server.url)
  context = await browser.newContext()
  context.setDefaultTimeout(60_000)
  page = await context.newPage()
})

afterEach(async () => {
  await context.close()
  await server.close()
})

const readScript = async (base: string) => (await fetch(`${base}/__mock/wallets.js`)).text()

/** Does as other runners do: each document of the context runs the script first. */
const inject = async (base = server.url) => void (await context.addInitScript({ content: await readScript(base) }))

describe('the script of a server', () => {
  it('puts its wallets into a page of any origin, before the first script of the page', async () => {
    const wallet = await mock.wallets.browser({ name: 'MetaMask' })
    await inject()
    await page.goto(app.origin('app.example'))
    expect(await page.evaluate(() => (globalThis as { foundAtStart?: number }).foundAtStart)).toBe(1)
    expect(await namesIn(page)).toEqual(['MetaMask'])
    const accounts = await wallet.accounts
    expect(await askIn(page, 'eth_requestAccounts')).toEqual(accounts)
    expect(await heardIn(page)).toEqual([['accountsChanged', accounts]])
    expect(await askIn(page, 'personal_sign', '0x68656c6c6f', accounts[0])).toMatch(/^0x[\da-f]{130}$/)
    expect(await wallet.connections).toEqual([app.origin('app.example')])
  })

  it('refuses as the person does, with code and sentence', async () => {
    const wallet = await mock.wallets.browser({ approval: 'manual' })
    await inject()
    await page.goto(home())
    const reply = askIn(page, 'eth_requestAccounts')
    await (await wallet.nextRequest()).refuse()
    expect(await reply).toMatchObject({ isError: true, code: 4001, message: 'The person refused the request.' })
  })

  it('hears events without asking for anything', async () => {
    const wallet = await mock.wallets.browser()
    await inject()
    await page.goto(home())
    await askIn(page, 'eth_chainId')
    await wallet.switchChain(8453)
    await vi.waitFor(async () => expect(await heardIn(page)).toEqual([['chainChanged', '0x2105']]))
  })

  it('has open requests withdrawn when the page is left', async () => {
    const wallet = await mock.wallets.browser({ approval: 'manual' })
    await inject()
    await page.goto(home())
    void askIn(page, 'eth_requestAccounts').catch(() => {})
    const request = await wallet.nextRequest()
    await page.goto(`${home()}/other`)
    await vi.waitFor(async () => expect(await request.status).toBe('withdrawn'))
    await expect(request.approve()).rejects.toThrow('it is withdrawn')
  })

  it('has one wallet in a page that runs it twice', async () => {
    await mock.wallets.browser()
    await inject()
    await page.goto(home())
    await page.addScriptTag({ content: await readScript(server.url) })
    expect(await namesIn(page)).toHaveLength(1)
    expect(await askIn(page, 'eth_accounts')).toEqual([])
  })

  it('gives a frame in a sandbox none of the access of the page around it', async () => {
    const wallet = await mock.wallets.browser()
    await inject()
    await page.goto(`${home()}/frame?src=${home()}/inner&sandbox=allow-scripts`)
    await askIn(page, 'eth_requestAccounts')
    const inner = () => page.frames()[1] as Frame
    await vi.waitFor(async () => expect(await namesIn(inner())).toHaveLength(1))
    expect(await askIn(inner(), 'eth_accounts')).toEqual([])
    expect(await askIn(inner(), 'eth_requestAccounts')).toEqual(await wallet.accounts)
    expect(await wallet.connections).toEqual([home(), expect.stringMatching(/^null \(/)])
  })

  it('runs by eval in a frame before the scripts of the frame, as the page around it does', async () => {
    const wallet = await mock.wallets.browser({ name: 'MetaMask' })
    await page.goto(`${home()}/other`)
    const scripts = [await readScript(server.url), appScript]
    await page.evaluate((scripts) => {
      const frame = document.body.appendChild(document.createElement('iframe'))
      for (const script of scripts) (frame.contentWindow as Window & typeof globalThis).eval(script)
    }, scripts)
    const inner = page.frames()[1] as Frame
    expect(await inner.evaluate(() => (globalThis as { foundAtStart?: number }).foundAtStart)).toBe(1)
    expect(await askIn(inner, 'eth_requestAccounts')).toEqual(await wallet.accounts)
    expect([await namesIn(page), await wallet.connections]).toEqual([[], [home()]])
  })

  it('has the wallets of its world, and a reset removes them', async () => {
    await mock.wallets.browser({ name: 'Of the server' })
    const world = await mock.world('ada')
    await world.wallets.browser({ name: 'Of Ada' })
    await inject(world.baseUrl)
    await page.goto(home())
    expect(await namesIn(page)).toEqual(['Of Ada'])
    await world.reset()
    expect(await askIn(page, 'eth_accounts')).toMatchObject({ code: 4900 })
    await page.reload()
    expect(await askIn(page, 'eth_accounts')).toMatchObject({ code: 4900 })
    expect(await readScript(world.baseUrl)).not.toContain('Of Ada')
  })

  it('is refused to pages of other origins, which cannot load it either', async () => {
    await mock.wallets.browser()
    await page.goto(app.origin('evil.example'))
    const url = `${server.url}/__mock/wallets.js`
    expect(
      await page.evaluate(
        (url) =>
          fetch(url).then(
            (r) => r.text(),
            () => 'blocked',
          ),
        url,
      ),
    ).toBe('blocked')
    const loaded = page.addScriptTag({ url }).then(
      () => 'loaded',
      () => 'refused',
    )
    expect(await loaded).toBe('refused')
    expect(await namesIn(page)).toEqual([])
    const answer = await fetch(url, { headers: { origin: app.origin('evil.example') } })
    expect([answer.status, await answer.text()]).toEqual([403, expect.not.stringContaining('latchkey')])
  })

  it('is loaded as a script by a page of this machine under the same name, which reads it in no other way', async () => {
    const wallet = await mock.wallets.browser({ name: 'MetaMask' })
    const url = `${server.url}/__mock/wallets.js`
    await page.goto(home())
    await page.addScriptTag({ url })
    expect(await namesIn(page)).toEqual(['MetaMask'])
    expect(await askIn(page, 'eth_requestAccounts')).toEqual(await wallet.accounts)
    const statusFor = async (headers: Record<string, string>) => (await fetch(url, { headers })).status
    expect(await statusFor({ 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'script' })).toBe(200)
    expect(await statusFor({ 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'empty' })).toBe(403)
    expect(await statusFor({ 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'script', origin: home() })).toBe(403)
    expect(await statusFor({ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script' })).toBe(403)
  })

  it('is refused to callers without the control token', async () => {
    const guarded = await startServer({}, { controlToken: 'a token of a test' })
    const url = `${guarded.url}/__mock/wallets.js`
    expect((await fetch(url)).status).toBe(401)
    const answer = await fetch(url, { headers: { authorization: 'Bearer a token of a test' } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect((await fetch(url, { method: 'POST', headers: { authorization: 'Bearer a token of a test' } })).status).toBe(
      415,
    )
    await guarded.close()
  })
})

describe('the URL at which pages reach the wallets of a server', () => {
  const post = (url: string, body: unknown, headers: Record<string, string> = { origin: home() }) =>
    fetch(url, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })

  async function pagesUrl(): Promise<string> {
    const [, url = ''] = /"url":"([^"]+)"/.exec(await readScript(server.url)) ?? []
    return url
  }

  it('answers a page with its key, and refuses one with another key', async () => {
    const wallet = await mock.wallets.browser()
    const request = { wallet: wallet.card.id, method: 'eth_chainId' }
    const message = { page: 'a', origin: '', wallets: [wallet.card.id], request }
    const answer = await post(await pagesUrl(), message)
    expect(await answer.json()).toEqual({ events: [], reply: { result: '0x1' } })
    expect((await post(`${server.url}/__mock/wallets/guessed`, message)).status).toBe(403)
    expect((await post(`${server.url}/__mock/wallets/`, message)).status).toBe(403)
  })

  it('believes the browser about the origin, and not the message', async () => {
    const wallet = await mock.wallets.browser()
    const url = await pagesUrl()
    const message = (method: string, origin: string) => ({
      page: 'a',
      origin,
      wallets: [wallet.card.id],
      request: { wallet: wallet.card.id, method },
    })
    await post(url, message('eth_requestAccounts', home()))
    const evil = await post(url, message('eth_accounts', home()), { origin: 'https://evil.example' })
    expect(await evil.json()).toMatchObject({ reply: { result: [] } })
    expect(await wallet.connections).toEqual([home()])
    expect((await post(url, message('eth_accounts', home()), {})).status).toBe(403)
  })

  it.each([
    ['text that is not JSON', '{', 400],
    ['a message without a page', { wallets: [] }, 400],
    ['a request without a method', { page: 'a', wallets: [], request: { wallet: 'a' } }, 400],
  ])('refuses %s', async (_, body, status) => {
    const answer = await post(await pagesUrl(), body)
    expect([answer.status, await answer.json()]).toEqual([status, { error: expect.any(String), code: 'bad_request' }])
  })

  it('does not create the world again that a test has dropped', async () => {
    const world = await mock.world('ada')
    const wallet = await world.wallets.browser()
    const [, url = ''] = /"url":"([^"]+)"/.exec(await readScript(world.baseUrl)) ?? []
    await mock.worlds.drop('ada')
    expect((await post(url, { page: 'a', wallets: [wallet.card.id] })).status).toBe(404)
    expect(await mock.worlds.list()).toEqual([])
  })

  it('refuses to be read, and a wallet of another world', async () => {
    const url = await pagesUrl()
    expect((await fetch(url, { headers: { origin: home() } })).status).toBe(405)
    const wallet = await (await mock.world('ada')).wallets.browser()
    const { id } = wallet.card
    const message = { page: 'a', origin: '', wallets: [id], request: { wallet: id, method: 'eth_accounts' } }
    expect(await (await post(url, message)).json()).toMatchObject({ reply: { error: { code: 4900 } } })
  })
})

describe('a browser wallet of another process', () => {
  const { post, get, calledRoutes } = createControlClient()

  it('is used as one of this process is, by promises', async () => {
    const account = await mock.wallets.evm()
    const wallet = await mock.wallets.browser({ accounts: [account, await mock.wallets.evm()], approval: 'manual' })
    await inject()
    await page.goto(home())
    const accounts = askIn(page, 'eth_requestAccounts')
    const request = await wallet.nextRequest()
    expect(request).toMatchObject({ kind: 'connect', origin: home(), method: 'eth_requestAccounts' })
    expect((await wallet.requests).map(({ id }) => id)).toEqual([request.id])
    await request.approve({ accounts: [account.address.toLowerCase()] })
    expect(await accounts).toEqual([account.address.toLowerCase()])
    expect(await request.status).toBe('approved')
    await wallet.setApproval('automatic')
    await wallet.setDelay(1)
    await wallet.refuseNext()
    expect(await askIn(page, 'personal_sign', '0x68656c6c6f', account.address)).toMatchObject({ code: 4001 })
    await wallet.lock()
    expect([await wallet.isLocked, await askIn(page, 'eth_accounts')]).toEqual([true, []])
    await wallet.unlock()
    await wallet.switchChain(8453)
    expect(await wallet.chainId).toBe(8453)
    await wallet.switchAccount((await wallet.accounts)[1] as string)
    await wallet.setOffline(true)
    expect(await askIn(page, 'eth_chainId')).toMatchObject({ code: 4900 })
    await wallet.setOffline([1])
    expect(await askIn(page, 'eth_chainId')).toBe('0x2105')
    await wallet.disconnect()
    expect(await wallet.connections).toEqual([])
    expect(await wallet.assets).toEqual([])
    await expect(wallet.switchAccount('0x1')).rejects.toThrow('is not an account')
    await expect(mock.wallets.browser({ icon: 'https://example.com/a.png' })).rejects.toThrow('"icon"')
    expect(() => (wallet as unknown as { install(): void }).install()).toThrow('GET /__mock/wallets.js')
  })

  it('is created, listed and answered by routes, which refuse what is not there', async () => {
    const { body } = await post('wallets/browser', { name: 'Route', approval: 'manual' })
    const { walletId } = body as { walletId: string }
    expect((await get('wallets/browser')).body).toMatchObject({ wallets: [{ walletId, name: 'Route', requests: [] }] })
    expect((await get('wallets/browser/details', { walletId })).body).toMatchObject({ chainId: 1, assets: [] })
    expect((await get('wallets/browser/script')).body).toMatchObject({ script: expect.stringContaining('Route') })
    const message = { page: 'a', wallets: [walletId], request: { wallet: walletId, method: 'eth_requestAccounts' } }
    const ask = () =>
      fetch(String(body.pagesUrl), { method: 'POST', headers: { origin: home() }, body: JSON.stringify(message) })
    const first = ask()
    expect((await post('wallets/browser/nextRequest', { walletId })).body).toMatchObject({ id: 1, status: 'open' })
    const foreign = { walletId, requestId: 1, accounts: [`0x${'1'.repeat(40)}`] }
    expect(await post('wallets/browser/approve', foreign)).toMatchObject({ status: 400 })
    expect(await post('wallets/browser/nextRequest', { walletId, timeoutMs: 1 })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('no page asked for anything within 1 ms') },
    })
    expect((await post('wallets/browser/nextRequest', { walletId, timeoutMs: 120_001 })).status).toBe(400)
    expect((await get('wallets/browser')).body).toMatchObject({ wallets: [{ requests: [{ id: 1 }] }] })
    expect((await post('wallets/browser/refuse', { walletId, requestId: 1 })).status).toBe(204)
    expect(await (await first).json()).toMatchObject({ reply: { error: { code: 4001 } } })
    expect((await post('wallets/browser/approve', { walletId, requestId: 1 })).status).toBe(400)
    expect((await post('wallets/browser/approve', { walletId, requestId: 2 })).status).toBe(400)
    expect((await post('wallets/browser/approval', { walletId, delay: -1, approval: 'automatic' })).status).toBe(400)
    for (const [route, input] of Object.entries({
      approval: { approval: 'automatic' },
      refuseNext: { count: 1 },
      lock: {},
      unlock: {},
      switch: { chainId: 8453 },
      offline: { offline: false },
      disconnect: { origin: home() },
    })) {
      expect((await post(`wallets/browser/${route}`, { walletId, ...input })).status).toBe(204)
      expect((await post(`wallets/browser/${route}`, { walletId: 'none', ...input })).status).toBe(400)
    }
    expect((await post('wallets/browser/remove', { walletId })).status).toBe(204)
    expect((await post('wallets/browser/remove', { walletId })).status).toBe(400)
    expect(Object.keys(browserWalletRoutes).filter((route) => !calledRoutes.has(route))).toEqual([])
  })
})

describe('wallets.browser() of the kit for Playwright with a mock on a server', () => {
  it('puts a wallet of the server into pages, also where the policy of the page lets it call nobody', async () => {
    const { wallets, end } = createRemotePageWallets(context as never, mock.wallets.browser)
    const wallet = await wallets.browser({ name: 'MetaMask', approval: 'manual' })
    await page.goto(`${home()}/strict`)
    const accounts = askIn(page, 'eth_requestAccounts')
    await (await wallet.nextRequest()).approve()
    expect(await accounts).toEqual(await wallet.accounts)
    expect(await wallet.connections).toEqual([home()])
    await wallet.switchChain(8453)
    await vi.waitFor(async () => expect((await heardIn(page)).at(-1)).toEqual(['chainChanged', '0x2105']))
    void askIn(page, 'personal_sign', '0x', (await wallet.accounts)[0]).catch(() => {})
    const request = await wallet.nextRequest()
    await page.close()
    await vi.waitFor(async () => expect(await request.status).toBe('withdrawn'))
    await wallet.remove()
    const later = await context.newPage()
    await later.goto(home())
    expect(await namesIn(later)).toEqual([])
    expect(await wallet.isRemoved).toBe(true)
    end()
  })
})
