import { describe, expect, it } from 'vitest'
import { createInspectorPage } from './inspectorPage.ts'
import { readList } from './readList.ts'

const inspector = createInspectorPage()

const contract = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const gates = async () => (await readList(inspector, 'gates')).gates

describe('gates', () => {
  it('are created with their rules by keyboard, and switched on and off', async () => {
    const page = await inspector.open('#/configuration/gates')
    await page.getByRole('heading', { name: 'There is no gate' }).waitFor()
    await page.getByRole('button', { name: 'New gate…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New gate' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Holders')
    await dialog.getByRole('textbox', { name: 'Scope that it adds' }).fill('holder')
    await dialog.getByRole('textbox', { name: 'Contract' }).fill(contract)
    await dialog.getByRole('textbox', { name: 'Least amount (optional)' }).fill('100')
    await dialog.getByRole('button', { name: 'Add a rule' }).press('Enter')
    const second = dialog.getByRole('group', { name: 'Rule 2' })
    await second.getByRole('combobox', { name: 'What is held' }).selectOption('NFT')
    await second.getByRole('textbox', { name: 'Network id' }).fill('137')
    await second.getByRole('textbox', { name: 'Contract' }).fill(contract)
    await second.getByRole('textbox', { name: 'One NFT of them (optional)' }).fill('0x2a')
    await page.keyboard.press('Enter')
    await page.getByText('Adds a scope for those who fit: holder · 2 rules').waitFor()
    expect(await gates()).toEqual([
      {
        id: expect.any(String),
        name: 'Holders',
        scope: 'holder',
        enabledAt: null,
        outcome: 'scope',
        rules: [
          {
            type: 'token',
            chain: 'EVM',
            address: { networkId: 1, contractAddress: contract },
            filter: { amount: 100 },
          },
          {
            type: 'nft',
            chain: 'EVM',
            address: { networkId: 137, contractAddress: contract },
            filter: { tokenId: '0x2a' },
          },
        ],
      },
    ])
    const isOn = page.getByRole('switch', { name: 'Holders' })
    await isOn.press('Space')
    await expect.poll(async () => (await gates())?.[0]?.enabledAt).toBe('2026-03-01T09:00:00.000Z')
    await isOn.press('Space')
    await expect.poll(async () => (await gates())?.[0]?.enabledAt).toBeNull()
  })

  it('are changed, and a rule that is removed leaves the others as they were', async () => {
    const rule = (networkId: number) =>
      ({ type: 'token', chain: 'EVM', address: { networkId, contractAddress: contract } }) as const
    await inspector.mock.create.gate({
      name: 'Holders',
      enabled: false,
      outcome: 'block',
      rules: [rule(1), rule(10), rule(137)],
    })
    const page = await inspector.open('#/configuration/gates')
    await page.getByRole('button', { name: 'Holders: Edit…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Holders' })
    await dialog.getByRole('button', { name: 'Remove rule 2' }).click()
    await dialog.getByRole('combobox', { name: 'Outcome' }).selectOption('siteAccess')
    await dialog.getByRole('textbox', { name: 'Scope that it adds' }).fill('insider')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Lets in only those who fit, and adds the scope insider · 2 rules').waitFor()
    expect((await gates())?.[0]).toMatchObject({
      outcome: 'siteAccess',
      scope: 'insider',
      rules: [rule(1), rule(137)],
    })
  })

  it('show what the service refuses beside the field of the rule, and for all else in the form', async () => {
    await inspector.mock.create.gate({ name: 'Taken' })
    const page = await inspector.open('#/configuration/gates')
    await page.getByRole('button', { name: 'New gate…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New gate' })
    const name = dialog.getByRole('textbox', { name: 'Name' })
    const isRefused = (field: typeof name) => expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    const create = () => dialog.getByRole('button', { name: 'Create' }).click()
    await name.fill('Taken')
    await dialog.getByRole('combobox', { name: 'Outcome' }).selectOption('block')
    await dialog.getByRole('textbox', { name: 'Network id' }).fill('one')
    await dialog.getByRole('textbox', { name: 'Contract' }).fill(contract)
    await create()
    await isRefused(dialog.getByRole('textbox', { name: 'Network id' }))
    await dialog.getByText('Must be a number.').or(dialog.getByText('Must be an integer.')).waitFor()
    await dialog.getByRole('textbox', { name: 'Network id' }).fill('1')
    await create()
    await isRefused(name)
    await dialog.getByText('A gate of this environment has this name already.').waitFor()
    await name.fill('Free')
    await dialog.getByRole('textbox', { name: 'Least amount (optional)' }).fill('0')
    await create()
    await dialog.getByRole('alert').getByText('A rule asks for an amount of at least 1.').waitFor()
    expect(await gates()).toHaveLength(1)
    await dialog.getByRole('textbox', { name: 'Least amount (optional)' }).fill('1')
    await create()
    await page.getByRole('switch', { name: 'Free' }).waitFor()
  })

  it('are deleted after a question, and no longer part of what lets a person in', async () => {
    const { id } = await inspector.mock.create.user({ email: 'ada@example.com' })
    await inspector.mock.create.gate({ name: 'Holders' })
    const page = await inspector.open('#/configuration/gates')
    await page.getByRole('button', { name: 'Holders: Delete…' }).click()
    await page.getByRole('dialog', { name: 'Delete Holders?' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'There is no gate' }).waitFor()
    expect(await gates()).toEqual([])
    expect((await inspector.mock.people.details(id)).access.gates).toEqual([])
  })
})

describe('allowlists', () => {
  it('are created, take entries and lose them, which decides who is let in', async () => {
    const { id } = await inspector.mock.create.user({
      email: 'ada@example.com',
      emailVerifiedAt: '2026-01-15T09:30:00.000Z',
    })
    const isListed = async () =>
      (await inspector.mock.people.details(id)).access.allowlists.map((list) => list.isListed)
    const page = await inspector.open('#/configuration/allowlists')
    await page.getByRole('heading', { name: 'There is no allowlist' }).waitFor()
    await page.getByRole('button', { name: 'New allowlist…' }).press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).fill('Early access')
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('siteAccess')
    await page.keyboard.press('Enter')
    await page.getByRole('switch', { name: 'Early access' }).press('Space')
    await expect.poll(isListed).toEqual([false])

    const dialog = page.getByRole('dialog', { name: 'Add an entry to Early access' })
    await page.getByRole('button', { name: 'Early access: Add an entry…' }).press('Enter')
    await dialog.getByRole('textbox', { name: 'E-mail', exact: true }).fill('ada@example.com')
    await dialog.getByRole('textbox', { name: 'Name for you (not compared)' }).fill('Ada')
    await page.keyboard.press('Enter')
    const entries = page.getByRole('list', { name: 'Entries of Early access' })
    await entries.getByText('ada@example.com · Ada', { exact: true }).waitFor()
    expect(await isListed()).toEqual([true])
    await page.getByRole('button', { name: 'Remove ada@example.com · Ada' }).press('Enter')
    await expect.poll(() => entries.getByRole('listitem').count()).toBe(0)
    expect(await isListed()).toEqual([false])
  })

  it('show what the service refuses of a list and of an entry', async () => {
    const { id } = await inspector.mock.create.allowlist({ name: 'Early access' })
    await inspector.mock.create.allowlistEntry(id, { farcasterFid: 7 })
    const page = await inspector.open('#/configuration/allowlists')
    await page.getByRole('button', { name: 'New allowlist…' }).click()
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Early access')
    await page.getByRole('textbox', { name: 'Scope that it adds' }).fill('user:basic')
    const create = page.getByRole('dialog').getByRole('button', { name: 'Create' })
    await create.click()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Scope that it adds' }).getAttribute('aria-invalid'))
      .toBe('true')
    await page.getByRole('textbox', { name: 'Scope that it adds' }).fill('early')
    await create.click()
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Early access: Add an entry…' }).click()
    const add = page.getByRole('dialog').getByRole('button', { name: 'Add' })
    await add.click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    const fid = page.getByRole('textbox', { name: 'Farcaster id' })
    await fid.fill('seven')
    await add.click()
    await expect.poll(() => fid.getAttribute('aria-invalid')).toBe('true')
    await fid.fill('7')
    await add.click()
    await page.getByRole('dialog').getByRole('alert').getByText('This person is on the list already.').waitFor()
    expect((await readList(inspector, `../../allowlists/${id}/entries`)).entries).toHaveLength(1)
  })

  it('are changed and deleted, and say how many entries they have beyond those that are shown', async () => {
    const { id } = await inspector.mock.create.allowlist({ name: 'Early access', outcome: 'block' })
    for (let fid = 1; fid <= 102; fid++) await inspector.mock.create.allowlistEntry(id, { farcasterFid: fid })
    const page = await inspector.open('#/configuration/allowlists')
    await page.getByText('The latest 100 of 102').waitFor()
    const entries = page.getByRole('list', { name: 'Entries of Early access' }).getByRole('listitem')
    expect(await entries.first().textContent()).toContain('102')
    await page.getByRole('button', { name: 'Show all 100' }).click()
    await expect.poll(() => entries.count()).toBe(100)
    await page.getByRole('button', { name: 'Early access: Edit…' }).click()
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('siteAccess')
    await page.getByRole('textbox', { name: 'Scope that it adds' }).fill('early')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Lets in only those who fit, and adds the scope early').waitFor()
    await page.getByRole('button', { name: 'Early access: Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'There is no allowlist' }).waitFor()
    expect(await readList(inspector, 'allowlists')).toEqual([])
  })
})
