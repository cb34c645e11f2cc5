import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '@latchkey/chromium/browser'
import type axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { build, type InlineConfig, preview, type PreviewServer } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

// A person at the page, in a real browser: what is clicked, typed and read is what a person would.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } })

let folder: string
let server: PreviewServer
let browser: Browser
let page: Page
let faults: string[]

// Built once: a test loads that in a fraction of the time that the modules of a development server take. React is the
// one that warns, since vitest sets NODE_ENV to "test".
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-react-'))
  const options: InlineConfig = { root: import.meta.dirname, logLevel: 'error', build: { outDir: folder } }
  await build(options)
  server = await preview({ ...options, preview: { port: 0 } })
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
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
  page.setDefaultTimeout(60_000)
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

const wallets = () => page.getByRole('list', { name: 'Your wallets' }).getByRole('listitem').allTextContents()
const recoveryCodes = () => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()

/** Uses the control object of the service. */
const inMock = <T, Input>(work: (mock: import('@latchkey/mock').Mock, input: Input) => T, input?: Input) =>
  page.evaluate(`(${work})(window.mock, ${JSON.stringify(input)})`) as Promise<Awaited<T>>

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
  expect(await alert()).toBe('This is not the code that was sent last, or it is no longer valid.')
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
  expect(await alert()).toBe('You have not agreed, so nobody is signed in.')
  await heading('Sign in')
})

it('stays signed out when the window of the provider is closed', async () => {
  const opened = page.waitForEvent('popup')
  await press('Continue with Google')
  await (await opened).close()
  expect(await alert()).toBe('The window was closed before the sign-in was done.')
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
  expect(await alert()).toBe('You have not agreed, so nobody is signed in.')
  expect(page.url()).toBe(address())
})

it('ignores the answer of a provider to a sign-in that the page has not started', async () => {
  await page.goto(`${address()}?code=somebody-elses&state=${'theirs'.padEnd(43, '-')}`)
  expect(await alert()).toBe('This answer belongs to no sign-in that was started here, or was used before.')
  expect(page.url()).toBe(address())
})

