import { defined } from '@latchkey/base/defined'
import { openBrowser } from '@latchkey/chromium/browser'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { serveSweptPage, type SweptPage } from '../../test/sweeps/sweptPage.ts'
import { createMock } from '../mock/createMock.ts'
import { learnSweep } from '../sweep/learnSweep.ts'
import type { SweepResult } from '../sweep/playCase.ts'
import { createPageStage, type SweepContext } from './pageStage.ts'
import { createSweepPictures } from './sweepPictures.ts'

vi.setConfig({ testTimeout: 1_200_000 })

// Sweeps in a real browser, over a page with planted faults.
const origin = createMock({ seed: 'pages', baseUrl: 'https://api.example.com' })
const { id } = origin.defaults.environments.sandbox
let browser: Browser
let app: SweptPage
let pageUrl: string
let sweep: Awaited<ReturnType<typeof learn>>

beforeAll(async () => {
  app = await serveSweptPage(`${origin.baseUrl}/api/v0/sdk/${id}`)
  browser = (await openBrowser()) as unknown as Browser
  pageUrl = app.url
  sweep = await learn(signsIn)
}, 1_200_000)

afterAll(async () => {
  await browser?.close()
  app?.close()
})

async function signsIn({ page, inbox }: SweepContext): Promise<void> {
  await page.goto(pageUrl)
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByLabel('Code').fill((await inbox.email('ada@example.com')).code ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Hello ada@example.com').waitFor()
  await page.getByLabel('Name').fill('Ada')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Ada ada@example.com').waitFor()
}

type Expectations = Pick<Parameters<typeof learnSweep<SweepContext>>[0], 'onRefusal' | 'onNetwork'>

/** How the cases of a test are played, once their calls are known. */
interface Playing extends Expectations {
  /** The page, in place of the one without a fault, whose calls are the same. */
  readonly url?: string
  /** At most so many cases. */
  readonly sample?: number
}

/** Learns the cases of a page, so that each test plays some of them: to learn takes two runs. */
async function learn(body: (context: SweepContext) => unknown) {
  const patience = { isLearning: true, longestMs: 0 }
  let pictures = createSweepPictures()
  let expectations: Expectations = {}
  const openStage = () =>
    createPageStage({
      browser,
      server: origin,
      baseURL: app.url,
      sessionCookie: false,
      remedy: (call) => call,
      needsPasskeys: false,
      patience,
      folder: import.meta.dirname,
      replayOf: (name) => name,
      pictures: patience.isLearning ? undefined : pictures,
    })
  const { cases } = await learnSweep({
    origin,
    stage: openStage(),
    body,
    isSignedIn: ({ page }) => page.getByText('ada@example.com').isVisible(),
    onRefusal: (after) => expectations.onRefusal?.(after),
    onNetwork: (after) => expectations.onNetwork?.(after),
  })
  patience.isLearning = false
  /** Plays the cases whose names fit, three side by side. */
  return async (only: RegExp | string, { url = app.url, sample, ...others }: Playing = {}) => {
    expectations = others
    pageUrl = url
    pictures = createSweepPictures()
    const results: (SweepResult & { readonly picture?: number })[] = []
    const fitting = cases.filter(({ name }) => (typeof only === 'string' ? name === only : only.test(name)))
    const step = sample === undefined ? 1 : fitting.length / sample
    const waiting = fitting.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step)).values()
    const playNext = async () => {
      for (const { play } of waiting) {
        const stage = openStage()
        const result = await play(stage)
        results.push({ ...result, ...defined({ picture: stage.picture }) })
      }
    }
    await Promise.all([playNext(), playNext(), playNext()])
    return { results, pictures: pictures.list() }
  }
}

const alertOf = ({ context: { page } }: { context: SweepContext }) => page.getByRole('alert').textContent()

