import { openBrowser } from '@latchkey/chromium/browser'
import { build } from 'esbuild'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPageWallets } from '../../src/kits/pageWallets.ts'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { serveApp } from './appPages.ts'

// Wallets that pages reach by messages, in a real browser, whose messages have a source.

const providerId = '01938c5e-8b02-7d4e-9f0a-1b2c3d4e5f01'

/** The libraries of an app, and functions that call them. */
const script = `
  import { AVMWebClient } from '@agoralabs-sh/avm-web-provider'
  import * as fcl from '@onflow/fcl'

  const client = AVMWebClient.init()
  const reply = (listen, send) =>
    new Promise((resolve) => {
      listen.call(client, ({ error, result }) => resolve(error ?? result))
      send()
    })
  globalThis.walletApp = {
    enable: (params) => reply(client.onEnable, () => client.enable(params)),
    signMessage: (params) => reply(client.onSignMessage, () => client.signMessage(params)),
    async authenticate() {
      const [{ endpoint }] = window.fcl_extensions
      fcl.config({ 'flow.network': 'mainnet', 'discovery.wallet': endpoint, 'discovery.wallet.method': 'EXT/RPC' })
      return (await fcl.authenticate()).addr
    },
    signUserMessage: (message) => fcl.currentUser.signUserMessage(message),
  }`

interface App {
  enable(params: object): Promise<unknown>
  signMessage(params: object): Promise<unknown>
  authenticate(): Promise<string | null>
  signUserMessage(message: string): Promise<unknown>
}

let served: Awaited<ReturnType<typeof serveApp>>
let browser: Browser
let bundle: string
let context: BrowserContext
let page: Page
let mock: Mock
let opened: ReturnType<typeof open>

const open = () => createPageWallets(context as never, mock.wallets.browser)

beforeAll(async () => {
  const resolveDir = import.meta.dirname
  // As the bundlers of apps do for libraries that are written for Node as well.
  const define = { global: 'globalThis', 'process.env.NODE_ENV': '"production"', 'process.env': '{}' }
  const options = {
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    logLevel: 'error',
    define,
  } as const
  const { outputFiles } = await build({ stdin: { contents: script, resolveDir }, ...options })
  bundle = outputFiles[0]?.text ?? ''
  served = await serveApp()
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  served?.end()
})

beforeEach(async () => {
  context = await browser.newContext()
  context.setDefaultTimeout(60_000)
  page = await context.newPage()
  mock = createMock({ seed: 'messages in pages' })
  opened = open()
})

afterEach(async () => {
  opened.end()
  await context.close()
})

async function openApp(): Promise<void> {
  await page.goto(served.origin('127.0.0.1'))
  await page.addScriptTag({ content: bundle })
}

const call = (name: keyof App, argument?: unknown) =>
  page.evaluate(
    ([method, value]) => {
      const app = Reflect.get(globalThis as object, 'walletApp') as Record<string, (value: unknown) => Promise<unknown>>
      return app[String(method)]?.(value)
    },
    [name, argument],
  )

describe('a wallet in a page of Chromium', () => {
  it('answers the messages of ARC-0027, and refuses as the person does', async () => {
    const wallet = await opened.wallets.browser({ chain: 'ALGO', providerId })
    await openApp()
    const [address] = wallet.accounts
    expect(await call('enable', { providerId })).toMatchObject({ accounts: [{ address }], providerId })
    const asked = { providerId, message: 'hello', signer: address }
    expect(await call('signMessage', asked)).toMatchObject({ signature: expect.stringMatching(/=$/), signer: address })
    wallet.refuseNext()
    expect(await call('signMessage', asked)).toMatchObject({ code: 4001, name: 'MethodCanceledError' })
  })

  it('is an extension of FCL, and refuses as the person does', async () => {
    const wallet = await opened.wallets.browser({ chain: 'FLOW' })
    await openApp()
    const [address] = wallet.accounts
    expect(await call('authenticate')).toBe(address)
    expect(await call('signUserMessage', '68656c6c6f')).toMatchObject([{ addr: address, keyId: 0 }])
    wallet.refuseNext()
    expect(await call('signUserMessage', '68656c6c6f')).toMatch(/^Declined/)
    expect(wallet.requests.map(({ origin }) => origin)).toEqual(wallet.requests.map(() => served.origin('127.0.0.1')))
  })

  it('does not hear the messages of a frame, which would speak in the name of the page', async () => {
    const wallet = await opened.wallets.browser({ chain: 'FLOW' })
    await openApp()
    await call('authenticate')
    const data = await page.evaluate(() => Reflect.get(globalThis, 'fcl_extensions')[0].data)
    const message = {
      type: 'FCL:VIEW:READY:RESPONSE',
      body: { message: '00', data: { ...data, address: wallet.accounts[0] } },
      service: { type: 'user-signature', data },
    }
    const text = `<script>parent.postMessage(${JSON.stringify(message)}, '*')</script>`
    await page.evaluate(
      (content) =>
        new Promise<void>((resolve) => {
          addEventListener('message', () => resolve(), { once: true })
          const frame = document.createElement('iframe')
          frame.srcdoc = content
          document.body.append(frame)
        }),
      text,
    )
    // The wallet answers what comes later, from the page itself.
    expect(await call('signUserMessage', '68656c6c6f')).toHaveLength(1)
    expect(wallet.requests.map(({ text: asked }) => asked)).toEqual([undefined, 'hello'])
  })
})
