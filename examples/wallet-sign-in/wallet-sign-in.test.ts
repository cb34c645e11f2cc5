import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { openBrowser } from '@latchkey/chromium/browser'
import type axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { servePage, type Site } from './servePage.ts'

// A person at the page, in a real browser: what is clicked, typed and read is what a person would.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } })

let site: Site
let browser: Browser
let page: Page
let faults: string[]

beforeAll(async () => {
  site = await servePage()
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

beforeEach(async () => {
  const context = await browser.newContext()
  page = await context.newPage()
  faults = []
  page.on('pageerror', (error) => faults.push(error.message))
  // Also warnings of React. A refusal that the person sees is reported by the browser, too.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load')) faults.push(message.text())
  })
  page.on('request', (request) => {
    if (!isOfTest(request.url())) faults.push(`The page has asked ${request.url()}`)
  })
  page.setDefaultTimeout(60_000)
  await page.goto(site.url)
  await heading('Connect your wallet')
})

afterEach(async () => {
  await page.context().close()
  expect(faults).toEqual([])
})

/** RainbowKit and wagmi could ask services of their own. */
const isOfTest = (url: string) => [site.url, 'https://api.latchkey.test/', 'data:'].some((own) => url.startsWith(own))

const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const dialog = () => page.getByRole('dialog')
const alert = () => page.getByRole('alert').textContent()
const notice = () => page.getByRole('status').textContent()

/** The line of the session that has a label. */
const line = (label: string) =>
  page
    .getByRole('main')
    .locator('dt', { hasText: new RegExp(`^${label}$`) })
    .locator('+ dd')
    .textContent()

/** A wallet beside the page, in which the person does what the page does not ask for. */
const wallet = (name: string) => page.getByRole('region', { name, exact: true })
const accountsOf = (name: string) => wallet(name).getByLabel('Account').getByRole('option').allTextContents()
const selectAccount = (label: string) => wallet('Fox Wallet').getByLabel('Account').selectOption({ label })
const selectChain = (label: string) => wallet('Fox Wallet').getByLabel('Chain').selectOption({ label })
const accountOfFox = () => wallet('Fox Wallet').getByLabel('Account').inputValue()

/** The window in which a wallet asks. */
const question = (name = 'Fox Wallet') => page.getByRole('region', { name: `${name} asks` })
const answer = (choice: string, name?: string) => question(name).getByRole('button', { name: choice }).click()

/** Whether the person sees the middle of an element, and not what lies above it. */
function isInFront(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return document.elementFromPoint(x + width / 2, y + height / 2) === element
}

async function choose(name: string): Promise<void> {
  await press('Choose a wallet')
  await dialog().getByRole('button', { name }).click()
}

async function connect(): Promise<void> {
  await choose('Fox Wallet')
  await answer('Approve')
  await heading('Sign in')
}

async function signIn(): Promise<void> {
  await press('Sign in with Fox Wallet')
  await answer('Approve')
  await heading(/^Welcome/)
}

