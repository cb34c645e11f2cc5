import axeCore from 'axe-core'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { playDemo } from './demo.ts'
import { createInspectorPage, heading } from './inspectorPage.ts'
import { parts } from './parts.ts'

const inspector = createInspectorPage()
/** Of a mock that an app has used. No test changes it. */
const filled = createInspectorPage({ fill: playDemo })

/** Those about names and headings, which something that is hidden at some width takes away. */
const namingRules = ['button-name', 'heading-order', 'label', 'link-name', 'select-name']

interface Look {
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
  /** Those of axe that are asked, if not all. */
  readonly rules?: string[]
}

/**
 * How people may look at a page. Colours are the business of contrast.test.ts, which compares all of them in light and
 * dark, so a wide window only adds what is scrolled in it, and what is hidden. The full run takes all looks with all
 * rules.
 */
const looks: readonly Look[] =
  process.env.LATCHKEY_TESTS === 'full'
    ? [375, 1280].flatMap((width) => (['light', 'dark'] as const).map((colorScheme) => ({ colorScheme, width })))
    : [
        { colorScheme: 'dark', width: 1280, rules: ['scrollable-region-focusable', ...namingRules] },
        { colorScheme: 'dark', width: 375 },
      ]

/** Lists the findings of axe in a page, or in one element of the inspector: rule, element and words. */
async function findingsIn(page: Page, selector?: string, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source)
  const found = await page.evaluate(
    async ([part, runOnly]) => {
      const { axe } = globalThis as typeof globalThis & { axe: typeof axeCore }
      const inElement: [string, string] | undefined = part === undefined ? undefined : ['latchkey-inspector', part]
      const context: axeCore.ElementContext = inElement ? { fromShadowDom: inElement } : document
      const options: axeCore.RunOptions = { resultTypes: ['violations'], ...(runOnly && { runOnly }) }
      const { violations } = await axe.run(context, options)
      return violations
    },
    [selector, rules] as const,
  )
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`))
}

/**
 * Lists what is wrong in each look: findings of axe, and how much wider than the window something is.
 *
 * @param role - Of a dialog, nobody reaches the page behind it.
 */
async function faultsIn(page: Page, role: 'main' | 'dialog' = 'main'): Promise<string[]> {
  const faults: string[] = []
  for (const { colorScheme, width, rules } of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    const wider = await page.getByRole(role).evaluate((element) => element.scrollWidth - element.clientWidth)
    const findings = await findingsIn(page, role === 'dialog' ? role : undefined, rules)
    if (wider > 0) findings.push(`It has to be scrolled sideways, by ${wider} pixels.`)
    faults.push(...findings.map((finding) => `${colorScheme}, ${width} pixels wide: ${finding}`))
  }
  return faults
}

/** Opens each dialog that the view leads to. The words on a button that opens one end in three dots. */
async function checkDialogs(page: Page): Promise<void> {
  for (const button of await page.getByRole('main').getByRole('button', { name: /…$/ }).all()) {
    await button.click()
    await page.getByRole('dialog').waitFor()
    expect(await faultsIn(page, 'dialog')).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  }
}

/** Waits until a view shows what it reads. */
async function untilRead(page: Page): Promise<void> {
  await expect.poll(() => page.getByText('Reading…').count()).toBe(0)
}

/** Each view, a view of a record where records can be opened by the first link in the view, and the dialogs. */
describe('in light and dark, on a phone and on a desk, axe finds nothing', () => {
  it.each(parts)('in the view $name, #/$hash, while it is empty', async ({ name, hash }) => {
    const page = await inspector.open(`#/${hash}`)
    await expect.poll(() => heading(page).textContent()).toBe(name)
    await untilRead(page)
    await page.getByRole('banner').getByText('Live', { exact: true }).waitFor()
    expect(await faultsIn(page)).toEqual([])
  })

  it.each(parts)('in the view $name, #/$hash, its first record and its dialogs', async ({ name, hash }) => {
    const page = await filled.open(`#/${hash}`)
    await expect.poll(() => heading(page).textContent()).toBe(name)
    await untilRead(page)
    await page.getByRole('banner').getByText('Live', { exact: true }).waitFor()
    expect(await faultsIn(page)).toEqual([])

    const record = page.getByRole('main').locator('a.item').first()
    if ((await record.count()) > 0) {
      await record.click()
      await untilRead(page)
      expect(await faultsIn(page)).toEqual([])
    }
    await checkDialogs(page)
  })

  it('in a case of a sweep', async () => {
    const [{ id } = { id: '' }] = filled.mock.sweeps.list()
    for (const { name } of filled.mock.sweeps.get(id).results.slice(1, 3)) {
      const page = await filled.open(`#/sweeps/${id}/${encodeURIComponent(name)}`)
      await page.getByRole('heading', { name }).waitFor()
      expect(await faultsIn(page)).toEqual([])
    }
  })

  it('in the chain, a wallet and their dialogs', async () => {
    const page = await filled.open('#/wallets/chain')
    await page.getByRole('region', { name: 'Latest blocks' }).waitFor()
    expect(await faultsIn(page)).toEqual([])
    await page.getByRole('button', { name: 'Mine… on Base', exact: true }).click()
    await page.getByRole('dialog', { name: 'Mine on Base' }).waitFor()
    expect(await faultsIn(page, 'dialog')).toEqual([])
    await page.keyboard.press('Escape')

    const [wallet] = (await filled.mock.wallets.list({ kind: 'embedded' })).wallets
    await page.goto(`${filled.server.url}/__mock/#/wallets/${wallet?.id}`)
    await page.getByRole('region', { name: 'Rooms' }).waitFor()
    expect(await faultsIn(page)).toEqual([])
    await page.getByRole('button', { name: 'Fund…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Fund', exact: true }).click()
    await page.getByRole('dialog').locator('.refused').waitFor()
    expect(await faultsIn(page, 'dialog')).toEqual([])
  })
})

