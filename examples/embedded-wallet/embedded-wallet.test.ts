import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '@latchkey/chromium/browser'
import { type MockServer, startServer } from '@latchkey/mock/node'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { privateKeyToAccount } from 'viem/accounts'
import { build, type InlineConfig, preview } from 'vite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sponsorBatches } from './src/mock/sponsorBatches.ts'

// A person at the page, in a real browser: what is clicked, typed and read is what a person would.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } })

const chainId = 8453
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const otherReceiver = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const password = 'correct horse battery staple'
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser?.close())

/** Where the service is, and what a test sees of it. */
interface Host {
  address(): string
  /** Number of letters to a person, and the text of the last one. */
  mail(page: Page, email: string): Promise<{ count: number; text: string }>
  /** Gives the wallet of the page test money. */
  fund(page: Page): Promise<void>
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const alert = async (page: Page) => (await page.getByRole('alert').textContent()) ?? ''
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
/** Reads the text beside a term in the list of the wallet. */
const valueOf = async (page: Page, term: string) =>
  (await page.locator(`dt:text-is("${term}") + dd`).textContent())?.trim() ?? ''
/** Waits until the wallet holds an amount. */
const holds = (page: Page, term: string, amount: string) =>
  page.locator(`dt:text-is("${term}") + dd:text-is("${amount}")`).waitFor()

/** A page that Vite has built. */
interface Site {
  readonly url: string
  close(): Promise<void>
}

/** Builds the page once: a test loads that in a fraction of the time that the modules of a development server take. */
async function serve(variables: Readonly<Record<string, string>> = {}): Promise<Site> {
  const define = Object.entries(variables).map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value)])
  const outDir = await mkdtemp(join(tmpdir(), 'latchkey-wallet-'))
  const options: InlineConfig = { root: import.meta.dirname, logLevel: 'error', build: { outDir } }
  await build({ ...options, define: Object.fromEntries(define) })
  const server = await preview({ ...options, preview: { port: 0 } })
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    async close() {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

/** A device: a browser of its own, at the page. */
async function openDevice(
  host: Host,
  prepare?: (page: Page) => Promise<void>,
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await prepare?.(page)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  onTestFinished(() => expect(faults).toEqual([]))
  page.setDefaultTimeout(60_000)
  await page.goto(host.address())
  await heading(page, 'Sign in')
  return { page, context }
}

/** A page whose node is slow to reply to its first read. */
interface SlowNode {
  isFirstReadHeld: boolean
  releaseFirstRead(): void
}

/** Holds the reply to the first read, in which wagmi asks for both balances. */
async function holdFirstRead(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const node: SlowNode = { isFirstReadHeld: false, releaseFirstRead: () => {} }
    const isReleased = new Promise<void>((resolve) => (node.releaseFirstRead = resolve))
    const send = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      const reply = await send(input, init)
      if (node.isFirstReadHeld || !String(init?.body).includes('"eth_call"')) return reply
      node.isFirstReadHeld = true
      await isReleased
      return reply
    }
    Object.assign(globalThis, { node })
  })
}

/** Returns the node that `holdFirstRead` has put into the page. */
const nodeOf = (page: Page) => page.evaluateHandle(() => (globalThis as unknown as { node: SlowNode }).node)

async function signIn(host: Host, page: Page, email: string): Promise<void> {
  const { count } = await host.mail(page, email)
  await page.getByLabel('E-mail').fill(email)
  await press(page, 'Send a code')
  await expect.poll(async () => (await host.mail(page, email)).count).toBe(count + 1)
  const { text } = await host.mail(page, email)
  await page.getByLabel('Code').fill(/\b\d{6}\b/.exec(text)?.[0] ?? '')
  await press(page, 'Sign in')
  await heading(page, 'Your wallet')
}

/** Waits for the wallet, and gives its address. */
async function walletOf(page: Page): Promise<string> {
  await page.locator('section[aria-label="Wallet"][aria-busy="false"]').waitFor()
  return valueOf(page, 'Address')
}

async function createWallet(page: Page): Promise<string> {
  await press(page, 'Create a wallet')
  return walletOf(page)
}

async function send(page: Page, amount: string): Promise<void> {
  await page.getByLabel('To').fill(receiver)
  await page.getByLabel('Amount').fill(amount)
  await press(page, 'Send')
  await page.getByText(`You have sent ${amount} USDC.`).waitFor()
}

