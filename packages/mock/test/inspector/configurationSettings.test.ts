import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { fieldsOfGroup, settingFieldsOf } from '@latchkey/inspector/views/configuration/settings/settingFields'
import { groupOf, settingGroups } from '@latchkey/inspector/views/configuration/settings/settingGroups'
import { type OpenApiDocument, operationsOf } from '@latchkey/inspector/views/operations/operationsOf'
import { describe, expect, it } from 'vitest'
import { createInspectorPage } from './inspectorPage.ts'

const inspector = createInspectorPage()

const settings = async () => (await inspector.mock.settings.get()) as Record<string, unknown>

async function documentedFields() {
  const file = fileURLToPath(new URL('../../../types/src/generated/openapi.json', import.meta.url))
  const document = JSON.parse(await readFile(file, 'utf8')) as OpenApiDocument
  return settingFieldsOf({ document, operations: operationsOf(document) })
}

describe('the settings', () => {
  it('each have one group, and each group has some', async () => {
    const fields = await documentedFields()
    expect(fields.length).toBeGreaterThan(120)
    // Throws for a setting without a place.
    const grouped = fields.filter(({ path }) => groupOf(path.join('.')) !== undefined)
    expect(grouped.map(({ path }) => path.join('.'))).toContain('security.jwtDuration.amount')
    for (const group of settingGroups) expect(fieldsOfGroup(fields, group)).not.toEqual([])
    expect(() => groupOf('pets.cat')).toThrow('No group of settings has pets.cat.')
  })

  it('are changed by a form of the schema, by keyboard, and those that were not changed are not sent', async () => {
    const page = await inspector.open('#/configuration/settings')
    await page.getByText('amount 2 · unit hours').waitFor()
    await page.getByRole('button', { name: 'Sessions: Edit…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Sessions' })
    await dialog.getByRole('textbox', { name: 'security.jwtDuration.amount' }).fill('30')
    await dialog.getByRole('combobox', { name: 'security.jwtDuration.unit' }).selectOption('minutes')
    await dialog.getByRole('checkbox', { name: 'cookie' }).press('Space')
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('amount 30 · unit minutes').waitFor()
    const { security } = await settings()
    expect(security).toMatchObject({
      jwtDuration: { amount: 30, unit: 'minutes' },
      auth: { storage: ['localstorage', 'cookie'] },
      captcha: { enabled: false },
    })
    const sent = inspector.mock.journal.list('environments.update').at(-1)?.body
    expect(sent).toMatchObject({ design: {}, general: {}, privacy: {}, sdk: {} })
    expect(Object.keys((sent as { security: object }).security)).toEqual(['jwtDuration', 'auth'])
  })

  it('decide at once how people sign in: a session lasts as long as was entered', async () => {
    const { id } = await inspector.mock.create.user({ email: 'ada@example.com' })
    const page = await inspector.open('#/configuration/settings')
    await page.getByRole('button', { name: 'Sessions: Edit…' }).click()
    await page.getByRole('textbox', { name: 'security.jwtDuration.amount' }).fill('1')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    const { expiresAt } = await inspector.mock.signIn(id)
    expect(new Date(Number(expiresAt) * 1000).toISOString()).toBe('2026-03-01T10:00:00.000Z')
  })

  it('show what the service refuses beside the field that it names, or at the form', async () => {
    const page = await inspector.open('#/configuration/settings')
    await page.getByRole('button', { name: 'Sessions: Edit…' }).click()
    const amount = page.getByRole('textbox', { name: 'security.jwtDuration.amount' })
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save' })
    for (const [value, words] of [
      ['two', 'Must be a number.'],
      ['721', 'security.jwtDuration: sessions last more than nothing and at most 30 days.'],
    ] as const) {
      await amount.fill(value)
      await save.click()
      await page.getByRole('dialog').getByText(words, { exact: false }).waitFor()
      expect(await amount.getAttribute('aria-invalid')).toBe('true')
      expect(await amount.inputValue()).toBe(value)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Second factor: Edit…' }).click()
    await page.getByRole('textbox', { name: 'security.mfa.methods, as JSON' }).fill('[{}]')
    await save.click()
    await page
      .getByRole('dialog')
      .getByText(/security\.mfa\.methods\.0\.type must be given/i)
      .waitFor()
    expect((await settings()).security).toMatchObject({ jwtDuration: { amount: 2, unit: 'hours' } })
  })

  it('are emptied where the service allows it, and keep the other parts of a group', async () => {
    await inspector.mock.settings.patch({ general: { supportEmail: 'help@example.com', displayName: 'Example Store' } })
    const page = await inspector.open('#/configuration/settings')
    await page.getByRole('button', { name: 'Name, logo and help: Edit…' }).click()
    await page.getByRole('textbox', { name: 'general.supportEmail' }).fill('')
    await page.getByRole('textbox', { name: 'general.supportText' }).fill('<b>Ask us</b>')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('supportText <b>Ask us</b>').waitFor()
    expect((await settings()).general).toMatchObject({
      supportEmail: null,
      supportText: '<b>Ask us</b>',
      displayName: 'Example Store',
    })
  })

  it('that are locked are refused, until the lock itself is taken off', async () => {
    await inspector.mock.settings.patch({ security: { environmentLocked: true } })
    const page = await inspector.open('#/configuration/settings')
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save' })
    await page.getByRole('button', { name: 'Security and privacy: Edit…' }).click()
    await page.getByRole('combobox', { name: 'privacy.collectIp' }).selectOption('false')
    await save.click()
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .getByText('The settings of this environment are locked.')
      .waitFor()
    await page.getByRole('combobox', { name: 'security.environmentLocked' }).selectOption('false')
    await save.click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(await settings()).toMatchObject({ privacy: { collectIp: false }, security: { environmentLocked: false } })
  })
})
