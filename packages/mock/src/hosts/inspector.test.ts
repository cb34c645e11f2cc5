import { request as httpRequest } from 'node:http'
import { openBrowser } from '@latchkey/chromium/browser'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerInspector } from '../control/http/inspectorPage.ts'
import { type MockServer, startServer } from './server.ts'

const controlToken = 'a long control token'
const html = { accept: 'text/html,application/xhtml+xml' }
let server: MockServer
beforeEach(async () => {
  server = await startServer({ seed: 'inspector' }, { allowHosts: ['mock.example'] })
})
const restartWithToken = async () => {
  await server.close()
  server = await startServer({ seed: 'inspector' }, { allowHosts: ['mock.example'], controlToken })
}
afterEach(() => server.close())

/** The reply to a request with headers that `fetch` does not send. */
function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status?: number | undefined; type: string; policy: string; text: string }>((resolve, reject) => {
    const request = httpRequest(server.url + path, { headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () => {
        const { 'content-type': type = '', 'content-security-policy': policy = '' } = response.headers
        resolve({ status: response.statusCode, type, policy: String(policy), text })
      })
    })
    request.on('error', reject)
    request.end()
  })
}

const isPage = ({ status, type, text }: Awaited<ReturnType<typeof get>>) =>
  status === 200 && type.startsWith('text/html') && text.includes('<title>Latchkey inspector</title>')

describe("the inspector's page", () => {
  it.each(['/', '/?from=readme', '/__mock/', '/w/ada', '/w/ada/', '/w/ada/__mock/'])(
    'is served at %s',
    async (path) => {
      const reply = await get(path, html)
      expect(isPage(reply)).toBe(true)
      expect(reply.policy).toContain("default-src 'none'; script-src 'self'; connect-src 'self'")
      // Of a mail that is shown, the styles that the mock itself writes: no others, and no scripts.
      expect(reply.policy).toMatch(/; style-src-attr 'unsafe-hashes'( 'sha256-[\w+/]+='){5};/)
      expect(reply.policy.match(/unsafe/g)).toHaveLength(1)
    },
  )

  it('is not served at `/` to programs, which get JSON there', async () => {
    for (const accept of ['*/*', 'application/json'])
      expect(await get('/', { accept })).toMatchObject({ status: 200, type: 'application/json' })
  })

  it('is not served to callers of another machine without a control token', async () => {
    expect((await get('/', html)).text).not.toContain('inspectorToken.js')
    for (const path of ['/__mock/', '/__mock/inspector.js', '/__mock/inspectorToken.js'])
      expect(await get(path, { ...html, host: 'mock.example' }), path).toMatchObject({ status: 403 })
    expect(await get('/', { ...html, host: 'mock.example' })).toMatchObject({ status: 200, type: 'application/json' })
  })

  it('asks everybody for the control token, if there is one', async () => {
    await restartWithToken()
    for (const host of ['mock.example', '127.0.0.1']) {
      const reply = await get('/', { ...html, host })
      expect([isPage(reply), reply.text.includes('inspectorToken.js')]).toEqual([true, true])
    }
  })

  it.each<[string, string, Record<string, string>, number]>([
    ['a foreign host name', '/', { ...html, host: 'evil.example' }, 403],
    ['a page of another origin', '/__mock/', { ...html, origin: 'https://evil.example' }, 403],
    ['a page of another port', '/__mock/inspector.js', { origin: 'http://localhost:3000' }, 403],
    ['a name that no world can have', '/w/a.b/__mock/', html, 404],
  ])('is refused to %s', async (...[, path, headers, status]) => {
    expect(await get(path, headers)).toMatchObject({ status })
  })
})

describe('answerInspector', () => {
  const ask = async (path: string, script: string | undefined, baseUrl = 'http://127.0.0.1:4010') => {
    const request = { method: 'GET', url: baseUrl + path, headers: new Headers(html), text: async () => '' }
    const reply = await answerInspector(request, { baseUrl, path, needsToken: false, loadScript: async () => script })
    return { status: reply?.status, text: reply?.text ?? '' }
  }

  it('takes the script from the host, and leads to it below the path of a world', async () => {
    expect(await ask('/__mock/inspector.js', 'export {}')).toEqual({ status: 200, text: 'export {}' })
    const { text } = await ask('/', 'export {}', 'http://127.0.0.1:4010/w/ada')
    expect(text).toContain('<latchkey-inspector></latchkey-inspector>')
    expect(text).toContain('<script type="module" src="/w/ada/__mock/inspector.js"></script>')
  })

  it('says so when the script is not built', async () => {
    expect((await ask('/__mock/inspector.js', undefined)).text).toContain('The inspector is not built.')
  })
})

describe('the page in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  /** A page that has the script of a small element in place of the inspector, and the address of another machine. */
  async function open(host?: string) {
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) problems.push(message.text())
    })
    page.on('pageerror', (error) => problems.push(error.message))
    const { port } = new URL(server.url)
    if (host) await page.route(`http://${host}:${port}/**`, (route) => forward(route))
    else
      await page.route('**/__mock/inspector.js', (route) =>
        route.fulfill({ body: script, contentType: 'text/javascript' }),
      )
    await page.goto(`http://${host ?? '127.0.0.1'}:${port}/`)
    return { page, problems }
  }

  const script = `customElements.define('latchkey-inspector', class extends HTMLElement {
    async connectedCallback() {
      const token = this.getAttribute('token')
      const headers = token ? { authorization: 'Bearer ' + token } : {}
      const { now } = await (await fetch('/__mock/v1/clock', { headers })).json()
      this.textContent = 'It is ' + now
    }
  })`

  /** Sends a request to the server under the name by which the page asked for it. */
  async function forward(route: Parameters<Parameters<Awaited<ReturnType<Browser['newPage']>>['route']>[1]>[0]) {
    const { pathname, host } = new URL(route.request().url())
    if (pathname === '/__mock/inspector.js') return route.fulfill({ body: script, contentType: 'text/javascript' })
    const { authorization, accept = '*/*' } = route.request().headers()
    const reply = await get(pathname, { host, accept, ...(authorization && { authorization }) })
    const headers = { 'content-type': reply.type, ...(reply.policy && { 'content-security-policy': reply.policy }) }
    return route.fulfill({ status: reply.status ?? 500, headers, body: reply.text })
  }

  it('shows the element, whose calls its policy allows', async () => {
    const { page, problems } = await open()
    await page.getByText(/^It is \d{4}-/).waitFor()
    expect(problems).toEqual([])
    expect(await page.evaluate(() => getComputedStyle(document.body).marginTop)).toBe('0px')
    await page.close()
  })

  it('asks for the token at another machine, refuses a wrong one, and keeps the right one for the tab', async () => {
    await restartWithToken()
    const { page, problems } = await open('mock.example')
    await page.getByLabel('Control token').fill('another token')
    await page.getByRole('button', { name: 'Show the mock' }).click()
    await page.getByText('The mock does not accept this token.').waitFor()
    await page.getByLabel('Control token').fill(controlToken)
    await page.keyboard.press('Enter')
    await page.getByText(/^It is \d{4}-/).waitFor()
    await page.reload()
    await page.getByText(/^It is \d{4}-/).waitFor()
    expect(problems).toEqual([])
    await page.close()
  })
})
