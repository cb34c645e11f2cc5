import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { SweepReport } from '../../src/sweep/sweepReport.ts'
import { sweepTable } from '../../src/sweep/sweepTable.ts'
import { exampleReport } from '../support/sweepReport.ts'
import { clipboardOf, createInspectorPage } from './inspectorPage.ts'

const inspector = createInspectorPage()
const [first, second] = exampleReport.results

const grid = (page: Page) => page.getByRole('grid', { name: 'Cases' })
const rows = (page: Page) => grid(page).getByRole('row').allInnerTexts()
const reports = (page: Page) => page.getByRole('list', { name: 'Reports' }).getByRole('link')
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const focused = document.querySelector('latchkey-inspector')?.shadowRoot?.activeElement as HTMLElement | null
    return focused?.title || focused?.innerText
  })
const linkOf = (id: string, name?: string) =>
  `#/sweeps/${[id, ...(name ? [name] : [])].map(encodeURIComponent).join('/')}`
const fileOf = (report: unknown, name = 'report.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof report === 'string' ? report : JSON.stringify(report)),
})

async function open(page: Page, report: unknown): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open a report' }).click()
  await (await choosing).setFiles(fileOf(report))
}

/** Drops a file on the view. */
async function drop(page: Page, report: unknown): Promise<void> {
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'report.json', { type: 'application/json' }))
    return transfer
  }, JSON.stringify(report))
  await page.locator('.view').dispatchEvent('drop', { dataTransfer: data })
}

describe('a report that a mock has', () => {
  it('appears when it is added, as a table of its calls and failures', async () => {
    const page = await inspector.open('#/sweeps')
    await page.getByRole('heading', { name: 'No report yet' }).waitFor()
    inspector.mock.sweeps.add({ ...exampleReport, file: 'src/App.sweep.test.tsx' })
    await reports(page).getByText('renames a person').click()
    await page.getByText('4 cases of 3 calls: 1 fault and 1 known · src/App.sweep.test.tsx').waitFor()
    expect(await grid(page).getByRole('columnheader').allInnerTexts()).toEqual(['profile.get', 'profile.update'])
    expect((await rows(page)).map((row) => row.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'profile.get profile.update',
      'The state',
      'the token has expired f',
      'the session has ended S',
      'The network',
      'there is no connection U',
      'the reply is lost',
    ])
    expect(
      await grid(page).getByRole('row', { name: 'the reply is lost' }).getByRole('link').getAttribute('title'),
    ).toBe('profile.update: the reply is lost: passes')
  })

  it('has the marks of the table in the terminal', async () => {
    const outcomes = ['passes', 'fails', 'throws', 'unhandled', 'hangs', 'loops', 'silent', 'blank', 'stale'] as const
    const results = outcomes.map((outcome, index) => ({
      ...first,
      outcome,
      call: `call ${index}`,
      failure: 'a failure',
    }))
    const demanded = { ...first, call: 'call 9', failure: 'a failure', fault: 'Not as expected.' }
    const report = { ...exampleReport, results: [...results, demanded] } as SweepReport
    const page = await inspector.open(linkOf(inspector.mock.sweeps.add(report).id))
    await grid(page).waitFor()
    const line = sweepTable('', report.results)
      .split('\n')
      .find((text) => text.startsWith('a failure'))
    const shown = await grid(page).getByRole('row', { name: 'a failure' }).getByRole('link').allInnerTexts()
    expect(shown.map((mark) => mark || '✓').join(' ')).toBe(line?.slice('a failure'.length).trim())
  })

  it('lists its faults, the known ones last, and leads to what has happened in each', async () => {
    const { id } = inspector.mock.sweeps.add(exampleReport)
    const page = await inspector.open(linkOf(id))
    const faults = page.getByRole('list', { name: 'Faults' }).getByRole('link')
    await expect
      .poll(() => faults.locator('b').allTextContents())
      .toEqual(['profile.get: there is no connection', 'profile.update: the session has ended'])
    await faults.getByText('Known: The next version shows it.').waitFor()
    await faults.first().click()
    await page.getByRole('heading', { name: 'profile.get: there is no connection' }).waitFor()
    await page.getByText('src/App.tsx:7:18').waitFor()
    expect(await page.getByRole('img', { name: /^The page at the end of the case/ }).getAttribute('src')).toBe(
      exampleReport.pictures[0],
    )
    await page.getByRole('button', { name: 'Copy command' }).click()
    await expect.poll(() => clipboardOf(page)).toBe("npx vitest run -t 'profile.get: there is no connection'")
  })

  it('shows the calls of a case beside those without failures, and what differs', async () => {
    const { id } = inspector.mock.sweeps.add(exampleReport)
    const page = await inspector.open(linkOf(id, 'profile.update: the session has ended'))
    const calls = page.getByRole('group', { name: 'Calls' }).getByRole('row')
    await calls.first().waitFor()
    const cells = await Promise.all((await calls.all()).map((row) => row.getByRole('cell').allInnerTexts()))
    expect(cells.slice(1).map(([name = '', ...others]) => [name.split('\n')[0], ...others])).toEqual([
      ['profile.get', '200', '200', ''],
      ['profile.update', '200', '401\nsession_ended', 'other reply'],
      ['profile.get (2)', '200', 'no reply', 'other reply'],
      ['users.list', '', '200', 'further call'],
    ])
    await page.getByText('Here: the session has ended').waitFor()
    await page.goto(`${inspector.server.url}/__mock/${linkOf(id, 'profile.get: the token has expired')}`)
    await expect.poll(() => calls.getByText('not made').count()).toBe(2)
  })

  it('is dropped, and the others stay', async () => {
    const other = inspector.mock.sweeps.add({ ...exampleReport, name: 'signs in' })
    const { id } = inspector.mock.sweeps.add(exampleReport)
    const page = await inspector.open(linkOf(id))
    await page.getByRole('button', { name: 'Drop' }).click()
    await page.getByRole('heading', { name: 'Choose a report' }).waitFor()
    await expect.poll(() => reports(page).locator('b').allTextContents()).toEqual(['signs in'])
    expect(inspector.mock.sweeps.list()).toEqual([other])
  })

  it.each([
    [linkOf('sweep-99'), 'This report is not here'],
    [linkOf('sweep-1', 'a case'), 'This report is not here'],
  ])('is missed at the link %s', async (link, title) => {
    inspector.mock.sweeps.add(exampleReport)
    const page = await inspector.open(link)
    await page.getByRole('heading', { name: title }).waitFor()
  })

  it('says so when the link names a case that it does not have', async () => {
    const { id } = inspector.mock.sweeps.add(exampleReport)
    const page = await inspector.open(linkOf(id, 'profile.get: a quake'))
    await page.getByRole('heading', { name: 'The report has no such case' }).waitFor()
    await page.getByRole('link', { name: 'All cases' }).click()
    await grid(page).waitFor()
  })
})