describe('connecting', () => {
  it('lists both wallets in the dialog, and connects the one that is chosen', async () => {
    await press('Choose a wallet')
    await dialog().getByText('Installed').waitFor()
    const listed = dialog().getByRole('button', { name: 'Wallet' })
    expect(await listed.allTextContents()).toEqual(['Fox Wallet', 'Owl Wallet'])
    await listed.first().click()
    expect(await question().textContent()).toContain('This page wants to see your accounts.')
    await answer('Approve')
    await heading('Sign in')
    expect(await page.getByRole('main').textContent()).toContain('Sign in with Fox Wallet')
  })

  it('asks a wallet on another chain to switch', async () => {
    await choose('Owl Wallet')
    await answer('Approve', 'Owl Wallet')
    await expect.poll(() => question('Owl Wallet').textContent()).toContain('This page wants to switch to Base.')
    await answer('Approve', 'Owl Wallet')
    await heading('Sign in')
    expect(await wallet('Owl Wallet').getByLabel('Chain').inputValue()).toBe('8453')
  })

  it('says over the dialog that the person refused, and connects when they try again', async () => {
    await choose('Fox Wallet')
    await answer('Refuse')
    await expect.poll(alert).toBe('You refused in your wallet. Nothing has happened.')
    expect(await page.getByRole('alert').evaluate(isInFront)).toBe(true)
    await dialog().getByRole('button', { name: 'Retry' }).click()
    await answer('Approve')
    await heading('Sign in')
    expect(await alert()).toBe('')
  })

  it('says that a request is open when the person chooses the wallet again in the meantime', async () => {
    await choose('Fox Wallet')
    await question().waitFor()
    await dialog().getByRole('button', { name: 'Close' }).click()
    await choose('Fox Wallet')
    await expect.poll(alert).toBe('A request is open in your wallet already. Answer that one first.')
  })

  it('waits for a locked wallet', async () => {
    await wallet('Fox Wallet').getByRole('button', { name: 'Lock' }).click()
    await choose('Fox Wallet')
    expect(await question().textContent()).toContain('This page waits until you unlock the wallet.')
    await answer('Unlock')
    await expect.poll(() => question().textContent()).toContain('see your accounts')
    await answer('Approve')
    await heading('Sign in')
  })
})

describe('signing in', () => {
  it('shows user, account, wallet and chain of the session', async () => {
    await connect()
    await press('Sign in with Fox Wallet')
    const text = await question().getByText('wants you to sign in').textContent()
    expect(text).toContain('Sign in to the tip jar.')
    expect(text).toContain('Chain ID: 8453')
    await answer('Approve')
    await heading('Welcome')
    expect(await line('User')).toMatch(/^[\da-f-]{36}$/)
    expect((await line('Account'))?.toLowerCase()).toBe(await accountOfFox())
    expect([await line('Wallet'), await line('Chain')]).toEqual(['Fox Wallet', 'Base'])
  })

  it('says that the person refused, and signs in when they try again', async () => {
    await connect()
    await press('Sign in with Fox Wallet')
    await answer('Refuse')
    await expect.poll(alert).toBe('You refused in your wallet. Nothing has happened.')
    await signIn()
    expect(await alert()).toBe('')
  })

  it('says that the wallet is on another chain, without asking the wallet', async () => {
    await connect()
    await selectChain('Ethereum')
    await page.getByRole('group', { name: 'Switch chain' }).waitFor()
    await press('Sign in with Fox Wallet')
    await expect.poll(alert).toBe('Your wallet is on another chain than this page. Switch the chain, then try again.')
    expect(await question().count()).toBe(0)
    await press('OP Mainnet')
    await answer('Approve')
    await page.getByRole('group', { name: 'Switch chain' }).waitFor({ state: 'detached' })
    await signIn()
    expect(await line('Chain')).toBe('OP Mainnet')
  })

  it('lets the person disconnect on a chain that the page does not use', async () => {
    await connect()
    await selectChain('Ethereum')
    await press('Disconnect')
    await heading('Connect your wallet')
  })

  it('says that the wallet was locked before the person has answered', async () => {
    await connect()
    await press('Sign in with Fox Wallet')
    await question().waitFor()
    await wallet('Fox Wallet').getByRole('button', { name: 'Lock' }).click()
    await answer('Approve')
    await expect
      .poll(alert)
      .toBe('Your wallet is locked, or no longer shows its account to this page. Unlock it, then try again.')
    await heading('Connect your wallet')
  })

  it('says that the service does not answer', async () => {
    await connect()
    await page.evaluate("window.mock.faults.set('*', { networkError: true })")
    await press('Sign in with Fox Wallet')
    await expect.poll(alert).toBe('The service does not answer. Try again in a moment.')
  })
})

