import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { launchArguments, launchEnvironment, unpackChromium } from '@latchkey/chromium'
import { createMock } from '@latchkey/mock'
import { startServer } from '@latchkey/mock/node'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { installPackages } from '../installPackages.ts'
import { median } from '../measure.ts'
import { ratio, type Row, size } from '../row.ts'

const run = promisify(execFile)
const bench = fileURLToPath(new URL('../..', import.meta.url))
const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js')

/** Calls of each kind. The first quarter warms everything up. */
const calls = 400
/** Tests of each kind. The first ones warm the browser up. */
const [tests, warmUps] = [40, 10]

/** The script that puts wallets of EVM and Solana into pages, compressed. */
async function scriptSize(): Promise<Row> {
  const mock = createMock()
  const server = await startServer(mock)
  await mock.wallets.browser({ chain: 'EVM' })
  await mock.wallets.browser({ chain: 'SOL' })
  const script = await (await fetch(`${server.url}/__mock/wallets.js`)).bytes()
  await server.close()
  return size('script that puts wallets of EVM and Solana into a page', gzipSync(script, { level: 9 }).length, {
    limit: 15_000,
  })
}

/** A signature that a page in Chromium asks for, beside viem's in this process and a question that needs no key. */
async function signature(): Promise<Row> {
  const mock = createMock()
  const server = await startServer(mock)
  await mock.wallets.browser()
  const script = await (await fetch(`${server.url}/__mock/wallets.js`)).text()
  const pages = createServer((_, response) => void response.setHeader('content-type', 'text/html').end('<p>app</p>'))
  const executablePath = await unpackChromium()
  const browser = await chromium.launch({ executablePath, args: launchArguments, env: launchEnvironment() })
  try {
    const page = await browser.newPage()
    await page.addInitScript(script)
    await page.goto(await urlOf(pages))
    const account = privateKeyToAccount(generatePrivateKey())
    const times = { signing: [] as number[], asking: [] as number[], viem: [] as number[] }
    // By turns, so that none of the three is measured while nothing else happens.
    for (let call = 0; call < calls; call++) {
      times.signing.push(await page.evaluate(timeOf, 'personal_sign'))
      times.asking.push(await page.evaluate(timeOf, 'eth_chainId'))
      const start = performance.now()
      await account.signMessage({ message: 'hello' })
      times.viem.push(performance.now() - start)
    }
    const medianOf = (name: keyof typeof times) => median(times[name].slice(calls / 4))
    const [signing, asking, viem] = [medianOf('signing'), medianOf('asking'), medianOf('viem')]
    return ratio({
      what: 'browser wallet: a signature through a page',
      ours: signing,
      peer: 2 * viem + asking,
      name: "twice viem's local account, and a round trip of the page",
      limit: 1.1,
    })
  } finally {
    await browser.close()
    pages.close()
    await server.close()
  }
}

/** Runs in the page. @returns The time of a request to its wallet, in milliseconds */
async function timeOf(method: string): Promise<number> {
  interface Found extends Event {
    readonly detail: { readonly provider: { request(call: object): Promise<unknown> } }
  }
  const { provider } = await new Promise<Found['detail']>((resolve) => {
    addEventListener('eip6963:announceProvider', (event) => resolve((event as Found).detail), { once: true })
    dispatchEvent(new Event('eip6963:requestProvider'))
  })
  const [address] = (await provider.request({ method: 'eth_requestAccounts' })) as string[]
  const params = method === 'personal_sign' ? ['0x68656c6c6f', address] : []
  const start = performance.now()
  await provider.request({ method, params })
  return performance.now() - start
}

