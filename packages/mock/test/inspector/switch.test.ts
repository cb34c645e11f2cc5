import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { createInspectorPage } from './inspectorPage.ts'

const inspector = createInspectorPage()

/** Notes each state that a switch shows from now on, one for each picture of the browser. */
async function watchStates(page: Page, name: string): Promise<() => Promise<boolean[]>> {
  const states = await page.getByRole('switch', { name }).evaluateHandle((element) => {
    const seen: boolean[] = []
    const note = () => {
      const { checked } = element as HTMLInputElement
      if (seen.at(-1) !== checked) seen.push(checked)
      requestAnimationFrame(note)
    }
    note()
    return seen
  })
  return () => states.jsonValue()
}

/** Whether the gates were listed after one was enabled. */
function isReadAfterChange(): boolean {
  const operations = inspector.mock.journal.list().map(({ operation }) => operation)
  const change = operations.indexOf('gates.enable')
  return change !== -1 && operations.lastIndexOf('gates.list') > change
}

it('a switch shows the new state from the press on, while the change and what comes of it are on their way', async () => {
  const { id } = await inspector.mock.create.gate({ name: 'Holders', enabled: false })
  inspector.mock.faults.set('gates.enable', { delayMs: 300 })
  inspector.mock.faults.set('gates.list', { delayMs: 300 })
  const page = await inspector.open('#/configuration/gates')
  await page.getByRole('switch', { name: 'Holders', checked: false }).waitFor()
  const states = await watchStates(page, 'Holders')
  await page.getByRole('switch', { name: 'Holders' }).press('Space')
  await expect.poll(isReadAfterChange).toBe(true)
  // Shows what was read, even if that is not what was wanted.
  await page.getByRole('link', { name: 'Origins' }).click()
  expect(await states()).toEqual([false, true])
  const { gates } = inspector.mock.export().tables
  expect(gates).toMatchObject([{ id, enabledAt: '2026-03-01T09:00:00.000Z' }])
})

it('a switch falls back to its former state when the change is refused', async () => {
  await inspector.mock.create.gate({ name: 'Holders', enabled: false })
  inspector.mock.faults.set('gates.enable', { status: 503, delayMs: 300 })
  const page = await inspector.open('#/configuration/gates')
  await page.getByRole('switch', { name: 'Holders', checked: false }).waitFor()
  const states = await watchStates(page, 'Holders')
  await page.getByRole('switch', { name: 'Holders' }).press('Space')
  await page.getByRole('list', { name: 'Gates' }).getByRole('alert').waitFor()
  await expect.poll(states).toEqual([false, true, false])
})

it('a switch shows what the mock has when something else has changed it back before it was read', async () => {
  const { id } = await inspector.mock.create.gate({ name: 'Holders', enabled: false })
  const page = await inspector.open('#/configuration/gates')
  await page.getByRole('switch', { name: 'Holders', checked: false }).waitFor()
  const { token } = inspector.mock.defaults.environments.sandbox
  const path = `/api/v0/environments/${inspector.mock.defaults.environments.sandbox.id}/gates/${id}/disable`
  // The state is read after both changes.
  inspector.mock.faults.set('gates.list', { delayMs: 2000 })
  await page.getByRole('switch', { name: 'Holders' }).press('Space')
  await expect.poll(() => inspector.mock.journal.list('gates.enable').length).toBe(1)
  await fetch(inspector.server.url + path, { method: 'PUT', headers: { authorization: `Bearer ${token}` } })
  await page.getByRole('switch', { name: 'Holders', checked: false }).waitFor()
})