describe('the keyboard', () => {
  it('opens a view and goes on from its heading', async () => {
    const page = await inspector.open()
    await page.getByRole('navigation').getByRole('link', { name: 'Requests' }).press('Enter')
    await expect.poll(() => heading(page).textContent()).toBe('Requests')
    await expect.poll(() => heading(page).evaluate((element) => element.matches(':focus'))).toBe(true)
  })

  it('finds an operation in a list, in which axe finds nothing', async () => {
    const page = await inspector.open('#/faults')
    await page.getByRole('combobox', { name: 'Operation' }).press('ArrowDown')
    await page.getByRole('option').first().waitFor()
    expect(await findingsIn(page)).toEqual([])
    await page.keyboard.press('Enter')
    expect(await page.getByRole('combobox', { name: 'Operation' }).inputValue()).toBe('*')
  })

  it('reaches all dialogs of a person, and the session that begins there', async () => {
    const { id } = await inspector.mock.create.user({ email: 'ada@example.com' })
    const page = await inspector.open(`#/people/${id}`)
    await expect
      .poll(() => page.getByRole('main').getByRole('button', { name: /…$/ }).allTextContents())
      .toEqual(['New person…', 'Sign in as…', 'Edit…', 'Delete…', 'New wallet…'])
    await page.getByRole('button', { name: 'Sign in as…' }).press('Enter')
    await expect.poll(() => page.getByRole('dialog').locator(':focus').count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Session token' }).waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect
      .poll(() => page.getByRole('button', { name: 'Sign in as…' }).evaluate((element) => element.matches(':focus')))
      .toBe(true)
    expect(await findingsIn(page)).toEqual([])
  })

  it('asks whether a file replaces the state, in a dialog in which axe finds nothing', async () => {
    const page = await inspector.open('#/state')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Load a state' }).press('Enter')
    const state = Buffer.from(JSON.stringify(inspector.mock.export()))
    await (await choosing).setFiles({ name: `${'long'.repeat(40)}.json`, mimeType: 'application/json', buffer: state })
    await page.getByRole('dialog', { name: 'Replace the state?' }).waitFor()
    expect(await faultsIn(page, 'dialog')).toEqual([])
  })

  it('leaves a dialog by Escape, which does nothing', async () => {
    await inspector.mock.create.user({ email: 'ada@example.com' })
    const page = await inspector.open()
    await page.getByRole('button', { name: 'Reset…' }).press('Enter')
    await page.getByRole('dialog', { name: 'Reset the mock?' }).waitFor()
    expect(await findingsIn(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(inspector.mock.export().tables.users).toHaveLength(1)
    await page.getByRole('button', { name: 'Reset…' }).press('Enter')
    await page.getByRole('button', { name: 'Reset', exact: true }).press('Enter')
    await page.getByText('The mock is in its first state again.').waitFor()
    expect(inspector.mock.export().tables.users).toEqual([])
  })
})
