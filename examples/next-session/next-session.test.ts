import { openBrowser } from '@latchkey/chromium/browser'
import setup from '@latchkey/chromium/setup'
import { createTransport } from '@latchkey/client'
import { cookieStorage, createSession, headerCookies } from '@latchkey/client/session'
import { type MockServer, startServer } from '@latchkey/mock/node'
import type { Browser, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type App, runPlaywright, startApp } from './startApp.ts'

// A person at the pages of the app, which `next start` serves, in a real browser.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } })

let service: MockServer
let app: App
let stopBrowser: Awaited<ReturnType<typeof setup>>
let browser: Browser
let page: Page
let faults: string[]

beforeAll(async () => {
  service = await startServer({ seed: 'next' })
  ;[app, stopBrowser] = await Promise.all([startApp(service), setup()])
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await stopBrowser?.()
  await app?.close()
  await service?.close()
})

/** Opens the app in a browser without cookies, before each test of a group. */
async function openPage(): Promise<void> {
  const context = await browser.newContext()
  context.setDefaultTimeout(60_000)
  faults = []
  context.on('weberror', (error) => faults.push(error.error().message))
  page = await context.newPage()
  await page.goto(app.url)
}

async function closePage(): Promise<void> {
  service.mock.faults.clear()
  await page.context().close()
  expect(faults).toEqual([])
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const follow = (name: string) => page.getByRole('link', { name, exact: true }).click()
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const heading = () => page.getByRole('heading').textContent()
const banner = () => page.getByRole('banner').textContent()
const codeOf = (email: string) => service.mock.outbox.email.last(email)?.code ?? ''
const cookieNames = async () => (await page.context().cookies()).map(({ name }) => name)

/** Waits for the heading that the server renders, and for the words of the page's own session. */
async function seesAs(rendered: string, inPage: string): Promise<void> {
  await expect.poll(async () => [await heading(), await banner()]).toEqual([rendered, expect.stringContaining(inPage)])
}

const seesSignIn = () => seesAs('Sign in', 'Nobody is signed in.')

async function askForCode(email: string): Promise<void> {
  await field('E-mail').fill(email)
  await press('Send a code')
  await field('Code').waitFor()
}

async function signIn(email: string): Promise<void> {
  await askForCode(email)
  await field('Code').fill(codeOf(email))
  await press('Sign in')
  await seesAs(`Welcome, ${email}`, `Signed in as ${email}`)
}

/** Marks the page, to notice when it is loaded anew. */
const mark = () => page.evaluate('window.isSamePage = true')
const isSamePage = () => page.evaluate('window.isSamePage === true')

describe('a person at the pages', () => {
  beforeEach(openPage)
  afterEach(closePage)

  it('signs in by the mailed code, and the page knows it without being loaded anew', async () => {
    await mark()
    await signIn('ada@example.com')
    expect(await isSamePage()).toBe(true)
    await page.reload()
    await seesAs('Welcome, ada@example.com', 'Signed in as ada@example.com')
  })

  it('reads in a sentence that a code is wrong, and can try again', async () => {
    await askForCode('ada@example.com')
    await field('Code').fill(codeOf('ada@example.com') === '000000' ? '111111' : '000000')
    await press('Sign in')
    await page.getByText('This is not the code that was sent.').waitFor()
    await seesSignIn()
    expect(await cookieNames()).toEqual([])
    await field('Code').fill(codeOf('ada@example.com'))
    await press('Sign in')
    await seesAs('Welcome, ada@example.com', 'Signed in as ada@example.com')
  })

  it('reads in a sentence that the service does not answer a sign-in', async () => {
    service.mock.faults.set('emailSignIn.create', { status: 503 })
    await field('E-mail').fill('ada@example.com')
    await press('Send a code')
    await page.getByText('That did not work. Try again later.').waitFor()
  })

  it('signs out on the server, and no page shows the person any more', async () => {
    await signIn('ada@example.com')
    await follow('Profile')
    await seesAs('The profile of ada@example.com', 'Signed in as ada@example.com')
    await follow('Home')
    await mark()
    await press('Sign out on the server')
    await seesSignIn()
    expect([await isSamePage(), await cookieNames()]).toEqual([true, []])
    await page.goBack()
    await seesSignIn()
  })

  it('signs out in the page, and its server and other tabs know it', async () => {
    await signIn('ada@example.com')
    const tab = await page.context().newPage()
    await tab.goto(`${app.url}/profile`)
    await tab.getByRole('heading', { name: 'The profile of ada@example.com' }).waitFor()
    await press('Sign out in the page')
    await seesSignIn()
    await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await cookieNames()).toEqual([])
    await follow('Profile')
    await seesSignIn()
  })

  it('sees at once that a page is on its way', async () => {
    await signIn('ada@example.com')
    service.mock.faults.set('profile.get', { delayMs: 20_000 })
    await follow('Profile')
    await page.getByText('One moment …').waitFor()
    expect(await banner()).toContain('Signed in as ada@example.com')
  })

  it('sees nothing of the person before', async () => {
    await signIn('ada@example.com')
    await follow('Profile')
    await press('Ask the service')
    await page.getByText('The service knows ada@example.com.').waitFor()
    await follow('Home')
    await press('Sign out on the server')
    await signIn('grace@example.com')
    await follow('Profile')
    await seesAs('The profile of grace@example.com', 'Signed in as grace@example.com')
    expect(await page.content()).not.toContain('ada@example.com')
  })

  it('reads in a sentence that the service is down, and stays signed in', async () => {
    await signIn('ada@example.com')
    service.mock.faults.set('profile.get', { status: 503 })
    await follow('Profile')
    await page.getByText('This did not work.').waitFor()
    expect(await banner()).toContain('Signed in as ada@example.com')
    service.mock.faults.clear()
    await press('Try again')
    await seesAs('The profile of ada@example.com', 'Signed in as ada@example.com')
  })
})

