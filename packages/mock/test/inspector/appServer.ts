import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { openBrowser } from '@latchkey/chromium/browser'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { browserBuild } from '../hosts/browserBuild.ts'

const entry = new URL('app/mockApp.ts', import.meta.url).pathname
const serviceWorker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')

export interface AppPage {
  readonly page: Page
  /** The URLs that the page and its service worker have asked the network for. */
  readonly requests: readonly string[]
}

interface AppPageOptions {
  /** The page's body after the script of the inspector. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the content security policy is expected to refuse something. */
  readonly isRefused?: boolean
}

/** A server of an app whose pages have the inspector's element. Each fault in a page fails the test. */
export function createAppServer() {
  const faults: string[] = []
  let files: ReadonlyMap<string, readonly [type: string, text: string]>
  let served: AppPageOptions = {}
  let browser: Browser
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://app').pathname
    const [type, text] = files.get(path) ?? ['text/html', pageOf(served)]
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, ...(type === 'text/html' && served.headers) })
    response.end(text)
  })
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  beforeAll(async () => {
    files = new Map([
      ['/inspector.js', ['text/javascript', inject('inspector')]],
      ['/mockServiceWorker.js', ['text/javascript', readFileSync(serviceWorker, 'utf8')]],
      ...(await bundleApp()),
    ])
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    browser = await openBrowser()
    // Bundling the whole mock takes its time on a machine that is busy.
  })
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
    expect(faults.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await browser.close()
    server.close()
  })

  return {
    get url() {
      return url()
    },
    /** Opens a page with the inspector and, as `app`, with what mockApp.ts gives it. */
    async open(options: AppPageOptions = {}): Promise<AppPage> {
      served = options
      const context = await browser.newContext()
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      const requests: string[] = []
      context.on('request', (request) => requests.push(request.url()))
      page.on('pageerror', ({ message }) => faults.push(message))
      page.on('console', (message) => {
        if (!options.isRefused && message.text().includes('Content Security Policy')) faults.push(message.text())
      })
      await page.goto(url())
      await page.waitForFunction(() => 'app' in globalThis)
      return { page, requests }
    },
  }
}

/** The app in several modules, by their paths. */
async function bundleApp(): Promise<[string, [string, string]][]> {
  const { outputFiles } = await build({
    ...browserBuild,
    entryPoints: { app: entry },
    outdir: '/',
  })
  return outputFiles.map(({ path, text }) => [path, ['text/javascript', text]])
}

function pageOf({ body = '' }: AppPageOptions): string {
  const scripts = ['app.js', 'inspector.js'].map((name) => `<script type="module" src="/${name}"></script>`)
  return `<!doctype html><html lang="en"><title>App</title><body>${body}${scripts.join('')}</body></html>`
}