describe('a sweep in a browser', () => {
  it('finds nothing in a page that says what has failed', async () => {
    const { results } = await sweep(/./, {
      onRefusal: async (after) => expect(await alertOf(after)).toMatch(/refused|later|ended|^$/),
      onNetwork: async (after) => expect(await alertOf(after)).toMatch(/later|^$/),
      ...(process.env.LATCHKEY_TESTS === 'full' ? {} : { sample: 9 }),
    })
    expect(results.filter(({ fault }) => fault !== undefined)).toEqual([])
    expect(results.length).toBeGreaterThanOrEqual(9)
  })

  it.each([
    ['does not catch', 'emailSignIn.create: 500 internal_server_error', 'unhandled'],
    ['waits for ever', 'profile.get: the reply never ends', 'silent'],
    ['tries without an end', 'profile.get: there is no connection any more', 'loops'],
    ['goes white', 'profile.get: the rate limit is reached', 'blank'],
    ['stays signed in', 'profile.get (2): the token has expired', 'stale'],
    ['says nothing', 'profile.update: 500 internal_server_error', 'silent'],
  ] as const)('finds that a page %s, at %s: %s', async (fault, only, outcome) => {
    const { results } = await sweep(only, { url: app.with(fault) })
    expect(results.map(({ name, outcome, fault }) => [name, outcome, fault !== undefined])).toEqual([
      [only, outcome, true],
    ])
  })

  it('lets waits between tries and time limits pass, and the delay of a reply', async () => {
    const texts: (string | null)[] = []
    const only = /^profile\.(get: 500|get: the reply never ends|update: the reply comes too late)/
    const { results } = await sweep(only, { onNetwork: async (after) => texts.push(await alertOf(after)) })
    expect(Object.fromEntries(results.map(({ name, outcome }) => [name, outcome]))).toEqual({
      'profile.get: 500 internal_server_error': 'passes',
      'profile.get: the reply never ends': 'passes',
      'profile.update: the reply comes too late': 'fails',
    })
    expect(texts.toSorted()).toEqual(['', 'Try again later.'])
  })

  it('lets the time limit of an XMLHttpRequest pass', async () => {
    const { results } = await sweep(/^profile\.(get|update): the reply never ends/, { url: app.xhrUrl })
    expect(Object.fromEntries(results.map(({ name, outcome }) => [name, outcome]))).toEqual({
      'profile.get: the reply never ends': 'passes',
      'profile.update: the reply never ends': 'fails',
    })
  })

  it('lets time pass while a page waits for a document of the service', async () => {
    const opens = await learn(async ({ page }) => {
      await page.goto(`${origin.baseUrl}/api/v0/sdk/${id}/settings`)
      await page.getByText('chains').waitFor()
    })
    const { results } = await opens(/too late|never ends|no connection$/)
    expect(Object.fromEntries(results.map(({ name, outcome }) => [name, outcome]))).toEqual({
      'sdkSettings.get: the reply comes too late': 'passes',
      'sdkSettings.get: the reply never ends': 'fails',
      'sdkSettings.get: there is no connection': 'throws',
    })
  })

  it('goes on when the app closes a window that it has opened', async () => {
    const opens = await learn(async ({ page }) => {
      await page.goto(app.url)
      await page.evaluate((url) => {
        const opened = window.open(url)
        setTimeout(() => opened?.close(), 500)
        setTimeout(() => document.body.append('it is closed'), 3000)
      }, `${origin.baseUrl}/api/v0/sdk/${id}/settings`)
      await page.getByText('it is closed').waitFor()
    })
    const { results } = await opens(/never ends|no connection$/)
    expect(results.map(({ outcome }) => outcome)).toEqual(['passes', 'passes'])
  })

  it('ends a case of a page that moves by itself', async () => {
    const { results } = await sweep('profile.update: 500 internal_server_error', { url: app.with('moves') })
    expect(results).toMatchObject([{ outcome: 'fails' }])
  })

  it('says what the test waits for, and on which line', async () => {
    const { results } = await sweep('profile.update: 500 internal_server_error')
    expect(results[0]?.message).toBe(
      'AssertionError: The test waits for something that does not come.\nlocator.waitFor:\n' +
        "  - waiting for getByText('Ada ada@example.com') to be visible",
    )
    expect(results[0]?.line).toMatch(/^pageStage\.test\.ts:\d+:\d+$/)
  })

  it('takes one picture of ends that look the same', async () => {
    const { results, pictures } = await sweep(/^profile\.update: (400|422 invalid_update|500)/)
    const pictureOf = (part: string) => results.find(({ name }) => name.includes(part))?.picture
    expect(pictureOf('400')).toBe(pictureOf('422'))
    expect(pictureOf('500')).not.toBe(pictureOf('400'))
    expect(pictures.map((each) => each.slice(0, 23))).toEqual(Array(2).fill('data:image/jpeg;base64,'))
  })

  it('refuses a test that fails without a failure', async () => {
    const body = async ({ page }: SweepContext) => {
      await page.goto(app.url)
      expect(await page.getByText('Goodbye').count()).toBe(1)
    }
    await expect(learn(body)).rejects.toThrow(
      /Failed to sweep the test: it fails without a failure of the service. AssertionError: expected \+0 to be 1/,
    )
  })

  it('runs timers of the page that come due when the test moves the clock', async () => {
    const body = async ({ page, clock }: SweepContext) => {
      await page.goto(app.url)
      const start = await page.evaluate(() => {
        setTimeout(() => document.body.append('an hour later'), 3_600_000)
        return new Date().getTime()
      })
      expect(start).toBe(clock.now())
      await clock.advance({ hours: 2 })
      await page.getByText('an hour later').waitFor()
      expect(await page.evaluate(() => Date.now())).toBe(start + 7_200_000)
      await page.reload()
      expect(await page.evaluate(() => Date.now())).toBe(start + 7_200_000)
    }
    await expect(learn(body)).rejects.toThrow('it makes no calls of the service')
  })
})
