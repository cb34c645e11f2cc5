import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { launchArguments, launchEnvironment, unpackChromium } from '@latchkey/chromium'
import { build } from 'esbuild'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { mediansOf, prepared } from '../measure.ts'
import { ratio, type Row, size } from '../row.ts'
import { callsBy, hundredCalls } from '../testFileCalls.ts'

const starts = 16

/** Starts the page's worker and has it answer one request. */
const withMock = `
  import { http, HttpResponse } from 'msw'
  import { setupWorker } from 'msw/browser'
  import { startWorkerMock } from '@latchkey/mock/browser'

  const { mock } = await startWorkerMock({ http, HttpResponse, setupWorker }, { quiet: true, start: { quiet: true } })
  const response = await fetch(mock.baseUrl + '/api/v0/sdk/' + mock.defaults.environments.sandbox.id + '/settings')
  document.title = response.ok ? 'answered' : await response.text()
  window.callHundred = async () => {
    ${callsBy('fetch')}
    ${hundredCalls}
  }`

const withHandler = `
  import { http, HttpResponse } from 'msw'
  import { setupWorker } from 'msw/browser'

  await setupWorker(http.get('https://api.example.com/settings', () => HttpResponse.json({}))).start({ quiet: true })
  const response = await fetch('https://api.example.com/settings')
  document.title = response.ok ? 'answered' : await response.text()
  window.callHundred = async () => {
    for (let count = 0; count < 100; count += 1) await (await fetch('https://api.example.com/settings')).json()
  }`

/** A page as a bundler makes it: the script, and what it loads later. */
async function writePage(folder: string, name: string, contents: string): Promise<void> {
  await build({
    stdin: { contents, resolveDir: import.meta.dirname, sourcefile: `${name}.js` },
    entryNames: name,
    chunkNames: `${name}-[hash]`,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    outdir: folder,
    // Outside of node_modules it warns of each import that tree shaking drops.
    logLevel: 'error',
  })
  writeFileSync(join(folder, `${name}.html`), `<!doctype html><script type="module" src="/${name}.js"></script>`)
}

const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript' }

/** Serves the files of a folder, and notes how many bytes of scripts were fetched, compressed. */
async function serve(folder: string, fetched: Map<string, number>): Promise<Server> {
  const server = createServer((request, response) => {
    const name = basename(request.url ?? '')
    try {
      const file = readFileSync(join(folder, name))
      fetched.set(name, gzipSync(file, { level: 9 }).length)
      response.setHeader('content-type', types[name.split('.').at(-1) ?? ''] ?? 'text/plain')
      response.end(file)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Measures the cost of the mock in a page: bytes, and the time from opening the page to the first answer. */
export async function workerPage(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-page-'))
  const fetched = new Map<string, number>()
  await writePage(folder, 'mock', withMock)
  await writePage(folder, 'handler', withHandler)
  const script = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
  writeFileSync(join(folder, 'mockServiceWorker.js'), readFileSync(script))
  const server = await serve(folder, fetched)
  const executablePath = await unpackChromium()
  const browser = await chromium.launch({ executablePath, args: launchArguments, env: launchEnvironment() })
  async function open(name: string, context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}.html`)
    await page.waitForFunction("document.title === 'answered'")
    return page
  }
  const opening = (name: string) =>
    prepared(
      () => browser.newContext(),
      async (context) => {
        await open(name, context)
        await context.close()
      },
    )
  const calling = (name: string) =>
    prepared(
      async () => open(name, await browser.newContext()),
      async (page) => {
        await page.evaluate('callHundred()')
        await page.context().close()
      },
    )
  try {
    const times = await mediansOf(starts, { mock: opening('mock'), handler: opening('handler') })
    const bytesOf = (name: string) =>
      [...fetched].reduce((sum, [file, bytes]) => sum + (file.startsWith(name) && file.endsWith('.js') ? bytes : 0), 0)
    const [ours, peer] = [bytesOf('mock'), bytesOf('handler')]
    const calls = await mediansOf(starts, { mock: calling('mock'), handler: calling('handler') })
    const beside = `${(peer / 1000).toFixed(1)} kB msw with one handler`
    return [
      size('page with startWorkerMock, to the first answer', ours - peer, { limit: 500_000, peer: beside }),
      ratio({
        what: 'page with startWorkerMock, to the first answer',
        ours: times.mock,
        peer: times.handler,
        name: 'msw with one handler',
        limit: 2.2,
      }),
      ratio({
        what: '100 further calls of a fresh page with startWorkerMock, with 25 sessions',
        ours: calls.mock,
        peer: calls.handler,
        name: 'msw with one handler',
        limit: 2.5,
      }),
    ]
  } finally {
    await browser.close()
    server.close()
    rmSync(folder, { recursive: true })
  }
}