async function urlOf(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An app that signs people in by a code, or by a wallet. */
const app = `
  import { createTransport } from '@latchkey/client'
  import { fromEip1193 } from '@latchkey/client/browser-wallets'
  import { createSession, sendEmailCode, signInWithEmailCode, signInWithWallet } from '@latchkey/client/session'

  const baseUrl = 'https://api.example.com'
  const environmentId = document.body.dataset.environment
  const session = createSession({ api: createTransport({ baseUrl, environmentId }) })
  const find = (id) => document.getElementById(id)
  let sent
  find('send').onclick = async () => {
    sent = (await sendEmailCode(session, { email: find('email').value })).verificationUUID
    find('code').disabled = false
  }
  const show = () => (find('status').textContent = session.state)
  find('confirm').onclick = async () => {
    await signInWithEmailCode(session, { verificationUUID: sent, verificationToken: find('code').value })
    show()
  }
  find('wallet').onclick = async () => {
    await signInWithWallet(session, { wallet: fromEip1193(window.ethereum) })
    show()
  }`

const appPage = (environment: string) => `<!doctype html><body data-environment="${environment}">
  <input id="email"><button id="send">Send code</button><input id="code" disabled><button id="confirm">Sign in</button>
  <button id="wallet">Use a wallet</button><p id="status" role="status"></p>
  <script type="module" src="/app.js"></script>`

const spec = `
  import { expect, test } from '@latchkey/mock/playwright'

  const signedIn = (page) => expect(page.getByRole('status')).toHaveText('signedIn')
  for (let index = 0; index < ${tests}; index++) {
    test('by code ' + index, async ({ page, inbox }) => {
      await page.goto('/')
      await page.locator('#email').fill('ada@example.com')
      await page.locator('#send').click()
      const { code } = await inbox.email('ada@example.com')
      await page.locator('#code').fill(code)
      await page.locator('#confirm').click()
      await signedIn(page)
    })
    test('by wallet ' + index, async ({ page, wallets }) => {
      await wallets.browser({ windowEthereum: true })
      await page.goto('/')
      await page.locator('#wallet').click()
      await signedIn(page)
    })
  }`

interface Report {
  readonly suites: readonly { readonly specs: readonly SpecReport[] }[]
}

interface SpecReport {
  readonly title: string
  readonly ok: boolean
  readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[]
}

/** Tests of Playwright that sign in by a wallet, beside those that do by a code in the mail. They alternate. */
async function playwrightTests(): Promise<Row> {
  // Inside of the package, so that the files find Playwright.
  const folder = mkdtempSync(join(bench, '.pages-'))
  const bundle = await build({
    stdin: { contents: app, resolveDir: bench },
    bundle: true,
    format: 'esm',
    write: false,
    platform: 'browser',
  })
  const script = bundle.outputFiles[0]?.contents ?? new Uint8Array()
  const { id } = createMock().defaults.environments.sandbox
  const server = createServer((request, response) => {
    const isScript = request.url === '/app.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html').end(isScript ? script : appPage(id))
  })
  try {
    const launchOptions = { executablePath: await unpackChromium(), args: launchArguments, env: launchEnvironment() }
    const latchkey = { apiUrl: 'https://api.example.com', mock: { providers: ['emailOnly'] } }
    const use = { baseURL: await urlOf(server), latchkey, launchOptions }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const config = { testDir: 'tests', workers: 1, reporter: 'json', use }
    writeFileSync(join(folder, 'playwright.config.js'), `export default ${JSON.stringify(config)}`)
    mkdirSync(join(folder, 'tests'))
    writeFileSync(join(folder, 'tests/signIn.spec.js'), spec)
    installPackages(folder, ['@latchkey/mock'])
    const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: 'report.json' }
    await run(process.execPath, [playwright, 'test'], { cwd: folder, env })
    const { suites } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report
    const specs = suites.flatMap((suite) => suite.specs)
    const timeOf = (kind: string) =>
      median(
        specs
          .filter(({ title }) => title.startsWith(kind))
          .slice(warmUps)
          .map(({ tests: [test] }) => test?.results[0]?.duration ?? Number.NaN),
      )
    return ratio({
      what: 'Playwright: a test that signs in by a wallet',
      ours: timeOf('by wallet'),
      peer: timeOf('by code'),
      name: 'by a code in the mail',
      limit: 1.3,
    })
  } finally {
    server.close()
    rmSync(folder, { recursive: true })
  }
}

/** Wallets that stand in pages: what they weigh, and what a signature and a sign-in by one of them take. */
export const pageWallets = async (): Promise<Row[]> => [await scriptSize(), await signature(), await playwrightTests()]
