import { describe, expect, it } from 'vitest'
import { clipboardOf, createInspectorPage } from './inspectorPage.ts'

const inspector = createInspectorPage()

/** The status that a call with a token gets. */
async function statusWith(token: string, path: string): Promise<number> {
  const { id } = inspector.mock.defaults.environments.sandbox
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${inspector.server.url}/api/v0/environments/${id}/${path}`, { headers })).status
}

describe('API tokens', () => {
  it('are created with scopes by keyboard, and their raw value is shown once, covered', async () => {
    const page = await inspector.open('#/configuration/tokens')
    await page.getByRole('list', { name: 'API tokens' }).waitFor()
    await page.getByRole('button', { name: 'New API token…' }).press('Enter')
    await page.getByRole('textbox', { name: 'Note' }).fill('Nightly sync')
    await page.getByRole('checkbox', { name: 'environment.users.read' }).press('Space')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).press('Enter')
    const created = page.getByRole('region', { name: 'New API token' })
    await created.getByRole('button', { name: 'Copy API token' }).press('Enter')
    const token = await clipboardOf(page)
    expect(await created.textContent()).not.toContain(token)
    await created.getByRole('button', { name: 'Show API token' }).press('Enter')
    await created.getByText(token, { exact: true }).waitFor()
    expect(await statusWith(token, 'users')).toBe(200)
    expect(await statusWith(token, 'gates')).toBe(403)

    const row = page.getByRole('list', { name: 'API tokens' }).getByRole('listitem').filter({ hasText: 'Nightly sync' })
    await row.getByText(`ends in ${token.slice(-6)}`).waitFor()
    expect(await row.locator('code').allTextContents()).toEqual(['environment.users.read'])
    await page.reload()
    await row.waitFor()
    expect(await page.getByRole('main').textContent()).not.toContain(token)
  })

  it('without a choice of scopes may do all that their creator may', async () => {
    const page = await inspector.open('#/configuration/tokens')
    await page.getByRole('button', { name: 'New API token…' }).click()
    await page.getByRole('textbox', { name: 'Note' }).fill('All')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Copy API token' }).click()
    const token = await clipboardOf(page)
    expect([await statusWith(token, 'users'), await statusWith(token, 'gates')]).toEqual([200, 200])
  })

  it('that the service refuses stay in the form, with the reason beside the field', async () => {
    const page = await inspector.open('#/configuration/tokens')
    await page.getByRole('button', { name: 'New API token…' }).click()
    const note = page.getByRole('textbox', { name: 'Note' })
    await note.fill('n'.repeat(101))
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await expect.poll(() => note.getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByRole('region', { name: 'New API token' }).count()).toBe(0)
    await note.fill('n'.repeat(100))
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('region', { name: 'New API token' }).waitFor()
  })

  it('are deleted after a question, and refused from then on', async () => {
    const { rawToken } = await inspector.mock.create.token({ note: 'Old sync' })
    expect(await statusWith(rawToken, 'users')).toBe(200)
    const page = await inspector.open('#/configuration/tokens')
    await page.getByRole('button', { name: 'Old sync: Delete…' }).click()
    await page.getByRole('dialog', { name: 'Delete Old sync?' }).getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Old sync: Delete…' }).count()).toBe(0)
    expect(await statusWith(rawToken, 'users')).toBe(401)
  })
})
