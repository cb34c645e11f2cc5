import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openBrowser } from '@latchkey/chromium/browser'
import { startServer } from '@latchkey/mock/node'
import { build } from 'esbuild'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

declare global {
  interface Window {
    wallets: typeof import('../wallets.ts')
    shares: import('./storage.ts').ShareStorage
    /** All values of a store of the database. */
    dump(store: string): Promise<unknown[]>
    /** The wallets of Ada, whose session token is given. */
    partyOf(options: { baseUrl: string; environmentId: string; token: string }): import('../wallets.ts').WalletParty
  }
}

let browser: Browser
let site: Server
let context: BrowserContext

const script = `
  import { bearer, createTransport } from './index.ts'
  import * as wallets from './wallets.ts'
  const open = () => new Promise((resolve) => {
    const request = indexedDB.open('latchkey-shares')
    request.onsuccess = () => resolve(request.result)
  })
  const dump = async (store) => {
    const database = await open()
    const request = database.transaction(store).objectStore(store).getAll()
    await new Promise((resolve) => (request.onsuccess = resolve))
    database.close()
    return request.result
  }
  const shares = wallets.indexedDbShares()
  const partyOf = ({ token, ...options }) => wallets.createWalletParty({
    client: createTransport({ ...options, auth: bearer(token), retry: false }),
    engine: wallets.relayEngine(),
    storage: shares,
  })
  Object.assign(window, { wallets, shares, dump, partyOf })`

beforeAll(async () => {
  browser = await openBrowser()
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: `${import.meta.dirname}/..`, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions: ['@latchkey/source'],
  })
  site = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? outputFiles[0]?.contents : '<!doctype html><script type="module" src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  await browser?.close()
  site?.close()
})

beforeEach(async () => {
  context = await browser.newContext()
  onTestFinished(() => context.close())
})

async function openPage(host = 'localhost'): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`http://${host}:${(site.address() as AddressInfo).port}/`)
  await page.waitForFunction(() => 'shares' in window)
  return page
}

describe('indexedDbShares() in Chromium', () => {
  it('keeps shares over a reload, and for all pages of the origin', async () => {
    const page = await openPage()
    await page.evaluate(async () => {
      await window.shares.set('wallet.1', 'one')
      await window.shares.set('wallet.2', 'two')
      await window.shares.set('ceremony.1', 'three')
      await window.shares.remove('wallet.2')
    })
    await page.reload()
    await page.waitForFunction(() => 'shares' in window)
    expect(await page.evaluate(() => window.shares.get('wallet.1'))).toBe('one')
    const other = await openPage()
    expect(await other.evaluate(() => window.shares.get('wallet.1'))).toBe('one')
    expect(await other.evaluate(() => window.shares.get('wallet.2'))).toBeUndefined()
    expect(await other.evaluate(() => window.shares.keys('wallet.'))).toEqual(['wallet.1'])
  })

  it('gives pages of another origin nothing', async () => {
    await (await openPage()).evaluate(() => window.shares.set('wallet.1', 'one'))
    const other = await openPage('127.0.0.1')
    expect(await other.evaluate(() => window.shares.keys(''))).toEqual([])
  })

  it('encrypts under a key that cannot be read, and has one key when two pages begin at once', async () => {
    const pages = [await openPage(), await openPage()]
    await Promise.all(
      pages.map((page, i) => page.evaluate((key) => window.shares.set(key, 'the-secret-share'), `wallet.${i}`)),
    )
    const [page] = pages as [Page]
    const stored = await page.evaluate(async () => {
      const keys = (await window.dump('keys')) as CryptoKey[]
      const values = (await window.dump('values')) as { iv: Uint8Array; ct: ArrayBuffer }[]
      const texts = values.map(({ ct }) => new TextDecoder('latin1').decode(ct))
      const readings = await Promise.all(
        keys.map((key) => crypto.subtle.exportKey('raw', key).catch(({ name }) => name)),
      )
      return { texts, readings, isAgain: values[0]?.iv.join() === values[1]?.iv.join() }
    })
    expect(stored.readings).toEqual(['InvalidAccessError'])
    expect(stored.texts).toHaveLength(2)
    expect(stored.texts.join()).not.toContain('secret')
    expect(stored.isAgain).toBe(false)
    expect(await page.evaluate(() => window.shares.get('wallet.1'))).toBe('the-secret-share')
  })

  it('does not open a value under the name of another one', async () => {
    const page = await openPage()
    const outcome = await page.evaluate(async () => {
      await window.shares.set('wallet.1', 'one')
      const [value] = await window.dump('values')
      const request = indexedDB.open('latchkey-shares')
      await new Promise((resolve) => (request.onsuccess = resolve))
      const transaction = request.result.transaction('values', 'readwrite')
      transaction.objectStore('values').put(value, 'wallet.2')
      await new Promise((resolve) => (transaction.oncomplete = resolve))
      request.result.close()
      return Promise.resolve(window.shares.get('wallet.2')).catch(({ name }) => name)
    })
    expect(outcome).toBe('OperationError')
  })

  it('opens the database again after another page has deleted it', async () => {
    const page = await openPage()
    await page.evaluate(() => window.shares.set('wallet.1', 'one'))
    await (
      await openPage()
    ).evaluate(async () => {
      const request = indexedDB.deleteDatabase('latchkey-shares')
      await new Promise((resolve) => (request.onsuccess = resolve))
    })
    expect(await page.evaluate(() => window.shares.get('wallet.1'))).toBeUndefined()
    await page.evaluate(() => window.shares.set('wallet.1', 'new'))
    expect(await page.evaluate(() => window.shares.get('wallet.1'))).toBe('new')
  })
})

