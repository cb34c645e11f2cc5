import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openBrowser } from '@latchkey/chromium/browser'
import axeCore from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { htmlReport } from '../../src/sweep/htmlReport.ts'
import { junitReport } from '../../src/sweep/junitReport.ts'
import type { ReportedCall } from '../../src/sweep/reportedCall.ts'
import type { ReportedResult, SweepReport } from '../../src/sweep/sweepReport.ts'

/** A text of an app that tries to be markup, with the colours of a terminal and characters that XML does not have. */
const hostile = `</pre></style></title><script>document.title = 'run'</script><img src="x" onerror="document.title = 'run'">" ' & ]]> \u001b[31mred\u001b[39m \u0000`

const call = (name: string, status: number, code?: string): ReportedCall => ({
  name,
  method: 'GET',
  path: `/api/v0/sdk/00000000-0000-7000-8000-000000000004/${name}?redirect=${hostile}`,
  status,
  ...(code !== undefined && { code }),
})
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const clean = [call('users.get', 200), call('wallets.list', 200)]
const result = (failure: string, more: Partial<ReportedResult> = {}): ReportedResult => ({
  name: `users.get: ${failure}`,
  call: 'users.get',
  failure,
  kind: 'state',
  outcome: 'passes',
  calls: [call('users.get', 401, 'token_expired'), call('sessions.refresh', 401)],
  ...more,
})
const fault = { fault: 'The app leaves an error unhandled.', outcome: 'unhandled' } as const
const report: SweepReport = {
  version: 1,
  name: `signs in ${hostile}`,
  file: 'src/App.sweep.test.tsx',
  calls: clean,
  results: [
    result('the token has expired', {
      ...fault,
      message: hostile,
      line: 'src/app.ts:1:2',
      replay: 'again',
      picture: 0,
    }),
    result('the session has ended', { ...fault, picture: 0 }),
    result('500 internal_server_error', { ...fault, kind: 'refusal', knownFault: 'until May' }),
    result(hostile, { kind: 'network' }),
    result('there is no connection', {
      kind: 'network',
      calls: Array.from({ length: 60 }, () => call('users.get', 0)),
    }),
    {
      ...result('the reply is lost', { kind: 'network', outcome: 'fails' }),
      call: 'wallets.list',
      name: 'wallets.list: lost',
    },
  ],
  pictures: [picture],
}

let browser: Browser
let folder: string
beforeAll(async () => {
  browser = await openBrowser()
  folder = await mkdtemp(join(tmpdir(), 'latchkey-report-'))
})
afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true })
})

/** Opens the page as a file, with the complaints of the browser about it. */
async function open(look: Parameters<Browser['newPage']>[0] = {}): Promise<{ page: Page; complaints: string[] }> {
  const file = join(folder, 'report.html')
  await writeFile(file, htmlReport(report))
  const page = await browser.newPage(look)
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith('data:') && request.url() !== pathToFileURL(file).href) complaints.push(request.url())
  })
  await page.goto(pathToFileURL(file).href)
  return { page, complaints }
}

describe('the page of a report', () => {
  it('shows the texts of an app as texts, loads nothing and runs nothing', async () => {
    const { page, complaints } = await open()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('<script>document.title')
    expect(await page.title()).toMatch(/: 2 faults$/)
    expect(await page.locator('script').count()).toBe(0)
    expect(await page.getByText('red', { exact: false }).first().textContent()).not.toContain('\u001b')
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).margin)).toBe('0px')
    expect(complaints).toEqual([])
  })

  it('leads from each mark to its case, and opens one that is closed', async () => {
    const { page } = await open()
    const marks = page.getByRole('table').getByRole('link')
    expect(await marks.count()).toBe(report.results.length)
    await marks.getByText('U').first().click()
    expect(new URL(page.url()).hash).toBe('#case-1')
    await page.getByRole('link', { name: 'fails: wallets.list: lost' }).click()
    await page.locator('#case-6').waitFor({ state: 'visible' })
  })

  it('says of each case why, where, with which calls beside the clean run, and how to run it again', async () => {
    const { page } = await open()
    const found = page.locator('#case-1')
    const text = await found.innerText()
    for (const part of ['The app leaves an error unhandled.', 'at src/app.ts:1:2', 'again', 'red'])
      expect(text).toContain(part)
    expect(await found.locator('li').allInnerTexts()).toEqual([
      expect.stringMatching(/^users\.get 401 token_expired \(instead of 200\) Here the token has expired\. GET/),
      expect.stringMatching(/^sessions\.refresh 401 \(an additional call\)/),
      expect.stringMatching(/^wallets\.list \(not called\)/),
    ])
    expect(await page.locator('#case-3').innerText()).toContain('Known fault: until May')
  })

  it('has each picture once', async () => {
    const { page } = await open()
    expect(await page.locator('img').count()).toBe(1)
    expect(await page.locator('#case-2').getByRole('link').getAttribute('href')).toBe('#case-1')
  })

  it.each([
    ['light', 1200],
    ['dark', 375],
  ] as const)('is accessible and no wider than the window: %s, %s pixels', async (colorScheme, width) => {
    const { page } = await open({ colorScheme, viewport: { width, height: 800 } })
    for (const summary of await page.locator('details > summary').all()) await summary.click()
    await page.evaluate(axeCore.source)
    const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axeCore }).axe.run())
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
})

it('the JUnit XML of any texts can be read', async () => {
  const page = await browser.newPage()
  const [problem, names] = await page.evaluate((xml) => {
    const parsed = new DOMParser().parseFromString(xml, 'application/xml')
    const cases = [...parsed.querySelectorAll('testcase')].map((element) => element.getAttribute('name'))
    return [parsed.querySelector('parsererror')?.textContent, cases] as const
  }, junitReport(report))
  expect(problem).toBeUndefined()
  expect(names).toHaveLength(report.results.length)
  expect(names[3]).toContain('<script>')
})