async function pay(page: Page, receivers: readonly string[], amount: string): Promise<void> {
  await page.getByLabel('Receivers').fill(receivers.join('\n'))
  await page.getByLabel('USDC for each').fill(amount)
  await press(page, 'Pay them')
}

async function backUp(page: Page): Promise<void> {
  await page.getByLabel('Password for a backup').fill(password)
  await press(page, 'Back up')
  await page.getByText('Your wallet is backed up.').waitFor()
}

async function recover(page: Page, secret: string): Promise<void> {
  await page.getByLabel('Password of the backup').fill(secret)
  await press(page, 'Recover')
}

function describeStory(host: () => Host): void {
  it('gives a person who signs in by e-mail a wallet, which sends a token', async () => {
    const { page } = await openDevice(host())
    await signIn(host(), page, 'ada@example.com')
    expect(await createWallet(page)).toMatch(/^0x[\dA-Fa-f]{40}$/)
    await holds(page, 'ETH', '0')
    await host().fund(page)
    await holds(page, 'USDC', '50')
    await send(page, '20')
    await holds(page, 'USDC', '30')
  })

  it('pays several people by one transaction, and shows its block and payments without asking for them', async () => {
    const { page } = await openDevice(host())
    await signIn(host(), page, 'margaret@example.com')
    await createWallet(page)
    await host().fund(page)
    await holds(page, 'USDC', '50')
    await holds(page, 'One transaction', 'ready')
    await expect.poll(() => valueOf(page, 'Block')).toMatch(/^\d+$/)
    const before = Number(await valueOf(page, 'Block'))
    await pay(page, [receiver, otherReceiver], '20')
    await page.getByText('You have paid 2 people.').waitFor()
    await holds(page, 'Last batch', 'success, receipts: 1')
    await holds(page, 'USDC', '10')
    await expect.poll(async () => Number(await valueOf(page, 'Block'))).toBeGreaterThan(before)
    await holds(page, 'Payments', '2')
  })

  it('pays several people while the app pays the fee, by the paymaster that the wallet supports', async () => {
    const { page } = await openDevice(host())
    await signIn(host(), page, 'frances@example.com')
    await createWallet(page)
    await host().fund(page)
    await holds(page, 'USDC', '50')
    await page.getByLabel('The app pays the fee').check()
    await pay(page, [receiver, otherReceiver], '30')
    expect(await alert(page)).toContain('exceeds balance')
    expect(await valueOf(page, 'USDC')).toBe('50')
    await pay(page, [receiver, otherReceiver], '20')
    await page.getByText('You have paid 2 people.').waitFor()
    await holds(page, 'Last batch', 'success, receipts: 1')
    await holds(page, 'USDC', '10')
    expect(await valueOf(page, 'ETH')).toBe('1')
  })

  it('pays nobody if the money does not suffice for all', async () => {
    const { page } = await openDevice(host())
    await signIn(host(), page, 'katherine@example.com')
    await createWallet(page)
    await host().fund(page)
    await holds(page, 'USDC', '50')
    await pay(page, [receiver, otherReceiver], '30')
    expect(await alert(page)).toContain('exceeds balance')
    await holds(page, 'Last batch', 'none')
    expect(await valueOf(page, 'USDC')).toBe('50')
  })

  it('says what the chain refuses, and sends nothing', async () => {
    const { page } = await openDevice(host())
    await signIn(host(), page, 'grace@example.com')
    await createWallet(page)
    await host().fund(page)
    await holds(page, 'USDC', '50')
    await page.getByLabel('To').fill(receiver)
    await page.getByLabel('Amount').fill('51')
    await press(page, 'Send')
    expect(await alert(page)).not.toBe('')
    expect(await valueOf(page, 'USDC')).toBe('50')
  })

  it('shows the private key, which opens at the same address', async () => {
    const { page } = await openDevice(host())
    await signIn(host(), page, 'edsger@example.com')
    const address = await createWallet(page)
    await press(page, 'Show the private key')
    const privateKey = (await page.getByRole('status').textContent()) as `0x${string}`
    expect(privateKeyToAccount(privateKey).address).toBe(address)
  })

  it('has the same wallet after a reload', async () => {
    const { page } = await openDevice(host())
    await signIn(host(), page, 'barbara@example.com')
    const address = await createWallet(page)
    await page.reload()
    expect(await walletOf(page)).toBe(address)
  })

  it('recovers the wallet with its password where the shares are gone', async () => {
    const { page } = await openDevice(host())
    await signIn(host(), page, 'alan@example.com')
    const address = await createWallet(page)
    await backUp(page)
    await press(page, 'Lose this device')
    await recover(page, 'a guess')
    expect(await alert(page)).toBe('This is not the password of the backup.')
    await recover(page, password)
    expect(await walletOf(page)).toBe(address)
    await host().fund(page)
    await send(page, '1')
  })
}

