import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openBrowser } from '@latchkey/chromium/browser'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'

// A developer's browser opens a page while the server runs: what can the page do? All names
// below `.example` lead to this machine.

let pages: Server
let browser: Browser
let server: MockServer
let page: Page

beforeAll(async () => {
  pages = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>A page</p>'))
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  pages?.closeAllConnections()
  pages?.close()
})

beforeEach(async () => {
  server = await startServer({ seed: 'foreign pages' })
  page = await browser.newPage()
  page.setDefaultTimeout(60_000)
})

afterEach(async () => {
  await page?.close()
  await server?.close()
})

/** Opens a page of another site, or of another port of this machine. */
const open = (name: string) => page.goto(`http://${name}:${(pages.address() as AddressInfo).port}/`)
const sandbox = () => server.mock.defaults.environments.sandbox
const administration = (path: string) => `${server.url}/api/v0/environments/${sandbox().id}/${path}`
const emails = () => (server.mock.export().tables.users as { email?: string }[]).map(({ email }) => email)

type Init = Pick<RequestInit, 'method' | 'mode'> & { headers?: Record<string, string>; body?: string }

/** The part of an answer that a script of the open page can read: status and body, or nothing. */
function ask(url: string, init: Init = {}): Promise<{ status: number; text: string } | 'blocked'> {
  return page.evaluate(
    async ([url, init]) => {
      try {
        const response = await fetch(url, init)
        return { status: response.status, text: await response.text() }
      } catch {
        return 'blocked'
      }
    },
    [url, init] as const,
  )
}

const withToken = (init: Init = {}): Init => ({
  ...init,
  headers: { authorization: `Bearer ${sandbox().token}`, 'content-type': 'application/json' },
})
const createUser = () =>
  ask(administration('users'), withToken({ method: 'POST', body: '{"email":"eve@evil.example"}' }))

/** Sends a form from the open page, and gives the status of the page that follows. */
async function submit(action: string, fields: Record<string, string>, encoding: string): Promise<number | undefined> {
  const answer = page.waitForResponse((response) => response.url() === action)
  const arrival = page.waitForURL(action)
  await page.evaluate(
    ([action, fields, encoding]) => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action, enctype: encoding })
      for (const [name, value] of Object.entries(fields))
        form.append(Object.assign(document.createElement('input'), { name, value }))
      document.body.append(form)
      form.submit()
    },
    [action, fields, encoding] as const,
  )
  await arrival
  return (await answer).status()
}

describe('a page of another site', () => {
  beforeEach(() => open('evil.example'))

  it('reads nothing of an environment, although it knows the token', async () => {
    await server.mock.create.user({ email: 'ada@example.com' })
    expect(await ask(administration('users'), withToken())).toBe('blocked')
  })

  it('changes nothing, and cannot make a webhook call another server of this machine', async () => {
    expect(await createUser()).toBe('blocked')
    const webhook = { url: `http://127.0.0.1:${(pages.address() as AddressInfo).port}/`, events: ['user.created'] }
    const body = JSON.stringify({ ...webhook, isEnabled: true })
    expect(await ask(administration('webhooks'), withToken({ method: 'POST', body }))).toBe('blocked')
    expect(emails()).toEqual([])
    expect(server.mock.export().tables.webhooks).toEqual([])
  })

  it('controls nothing by script, not even without reading the answer', async () => {
    await server.mock.create.user({ email: 'ada@example.com' })
    for (const mode of ['cors', 'no-cors'] as const)
      await ask(`${server.url}/__mock/v1/reset`, { method: 'POST', mode, body: '{}' })
    expect(await ask(`${server.url}/__mock/v1/state`)).toBe('blocked')
    expect(emails()).toEqual(['ada@example.com'])
  })

  it('controls nothing by a form in any encoding', async () => {
    await server.mock.create.user({ email: 'ada@example.com' })
    for (const encoding of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect(await submit(`${server.url}/__mock/v1/reset`, { '{"a":"': '"}' }, encoding), encoding).toBe(403)
      await open('evil.example')
    }
    expect(emails()).toEqual(['ada@example.com'])
  })

  it('cannot choose an account at a simulated provider, even from a frame without an origin', async () => {
    const action = `${server.url}/__mock/messenger/${sandbox().id}/auth`
    const fields = { state: 'state-of-the-page', choice: 'new', first_name: 'Eve' }
    expect(await submit(action, fields, 'application/x-www-form-urlencoded')).toBe(403)
    await open('evil.example')
    const answer = page.waitForResponse((response) => response.url() === action)
    await page.evaluate(
      ([action]) => {
        const frame = document.createElement('iframe')
        frame.sandbox.add('allow-forms', 'allow-scripts')
        frame.srcdoc = `<form method="post" action="${action}"></form><script>document.forms[0].submit()</script>`
        document.body.append(frame)
      },
      [action] as const,
    )
    const response = await answer
    expect([await response.request().headerValue('origin'), response.status()]).toEqual(['null', 403])
    expect(server.mock.export().tables.idpAccounts).toEqual([])
  })

  it('signs people in as long as the environment lists no origins', async () => {
    const settings = `${server.url}/api/v0/sdk/${sandbox().id}/settings`
    expect(await ask(settings)).toMatchObject({ status: 200 })
    await server.mock.create.origin('https://app.example.com')
    expect(await ask(settings)).toBe('blocked')
  })
})

describe('a page whose host name resolves to this machine', () => {
  it('gets only refusals, from the interface and from the control interface', async () => {
    // First the name leads to a server of the page's own, and then, at the same port, to the mock.
    const first = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('A page'))
    await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve))
    const { port } = first.address() as AddressInfo
    const origin = `http://rebound.example:${port}`
    await page.goto(origin)
    first.closeAllConnections()
    await new Promise((resolve) => first.close(resolve))
    await server.close()
    server = await startServer({ seed: 'foreign pages' }, { port })
    await server.mock.create.user({ email: 'ada@example.com' })
    const users = new URL(administration('users')).pathname
    for (const path of [users, '/__mock/v1/state', '/__mock/v1/defaults']) {
      const answer = await ask(origin + path, withToken())
      expect(answer, path).toMatchObject({ status: 403, text: expect.stringContaining('"code":"forbidden"') })
    }
    await ask(origin + users, withToken({ method: 'POST', body: '{"email":"eve@evil.example"}' }))
    await ask(`${origin}/__mock/v1/reset`, withToken({ method: 'POST', body: '{}' }))
    expect(emails()).toEqual(['ada@example.com'])
  })
})

describe('a page that may call the server', () => {
  it.each(['localhost', '127.0.0.1'])('may come from another port of this machine: %s', async (name) => {
    await open(name)
    expect(await createUser()).toMatchObject({ status: 201 })
    expect(emails()).toEqual(['eve@evil.example'])
  })

  it('may come from an origin that an environment lists', async () => {
    const { port } = pages.address() as AddressInfo
    await server.mock.create.origin(`http://app.example:${port}`)
    await open('app.example')
    expect(await createUser()).toMatchObject({ status: 201 })
    await open('evil.example')
    expect(await createUser()).toBe('blocked')
  })
})
