import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { createAppServer } from './appServer.ts'

const app = createAppServer()
const controlToken = 'a long control token'
let server: MockServer
beforeAll(async () => {
  server = await startServer({ seed: 'host page', now: '2026-03-01T09:00:00.000Z', frozen: true }, { controlToken })
})
afterAll(() => server.close())

/** Styles that would change most of a page: by all elements, by inheritance, and by names that people use. */
const hostileStyle = `<style>
  html { font-size: 62.5% }
  * { font: italic 40px/3 fantasy; color: red; background: yellow; letter-spacing: .5em; word-spacing: 1em }
  * { text-transform: uppercase; text-indent: 3em; text-align: end; direction: rtl }
  body, dev-tools { display: flex; flex: 1 }
  * { cursor: wait; visibility: hidden; white-space: pre; user-select: none; pointer-events: none; list-style: square }
  * { --text: red; --page: lime; --surface: lime; --line: red; --muted: red; --accent: red; --radius: 9px; --sans: fantasy }
  button, input, select, main, nav, .card, .badge, h1 { display: none !important; border: 9px solid red !important }
</style>`

/** A component of the page that has the element in its shadow root. */
async function showInComponent(page: Page): Promise<void> {
  await page.evaluate(
    ({ url, token }) => {
      customElements.define(
        'dev-tools',
        class extends HTMLElement {
          connectedCallback() {
            const inspector = document.createElement('latchkey-inspector')
            Object.assign(inspector, { url, token })
            this.attachShadow({ mode: 'open' }).append(inspector)
          }
        },
      )
      document.body.append(document.createElement('dev-tools'))
    },
    { url: server.url, token: controlToken },
  )
  await page.getByRole('banner').getByText('Live', { exact: true }).waitFor()
  await page.getByRole('switch', { name: 'emailOnly' }).waitFor()
}

/** Puts an element into the page that shows the mock. */
function append(page: Page, attributes: Readonly<Record<string, string>> = {}): Promise<void> {
  return page.evaluate(
    (all) => {
      const inspector = document.createElement('latchkey-inspector')
      for (const [name, value] of Object.entries(all)) inspector.setAttribute(name, value)
      document.body.append(inspector)
    },
    { url: server.url, token: controlToken, ...attributes },
  )
}

async function showInPage(page: Page): Promise<void> {
  await append(page)
  await page.getByRole('banner').getByText('Live', { exact: true }).waitFor()
  await page.getByRole('switch', { name: 'emailOnly' }).waitFor()
}

/** Everything that CSS decides about some elements of the inspector. */
function looksOf(page: Page): Promise<unknown> {
  const properties = ['color', 'backgroundColor', 'fontFamily', 'fontSize', 'fontStyle', 'lineHeight', 'letterSpacing']
  properties.push('wordSpacing', 'textTransform', 'textIndent', 'textAlign', 'direction', 'cursor')
  properties.push('visibility', 'whiteSpace', 'userSelect', 'pointerEvents', 'listStyleType', 'display', 'borderWidth')
  properties.push('borderRadius', 'paddingLeft', 'minHeight')
  return page.evaluate((names) => {
    const host =
      document.querySelector('latchkey-inspector') ??
      document.querySelector('dev-tools')?.shadowRoot?.querySelector('latchkey-inspector')
    const selectors = ['.app', 'h1', '.card', '.tile', '.tile b', 'nav a', 'button', 'select', 'dt', 'code', '.badge']
    return selectors.map((selector) => {
      const element = host?.shadowRoot?.querySelector(selector)
      const style = element && getComputedStyle(element)
      return [selector, style && names.map((name) => `${name}: ${style[name as never]}`)]
    })
  }, properties)
}

describe('the element in the page of an app', () => {
  it('looks the same whatever the CSS of the page says of all elements', async () => {
    const plain = await app.open()
    await showInPage(plain.page)
    const looks = await looksOf(plain.page)
    expect(JSON.stringify(looks)).toContain('fontSize: 15px')
    const hostile = await app.open({ body: hostileStyle })
    await showInPage(hostile.page)
    expect(await looksOf(hostile.page)).toEqual(looks)
  })

  it('works in the shadow root of a component, in such a page, too', async () => {
    const plain = await app.open()
    await showInComponent(plain.page)
    const looks = await looksOf(plain.page)
    const { page } = await app.open({ body: hostileStyle })
    await showInComponent(page)
    expect(await looksOf(page)).toEqual(looks)
    await page.getByRole('navigation').getByRole('link', { name: 'Requests' }).click()
    await fetch(`${server.url}/api/v0/nowhere`)
    await page.getByRole('link', { name: '404 No operation' }).last().click()
    await page.getByText('No operation has this URL and method.').waitFor()
  })

  it('can be made smaller by the page', async () => {
    const { page } = await app.open({ body: '<style>latchkey-inspector { height: 300px; width: 400px }</style>' })
    await showInPage(page)
    const box = await page.locator('latchkey-inspector').boundingBox()
    expect(box).toMatchObject({ width: 400, height: 300 })
    const overflow = await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)
    expect(overflow).toBe(0)
  })

  it('opens with the view that the page names, and goes to another one that it names later', async () => {
    const { page } = await app.open()
    await append(page, { view: 'people' })
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    await page.evaluate(() => document.querySelector('latchkey-inspector')?.setAttribute('view', 'operations/jwks.get'))
    await page.getByRole('article', { name: 'Operation jwks.get' }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
  })

  it.each([
    ['', '#/people', 'People'],
    ['#/inbox', '#/inbox', 'Inbox'],
  ])('keeps its view in the address, which goes before that of the page: %j', async (before, after, title) => {
    const { page } = await app.open()
    await page.evaluate((hash) => void (location.hash = hash), before)
    await append(page, { view: 'people', hash: '' })
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(new URL(page.url()).hash).toBe(after)
  })

  it('needs nothing of a strict content security policy but its script and the connection', async () => {
    const policy = `default-src 'none'; script-src 'self'; connect-src ${server.url}; require-trusted-types-for 'script'`
    const { page } = await app.open({ headers: { 'content-security-policy': policy } })
    await showInComponent(page)
    for (const name of ['Requests', 'Inbox', 'Events'])
      await page.getByRole('navigation').getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
  })

  it('says so when the policy does not allow the connection', async () => {
    const { page } = await app.open({
      headers: { 'content-security-policy': "default-src 'none'; script-src 'self'" },
      isRefused: true,
    })
    await page.evaluate((url) => {
      const inspector = document.createElement('latchkey-inspector')
      inspector.url = url
      document.body.append(inspector)
    }, server.url)
    await page.getByText(`The mock at ${server.url} does not answer, or not to this page.`).first().waitFor()
  })
})