describe('the keyboard', () => {
  it('goes through the table by the arrow keys, opens a case, and comes back to it', async () => {
    const { id } = inspector.mock.sweeps.add(exampleReport)
    const page = await inspector.open(linkOf(id))
    await grid(page).waitFor()
    expect(await grid(page).locator('a[tabindex="0"]').count()).toBe(1)
    await grid(page).locator('a[tabindex="0"]').focus()
    await page.keyboard.press('ArrowDown')
    expect(await focusedName(page)).toBe('profile.get: there is no connection: leaves an error unhandled')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowRight')
    expect(await focusedName(page)).toBe('profile.get: the token has expired: fails')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'profile.get: the token has expired' }).waitFor()
    await expect.poll(() => focusedName(page)).toBe('‹ All cases')
    await page.keyboard.press('Enter')
    await grid(page).waitFor()
    await expect.poll(() => focusedName(page)).toBe('profile.get: the token has expired: fails')
  })
})

describe('a file', () => {
  it('is shown as a report, and is sent nowhere', async () => {
    const page = await inspector.open('#/sweeps')
    await open(page, exampleReport)
    await grid(page).waitFor()
    await reports(page).getByText('4 cases, of a file').waitFor()
    expect(await page.getByRole('button', { name: 'Drop' }).count()).toBe(0)
    expect(inspector.mock.sweeps.list()).toEqual([])
  })

  it('can be dropped on the view', async () => {
    const page = await inspector.open('#/sweeps')
    await page.getByRole('heading', { name: 'No report yet' }).waitFor()
    await drop(page, { ...exampleReport, name: 'signs out' })
    await page.getByRole('heading', { name: 'signs out' }).waitFor()
  })

  it.each([
    ['{', 'The file report.json is not valid JSON.'],
    [{ people: [] }, 'its version is not 1.'],
    [{ ...exampleReport, name: 7 }, 'it has no name.'],
    [{ ...exampleReport, calls: [{ name: 'profile.get' }] }, 'its calls cannot be read.'],
    [{ ...exampleReport, results: undefined }, 'it has no results.'],
    [{ ...exampleReport, results: [first, { ...second, outcome: 'explodes' }] }, 'its result 2 cannot be read.'],
    [{ ...exampleReport, results: [{ ...first, message: {} }] }, 'its result 1 cannot be read.'],
    [{ ...exampleReport, pictures: ['https://example.com/a.png'] }, 'its pictures cannot be read.'],
  ])('that is no report is refused, and says why, %#', async (report, sentence) => {
    const page = await inspector.open('#/sweeps')
    await open(page, report)
    await page.getByText(sentence).waitFor()
    expect(await grid(page).count()).toBe(0)
  })
})
