import { openBrowser } from '@latchkey/chromium/browser'
import { createTransport } from '@latchkey/client'
import { cookieStorage, createSession, headerCookies } from '@latchkey/client/session'
import { type MockServer, startServer } from '@latchkey/mock/node'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type App, startApp } from './startApp.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } })

describe('a page of SvelteKit', () => {
  let service: MockServer
  let app: App

  beforeAll(async () => {
    service = await startServer({ seed: 'pages' })
    app = await startApp('sveltekit', service)
  })
  afterAll(async () => {
    await app?.close()
    await service?.close()
  })

  /** The cookies of a browser in which a user has signed in. */
  async function signIn(email: string) {
    const jar = headerCookies('')
    const { id: environmentId } = service.mock.defaults.environments.sandbox
    const session = createSession({
      api: createTransport({ baseUrl: service.url, environmentId }),
      storage: cookieStorage(jar),
    })
    await session.adopt((await service.mock.signIn(email)).reply)
    return jar.setCookies.map((line) => line.split(';')[0]).join('; ')
  }

  const visit = async (cookie = '') => (await fetch(app.url, { headers: { cookie } })).text()

  it('is rendered by the server with the session in the cookies', async () => {
    const html = await visit(await signIn('ada@example.com'))
    expect(html).toContain('<p>ada@example.com</p>')
    expect(html).toContain('Sign out')
  })

  it('is rendered for nobody without cookies, and with those that are no session', async () => {
    for (const cookie of ['', 'latchkey.session=x']) {
      const html = await visit(cookie)
      expect(html).toContain('Nobody is signed in.')
      expect(html).not.toContain('Sign out')
    }
  })

  it('shows each visitor only the own session', async () => {
    const cookies = await Promise.all(['ada@example.com', 'grace@example.com'].map(signIn))
    const pages = await Promise.all(cookies.map(visit))
    expect(pages.map((html) => /<p>(\S+@\S+)<\/p>/.exec(html)?.[1])).toEqual(['ada@example.com', 'grace@example.com'])
  })

  describe('in a browser', () => {
    let browser: Awaited<ReturnType<typeof openBrowser>>

    beforeAll(async () => {
      browser = await openBrowser()
      // Vite bundles the dependencies when they are first asked for, and may load the page anew then.
      await (await browser.newPage()).goto(app.url, { waitUntil: 'networkidle' })
    })
    afterAll(() => browser?.close())

    /** A person at the page. With scripts, the page is not loaded anew: it would forget its mark. */
    async function open({ javaScriptEnabled = true } = {}) {
      const context = await browser.newContext({ javaScriptEnabled })
      onTestFinished(() => context.close())
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      await page.goto(app.url, { waitUntil: 'networkidle' })
      if (javaScriptEnabled) await page.evaluate('window.isSamePage = true')
      const press = (name: string) => page.getByRole('button', { name }).click()
      const enter = async (label: string, text: string, button: string) => {
        await page.getByLabel(label).fill(text)
        await press(button)
      }
      const askForCode = async (email: string) => {
        await enter('E-mail', email, 'Send a code')
        await page.getByLabel('Code').waitFor()
        return service.mock.outbox.email.last(email)?.code ?? ''
      }
      /** The data of the server, what the session of the page says, and whether it is still the same page. */
      const shown = async () => [
        ...(await page.locator('p').allTextContents()).slice(0, 2),
        javaScriptEnabled && (await page.evaluate('window.isSamePage')),
      ]
      return { page, context, press, enter, askForCode, shown }
    }

    const rendered = (state: string, text: string, isSamePage = true) => [
      `The server has rendered: ${state}.`,
      text,
      isSamePage,
    ]
    const signedOut = rendered('signedOut', 'Nobody is signed in.')

    it.each(['on the server', 'in the page'])(
      'knows on both sides, without being loaded anew, who has signed in, and out %s',
      async (place) => {
        const { context, press, enter, askForCode, shown } = await open()
        await enter('Code', await askForCode('ada@example.com'), 'Sign in')
        await expect.poll(shown).toEqual(rendered('signedIn', 'ada@example.com'))
        await press(`Sign out ${place}`)
        await expect.poll(shown).toEqual(signedOut)
        expect(await context.cookies()).toEqual([])
      },
    )

    it('says in a sentence that a code is wrong, and takes the right one', async () => {
      const { page, context, enter, askForCode, shown } = await open()
      const code = await askForCode('grace@example.com')
      await enter('Code', code === '000000' ? '111111' : '000000', 'Sign in')
      await expect.poll(() => page.getByRole('alert').textContent()).toBe('This is not the code that was sent.')
      expect([await shown(), await context.cookies()]).toEqual([signedOut, []])
      await enter('Code', code, 'Sign in')
      await expect.poll(shown).toEqual(rendered('signedIn', 'grace@example.com'))
    })

    it('signs in and out without scripts, too', async () => {
      const { press, enter, askForCode, shown } = await open({ javaScriptEnabled: false })
      await enter('Code', await askForCode('ada@example.com'), 'Sign in')
      await expect.poll(shown).toEqual(rendered('signedIn', 'ada@example.com', false))
      await press('Sign out on the server')
      await expect.poll(shown).toEqual(rendered('signedOut', 'Nobody is signed in.', false))
    })
  })
})