describe('with the mock in the page', () => {
  let site: Site
  beforeAll(async () => {
    site = await serve()
  })
  afterAll(() => site?.close())

  const host: Host = {
    address: () => site.url,
    async mail(page, email) {
      const letters = page.getByRole('complementary', { name: 'Inbox' }).locator('pre', { hasText: email })
      const count = await letters.count()
      return { count, text: count > 0 ? ((await letters.first().textContent()) ?? '') : '' }
    },
    async fund(page) {
      await press(page, 'Get test money')
      await page.getByText('You have test money.').waitFor()
    },
  }

  describeStory(() => host)

  it('shows what the wallet holds now, even if the first read was not answered before', async () => {
    const { page } = await openDevice(host, holdFirstRead)
    await signIn(host, page, 'radia@example.com')
    await createWallet(page)
    const node = await nodeOf(page)
    await page.waitForFunction(({ isFirstReadHeld }) => isFirstReadHeld, node)
    await host.fund(page)
    await holds(page, 'ETH', '1')
    await holds(page, 'USDC', '50')
    await node.evaluate(({ releaseFirstRead }) => releaseFirstRead())
    // The late reply is read before the key is shown.
    await press(page, 'Show the private key')
    await page.getByText(/^0x[\da-f]{64}$/).waitFor()
    expect([await valueOf(page, 'ETH'), await valueOf(page, 'USDC')]).toEqual(['1', '50'])
  })
})

describe('with the service on loopback', () => {
  let site: Site
  let service: MockServer
  let host: Host

  beforeAll(async () => {
    service = await startServer({ seed: 'embedded-wallet' })
    const { mock } = service
    await mock.create.provider({ provider: 'emailOnly' })
    await mock.create.provider({ provider: 'dynamic' })
    await sponsorBatches(mock)
    const rpcUrl = new URL(new URL(mock.chain.rpcUrl(chainId)).pathname, service.url).href
    site = await serve({
      VITE_API_URL: service.url,
      VITE_ENVIRONMENT_ID: mock.defaults.environments.sandbox.id,
      VITE_RPC_URL: rpcUrl,
    })
    await mock.create.origin(new URL(site.url).origin)
    host = {
      address: () => site.url,
      async mail(_, email) {
        const letters = mock.outbox.email.list().filter(({ to }) => to === email)
        return { count: letters.length, text: letters.at(-1)?.text ?? '' }
      },
      async fund(page) {
        const address = await walletOf(page)
        await mock.chain.fund(address, { ether: '1' }, chainId)
        await mock.chain.fund(address, { token: 'USDC', amount: '50' }, chainId)
        await page.reload()
        await walletOf(page)
      },
    }
  })
  afterAll(async () => {
    await site?.close()
    await service?.close()
  })

  describeStory(() => host)

  it('has the subscriptions of wagmi in a WebSocket, and the node reports what others do', async () => {
    const { page, context } = await openDevice(host)
    await signIn(host, page, 'hedy@example.com')
    const address = await createWallet(page)
    await host.fund(page)
    const { mock } = service
    const ofPage = () =>
      mock.chain
        .sockets()
        .flatMap(({ subscriptions }) => subscriptions)
        .filter(({ params }) => params.includes('newHeads') || params.includes(address.slice(2).toLowerCase()))
    await expect.poll(ofPage).toHaveLength(2)
    await mock.chain.mine({ networkId: chainId, blocks: 3 })
    const { height } = (await mock.chain.networks()).find(({ networkId }) => networkId === chainId) ?? {}
    await holds(page, 'Block', String(height))
    expect(await valueOf(page, 'Payments')).toBe('0')
    await send(page, '20')
    await holds(page, 'Payments', '1')
    await context.close()
    await expect.poll(ofPage).toEqual([])
  })

  it('recovers the wallet on a second device of the person', async () => {
    const first = await openDevice(host)
    await signIn(host, first.page, 'tony@example.com')
    const address = await createWallet(first.page)
    await backUp(first.page)

    const second = await openDevice(host)
    await signIn(host, second.page, 'tony@example.com')
    await recover(second.page, password)
    expect(await walletOf(second.page)).toBe(address)
    await host.fund(second.page)
    await send(second.page, '5')
  })
})
