import { describe, expect, it } from 'vitest'
import { createInspectorPage } from './inspectorPage.ts'
import { readList } from './readList.ts'

const inspector = createInspectorPage()

async function providerOf(name: string): Promise<Record<string, unknown> | undefined> {
  const { providers = [] } = await readList(inspector, 'settings/providers')
  return providers.find(({ provider }) => provider === name)
}

describe('providers', () => {
  it('are set up with their settings, and are on once they have all that they need', async () => {
    const page = await inspector.open('#/configuration')
    await page.getByRole('switch', { name: 'E-mail codes', checked: true }).waitFor()
    await page.getByRole('button', { name: 'New provider…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New provider' })
    await dialog.getByRole('combobox', { name: 'Provider' }).selectOption('okta')
    await dialog.getByRole('textbox', { name: 'Client id' }).fill('client-1')
    await dialog.getByRole('textbox', { name: 'Scopes' }).fill('openid email')
    await dialog.getByRole('textbox', { name: 'Domain' }).fill('acme.example.com')
    await dialog.getByRole('button', { name: 'Create' }).click()
    const row = page.getByRole('list', { name: 'Providers' }).getByRole('listitem').filter({ hasText: 'Okta' })
    await row.getByText('client-1 · acme.example.com').waitFor()
    const created = { clientId: 'client-1', scopes: 'openid email', domain: 'acme.example.com' }
    expect(await providerOf('okta')).toMatchObject({ ...created, enabledAt: null })

    const isOn = row.getByRole('switch', { name: 'Okta' })
    await isOn.press('Space')
    await row.getByRole('alert').getByText('This provider needs clientSecret to be enabled.').waitFor()
    expect(await isOn.isChecked()).toBe(false)

    await row.getByRole('button', { name: 'Okta: Edit…' }).click()
    await page.getByRole('textbox', { name: 'Client secret' }).fill('secret-1')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await isOn.press('Space')
    await expect.poll(async () => (await providerOf('okta'))?.enabledAt).toBe('2026-03-01T09:00:00.000Z')
    await expect.poll(() => row.getByRole('alert').count()).toBe(0)
    await isOn.press('Space')
    await expect.poll(async () => (await providerOf('okta'))?.enabledAt).toBeNull()
  })

  it('keep what they need while they are on: the form says so beside the field, and keeps the rest', async () => {
    await inspector.mock.create.provider({ provider: 'google', clientId: 'client-1', clientSecret: 'secret-1' })
    const page = await inspector.open('#/configuration')
    await page.getByRole('button', { name: 'Google: Edit…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Google' })
    const clientId = dialog.getByRole('textbox', { name: 'Client id' })
    await clientId.fill('')
    await dialog.getByRole('textbox', { name: 'Scopes' }).fill('openid')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => clientId.getAttribute('aria-invalid')).toBe('true')
    await dialog.getByText('This provider needs clientId to be enabled.').waitFor()
    expect(await providerOf('google')).toMatchObject({ clientId: 'client-1' })
    await clientId.fill('client-2')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    const { id } = (await providerOf('google')) ?? {}
    expect(await providerOf('google')).toMatchObject({ clientId: 'client-2', scopes: 'openid' })
    expect(inspector.mock.export().tables.providers).toContainEqual(
      expect.objectContaining({ id, clientSecret: 'secret-1' }),
    )
  })

  it('take lists and choices, and show what the service refuses of them', async () => {
    const page = await inspector.open('#/configuration')
    await page.getByRole('button', { name: 'New provider…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Provider' }).selectOption('zerodev')
    await dialog.getByRole('textbox', { name: 'Salt' }).fill('-1')
    await dialog.getByRole('combobox', { name: 'Create smart accounts' }).selectOption('No')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Salt' }).getAttribute('aria-invalid')).toBe('true')
    await dialog.getByRole('textbox', { name: 'Salt' }).fill('7')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('switch', { name: 'ZeroDev (smart accounts)' }).waitFor()
    expect(await providerOf('zerodev')).toMatchObject({ salt: '7', createNewAccounts: false })

    await page.getByRole('button', { name: 'New provider…' }).click()
    const options = await dialog.getByRole('combobox', { name: 'Provider' }).getByRole('option').allTextContents()
    expect(options).not.toContain('ZeroDev (smart accounts)')
    await dialog.getByRole('combobox', { name: 'Provider' }).selectOption('sms')
    await dialog.getByRole('textbox', { name: 'Countries' }).fill('DE +49, FR +33')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('switch', { name: 'SMS codes' }).waitFor()
    expect((await providerOf('sms'))?.enabledCountries).toEqual([
      { isoCountryCode: 'DE', phoneCountryCode: '+49' },
      { isoCountryCode: 'FR', phoneCountryCode: '+33' },
    ])
  })

  it('are deleted after a question, and are those of the environment in the link', async () => {
    const { live } = inspector.mock.defaults.environments
    await inspector.mock.create.provider({ provider: 'github' })
    await inspector.mock.create.provider({ provider: 'discord' }, { environmentId: live.id })
    const page = await inspector.open('#/configuration')
    await page.getByRole('button', { name: 'GitHub: Delete…' }).click()
    await page.getByRole('dialog', { name: 'Delete GitHub?' }).getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => page.getByRole('switch', { name: 'GitHub' }).count()).toBe(0)
    expect(await providerOf('github')).toBeUndefined()
    await page.getByRole('combobox', { name: 'Environment' }).selectOption(live.id)
    await page.getByRole('switch', { name: 'Discord', checked: true }).waitFor()
    await page.reload()
    await page.getByRole('switch', { name: 'Discord', checked: true }).waitFor()
  })
})
