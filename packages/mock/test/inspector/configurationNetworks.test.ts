import { describe, expect, it } from 'vitest'
import { createInspectorPage } from './inspectorPage.ts'

const inspector = createInspectorPage()

interface Chain {
  readonly name: string
  readonly enabled: boolean
  readonly networks?: readonly { readonly chainName: string; readonly enabled: boolean; readonly rpcUrl?: string }[]
}

async function chain(name: string): Promise<Chain | undefined> {
  const { chains } = (await inspector.mock.settings.get()) as unknown as { chains: readonly Chain[] }
  return chains.find((candidate) => candidate.name === name)
}

/** The networks that clients get of the environment. */
async function offered(): Promise<string[]> {
  const { id } = inspector.mock.defaults.environments.sandbox
  const reply = await fetch(`${inspector.server.url}/api/v0/sdk/${id}/networks`)
  const chains = (await reply.json()) as { networks: { name: string }[] }[]
  return chains.flatMap(({ networks }) => networks.map(({ name }) => name))
}

describe('chains', () => {
  it('and their networks are switched by keyboard, for clients too', async () => {
    const page = await inspector.open('#/configuration/networks')
    const evm = page.getByRole('switch', { name: 'evm', exact: true })
    await evm.waitFor()
    const isOn = (await chain('evm'))?.enabled ?? false
    expect(await evm.isChecked()).toBe(isOn)
    await evm.press('Space')
    await expect.poll(async () => (await chain('evm'))?.enabled).toBe(!isOn)
    await evm.press('Space')
    await expect.poll(async () => (await chain('evm'))?.enabled).toBe(isOn)

    const name = (await chain('evm'))?.networks?.find(({ enabled }) => enabled)?.chainName ?? ''
    const network = page.getByRole('switch', { name, exact: true })
    await network.press('Space')
    const enabled = async () => (await chain('evm'))?.networks?.find(({ chainName }) => chainName === name)?.enabled
    await expect.poll(enabled).toBe(false)
    await expect.poll(() => network.isChecked()).toBe(false)
  })

  it('that cannot be changed show why, and the switch stays as it was', async () => {
    await inspector.mock.settings.patch({ security: { environmentLocked: true } })
    const page = await inspector.open('#/configuration/networks')
    const evm = page.getByRole('switch', { name: 'evm', exact: true })
    await evm.waitFor()
    const isOn = await evm.isChecked()
    await evm.press('Space')
    await page.getByRole('alert').getByText('The settings of this environment are locked.').waitFor()
    expect(await evm.isChecked()).toBe(isOn)
  })

  it('have networks whose endpoint is set, and is the usual one again once it is emptied', async () => {
    const page = await inspector.open('#/configuration/networks')
    const rpcUrl = async () => (await chain('evm'))?.networks?.[0]?.rpcUrl
    const name = (await chain('evm'))?.networks?.[0]?.chainName ?? ''
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save' })
    for (const url of ['https://rpc.example.com/v1', '']) {
      await page.getByRole('button', { name: `${name}: RPC…`, exact: true }).click()
      await page.getByRole('textbox', { name: 'RPC endpoint' }).fill(url)
      await save.click()
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      await expect.poll(async () => (await rpcUrl()) ?? '').toBe(url)
    }
  })
})

describe('networks of the organization', () => {
  it('are described, changed and deleted, and clients get them', async () => {
    const page = await inspector.open('#/configuration/networks')
    await page.getByRole('heading', { name: 'There is no network' }).waitFor()
    await page.getByRole('button', { name: 'New network…' }).press('Enter')
    const dialog = page.getByRole('dialog')
    const fields = {
      'Chain family': 'EVM',
      Name: 'Example Chain',
      'Chain id': '424242',
      'RPC endpoint': 'https://rpc.example.com',
      'Block explorer': 'https://explorer.example.com',
      Icon: 'https://example.com/icon.svg',
      'Name of the currency': 'Example Ether',
      'Symbol of the currency': 'EXE',
      'Icon of the currency': 'https://example.com/coin.svg',
      'Decimals of the currency': 'many',
    }
    for (const [name, value] of Object.entries(fields))
      await dialog.getByRole('textbox', { name, exact: true }).fill(value)
    await dialog.getByRole('button', { name: 'Create' }).click()
    const decimals = dialog.getByRole('textbox', { name: 'Decimals of the currency' })
    await expect.poll(() => decimals.getAttribute('aria-invalid')).toBe('true')
    await decimals.fill('18')
    const chainId = dialog.getByRole('textbox', { name: 'Chain id' })
    await chainId.fill('1')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect.poll(() => chainId.getAttribute('aria-invalid')).toBe('true')
    await dialog.getByText('The service knows the network with this chain id already.').waitFor()
    await chainId.fill('424242')
    await dialog.getByRole('button', { name: 'Create' }).click()
    const chains = page.getByRole('list', { name: 'Networks of evm' })
    await chains.getByText('Example Chain', { exact: true }).waitFor()
    expect(await offered()).toContain('Example Chain')

    await page.getByRole('button', { name: 'Example Chain: Edit…' }).click()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Other Chain')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await chains.getByText('Other Chain', { exact: true }).waitFor()
    expect(await offered()).toContain('Other Chain')
    await page.getByRole('button', { name: 'Other Chain: Delete…' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'There is no network' }).waitFor()
    expect(await offered()).not.toContain('Other Chain')
  })
})
