import { createServer, request as sendRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openBrowser } from '@latchkey/chromium/browser'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectMock } from '../../src/control/remote/connectMock.ts'
import type { RemoteMock } from '../../src/control/remote/remoteMock.ts'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { appScript, askIn, namesIn } from './appPages.ts'

// The script of a server in pages under a strict content security policy, by each way in which it comes there.

let app: Server
let browser: Browser
let context: BrowserContext
let page: Page
let server: MockServer
let mock: RemoteMock
/** The lines in the console of the page. */
let lines: string[]
const home = () => `http://127.0.0.1:${(app.address() as AddressInfo).port}`

/** Serves a page with the policy and the script of its query, and passes all below `/proxied` on to the mock. */
function serveStrictApp(): Server {
  return createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://app')
    if (pathname.startsWith('/proxied/')) {
      const { method = 'GET', headers } = request
      const url = server.url + pathname.slice('/proxied'.length)
      const passed = sendRequest(url, { method, headers }, (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
      })
      passed.on('error', () => response.destroy())
      request.pipe(passed)
      return
    }
    if (pathname === '/app.js')
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(appScript)
    const source = searchParams.get('script')
    const policy = searchParams.get('policy') ?? ''
    const name = `content-security-policy${searchParams.has('report') ? '-report-only' : ''}`
    response.writeHead(200, { 'content-type': 'text/html', [name]: policy })
    const element = source ? `<script src="${source}"></script>` : ''
    response.end(`<!doctype html><title>App</title>${element}<script src="/app.js"></script>`)
  })
}

beforeAll(async () => {
  app = serveStrictApp()
  await new Promise<void>((resolve) => void app.listen(0, '127.0.0.1', resolve))
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  app?.closeAllConnections()
  app?.close()
})

beforeEach(async () => {
  server = await startServer({ seed: 'wallets under a policy' })
  mock = await connectMock(server.url)
  context = await browser.newContext()
  context.setDefaultTimeout(60_000)
  page = await context.newPage()
  lines = []
  page.on('console', (message) => lines.push(message.text()))
})

afterEach(async () => {
  await context.close()
  await server.close()
})

const scriptUrl = (base = server.url, query = '') => `${base}/__mock/wallets.js${query}`

/** Does as other tools do: each document of the context runs the script first. */
async function inject(query = ''): Promise<void> {
  const response = await fetch(scriptUrl(server.url, query))
  await context.addInitScript({ content: await response.text() })
}

interface Opened {
  readonly policy: string
  readonly script?: string
  readonly report?: ''
}

const open = (query: Opened) => page.goto(`${home()}/?${new URLSearchParams({ ...query })}`)
const strict = (more = '') => `default-src 'none'; script-src 'self'; connect-src 'self' ${more}`
/** The lines of the console that are of the wallets. Browsers have lines of their own for what they block. */
const ownLines = () => lines.filter((line) => line.startsWith('[latchkey]'))

/** A person who refuses once and then agrees, in a page that is loaded again. */
async function useWallet(wallet: Awaited<ReturnType<RemoteMock['wallets']['browser']>>): Promise<void> {
  await wallet.refuseNext()
  expect(await askIn(page, 'eth_requestAccounts')).toMatchObject({ code: 4001 })
  const accounts = await wallet.accounts
  expect(await askIn(page, 'eth_requestAccounts')).toEqual(accounts)
  expect(await askIn(page, 'personal_sign', '0x68656c6c6f', accounts[0])).toMatch(/^0x[\da-f]{130}$/)
  await page.reload()
  expect(await askIn(page, 'eth_accounts')).toEqual(accounts)
  expect(await wallet.connections).toEqual([home()])
  expect(ownLines()).toEqual([])
}

describe('a page that may only call itself and the mock', () => {
  it('has a wallet that a tool injects', async () => {
    const wallet = await mock.wallets.browser()
    await inject()
    await open({ policy: strict(server.url) })
    await useWallet(wallet)
  })

  it('has a wallet by an element, if the policy lets it load scripts of the mock', async () => {
    const wallet = await mock.wallets.browser()
    const policy = `default-src 'none'; script-src 'self' ${server.url}; connect-src 'self' ${server.url}`
    await open({ policy, script: scriptUrl() })
    await useWallet(wallet)
  })

  it('has no wallet by an element, if the policy does not', async () => {
    await mock.wallets.browser()
    await open({ policy: strict(server.url), script: scriptUrl() })
    expect(await namesIn(page)).toEqual([])
    expect(lines).toEqual([expect.stringContaining('script-src')])
  })
})

describe('a page that may only call itself', () => {
  const sentence = () =>
    `The content security policy of this page keeps it from its wallets: add ${server.url} to \`connect-src\`.`

  it('is told by its console, once, what its policy lacks, and so is the app', async () => {
    const wallet = await mock.wallets.browser()
    await inject()
    await open({ policy: strict() })
    const refusal = { code: 4900, message: `The wallet is out of reach: ${sentence()}` }
    expect(await askIn(page, 'eth_requestAccounts')).toMatchObject(refusal)
    expect(await askIn(page, 'eth_requestAccounts')).toMatchObject(refusal)
    expect(ownLines()).toEqual([`[latchkey] ${sentence()}`])
    // The browser writes a line for each message that it blocks: the first of the wallets, and that of the app.
    expect(lines.length).toBeLessThanOrEqual(3)
    expect(await wallet.connections).toEqual([])
  })

  it('has a wallet by an element with a URL of its own, which a proxy passes on to the mock', async () => {
    const wallet = await mock.wallets.browser()
    await open({ policy: strict(), script: '/proxied/__mock/wallets.js' })
    await useWallet(wallet)
  })

  it('has the wallets of a world by such an element, and no others', async () => {
    await mock.wallets.browser({ name: 'Of the server' })
    const wallet = await (await mock.world('ada')).wallets.browser({ name: 'Of Ada' })
    await open({ policy: strict(), script: '/proxied/w/ada/__mock/wallets.js' })
    expect(await namesIn(page)).toEqual(['Of Ada'])
    await useWallet(wallet)
  })

  it('has a wallet that a tool injects, if the tool names the URL of the proxy', async () => {
    const wallet = await mock.wallets.browser()
    await inject(`?base=${home()}/proxied/`)
    await open({ policy: strict() })
    await useWallet(wallet)
  })
})

it('a policy that only reports is no reason for a line in the console', async () => {
  const wallet = await mock.wallets.browser()
  await inject()
  await open({ policy: strict(), report: '' })
  await vi.waitFor(() => expect(lines.length).toBeGreaterThan(0))
  await useWallet(wallet)
})

it.each(['localhost:5173', 'ftp://localhost', 'http://', 'http://localhost/?key=1', ''])(
  'the script is refused for the base "%s", with a sentence',
  async (base) => {
    const response = await fetch(scriptUrl(server.url, `?base=${encodeURIComponent(base)}`))
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: expect.stringContaining('The parameter "base" of the script is the URL'), code: 'bad_request' },
    ])
  },
)