describe('signed in', () => {
  beforeEach(async () => {
    await connect()
    await signIn()
  })

  it('stays connected and signed in over a reload', async () => {
    const before = [await line('User'), await line('Account'), await line('Wallet')]
    await page.reload()
    await heading(/^Welcome/)
    await expect.poll(() => line('Balance')).toBe('1 ETH')
    expect([await line('User'), await line('Account'), await line('Wallet')]).toEqual(before)
    expect(await question().count()).toBe(0)
  })

  it('asks to sign in anew when the person selects another account, who is another user', async () => {
    const first = await line('User')
    const [one = '', other = ''] = await accountsOf('Fox Wallet')
    const present = await wallet('Fox Wallet').getByLabel('Account').locator('option:checked').textContent()
    await selectAccount(present === one ? other : one)
    await heading('Sign in')
    await expect.poll(notice).toBe('You have selected another account. Sign in with it to go on.')
    await signIn()
    expect(await line('User')).not.toBe(first)
    expect((await line('Account'))?.toLowerCase()).toBe(await accountOfFox())
    await selectAccount(present ?? '')
    await heading('Sign in')
    await signIn()
    await heading('Welcome back')
    expect(await line('User')).toBe(first)
  })

  it('signs the person out when the wallet is locked, and goes on when it is unlocked', async () => {
    await wallet('Fox Wallet').getByRole('button', { name: 'Lock' }).click()
    await heading('Connect your wallet')
    await expect.poll(notice).toBe('Your wallet is locked or disconnected, so you are signed out.')
    await wallet('Fox Wallet').getByRole('button', { name: 'Unlock' }).click()
    await heading('Sign in')
    await signIn()
  })

  it('disconnects in the dialog of RainbowKit, which ends the session, also after a reload', async () => {
    await page.getByRole('banner').getByRole('button', { name: '0x' }).click()
    await dialog().getByText('1 ETH').waitFor()
    await dialog().getByRole('button', { name: 'Disconnect' }).click()
    await heading('Connect your wallet')
    await page.reload()
    await heading('Connect your wallet')
    await choose('Fox Wallet')
    expect(await question().textContent()).toContain('This page wants to see your accounts.')
  })

  it('signs out, and stays connected', async () => {
    await press('Sign out')
    await heading('Sign in')
    await page.reload()
    await heading('Sign in')
    await signIn()
    await heading('Welcome back')
  })

  it('switches the chain in the dialog of RainbowKit', async () => {
    await page.getByRole('button', { name: 'Chain Selector' }).click()
    await dialog().getByRole('button', { name: 'Optimism' }).click()
    expect(await question().textContent()).toContain('This page wants to switch to OP Mainnet.')
    await answer('Approve')
    await expect.poll(() => line('Chain')).toBe('OP Mainnet')
    expect(await wallet('Fox Wallet').getByLabel('Chain').inputValue()).toBe('10')
  })

  it('stays on the chain when the person refuses in the dialog, and says so', async () => {
    await page.getByRole('button', { name: 'Chain Selector' }).click()
    await dialog().getByRole('button', { name: 'Optimism' }).click()
    await answer('Refuse')
    await expect.poll(alert).toBe('You refused in your wallet. Nothing has happened.')
    expect(await line('Chain')).toBe('Base')
  })

  it('follows the chain that the person selects in the wallet, also one that the page does not use', async () => {
    await selectChain('Arbitrum One')
    await expect.poll(() => line('Chain')).toBe('Arbitrum One')
    await selectChain('Ethereum')
    await expect.poll(() => line('Chain')).toBe('a chain that this page does not use')
    await press('Base')
    await answer('Approve')
    await expect.poll(() => line('Chain')).toBe('Base')
  })

  it('says that a request is open already, and goes on with that one', async () => {
    await press('OP Mainnet')
    await question().waitFor()
    await press('Arbitrum One')
    await expect.poll(alert).toBe('A request is open in your wallet already. Answer that one first.')
    await answer('Approve')
    await expect.poll(() => line('Chain')).toBe('OP Mainnet')
  })

  it('sends a tip, which the chain moves to the jar', async () => {
    await press('Send a tip')
    expect(await question().textContent()).toContain('This page wants to send 0.01 ETH to 0x7099…79C8 on Base.')
    await answer('Approve')
    await expect.poll(notice).toBe('Thank you! 0.01 ETH are in the jar on Base.')
    await expect.poll(() => line('Balance')).toMatch(/^0\.98\d+ ETH$/)
    expect(await balanceOfJar()).toBe(10n ** 16n)
  })

  it('sends nothing when the person refuses', async () => {
    await press('Send a tip')
    await answer('Refuse')
    await expect.poll(alert).toBe('You refused in your wallet. Nothing has happened.')
    await expect.poll(() => line('Balance')).toBe('1 ETH')
    expect(await balanceOfJar()).toBe(0n)
  })

  it('says that the account has too little', async () => {
    await page.getByLabel('Amount in ETH').fill('2')
    await press('Send a tip')
    await answer('Approve')
    await expect.poll(alert).toBe('Your account has too little for this tip and its fee.')
    expect(await balanceOfJar()).toBe(0n)
  })

  it('gives the focus to the window of a wallet, and back', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await page.getByRole('button', { name: 'OP Mainnet' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Fox Wallet asks')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('OP Mainnet')
    expect(await alert()).toBe('You refused in your wallet. Nothing has happened.')
  })

  /** Asks the node of Base. */
  async function balanceOfJar(): Promise<bigint> {
    const balance = await page.evaluate(async () => {
      const { mock } = window as unknown as { mock: import('@latchkey/mock').Mock }
      const params = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'latest']
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params })
      const headers = { 'content-type': 'application/json' }
      const reply = await fetch(mock.chain.rpcUrl(8453), { method: 'POST', headers, body })
      return ((await reply.json()) as { result: string }).result
    })
    return BigInt(balance)
  }
})

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  const checker = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  /** RainbowKit's dialogs have icons and steps without a name, which an app cannot give them. */
  const ofRainbowKit = new Set(['aria-dialog-name', 'role-img-alt'])

  /** The rules of accessibility that the page breaks now, each with the elements. */
  async function violations() {
    await page.addScriptTag({ content: checker })
    const { violations, passes } = await page.evaluate(() => {
      const { axe: checks } = window as typeof window & { axe: typeof axe }
      // A colour on its way to another one has a contrast of its own.
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
      return checks.run()
    })
    expect(passes.length).toBeGreaterThan(10)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width)
    const isDialog = (await dialog().count()) > 0
    return violations
      .filter(({ id }) => !(isDialog && ofRainbowKit.has(id)))
      .map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
  }

  it.each([1280, 375])('is accessible, %i pixels wide', async (width) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    expect(await violations()).toEqual([])
    await choose('Fox Wallet')
    await question().waitFor()
    expect(await violations()).toEqual([])
    await answer('Refuse')
    await expect.poll(alert).not.toBe('')
    expect(await violations()).toEqual([])
    await dialog().getByRole('button', { name: 'Retry' }).click()
    await answer('Approve')
    await heading('Sign in')
    await press('Sign in with Fox Wallet')
    await question().waitFor()
    expect(await violations()).toEqual([])
    await answer('Approve')
    await heading('Welcome')
    await press('Send a tip')
    await answer('Approve')
    await expect.poll(notice).not.toBe('')
    expect(await violations()).toEqual([])
    await page.getByRole('button', { name: 'Chain Selector' }).click()
    await dialog().getByText('Switch Networks').waitFor()
    expect(await violations()).toEqual([])
    await dialog().getByRole('button', { name: 'Close' }).click()
    await selectChain('Ethereum')
    await expect.poll(() => line('Chain')).toBe('a chain that this page does not use')
    expect(await violations()).toEqual([])
  })
})
