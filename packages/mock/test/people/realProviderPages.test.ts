import { openBrowser } from '@latchkey/chromium/browser'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { type RealProvider, startProvider } from './realProvider.ts'

// A person at the pages of a real provider, in a real browser.

let server: MockServer
let google: RealProvider
let apple: RealProvider
let browser: Browser
let page: Page
let base: string

beforeAll(async () => {
  server = await startServer({ seed: 'real provider pages' })
  const { mock } = server
  base = `${server.url}/api/v0/sdk/${mock.defaults.environments.sandbox.id}`
  const attach = async (provider: 'google' | 'apple') => {
    const idp = await startProvider(`${base}/providers/${provider}/redirect`)
    idp.people['ada'] = { email: 'ada@example.com', email_verified: true }
    await mock.create.provider({ provider, ...idp.client })
    await mock.idp[provider].attach({ issuer: idp.issuer })
    return idp
  }
  google = await attach('google')
  apple = await attach('apple')
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  google?.stop()
  apple?.stop()
  await server?.close()
})

beforeEach(async () => {
  page = await browser.newPage()
  page.setDefaultTimeout(60_000)
})
afterEach(() => page.close())

async function post(path: string, body: object) {
  const response = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json().catch(() => undefined) }
}

/** Goes to the page of the real provider for a state. */
async function goToProvider(provider: 'google' | 'apple', state: string) {
  await post(`/providers/${provider}/initAuth`, { state })
  await page.goto(`${base}/providers/${provider}/login?state=${state}`)
  await page.getByPlaceholder('Enter any login').waitFor()
}

async function signInThere() {
  await page.getByPlaceholder('Enter any login').fill('ada')
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

it.each(['google', 'apple'] as const)('signs a person in who comes back from the page of %s', async (provider) => {
  const state = `state-of-a-person-at-${provider}`
  await goToProvider(provider, state)
  expect(new URL(page.url()).origin).toBe({ google, apple }[provider].issuer)
  await signInThere()
  await page.getByRole('heading', { level: 1, name: 'Signed in' }).waitFor()
  expect(new URL(page.url()).origin).toBe(server.url)
  const { code } = (await post(`/providers/${provider}/oauthResult`, { state })).body
  const { body } = await post(`/providers/${provider}/signIn`, { code, state })
  expect(body.user).toMatchObject({ email: 'ada@example.com' })
  expect(body.user.verifiedCredentials).toContainEqual(expect.objectContaining({ oauth_provider: provider }))
})

it('tells the application that the person went back', async () => {
  const state = 'state-of-a-person-who-goes-back'
  await goToProvider('google', state)
  await page.getByRole('link', { name: /Cancel/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Not signed in' }).waitFor()
  const { body } = await post('/providers/google/oauthResult', { state })
  expect(body).toEqual({ status: 'completed', error: 'access_denied' })
})

it('does not let a page of the provider attach something', async () => {
  await goToProvider('google', 'state-of-a-person-on-a-page-that-attacks')
  const attached = server.mock.idp.google.attached()
  const attack = { provider: 'google', issuer: apple.issuer }
  const tries = await page.evaluate(
    async ([url, body]) => {
      const send = async (init: RequestInit) => {
        const response = await fetch(String(url), { method: 'POST', body: String(body), ...init }).catch(() => null)
        return response?.ok ?? false
      }
      return [
        await send({ headers: { 'content-type': 'application/json' } }),
        await send({ headers: { 'content-type': 'text/plain' }, mode: 'no-cors' }),
      ]
    },
    [`${server.url}/__mock/v1/idp/attach`, JSON.stringify(attack)],
  )
  expect(tries).toEqual([false, false])
  expect(server.mock.idp.google.attached()).toEqual(attached)
  expect(attached?.origin).toBe(google.issuer)
})