describe('an embedded wallet in Chromium', () => {
  /** A service of another origin, and a session of Ada. */
  async function startService() {
    const service = await startServer({ seed: 'pages' })
    onTestFinished(() => service.close())
    await service.mock.create.provider({ provider: 'dynamic' })
    const { id } = await service.mock.create.user({ email: 'ada@example.com' })
    const { token } = await service.mock.signIn(id)
    return { baseUrl: service.url, environmentId: service.mock.defaults.environments.sandbox.id, token }
  }

  /** Signs with the only wallet of the page. */
  const sign = (page: Page, options: Awaited<ReturnType<typeof startService>>) =>
    page.evaluate(async (session) => {
      const party = window.partyOf(session)
      const [listed] = await party.list()
      const wallet = await party.get(listed?.id ?? '')
      const signature = await window.wallets.toViemAccount(wallet).signMessage({ message: 'hello' })
      return { address: wallet.address as `0x${string}`, message: 'hello', signature }
    }, options)

  it('signs after a reload, with the service on another origin', async () => {
    const options = await startService()
    const page = await openPage()
    await page.evaluate(async (session) => void (await window.partyOf(session).create({ chain: 'EVM' })), options)
    await page.reload()
    await page.waitForFunction(() => 'shares' in window)
    expect(await verifyMessage(await sign(page, options))).toBe(true)
  })

  it('is finished after a reload in the middle of its key generation', async () => {
    const options = await startService()
    const page = await openPage()
    let posts = 0
    // The second message reaches the relay, and its answer never comes.
    await context.route('**/messages', async (route) => {
      posts += 1
      const response = await route.fetch()
      if (posts !== 2) await route.fulfill({ response })
    })
    await page.evaluate((session) => void window.partyOf(session).create({ chain: 'EVM' }), options)
    await expect.poll(() => posts).toBe(2)
    await page.reload()
    await page.waitForFunction(() => 'shares' in window)
    expect(await page.evaluate(async (session) => (await window.partyOf(session).resume()).length, options)).toBe(1)
    expect(await verifyMessage(await sign(page, options))).toBe(true)
  })
})
