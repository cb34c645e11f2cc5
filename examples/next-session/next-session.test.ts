import type { AddressInfo } from 'node:net'
import { createTransport, isApiError } from '@latchkey/client'
import { profile } from '@latchkey/client/operations'
import { cookieStorage, createSession, type Session } from '@latchkey/client/session'
import { type MockServer, startServer } from '@latchkey/mock/node'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createApp } from './app.ts'
import type { ApiOptions } from './session.ts'

// A story of several sign-ins takes its time on a machine that is busy.
vi.setConfig({ testTimeout: 30_000 })

const startAt = '2026-01-15T09:30:00.000Z'
let service: MockServer
let app: ReturnType<typeof createApp>
let apiOptions: ApiOptions
let site: string
let cookies: Map<string, string>

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(startAt) })
  service = await startServer({ seed: 'next', now: startAt })
  apiOptions = { baseUrl: service.url, environmentId: service.mock.defaults.environments.sandbox.id }
  app = createApp(apiOptions)
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
  cookies = new Map()
})

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  app.closeAllConnections()
  app.close()
  await service.close()
})

/** Keeps a cookie as a browser does. */
function keep(line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (/; Max-Age=0/.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}

const cookieHeader = () => Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')

/** Asks as a browser does: with its cookies, and following redirects. */
async function visit(
  path: string,
  form?: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; html: string }> {
  const reply = await fetch(site + path, {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    redirect: 'manual',
    headers: { cookie: cookieHeader(), ...headers },
  })
  for (const line of reply.headers.getSetCookie()) keep(line)
  const location = reply.headers.get('location')
  return location ? visit(location) : { status: reply.status, html: await reply.text() }
}

async function signIn(email = 'ada@example.com'): Promise<{ status: number; html: string }> {
  const { html } = await visit('/send-code', { email })
  const verificationUUID = /name="verificationUUID" value="([^"]+)"/.exec(html)?.[1] ?? ''
  return visit('/sign-in', { verificationUUID, verificationToken: service.mock.outbox.email.last(email)?.code ?? '' })
}

async function advance(ms: number): Promise<void> {
  await service.mock.clock.advance(ms)
  vi.setSystemTime(Date.now() + ms)
}

/** Creates the session as the page's script does, over the browser's cookies. */
function hydrate(): Session {
  vi.stubGlobal('document', {
    get cookie() {
      return cookieHeader()
    },
    set cookie(line: string) {
      keep(line)
    },
  })
  return createSession({ api: createTransport(apiOptions), storage: cookieStorage(undefined, { secure: false }) })
}

const refreshes = () => service.mock.journal.list().filter(({ operation }) => operation === 'sessions.refresh').length

it('renders the signed-in user until the user signs out', async () => {
  expect((await visit('/')).html).toContain('<h1>Sign in</h1>')
  expect((await signIn()).html).toContain('<p id="email">ada@example.com</p>')
  expect((await visit('/')).html).toContain('ada@example.com')
  expect((await visit('/sign-out', {})).html).toContain('<h1>Sign in</h1>')
  expect(cookies.size).toBe(0)
})

it('does not sign in with a wrong code', async () => {
  const { html } = await visit('/send-code', { email: 'ada@example.com' })
  const verificationUUID = /name="verificationUUID" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const wrong = service.mock.outbox.email.last('ada@example.com')?.code === '000000' ? '111111' : '000000'
  expect([(await visit('/sign-in', { verificationUUID, verificationToken: wrong })).status, cookies.size]).toEqual([
    422, 0,
  ])
})

it('refreshes on the server before the page is rendered, and sets the new cookie', async () => {
  await signIn()
  const before = cookieHeader()
  await advance(7_000_000)
  expect((await visit('/')).html).toContain('ada@example.com')
  expect([refreshes(), cookieHeader() === before]).toEqual([1, false])
  await advance(7_000_000)
  expect((await visit('/')).html).toContain('ada@example.com')
  expect(refreshes()).toBe(2)
})

it('lets the page continue the session of the server, and the server that of the page', async () => {
  await signIn()
  const page = hydrate()
  expect([page.state, page.user?.email]).toEqual(['signedIn', 'ada@example.com'])
  await page.refresh()
  await service.mock.clock.advance({ seconds: 30 })
  expect((await visit('/')).html).toContain('ada@example.com')
  await advance(7_000_000)
  await visit('/')
  await service.mock.clock.advance({ seconds: 30 })
  // The page's token was retired by the server's refresh; the cookie has the new one.
  expect((await profile.get(createTransport({ ...apiOptions, auth: page.auth }))).email).toBe('ada@example.com')
  page.close()
})

it('signs the page out when the server signs out, and the server when the page does', async () => {
  await signIn()
  const page = hydrate()
  await visit('/sign-out', {})
  const error = await profile.get(createTransport({ ...apiOptions, auth: page.auth })).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect([isApiError(error) && error.status, page.state]).toEqual([401, 'signedOut'])
  await signIn()
  const again = hydrate()
  await again.signOut()
  expect((await visit('/')).html).toContain('<h1>Sign in</h1>')
  for (const session of [page, again]) session.close()
})

it('refuses forms of other sites', async () => {
  await signIn()
  expect((await visit('/sign-out', {}, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await visit('/')).html).toContain('ada@example.com')
})

it('serves the page its script and the modules of the client, and nothing else', async () => {
  expect((await visit('/page.js')).html).toContain("from './client/session.js'")
  const { html } = await visit('/client/session.js')
  expect(html).toContain('createSession')
  const modules = [html, (await visit('/client/core.js')).html, (await visit('/client/index.js')).html].join('\n')
  const named = Array.from(modules.matchAll(/^import .* from "([^./][^"]*)"/gm), ([, name]) => name)
  expect(named).toEqual([])
  for (const path of ['/client/../package.json', '/client/%2e%2e/package.json', '/client/errors.d.ts'])
    expect((await visit(path)).status).toBe(404)
})
