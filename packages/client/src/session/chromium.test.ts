import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openBrowser } from '@latchkey/chromium/browser'
import { type MockServer, startServer } from '@latchkey/mock/node'
import { build } from 'esbuild'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { createTransport } from '../calls/createTransport.ts'
import { headerCookies } from './cookieJar.ts'
import { cookieStorage } from './cookieStorage.ts'
import { createSession } from './createSession.ts'

type Session = import('./session.ts').Session
type Ways = typeof import('../session.ts')

declare global {
  interface Window {
    ways: Ways
    session: Session
    readProfile(): Promise<{ id: string }>
  }
}

let browser: Browser
let site: Server
let service: MockServer
let context: BrowserContext

beforeAll(async () => {
  browser = await openBrowser()
  const contents = `
    import { createTransport } from './calls/createTransport.ts'
    import { get } from './generated/operations/profile.ts'
    import * as ways from './session.ts'
    const api = createTransport(JSON.parse(document.title))
    const cookies = new URLSearchParams(location.search).get('cookies')
    const storage = cookies === null ? undefined : ways.cookieStorage(undefined, JSON.parse(cookies || '{}'))
    const session = ways.createSession({ api, storage })
    Object.assign(window, { ways, session, readProfile: () => get(api.with({ auth: session.auth })) })`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: `${import.meta.dirname}/..`, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
  })
  site = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    const options = JSON.stringify({
      baseUrl: service.url,
      environmentId: service.mock.defaults.environments.sandbox.id,
    })
    response.end(
      isScript
        ? outputFiles[0]?.contents
        : `<!doctype html><title>${options}</title><script type="module" src="/page.js"></script>`,
    )
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  await browser?.close()
  site?.close()
})

beforeEach(async () => {
  service = await startServer({ seed: 'pages' })
  await service.mock.create.provider({ provider: 'emailOnly' })
  await service.mock.create.provider({ provider: 'passkey' })
  context = await browser.newContext()
  onTestFinished(async () => {
    await context.close()
    await service.close()
  })
})

const address = () => `http://localhost:${(site.address() as AddressInfo).port}`

async function openPage(path = '/', origin = address()): Promise<Page> {
  const page = await context.newPage()
  await page.goto(origin + path)
  await page.waitForFunction(() => 'session' in window)
  return page
}

async function signIn(page: Page, email: string): Promise<void> {
  const verificationUUID = await page.evaluate(
    async (to) => (await window.ways.sendEmailCode(window.session, { email: to })).verificationUUID,
    email,
  )
  const verificationToken = service.mock.outbox.email.last(email)?.code ?? ''
  await page.evaluate((body) => window.ways.signInWithEmailCode(window.session, body), {
    verificationUUID,
    verificationToken,
  })
}

const refreshes = () =>
  service.mock.journal.list().filter(({ operation, status }) => operation === 'sessions.refresh' && status === 200)
    .length
const stateOf = (page: Page) => page.evaluate(() => window.session.state)
const tokenOf = (page: Page) => page.evaluate(() => window.session.accessToken())

it('keeps two pages signed in by one refresh, and signs both out', async () => {
  const [first, second] = [await openPage(), await openPage()]
  await signIn(first, 'ada@example.com')
  await expect.poll(() => stateOf(second)).toBe('signedIn')
  const before = await tokenOf(first)
  await Promise.all(
    [first, second].map((page) =>
      page.evaluate(() => Promise.all([window.session.refresh(), window.session.refresh()])),
    ),
  )
  await expect.poll(async () => (await tokenOf(first)) === (await tokenOf(second))).toBe(true)
  expect([refreshes(), (await tokenOf(second)) === before]).toEqual([1, false])
  expect(await second.evaluate(async () => (await window.readProfile()).id === window.session.user?.id)).toBe(true)
  await second.evaluate(() => window.session.signOut())
  await expect.poll(() => stateOf(first)).toBe('signedOut')
  expect(await first.evaluate(() => localStorage.length)).toBe(0)
})

