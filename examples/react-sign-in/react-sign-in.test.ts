import { executablePath, launchArguments, launchEnvironment, unpackChromium } from '@latchkey/chromium'
import { type Browser, chromium, type Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'

// A person at the page, in a real browser: what is clicked, typed and read is what a person would.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } })

let server: ViteDevServer
let browser: Browser
let page: Page
let faults: string[]

beforeAll(async () => {
  await unpackChromium()
  server = await createServer({ root: import.meta.dirname, logLevel: 'error', server: { port: 0 } })
  await server.listen()
  browser = await chromium.launch({ executablePath, args: launchArguments, env: launchEnvironment() })
  // Vite bundles the dependencies when they are first asked for, and may reload the page then.
  const first = await browser.newPage()
  await first.goto(address(), { waitUntil: 'networkidle' })
  await first.close()
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

beforeEach(async () => {
  const context = await browser.newContext()
  page = await context.newPage()
  faults = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.setDefaultTimeout(20_000)
  await addAuthenticator()
  await page.goto(address())
  await heading('Sign in')
})

afterEach(async () => {
  await page.context().close()
  expect(faults).toEqual([])
})

const address = () => server.resolvedUrls?.local[0] ?? ''

/** A passkey device of the browser's own, which says yes at once. */
async function addAuthenticator(): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const alert = async () => (await page.getByRole('alert').textContent()) ?? ''
const ways = () => page.getByRole('list', { name: 'Your ways to sign in' }).getByRole('listitem').allTextContents()

const letters = () => page.getByRole('complementary', { name: 'Inbox' }).locator('pre')

/** Asks for a code, and reads it in the e-mail. */
async function askForCode(email: string): Promise<string> {
  const before = await letters().count()
  await page.getByLabel('E-mail').fill(email)
  await press('Send a code')
  await page.getByText(`We sent six digits to ${email}.`).waitFor()
  await expect.poll(() => letters().count()).toBe(before + 1)
  return /\b\d{6}\b/.exec((await letters().first().textContent()) ?? '')?.[0] ?? ''
}

async function signInByCode(email: string): Promise<void> {
  await page.getByLabel('Code').fill(await askForCode(email))
  await press('Sign in')
}

it('signs a person in by e-mail code, as a new user the first time only', async () => {
  await signInByCode('ada@example.com')
  await heading('Welcome')
  expect(await ways()).toEqual(['email: ada@example.com'])
  await press('Sign out')
  await signInByCode('ada@example.com')
  await heading('Welcome back')
})

it('reports a wrong code, and accepts the right one afterwards', async () => {
  const code = await askForCode('ada@example.com')
  await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000')
  await press('Sign in')
  expect(await alert()).toBe('This is not the code that was sent.')
  await page.getByLabel('Code').fill(code)
  await press('Sign in')
  await heading('Welcome')
})

it('signs in by the link in the mail, once', async () => {
  await askForCode('ada@example.com')
  const link = page.getByRole('complementary', { name: 'Inbox' }).getByRole('link')
  await link.click()
  await heading('Welcome')
  expect(new URL(page.url()).hash).toBe('')
  await press('Sign out')
  await link.click()
  expect(await alert()).toBe('This e-mail verification is unknown, has expired or was used already.')
})

/** Goes to Google, whose page opens in a window of its own. */
async function openGoogle() {
  const opened = page.waitForEvent('popup')
  await press('Continue with Google')
  return (await opened).frameLocator('iframe')
}

/** Leaves for GitHub, whose page is in place of the app's. */
async function leaveForGitHub() {
  await press('Continue with GitHub')
  return page.frameLocator('dialog iframe')
}

it('signs in by OAuth in a window, with the account that is chosen at the provider', async () => {
  await (await openGoogle()).getByRole('button', { name: 'grace@example.com' }).click()
  await heading('Welcome, Grace')
  expect(await ways()).toEqual(['google: grace@example.com'])
})

it('shows what the provider answered when the person has cancelled there', async () => {
  await (await openGoogle()).getByRole('button', { name: 'Cancel' }).click()
  expect(await alert()).toBe('google answered: access_denied.')
  await heading('Sign in')
})

it('stays signed out when the window of the provider is closed', async () => {
  const opened = page.waitForEvent('popup')
  await press('Continue with Google')
  await (await opened).close()
  expect(await alert()).toBe('The sign-in was not finished.')
})

it('signs in by OAuth with a redirect, which loads the page again', async () => {
  await page.evaluate(() => Object.assign(window, { isFirstPage: true }))
  const gitHub = await leaveForGitHub()
  await gitHub.getByLabel('E-mail').fill('grace@example.com')
  await gitHub.getByRole('button', { name: 'Sign in' }).click()
  await heading('Welcome')
  expect(await ways()).toEqual(['github: grace@example.com'])
  expect([page.url(), await page.evaluate(() => 'isFirstPage' in window)]).toEqual([address(), false])
})

it('shows what the provider answered by a redirect when the person has cancelled there', async () => {
  await (await leaveForGitHub()).getByRole('button', { name: 'Cancel' }).click()
  expect(await alert()).toBe('github answered: access_denied.')
  expect(page.url()).toBe(address())
})

it('ignores the answer of a provider to a sign-in that the page has not started', async () => {
  await page.goto(`${address()}?code=somebody-elses`)
  expect(await alert()).toBe('This page has not begun a sign-in.')
})

it('signs in the same user by e-mail and by a provider that has verified the same address', async () => {
  await signInByCode('ada@example.com')
  await heading('Welcome')
  await press('Sign out')
  await (await openGoogle()).getByRole('button', { name: 'ada@example.com' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  expect(await ways()).toEqual(['email: ada@example.com', 'google: ada@example.com'])
})

it('still has people, wallets and sent mail after a reload', async () => {
  await signInByCode('ada@example.com')
  await heading('Welcome')
  await press('Add a wallet')
  await expect.poll(ways).toHaveLength(2)
  const before = await ways()
  await page.reload()
  await expect.poll(() => letters().count()).toBe(1)
  await press('Use a wallet')
  await heading('Welcome back')
  expect(await ways()).toEqual(before)
})

it('creates a passkey, and signs in with nothing else', async () => {
  await signInByCode('ada@example.com')
  await heading('Welcome')
  await press('Add a passkey')
  await expect.poll(ways).toHaveLength(2)
  await press('Sign out')
  await press('Use a passkey')
  await heading('Welcome back')
  expect((await ways()).map((way) => way.split(':')[0])).toEqual(['email', 'passkey'])
})

it('stays signed out when the browser has no passkey', async () => {
  await press('Use a passkey')
  // The browser has no passkey of this site, and says so in words of its own.
  expect(await alert()).not.toBe('')
  await heading('Sign in')
})

it('signs in with a wallet, by a message that the wallet signs', async () => {
  await press('Use a wallet')
  await heading('Welcome')
  expect(await ways()).toEqual([expect.stringMatching(/^blockchain: 0x[\da-fA-F]{40}$/)])
})

it('links a wallet, which signs the same person in from then on', async () => {
  await signInByCode('ada@example.com')
  await heading('Welcome')
  await press('Add a wallet')
  await expect.poll(ways).toHaveLength(2)
  const before = await ways()
  await press('Sign out')
  await press('Use a wallet')
  await heading('Welcome back')
  expect(await ways()).toEqual(before)
})

it('stays signed in while the signing key is rotated', async () => {
  await signInByCode('ada@example.com')
  await heading('Welcome')
  await page.evaluate(() => (window as { mock?: import('@latchkey/mock').Mock }).mock?.keys.rotate())
  await press('Add a wallet')
  await expect.poll(ways).toHaveLength(2)
})
