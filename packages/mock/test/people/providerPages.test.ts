import { openBrowser } from '@latchkey/chromium/browser'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import type { Mock } from '../../src/mock/createMock.ts'

// A person at the pages of the simulated providers, in a real browser: the loopback server answers, and the pages lead
// on.

let server: MockServer
let world: Mock
let browser: Browser
let page: Page
let base: string

beforeAll(async () => {
  server = await startServer({ seed: 'provider pages' })
  // The pages also work below a path.
  world = server.worlds.create('people')
  base = `${world.baseUrl}/api/v0/sdk/${world.defaults.environments.sandbox.id}`
  for (const provider of ['google', 'apple', 'gitlab', 'telegram'] as const) await world.create.provider({ provider })
  await world.idp.google?.addUser({ email: 'ada@example.com', displayName: 'Ada Byron' })
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

beforeEach(async () => {
  page = await browser.newPage()
  page.setDefaultTimeout(60_000)
})

afterEach(() => page.close())

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

async function post(path: string, body: object) {
  const response = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json().catch(() => undefined) }
}

const names = { google: 'Google', apple: 'Apple', gitlab: 'GitLab' } as const
let count = 0

/** Opens the provider's page for a new state. */
async function goToProvider(provider: keyof typeof names): Promise<string> {
  const state = `state-of-a-person-${++count}`
  await post(`/providers/${provider}/initAuth`, { state })
  await page.goto(`${base}/providers/${provider}/login?state=${state}`)
  await heading(`Sign in with ${names[provider]}`)
  return state
}

const resultOf = async (provider: string, state: string) =>
  (await post(`/providers/${provider}/oauthResult`, { state })).body

it('lets a person choose an account and then signs that person in', async () => {
  const state = await goToProvider('google')
  expect(await resultOf('google', state)).toEqual({ status: 'pending' })
  await page.getByRole('button', { name: 'Ada Byron' }).click()
  await heading('Signed in')
  const { code } = await resultOf('google', state)
  const { body } = await post('/providers/google/signIn', { code, state })
  expect(body.user).toMatchObject({ email: 'ada@example.com', newUser: true })
})

it('accepts a typed address, which creates a new account at the provider', async () => {
  const state = await goToProvider('google')
  await page.getByLabel('E-mail').fill('grace@example.com')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await heading('Signed in')
  const { code } = await resultOf('google', state)
  expect((await post('/providers/google/signIn', { code, state })).body.user).toMatchObject({
    email: 'grace@example.com',
  })
  await goToProvider('google')
  await page.getByRole('button', { name: 'grace@example.com' }).waitFor()
})

it('stays on the page for an invalid address', async () => {
  await goToProvider('google')
  await page.getByLabel('E-mail').fill('nobody')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  expect(await page.getByLabel('E-mail').evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false)
  await heading('Sign in with Google')
})

it.each([375, 1280])('fits a window of %d px with an address of any length', async (width) => {
  const email = `${'long.'.repeat(12)}${width}@${'long-label.'.repeat(15)}example.com`
  await world.idp.gitlab?.addUser({ email })
  await page.setViewportSize({ width, height: 800 })
  await goToProvider('gitlab')
  await page.getByRole('button', { name: email }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
})

it('reports to the application that the person cancelled', async () => {
  const state = await goToProvider('google')
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  await heading('Not signed in')
  expect(await resultOf('google', state)).toEqual({ status: 'completed', error: 'access_denied' })
})

it('sends the answer by a form if the provider does so', async () => {
  const state = await goToProvider('apple')
  await page.getByLabel('E-mail').fill('mary@example.com')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await heading('Signed in')
  const { code } = await resultOf('apple', state)
  expect((await post('/providers/apple/signIn', { code, state })).body.user.verifiedCredentials).toMatchObject([
    { oauth_provider: 'apple' },
  ])
})

it("lets a person sign in at the messenger's widget", async () => {
  const state = `state-of-a-person-${++count}`
  await page.goto(`${base}/messenger/auth?state=${state}`)
  await heading('Sign in with Telegram')
  await page.getByLabel('First name').fill('Ada')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.poll(async () => (await post('/messenger/signin', { state })).status).toBe(200)
})
