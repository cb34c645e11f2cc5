import { openBrowser } from '@latchkey/chromium/browser'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectMock } from '../../src/control/remote/connectMock.ts'
import type { RemoteMock } from '../../src/control/remote/remoteMock.ts'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { askIn, namesIn, serveApp } from './appPages.ts'

// The wallets of the worlds of a server.

let app: Awaited<ReturnType<typeof serveApp>>
let browser: Browser
let context: BrowserContext
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
  server = await startServer({ seed: 'wallets of worlds' })
  mock = await connectMock(server.url)
  context = await browser.newContext()
  context.setDefaultTimeout(60_000)
})

afterEach(async () => {
  await context.close()
  await server.close()
})

const readScript = async (base: string) => (await fetch(`${base}/__mock/wallets.js`)).text()
const urlIn = (script: string) => /"url":"([^"]+)"/.exec(script)?.[1] ?? ''

/** The pages with access to each wallet of a world. */
async function connectionsOf(name: string): Promise<string[][]> {
  const response = await fetch(`${server.url}/w/${name}/__mock/v1/wallets/browser`)
  const { wallets } = (await response.json()) as { wallets: { connections: string[] }[] }
  return wallets.map(({ connections }) => connections)
}

/** Opens a page that has injected the scripts of these worlds. */
async function openPage(...names: string[]) {
  const page = await context.newPage()
  for (const name of names) await page.addInitScript({ content: await readScript(`${server.url}/w/${name}`) })
  await page.goto(home())
  return page
}

describe('a world that is created with wallets', () => {
  it('has one of each chain from the start, and other ones after a reset', async () => {
    const ada = await mock.worlds.create('ada', { wallets: ['EVM', 'SOL'] })
    const page = await openPage('ada')
    expect(await namesIn(page)).toEqual(['Test wallet (EVM)'])
    expect(await askIn(page, 'eth_requestAccounts')).toEqual([expect.stringMatching(/^0x[\da-f]{40}$/)])
    const before = await readScript(ada.baseUrl)
    expect(before).toContain('solana:signIn')
    await ada.reset()
    await vi.waitFor(async () => expect(await readScript(ada.baseUrl)).toContain('solana:signIn'))
    const ids = (script: string) => Array.from(script.matchAll(/"id":"([\da-f-]{36})"/g), ([, id]) => id)
    expect(ids(before)).toHaveLength(2)
    for (const id of ids(before)) expect(await readScript(ada.baseUrl)).not.toContain(id)
  })

  it('keeps them from the server and from other worlds, whose keys do not open it', async () => {
    await mock.worlds.create('ada', { wallets: ['EVM'] })
    await mock.worlds.create('bob', { wallets: ['EVM'] })
    const [page, other] = [await openPage('ada'), await openPage('bob')]
    const [first, second] = [await askIn(page, 'eth_requestAccounts'), await askIn(other, 'eth_accounts')]
    expect([first, second]).toEqual([[expect.any(String)], []])
    expect([await connectionsOf('ada'), await connectionsOf('bob')]).toEqual([[[home()]], [[]]])
    expect(await readScript(server.url)).not.toContain('Test wallet')
    const [adas, bobs] = [
      urlIn(await readScript(`${server.url}/w/ada`)),
      urlIn(await readScript(`${server.url}/w/bob`)),
    ]
    const foreign = `${server.url}/w/ada/__mock/wallets/${bobs.split('/').at(-1)}`
    const send = (url: string) =>
      fetch(url, { method: 'POST', headers: { origin: home() }, body: '{"page":"a","wallets":[]}' })
    expect((await send(foreign)).status).toBe(403)
    expect(adas).not.toBe(bobs)
  })

  it('shares a page with another world, without sharing access', async () => {
    await mock.worlds.create('ada', { wallets: ['EVM'] })
    await mock.worlds.create('bob', { wallets: ['EVM'] })
    const page = await openPage('ada', 'bob')
    expect(await namesIn(page)).toHaveLength(2)
    const connected = await askIn(page, 'eth_requestAccounts')
    const accounts = await page.evaluate(async () => {
      const { found } = globalThis as unknown as { found: { provider: { request(r: object): Promise<unknown> } }[] }
      return found[1]?.provider.request({ method: 'eth_accounts' })
    })
    expect([connected, accounts]).toEqual([[expect.any(String)], []])
  })

  it('is not created for a chain that there is not', async () => {
    const options: object = { wallets: ['EVM', 'DOGE'] }
    await expect(mock.worlds.create('ada', options)).rejects.toThrow('wallets.1 must be one of EVM, ')
    expect(await mock.worlds.list()).toEqual([])
  })
})

it('a world that is created without wallets has none, whatever the server has', async () => {
  await mock.wallets.browser({ name: 'Of the server' })
  const ada = await mock.worlds.create('ada')
  expect(urlIn(await readScript(ada.baseUrl))).toContain('/w/ada/__mock/wallets/')
  expect(await namesIn(await openPage('ada'))).toEqual([])
})
