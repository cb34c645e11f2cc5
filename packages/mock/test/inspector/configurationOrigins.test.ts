import { describe, expect, it } from 'vitest'
import { createInspectorPage } from './inspectorPage.ts'
import { readList } from './readList.ts'

const inspector = createInspectorPage()

const origins = async () => (await readList(inspector, 'origins')).origins?.map(({ origin }) => origin)

describe('origins', () => {
  it('are allowed and removed by keyboard, as the service writes them', async () => {
    const page = await inspector.open('#/configuration')
    await page.getByRole('link', { name: 'Origins' }).press('Enter')
    await page.getByRole('heading', { name: 'There is no origin' }).waitFor()
    await page.getByRole('button', { name: 'New origin…' }).press('Enter')
    await page.getByRole('textbox', { name: 'Origin' }).fill(' https://App.example.com:443 ')
    await page.keyboard.press('Enter')
    const list = page.getByRole('list', { name: 'Allowed origins' })
    await list.getByText('https://app.example.com', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(await origins()).toEqual(['https://app.example.com'])

    await page.getByRole('button', { name: 'https://app.example.com: Delete…' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await page.getByRole('heading', { name: 'There is no origin' }).waitFor()
    expect(await origins()).toEqual([])
  })

  it.each([
    [
      'https://app.example.com/path',
      'Must be an origin of http, https or a browser extension, such as https://app.example.com, with at most one *.',
    ],
    ['https://app.*.example.com', /wildcard/i],
    ['https://taken.example.com', 'This exists already.'],
  ])('that the service refuses, such as %s, stay in the form with the reason beside them', async (origin, reason) => {
    await inspector.mock.create.origin('https://taken.example.com')
    const page = await inspector.open('#/configuration/origins')
    await page.getByRole('button', { name: 'New origin…' }).click()
    const field = page.getByRole('textbox', { name: 'Origin' })
    await field.fill(origin)
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('dialog').getByText(reason).waitFor()
    expect(await field.inputValue()).toBe(origin)
    expect(await origins()).toEqual(['https://taken.example.com'])
  })

  it('are those of the environment in the link, which the choice of another one keeps with the section', async () => {
    const { live } = inspector.mock.defaults.environments
    await inspector.mock.create.origin('https://live.example.com', { environmentId: live.id })
    const page = await inspector.open('#/configuration/origins')
    await page.getByRole('heading', { name: 'There is no origin' }).waitFor()
    await page.getByRole('combobox', { name: 'Environment' }).selectOption(live.id)
    await page.getByText('https://live.example.com', { exact: true }).waitFor()
    expect(new URL(page.url()).hash).toBe(`#/configuration/origins?environment=${live.id}`)
    await page.getByRole('link', { name: 'Providers' }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/configuration/providers?environment=${live.id}`)
  })
})