describe('a person whose session has ended at the service', () => {
  beforeEach(openPage)
  afterEach(closePage)

  const ends: Readonly<Record<string, (userId: string) => Promise<unknown>>> = {
    'was revoked': (userId) => service.mock.people.revokeSessions(userId),
    'has lost its user': (userId) => service.mock.people.delete(userId),
  }

  async function signInAndEnd(how: string, path: string): Promise<void> {
    const email = `${how.replaceAll(' ', '.')}@example.com`
    await signIn(email)
    await page.goto(app.url + path)
    await page.getByRole('banner').getByText(email).waitFor()
    const { users } = await service.mock.people.list({ search: email })
    await ends[how]?.(users[0]?.id ?? '')
  }

  it.each(Object.keys(ends))('that %s is signed out where the server calls the service', async (how) => {
    await signInAndEnd(how, '/')
    await follow('Profile')
    await seesSignIn()
    await expect.poll(cookieNames).toEqual([])
  })

  it.each(Object.keys(ends))('that %s is signed out where the page calls the service', async (how) => {
    await signInAndEnd(how, '/profile')
    await press('Ask the service')
    await seesSignIn()
    await expect.poll(cookieNames).toEqual([])
  })
})

describe('cookies of a session', () => {
  /** The cookies of a person, whose token expires in as many milliseconds. */
  async function cookiesOf(email: string, expiresInMs: number) {
    const { id: environmentId } = service.mock.defaults.environments.sandbox
    const jar = headerCookies('')
    const storage = cookieStorage(jar)
    const session = createSession({ api: createTransport({ baseUrl: service.url, environmentId }), storage })
    const { user } = await session.adopt((await service.mock.signIn(email)).reply)
    const key = `latchkey.session.${environmentId}`
    const record = JSON.parse(`${await storage.get(key)}`) as object
    await storage.set(key, JSON.stringify({ ...record, expiresAtMs: Date.now() + expiresInMs }), 60_000)
    return { user, cookie: pairsOf(jar.setCookies) }
  }

  const pairsOf = (setCookies: readonly string[]) => setCookies.map((line) => line.split(';')[0]).join('; ')

  async function visit(path: string, cookie: string) {
    const reply = await fetch(app.url + path, { headers: { cookie } })
    return { status: reply.status, text: await reply.text(), setCookies: reply.headers.getSetCookie() }
  }

  it('let an endpoint of the app know who calls', async () => {
    const { user, cookie } = await cookiesOf('ada@example.com', 3_600_000)
    const { status, text } = await visit('/account', cookie)
    expect([status, JSON.parse(text)]).toEqual([200, { id: user.id, email: 'ada@example.com' }])
    expect((await visit('/account', '')).status).toBe(401)
  })

  it('are refreshed before the page is rendered, also where several requests come at once', async () => {
    const { user, cookie } = await cookiesOf('ada@example.com', 1_000)
    // Only a refresh brings this into the session.
    await service.mock.people.update(user.id, { email: 'ada.lovelace@example.com' })
    for (const { text, setCookies } of await Promise.all([1, 2, 3].map(() => visit('/', cookie)))) {
      expect(text).toContain('Signed in as <!-- -->ada.lovelace@example.com')
      expect(text).not.toContain('ada@example.com')
      const renewed = pairsOf(setCookies)
      expect(renewed).toMatch(/^latchkey\.session\./)
      expect(await visit('/account', renewed)).toMatchObject({ status: 200, setCookies: [] })
    }
  })

  it('are removed where the token is due and the session has ended', async () => {
    const { user, cookie } = await cookiesOf('bob@example.com', 1_000)
    await service.mock.people.revokeSessions(user.id)
    const { text, setCookies } = await visit('/profile', cookie)
    expect(setCookies.length).toBeGreaterThan(0)
    for (const line of setCookies) expect(line).toContain('Expires=Thu, 01 Jan 1970')
    expect(text).toContain('Nobody is signed in.')
    expect(text).not.toContain('bob@example.com')
  })

  it('open nothing when they are forged', async () => {
    const { cookie } = await cookiesOf('ada@example.com', 3_600_000)
    const claims = Buffer.from(JSON.stringify({ sub: 'x', email: 'ada@example.com' })).toString('base64url')
    const forged = cookie.replace(/\.(ey[\w-]+)\.[\w-]+\./, `.$1.${claims}.`)
    expect(forged).not.toBe(cookie)
    for (const refused of [forged, 'latchkey.session=x', `${cookie.split('=')[0]}=x`]) {
      expect((await visit('/account', refused)).status).toBe(401)
      expect((await visit('/profile', refused)).text).not.toContain('The profile of')
    }
  })
})

it('the tests that use the kit for Playwright pass', async () => {
  const output = await runPlaywright({
    APP_URL: app.url,
    LATCHKEY_URL: service.url,
    PW_TEST_CONNECT_WS_ENDPOINT: process.env.LATCHKEY_CHROMIUM ?? '',
  })
  expect(output).toContain('3 passed')
})

it('Next reports nothing that it cannot render in advance', () => {
  expect(app.output()).not.toContain('Error: Route')
})