it('shares cookies with the server, after a refresh of either', async () => {
  const page = await openPage('/?cookies')
  await signIn(page, 'ada@example.com')
  const cookieHeader = async () => (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const api = createTransport({ baseUrl: service.url, environmentId: service.mock.defaults.environments.sandbox.id })
  const onServer = async () => createSession({ api, storage: cookieStorage(headerCookies(await cookieHeader())) })
  expect((await onServer()).user?.email).toBe('ada@example.com')
  await page.evaluate(() => window.session.refresh())
  const server = await onServer()
  expect(await server.accessToken()).toBe(await tokenOf(page))
  await page.evaluate(() => window.session.signOut())
  expect([(await onServer()).state, await cookieHeader()]).toEqual(['signedOut', ''])
})

it('is the session of who has signed in last after the domain and the path of its cookies have changed', async () => {
  const origin = address().replace('localhost', 'app.example.localhost')
  const open = (options: object) =>
    openPage(`/account/settings?cookies=${encodeURIComponent(JSON.stringify(options))}`, origin)
  const changed = { domain: 'example.localhost', path: '/account' }
  const [before, after] = [await open({}), await open(changed)]
  await signIn(before, 'ada@example.com')
  await signIn(after, 'bob@example.com')
  const shown = async (options: object) => (await open(options)).evaluate(() => window.session.user?.email)
  expect([await shown(changed), await shown({}), (await context.cookies()).length]).toEqual([
    'bob@example.com',
    undefined,
    1,
  ])
  await after.evaluate(() => window.session.signOut())
  expect([await shown(changed), await context.cookies()]).toEqual([undefined, []])
})

it('signs in at a provider, in place of the page and in a separate window', async () => {
  await service.mock.create.provider({ provider: 'google' })
  await service.mock.idp.google?.addUser({ email: 'ada@example.com' })
  const page = await openPage()
  const asked = { provider: 'google', loginHint: 'ada@example.com', prompt: 'none' } as const
  await page.evaluate((options) => window.ways.startOAuth(window.session, options), {
    ...asked,
    redirectUrl: `${address()}/signed-in`,
  })
  await page.waitForURL('**/signed-in?**')
  await page.waitForFunction(() => 'session' in window)
  expect(
    await page.evaluate(async () => (await window.ways.finishOAuth(window.session, location.href))?.user.email),
  ).toBe('ada@example.com')
  expect(await page.evaluate(() => [window.ways.withoutOAuthAnswer(location.href), sessionStorage.length])).toEqual([
    `${address()}/signed-in`,
    0,
  ])
  await page.evaluate(() => window.session.signOut())
  const opened = context.waitForEvent('page')
  const done = page.evaluate((options) => window.ways.signInWithPopup(window.session, options), {
    ...asked,
    intervalMs: 50,
  })
  const popup = await opened
  await popup.getByRole('button', { name: 'ada@example.com' }).click()
  expect((await done).user.email).toBe('ada@example.com')
  await expect.poll(() => popup.isClosed()).toBe(true)
})

it('isolates the page from the window of a provider, and notices when that is closed', async () => {
  await service.mock.create.provider({ provider: 'google' })
  await service.mock.idp.google?.addUser({ email: 'ada@example.com' })
  const page = await openPage()
  const opened = context.waitForEvent('page')
  const failed = page.evaluate(() =>
    window.ways
      .signInWithPopup(window.session, { provider: 'google', intervalMs: 50, graceMs: 100 })
      .catch((error: Error & { reason?: string }) => error.reason),
  )
  const popup = await opened
  await popup.waitForURL(`${service.url}/**`)
  expect(new URL(popup.url()).origin).not.toBe(address())
  expect(await popup.evaluate(() => window.opener as unknown)).toBeNull()
  await popup.close()
  expect(await failed).toBe('popup_closed')
})

it('revokes the session even if the page is left at once', async () => {
  const page = await openPage()
  await signIn(page, 'ada@example.com')
  await page.evaluate(() => {
    window.session.onChange(() => location.assign('/left'))
    void window.session.signOut()
  })
  await page.waitForURL('**/left')
  await expect
    .poll(() =>
      service.mock.journal.list().some(({ operation, status }) => operation === 'sessions.revoke' && status === 204),
    )
    .toBe(true)
})

it('restores the session after a reload', async () => {
  const page = await openPage()
  await signIn(page, 'ada@example.com')
  await page.reload()
  await page.waitForFunction(() => 'session' in window)
  expect(await page.evaluate(() => [window.session.state, window.session.user?.email])).toEqual([
    'signedIn',
    'ada@example.com',
  ])
})

/** A device of the page's browser, whose owner touches it at once when it asks. */
async function addDevice(page: Page) {
  const devices = await context.newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    touches: (enabled: boolean) =>
      devices.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

it('offers passkeys in the form, and signs in by the second click on the button, and says that a frame may not ask', async () => {
  const page = await openPage()
  const device = await addDevice(page)
  await signIn(page, 'ada@example.com')
  await page.evaluate(async () => {
    await window.ways.addPasskey(window.session)
    await window.session.signOut()
  })
  await device.touches(false)
  const requests = await page.evaluateHandle(() => {
    const asked = { count: 0 }
    const { credentials } = navigator
    const get = credentials.get.bind(credentials)
    credentials.get = (options) => {
      asked.count += 1
      return get(options)
    }
    return asked
  })
  // The browser handles calls in their order, so after its answer it has the request, too.
  const hasAsked = (times: number) =>
    page
      .waitForFunction(({ asked, count }) => asked.count === count, { asked: requests, count: times })
      .then(() => page.evaluate(() => PublicKeyCredential.isConditionalMediationAvailable()))
  const ask = (mediation: 'conditional' | 'optional') =>
    page.evaluate(async (chosen) => {
      const { signInWithPasskey } = window.ways
      return signInWithPasskey(window.session, { mediation: chosen }).then(
        ({ state }) => state,
        ({ reason }: { reason?: string }) => reason,
      )
    }, mediation)
  const offered = ask('conditional')
  await hasAsked(1)
  const clicked = ask('optional')
  expect(await offered).toBe('superseded')
  await hasAsked(2)
  await device.touches(true)
  expect([await ask('optional'), await clicked]).toEqual(['signedIn', 'superseded'])
  const embedded = address().replace('localhost', 'other.localhost')
  await page.evaluate((src) => document.body.append(Object.assign(document.createElement('iframe'), { src })), embedded)
  await expect.poll(() => page.frames().length).toBe(2)
  const frame = page.frames()[1]
  await frame?.waitForFunction(() => 'session' in window)
  expect(
    await frame?.evaluate(() =>
      window.ways
        .askForPasskey({ challenge: 'AAAA', rpId: location.hostname })
        .catch((error: { reason: string; cause: Error }) => [error.reason, error.cause.message]),
    ),
  ).toEqual(['not_supported', expect.stringContaining("'publickey-credentials-get'")])
})

it('creates a passkey of the browser, and signs in with nothing else', async () => {
  const page = await openPage()
  await addDevice(page)
  await signIn(page, 'ada@example.com')
  const registeredUser = await page.evaluate(async () => (await window.ways.addPasskey(window.session)).user)
  expect(registeredUser.verifiedCredentials.map(({ format }) => format).sort()).toEqual(['email', 'passkey'])
  // The refusals of the browser itself.
  const failures = await page.evaluate(async () => {
    const { addPasskey, askForPasskey } = window.ways
    const other = { type: 'public-key', id: 'AAAA' } as const
    const ceremonies = [
      () => addPasskey(window.session),
      () => askForPasskey({ challenge: 'AAAA', rpId: 'example.com' }),
      () => askForPasskey({ challenge: 'AAAA', rpId: location.hostname, allowCredentials: [other] }),
    ]
    const reasons: string[] = []
    // One after the other, as a browser does them.
    for (const ceremony of ceremonies)
      await ceremony().catch(({ name, reason }: { name: string; reason: string }) => reasons.push(`${name} ${reason}`))
    return reasons
  })
  expect(failures).toEqual(['SignInError already_registered', 'SignInError invalid_domain', 'SignInError cancelled'])
  await page.evaluate(() => window.session.signOut())
  expect(await page.evaluate(async () => (await window.ways.signInWithPasskey(window.session)).user.id)).toBe(
    registeredUser.id,
  )
  await service.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
  await page.evaluate(() => window.session.signOut())
  await signIn(page, 'ada@example.com')
  expect(await stateOf(page)).toBe('needsSecondFactor')
  expect(await page.evaluate(async () => (await window.ways.provePasskey(window.session)).state)).toBe('signedIn')
})