it('signs in the same user by e-mail and by a provider that has verified the same address', async () => {
  await signInByCode('ada@example.com')
  await heading('Welcome')
  await press('Sign out')
  await (await openGoogle()).getByRole('button', { name: 'ada@example.com' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  expect(await ways()).toEqual(['email: ada@example.com', 'google: ada@example.com'])
})

it('stays signed in over a reload, with people, wallets and sent mail', async () => {
  await signInByCode('ada@example.com')
  await heading('Welcome')
  await press('Add a wallet')
  await expect.poll(ways).toHaveLength(2)
  const before = await ways()
  await page.reload()
  await heading('Welcome back')
  await expect.poll(() => letters().count()).toBe(1)
  await press('Sign out')
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

it('signs in with a wallet, by a message that the wallet signs, and then asks for the missing e-mail', async () => {
  await press('Use a wallet')
  await heading('Almost there')
  await page.getByLabel('Code').fill(await askForCode('ada@example.com'))
  await press('Continue')
  await heading('Welcome back')
  const wallet: unknown = expect.stringMatching(/^blockchain: 0x[\da-fA-F]{40}$/)
  expect(await ways()).toEqual([wallet, 'email: ada@example.com'])
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

it('lists the linked wallets, and removes one', async () => {
  await signInByCode('ada@example.com')
  await heading('Welcome')
  expect(await wallets()).toEqual([])
  await press('Add a wallet')
  await expect.poll(wallets).toEqual([expect.stringMatching(/^0x[\da-fA-F]{40}/)])
  await page.getByRole('button', { name: 'Remove 0x' }).click()
  await expect.poll(wallets).toEqual([])
  expect(await ways()).toEqual(['email: ada@example.com'])
})

it('does not remove the wallet that is the only way to sign in', async () => {
  await inMock((mock) => {
    const kyc = mock.settings.get().kyc.map((field) => ({ ...field, required: false }))
    return mock.settings.patch({ kyc }).then(() => undefined)
  })
  await press('Use a wallet')
  await heading('Welcome')
  await page.getByRole('button', { name: 'Remove 0x' }).click()
  expect(await alert()).not.toBe('')
  expect(await wallets()).toHaveLength(1)
})

it('creates an embedded wallet', async () => {
  await signInByCode('ada@example.com')
  await heading('Welcome')
  await press('Create a wallet')
  await expect.poll(wallets).toEqual([expect.stringMatching(/^0x[\da-fA-F]{40}created here$/)])
})

/** Turns an authenticator app on. @returns The secret of the app. */
async function addApp(): Promise<string> {
  await press('Add an authenticator app')
  const secret = (await page.locator('form code').textContent()) ?? ''
  await page.getByLabel('Code').fill(await inMock((mock, text: string) => mock.totpCode(text), secret))
  await press('Turn on')
  await press('Show my recovery codes')
  return secret
}

it('asks for a second factor once an authenticator app is added', async () => {
  await signInByCode('ada@example.com')
  await heading('Welcome')
  const secret = await addApp()
  await expect.poll(recoveryCodes).toHaveLength(10)
  await press('I have saved them')
  await page.getByText('Your authenticator app is on.').waitFor()
  await press('Sign out')
  await signInByCode('ada@example.com')
  await heading('Is it you?')
  // Not the code that has turned the app on, which was used up.
  await inMock((mock) => mock.clock.advance({ minutes: 1 }).then(() => undefined))
  const code = await inMock((mock, text: string) => mock.totpCode(text), secret)
  await page.getByLabel('Code', { exact: true }).fill(code === '000000' ? '111111' : '000000')
  await press('Continue')
  expect(await alert()).not.toBe('')
  await page.getByLabel('Code', { exact: true }).fill(code)
  await press('Continue')
  await heading('Welcome back')
})

it('accepts a recovery code as second factor, once', async () => {
  await signInByCode('ada@example.com')
  await heading('Welcome')
  await addApp()
  await expect.poll(recoveryCodes).toHaveLength(10)
  const [recoveryCode = ''] = await recoveryCodes()
  const proveByRecoveryCode = async () => {
    await press('Sign out')
    await signInByCode('ada@example.com')
    await heading('Is it you?')
    await page.getByLabel('Recovery code').fill(recoveryCode)
    await press('Use a recovery code')
  }
  await proveByRecoveryCode()
  await heading('Welcome back')
  await proveByRecoveryCode()
  expect(await alert()).not.toBe('')
  await heading('Is it you?')
})

it('does not turn an authenticator app on with a wrong code', async () => {
  await signInByCode('ada@example.com')
  await heading('Welcome')
  await press('Add an authenticator app')
  const secret = (await page.locator('form code').textContent()) ?? ''
  const code = await inMock((mock, text: string) => mock.totpCode(text), secret)
  await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000')
  await press('Turn on')
  expect(await alert()).not.toBe('')
  await press('Sign out')
  await signInByCode('ada@example.com')
  await heading('Welcome back')
})

it('edits the profile, custom fields included', async () => {
  await signInByCode('ada@example.com')
  await heading('Welcome')
  await page.getByLabel('first name').fill('Ada')
  await page.getByLabel('company').fill('Analytical Engines')
  await press('Save')
  await page.getByRole('heading', { name: ', Ada' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: ', Ada' }).waitFor()
  await expect.poll(() => page.getByLabel('company').inputValue()).toBe('Analytical Engines')
})

it('keeps what was typed when the service refuses it', async () => {
  await signInByCode('ada@example.com')
  await heading('Welcome')
  await page.getByLabel('first name').fill('Ada <3')
  await press('Save')
  expect(await alert()).not.toBe('')
  expect(await page.getByLabel('first name').inputValue()).toBe('Ada <3')
})

it('asks new people for the required fields before anything else', async () => {
  await inMock((mock) => mock.create.customField({ name: 'team', required: true }).then(() => undefined))
  await signInByCode('ada@example.com')
  await heading('Almost there')
  await page.getByLabel('team').fill('Engines')
  await press('Continue')
  await heading('Welcome back')
})

it('signs out in all tabs, and says so only where nobody has pressed the button', async () => {
  const sentence = 'Your session has ended. Sign in to go on.'
  await signInByCode('ada@example.com')
  await heading('Welcome')
  const otherTab = await page.context().newPage()
  await otherTab.goto(address())
  await otherTab.getByRole('button', { name: 'Sign out' }).click()
  await heading('Sign in')
  await page.getByText(sentence).waitFor()
  await otherTab.getByRole('button', { name: 'Send a code' }).waitFor()
  expect(await otherTab.getByText(sentence).count()).toBe(0)
})

it('moves the focus to the title of what is shown next', async () => {
  await signInByCode('ada@example.com')
  await heading('Welcome')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Welcome')
})

it('stays signed in while the signing key is rotated', async () => {
  await signInByCode('ada@example.com')
  await heading('Welcome')
  await inMock((mock) => mock.keys.rotate().then(() => undefined))
  await press('Add a wallet')
  await expect.poll(ways).toHaveLength(2)
})

describe('while something is not as it should be', () => {
  const sendCode = () => page.getByRole('button', { name: 'Send a code' })
  const breakOnce = (options: Parameters<import('@latchkey/mock').Mock['faults']['set']>[1]) =>
    inMock((mock, fault) => void mock.faults.set('emailSignIn.create', fault, 1), options)

  it('shows that it waits, and sends a code once however often it is asked', async () => {
    await page.evaluate(() => {
      const send = window.fetch
      const service = { asked: 0, answer: () => {} }
      const isAnswered = new Promise<void>((resolve) => (service.answer = resolve))
      window.fetch = async (...request) => {
        if (!String(request[0]).endsWith('/emailVerifications/create')) return send(...request)
        service.asked += 1
        await isAnswered
        return send(...request)
      }
      Object.assign(window, { service })
    })
    await page.getByLabel('E-mail').fill('ada@example.com')
    await sendCode().click()
    await expect.poll(() => sendCode().getAttribute('aria-disabled')).toBe('true')
    // A click of Playwright would wait until the button is enabled.
    await page.getByLabel('E-mail').press('Enter')
    await page.evaluate('window.service.answer()')
    await page.getByText('We sent six digits to ada@example.com.').waitFor()
    expect([await page.evaluate('window.service.asked'), await letters().count()]).toEqual([1, 1])
  })

  it('says that the service does not answer, and goes on when it does', async () => {
    await breakOnce({ networkError: true })
    await page.getByLabel('E-mail').fill('ada@example.com')
    await sendCode().click()
    expect(await alert()).toBe('The service does not answer. Try again in a moment.')
    expect(await page.getByLabel('E-mail').inputValue()).toBe('ada@example.com')
    await signInByCode('ada@example.com')
    await heading('Welcome')
  })

  it('says that the person is offline', async () => {
    await breakOnce({ networkError: true })
    await page.context().setOffline(true)
    await page.getByLabel('E-mail').fill('ada@example.com')
    await sendCode().click()
    expect(await alert()).toBe('You are offline. Try again later.')
    await page.context().setOffline(false)
  })

  it('says that a failure of the service is not the fault of the person', async () => {
    await breakOnce({ status: 500 })
    await page.getByLabel('E-mail').fill('ada@example.com')
    await sendCode().click()
    expect(await alert()).toBe('That did not work, and it is not your fault. Try again in a moment.')
  })

  it('says that a code has expired, and takes the one of another mail', async () => {
    const code = await askForCode('ada@example.com')
    await inMock((mock) => mock.clock.advance({ minutes: 11 }).then(() => undefined))
    await page.getByLabel('Code').fill(code)
    await press('Sign in')
    expect(await alert()).toContain('has expired')
    const field = page.getByLabel('Code')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await press('Use another address')
    await signInByCode('ada@example.com')
    await heading('Welcome')
  })

  it('says that the session has ended when its time is over', async () => {
    await signInByCode('ada@example.com')
    await heading('Welcome')
    await inMock((mock) => mock.clock.advance({ days: 60 }).then(() => undefined))
    await press('Create a wallet')
    await heading('Sign in')
    await page.getByText('Your session has ended. Sign in to go on.').waitFor()
  })
})

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  const checker = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

  /** The rules of accessibility that the page breaks now, each with the elements. */
  async function violations() {
    await page.addScriptTag({ content: checker })
    const { violations, passes } = await page.evaluate(() => {
      const { axe: checks } = window as typeof window & { axe: typeof axe }
      return checks.run()
    })
    expect(passes.length).toBeGreaterThan(10)
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
  }

  it.each([1280, 375])('is accessible, %i pixels wide', async (width) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    expect(await violations()).toEqual([])
    const code = await askForCode('ada@example.com')
    await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000')
    await press('Sign in')
    expect(await alert()).not.toBe('')
    expect(await violations()).toEqual([])
    await page.getByLabel('Code').fill(code)
    await press('Sign in')
    await heading('Welcome')
    expect(await violations()).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
})
