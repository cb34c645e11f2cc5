import { createTransport } from '@latchkey/client'
import { cookieStorage, createSession, headerCookies } from '@latchkey/client/session'
import { type MockServer, startServer } from '@latchkey/mock/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type App, startApp } from './startApp.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

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
    expect(pages.map((html) => /<p>(.+?)<\/p>/.exec(html)?.[1])).toEqual(['ada@example.com', 'grace@example.com'])
  })
})
