import type { Locator, Page } from 'playwright'
import { custom, parseEther } from 'viem'
import { createBundlerClient, toSimple7702SmartAccount } from 'viem/account-abstraction'
import { describe, expect, it } from 'vitest'
import { viemClients } from '../chains/evmClients.ts'
import { payerOf, walletWith } from '../x402/payers.ts'
import { clipboardOf, createInspectorPage } from './inspectorPage.ts'
import { expectRefused } from './refusedFields.ts'

const inspector = createInspectorPage()
const payee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A user with a wallet that the user brings along. */
async function createHolder(email: string, chain: 'evm' | 'sol' = 'evm') {
  const { mock } = inspector
  const { address, chain: family } = await mock.wallets[chain]()
  const { id: userId } = await mock.create.user({ email })
  const { id } = await mock.create.wallet(userId, { chain: family, publicWalletAddress: address })
  return { id, userId, address }
}

async function createEmbedded(email = 'ada@example.com') {
  const { mock } = inspector
  await mock.create.provider({ provider: 'dynamic' })
  const user = await mock.create.user({ email })
  return { user, wallet: await mock.wallets.embedded(user, { chain: 'EVM' }) }
}

async function rpc(network: number, method: string, params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(inspector.mock.chain.rpcUrl(network), { method: 'POST', body })
  return ((await response.json()) as { result: unknown }).result
}

/** Asks the service for the balances of a user's address on Ethereum. */
async function balancesOf(userId: string, address: string): Promise<Record<string, number>> {
  const { id, token } = inspector.mock.defaults.environments.sandbox
  const response = await fetch(`${inspector.server.url}/api/v0/environments/${id}/users/${userId}/balances`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ balanceRequests: [{ address, chain: 'EVM', networkIds: [1] }] }),
  })
  const { chainBalances } = (await response.json()) as {
    chainBalances: { networks: { balances: { symbol: string; balance: number }[] }[] }[]
  }
  const balances = chainBalances.flatMap(({ networks }) => networks.flatMap((network) => network.balances))
  return Object.fromEntries(balances.map(({ symbol, balance }) => [symbol, balance]))
}

const rows = (page: Page) => page.getByRole('list', { name: 'Wallets' }).getByRole('link')
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const transactions = (within: Page | Locator) =>
  within.getByRole('list', { name: 'Transactions' }).getByRole('listitem').filter({ hasText: '→' })

/** Opens the dialog, writes into its fields, and confirms. */
async function fund(page: Page, fields: { amount: string; asset?: string; network?: string }): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Fund the address' })
  if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'Fund…' }).click()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(fields.amount)
  if (fields.asset !== undefined) await dialog.getByRole('combobox', { name: 'Currency or token' }).fill(fields.asset)
  if (fields.network) await dialog.getByRole('combobox', { name: 'Network' }).selectOption({ label: fields.network })
  await dialog.getByRole('button', { name: 'Fund', exact: true }).click()
  return dialog
}

describe('a smart wallet', () => {
  it('shows its signer and where it is deployed, and the signer leads to it', async () => {
    const { mock } = inspector
    await mock.create.provider({ provider: 'zerodev' })
    await mock.settings.patch({ sdk: { accountAbstraction: { allWallets: true } } })
    const signer = await createHolder('ada@example.com')
    const page = await inspector.open(`#/wallets/${signer.id}`)
    const [smartWallet] = (await mock.wallets.list({ kind: 'smart' })).wallets
    await page.getByText('Signs for the smart wallet').getByRole('link').click()
    const card = region(page, 'Smart wallet')
    await card.getByText('no chain yet').waitFor()
    expect(page.url()).toContain(smartWallet?.id)
    const { smartWallet: facts } = await mock.wallets.details(smartWallet?.id ?? '')
    const { wallet } = viemClients(mock)
    await mock.chain.fund(wallet.account.address, { ether: '1' })
    await wallet.sendTransaction({ to: facts?.factory as `0x${string}`, data: facts?.factoryData as `0x${string}` })
    await card.getByText('the chains 1').waitFor()
    await card.getByRole('link').click()
    await page.getByText('Signs for the smart wallet').waitFor()
  })
})

describe('the list of wallets', () => {
  it('says what to do while there is none, and shows each wallet with its owner and holdings at once', async () => {
    const page = await inspector.open('#/wallets')
    await page.getByRole('heading', { name: 'No wallets yet' }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    const { address } = await createHolder('ada@example.com')
    await rows(page).filter({ hasText: 'ada@example.com' }).filter({ hasText: 'holds nothing' }).waitFor()
    await inspector.mock.chain.fund(address, { ether: '1.25' }, 8453)
    await rows(page).filter({ hasText: '1.25 ETH' }).filter({ hasText: 'Base' }).waitFor()
  })

  it('is searched and filtered, and the link keeps that', async () => {
    const ada = await createHolder('ada@example.com')
    await createHolder('grace@example.com', 'sol')
    const page = await inspector.open('#/wallets')
    await expect.poll(() => rows(page).count()).toBe(2)
    await page.getByRole('combobox', { name: 'Chain' }).selectOption('SOL')
    await expect.poll(() => rows(page).locator('b').allTextContents()).toEqual(['grace@example.com'])
    await page.getByRole('searchbox').fill(ada.address)
    await page.getByRole('heading', { name: 'No wallet matches the filter' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Show all', exact: true }).click()
    await expect.poll(() => rows(page).count()).toBe(2)
    await page.goto(`${inspector.server.url}/__mock/#/wallets?user=${ada.userId}`)
    await expect.poll(() => rows(page).locator('b').allTextContents()).toEqual(['ada@example.com'])
    await page.getByRole('button', { name: 'Show those of all people' }).click()
    await expect.poll(() => rows(page).count()).toBe(2)
    await page.getByRole('combobox', { name: 'Environment' }).selectOption('Live')
    await page.getByRole('heading', { name: 'No wallet matches the filter' }).waitFor()
  })

  it('is gone through by the arrow keys', async () => {
    for (const name of ['ada', 'grace']) await createHolder(`${name}@example.com`)
    const page = await inspector.open('#/wallets')
    await rows(page).filter({ hasText: 'grace@example.com' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('region', { name: 'Wallet', exact: true }).getByText('ada@example.com').first().waitFor()
    await page.keyboard.press('Home')
    await page.getByRole('region', { name: 'Wallet', exact: true }).getByText('grace@example.com').first().waitFor()
  })

  it('says that a wallet of a link does not exist', async () => {
    await createHolder('ada@example.com')
    const page = await inspector.open('#/wallets/unknown')
    await page.getByRole('heading', { name: 'This wallet does not exist' }).waitFor()
  })
})

describe('a new wallet', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'New wallet' })
  const create = (page: Page) => dialog(page).getByRole('button', { name: 'Create' }).click()
  const open = (page: Page) => page.getByRole('button', { name: 'New wallet…' }).click()

  it('of a new person is made on an empty server, which turns embedded wallets on', async () => {
    const page = await inspector.open('#/wallets')
    await page.getByRole('heading', { name: 'No wallets yet' }).waitFor()
    await open(page)
    await create(page)
    const email = dialog(page).getByRole('textbox', { name: 'E-mail of the new person' })
    await expectRefused(email, 'Enter the address of the new person.')
    await email.fill('nobody')
    await create(page)
    await expectRefused(email, /e-mail/)
    await email.fill('ada@example.com')
    await create(page)
    await region(page, 'Wallet').getByText('embedded').first().waitFor()
    const { wallets } = await inspector.mock.wallets.list()
    expect(wallets).toMatchObject([{ kind: 'embedded', owner: 'ada@example.com', chain: 'EVM' }])
    await fund(page, { amount: '1' })
    await region(page, 'Holdings').getByRole('cell', { name: '1', exact: true }).waitFor()
  })

  it('that is refused leaves no new person behind', async () => {
    await inspector.mock.create.user({ email: 'grace@example.com' })
    const page = await inspector.open('#/wallets')
    await open(page)
    await dialog(page).getByRole('combobox', { name: 'Person' }).selectOption('A new person')
    await dialog(page).getByRole('textbox', { name: 'E-mail of the new person' }).fill('ada@example.com')
    await dialog(page).getByRole('combobox', { name: 'Kind' }).selectOption('external')
    await dialog(page).getByRole('combobox', { name: 'Chain' }).selectOption('SOL')
    const address = dialog(page).getByRole('textbox', { name: 'Address', exact: true })
    for (const [entered, reason] of [
      ['nonsense', 'Must be a wallet address or public key of 18 to 100 characters.'],
      [payee, 'This address does not exist on this chain.'],
    ] as const) {
      await address.fill(entered)
      await create(page)
      await expectRefused(address, reason)
    }
    expect((await inspector.mock.people.list()).users.map(({ email }) => email)).toEqual(['grace@example.com'])
    await address.fill('')
    await create(page)
    await region(page, 'Wallet').getByText('external').first().waitFor()
    expect((await inspector.mock.wallets.list()).wallets).toMatchObject([{ owner: 'ada@example.com', chain: 'SOL' }])
  })

  it('is made on the page of its person', async () => {
    const { id } = await inspector.mock.create.user({ email: 'ada@example.com' })
    const page = await inspector.open(`#/people/${id}`)
    await open(page)
    await dialog(page).getByRole('combobox', { name: 'Chain' }).selectOption('Bitcoin')
    await create(page)
    await region(page, 'Wallets').getByText('BTC').waitFor()
    expect((await inspector.mock.wallets.list({ userId: id })).wallets).toMatchObject([{ chain: 'BTC' }])
  })
})

describe('funding', () => {
  it('shows in the wallet, and is what the JSON-RPC and the service say', async () => {
    const { id, userId, address } = await createHolder('ada@example.com')
    const page = await inspector.open(`#/wallets/${id}`)
    await fund(page, { amount: '1.5' })
    await page.getByRole('status').getByText('1.5 ETH for').waitFor()
    await region(page, 'Holdings').getByRole('row', { name: 'ETH currency Ethereum Mainnet 1.5' }).waitFor()
    await fund(page, { amount: '12.000001', asset: 'USDC' })
    await region(page, 'Holdings').getByRole('cell', { name: '12.000001' }).waitFor()
    expect(await rpc(1, 'eth_getBalance', [address, 'latest'])).toBe(`0x${parseEther('1.5').toString(16)}`)
    expect(await rpc(8453, 'eth_getBalance', [address, 'latest'])).toBe('0x0')
    expect(await balancesOf(userId, address)).toMatchObject({ ETH: 1.5, USDC: 12.000001 })
  })

  it('gives SOL to an address of Solana, on all of its networks', async () => {
    const { id, address } = await createHolder('ada@example.com', 'sol')
    const page = await inspector.open(`#/wallets/${id}`)
    await fund(page, { amount: '2.5', network: 'All networks that know it' })
    await region(page, 'Holdings').getByRole('row', { name: 'SOL currency Solana Devnet 2.5' }).waitFor()
    expect([inspector.mock.chain.balance(address), inspector.mock.chain.balance(address, { networkId: 103 })]).toEqual([
      '2.5',
      '2.5',
    ])
  })

  it('follows the network with its currency, and does not take another one for it', async () => {
    const { id, address } = await createHolder('ada@example.com')
    const page = await inspector.open(`#/wallets/${id}`)
    const dialog = await fund(page, { amount: '2', asset: 'POL' })
    await expectRefused(dialog.getByRole('combobox', { name: 'Currency or token' }), '"POL" is not known there')
    await dialog.getByRole('combobox', { name: 'Currency or token' }).fill('ETH')
    await dialog.getByRole('combobox', { name: 'Network' }).selectOption('Polygon')
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Currency or token' }).inputValue()).toBe('POL')
    await dialog.getByRole('button', { name: 'Fund', exact: true }).click()
    await region(page, 'Holdings').getByRole('row', { name: 'POL currency Polygon 2' }).waitFor()
    expect(inspector.mock.chain.balance(address)).toBe('0')
  })

  it('refuses nonsense in the dialog, with what to write, and changes nothing', async () => {
    const { id, address } = await createHolder('ada@example.com')
    const page = await inspector.open(`#/wallets/${id}`)
    for (const [fields, field, reason] of [
      [{ amount: '' }, 'Amount', 'Write a decimal number above 0'],
      [{ amount: '-3' }, 'Amount', 'Write a decimal number above 0'],
      [{ amount: '0.0' }, 'Amount', 'Write a decimal number above 0'],
      [{ amount: '1,5' }, 'Amount', 'Write a decimal number above 0'],
      [{ amount: 'much' }, 'Amount', 'Write a decimal number above 0'],
      [{ amount: '1', asset: ' ' }, 'Currency or token', 'Write the symbol of a currency or token'],
      [{ amount: '1', asset: 'USCD' }, 'Currency or token', 'Did you mean "USDC"?'],
      [{ amount: '0.0000001', asset: 'USDC' }, 'Amount', 'more than 6 digits after the point'],
    ] as const) {
      const dialog = await fund(page, fields)
      await expectRefused(dialog.getByLabel(field), reason)
    }
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect((await inspector.mock.chain.address(address)).assets).toEqual([])
  })
})

describe('transactions', () => {
  it('show as pending until they are mined by the button, with value, fee and both ends', async () => {
    const { mock } = inspector
    const { wallet, account } = viemClients(mock)
    await mock.chain.fund(account.address, { ether: '2' }, 1)
    await mock.chain.setAutomine(false)
    const hash = await wallet.sendTransaction({ to: payee, value: parseEther('0.25') })
    const page = await inspector.open(`#/wallets/address/${payee}`)
    const [transaction] = await transactions(page).all()
    await transaction?.getByText('pending').waitFor()
    await page.getByText('It holds nothing.').waitFor()
    await page.getByRole('button', { name: 'Mine', exact: true }).click()
    await transactions(page).getByText('success').waitFor()
    await transactions(page).getByText('Block 2, fee 0.000042 ETH').waitFor()
    await transactions(page).getByText('received').waitFor()
    await region(page, 'Holdings').getByRole('cell', { name: '0.25' }).waitFor()
    expect(await rpc(1, 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
    await page.getByRole('button', { name: 'Copy transaction hash' }).click()
    expect(await clipboardOf(page)).toBe(hash)
    await transactions(page).getByRole('link', { name: '0x', exact: false }).first().click()
    await page.getByRole('article', { name: `Address ${account.address}` }).waitFor()
  })

  it('are forgotten by a button while they wait', async () => {
    const { mock } = inspector
    const { wallet, account } = viemClients(mock)
    await mock.chain.fund(account.address, { ether: '2' }, 1)
    await mock.chain.setAutomine(false)
    const hash = await wallet.sendTransaction({ to: payee, value: 1n })
    const page = await inspector.open('#/wallets/chain')
    await region(page, 'Latest transactions').getByRole('button', { name: 'Drop' }).click()
    await region(page, 'Latest transactions').getByText('No transactions yet.').waitFor()
    expect(await rpc(1, 'eth_getTransactionByHash', [hash])).toBeNull()
  })

  it('are shown below the user operations that wait, which are bundled or forgotten by buttons', async () => {
    const { mock } = inspector
    const { account: owner, reader, wallet } = viemClients(mock)
    const account = await toSimple7702SmartAccount({ client: reader, owner })
    await mock.chain.fund(owner.address, { ether: '1' }, 1)
    await mock.chain.setAutomine(false)
    const bundler = createBundlerClient({ account, client: reader, transport: custom(reader) })
    const authorization = await wallet.signAuthorization({ ...account.authorization, nonce: 0 })
    const send = async (key: bigint) =>
      bundler.sendUserOperation({ calls: [{ to: payee, value: 5n }], authorization, nonce: key << 64n })
    const page = await inspector.open(`#/wallets/address/${owner.address}`)
    const operations = page.getByRole('list', { name: 'User operations' }).getByRole('listitem')
    const [first, second] = [await send(0n), await send(3n)]
    await operations.filter({ hasText: 'Waits with nonce 0 of sequence 3.' }).getByText('Entry point 0.8').waitFor()
    await operations.filter({ hasText: second }).getByRole('button', { name: 'Drop' }).click()
    await expect.poll(() => operations.count()).toBe(1)
    await operations.filter({ hasText: 'Waits with nonce 0.' }).getByRole('button', { name: 'Mine' }).click()
    await expect.poll(() => operations.count()).toBe(0)
    await transactions(page).getByText('success').waitFor()
    const receipts = [first, second].map((hash) => rpc(1, 'eth_getUserOperationReceipt', [hash]))
    expect(await Promise.all(receipts)).toMatchObject([{ success: true }, null])
    expect(await reader.getBalance({ address: payee })).toBe(5n)
  })

  it('say why they failed', async () => {
    const { mock } = inspector
    const { wallet, account } = viemClients(mock)
    await mock.chain.fund(account.address, { ether: '2' }, 1)
    const abi = ['function buy()']
    await mock.chain.contract(payee, abi, {
      buy: () => {
        throw new Error('sold out')
      },
    })
    await wallet.sendTransaction({ to: payee, data: '0xa6f2ae3a', gas: 100_000n })
    const page = await inspector.open(`#/wallets/address/${account.address}`)
    await transactions(page).getByText('failed').waitFor()
    await transactions(page).getByText('sold out').waitFor()
  })
})

describe('an embedded wallet', () => {
  it('shows where the shares of its key are, before and after a backup', async () => {
    const { wallet } = await createEmbedded()
    const page = await inspector.open(`#/wallets/${wallet.walletId}`)
    const shares = region(page, 'Key shares')
    await shares.getByText('2 of 2 shares sign').waitFor()
    const [device, service] = ['A device of the user', 'The service'].map((name) =>
      shares.getByRole('listitem').filter({ hasText: name }),
    )
    await device?.getByText('No copy of it is anywhere.').waitFor()
    await service?.waitFor()
    await wallet.backUp({ password: 'correct horse' })
    await device?.getByText('with the service, encrypted with a password').waitFor()
    await device?.getByRole('button', { name: 'Copy share id' }).click()
    expect(await clipboardOf(page)).toBe(wallet.shares[0]?.keygenId)
    await wallet.refresh()
    await shares.getByText('generation 2').waitFor()
    await shares.getByText('No copy of it is anywhere.').waitFor()
  })

  it('shows its rooms as they come, why one has failed, and leads to the steps', async () => {
    const { wallet } = await createEmbedded()
    const page = await inspector.open(`#/wallets/${wallet.walletId}`)
    const rooms = region(page, 'Rooms').getByRole('listitem')
    await rooms.filter({ hasText: 'completed' }).filter({ hasText: 'keygen' }).waitFor()
    await inspector.mock.rooms.failNext('sign', 'share_invalid')
    await expect(wallet.signMessage('hello')).rejects.toThrow()
    const failed = rooms.filter({ hasText: 'failed' }).filter({ hasText: 'message' })
    await failed.getByText('does not verify').waitFor()
    await failed.getByRole('link', { name: 'sign' }).click()
    await page.getByRole('heading', { name: 'Room at the relay' }).waitFor()
  })

  it('shows which requests a policy has refused, and that a server may sign', async () => {
    const { mock, server } = inspector
    const { wallet } = await createEmbedded()
    const { id, token } = mock.defaults.environments.sandbox
    await fetch(`${server.url}/api/v0/environments/${id}/waas/policies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ rulesToAdd: [{ name: 'No payee', ruleType: 'deny', chain: 'EVM', addresses: [payee] }] }),
    })
    await expect(wallet.signTransaction({ type: 'eip1559', chainId: 1, to: payee, value: 1n })).rejects.toThrow()
    await mock.delegation.backend()
    await wallet.delegate()
    const page = await inspector.open(`#/wallets/${wallet.walletId}`)
    await region(page, 'Refused by a policy').getByText('No payee').waitFor()
    await region(page, 'Delegated access').getByText('your server may sign').waitFor()
    await region(page, 'Key shares').getByText('Your own server, by delegated access').waitFor()
  })
})

describe('the chain', () => {
  it('mines blocks after a while of the clock, and shows them', async () => {
    const { mock } = inspector
    const page = await inspector.open('#/wallets/chain')
    const mine = async (blocks: string, seconds: string) => {
      const dialog = page.getByRole('dialog', { name: 'Mine on Base' })
      if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'Mine… on Base', exact: true }).click()
      await dialog.getByRole('textbox', { name: 'Blocks' }).fill(blocks)
      await dialog.getByRole('textbox', { name: 'Seconds that pass before' }).fill(seconds)
      await dialog.getByRole('button', { name: 'Mine', exact: true }).click()
      return dialog
    }
    const refused = async (dialog: Locator, name: string, sentence: string) => {
      await dialog.getByText(sentence, { exact: true }).waitFor()
      await dialog.getByRole('textbox', { name }).and(page.locator(':focus')).waitFor()
    }
    await refused(await mine('0', '0'), 'Blocks', 'Write a whole number, from 1 to 1000.')
    await refused(await mine('1.5', '0'), 'Blocks', 'Write a whole number, from 1 to 1000.')
    await refused(await mine('1', '-12'), 'Seconds that pass before', 'Write a number, 0 or more.')
    const before = mock.clock.now()
    await mine('2', '12')
    await page.getByRole('status').getByText('Base has 2 new blocks.').waitFor()
    expect(mock.clock.now()).toBe(before + 12_000)
    expect(await rpc(8453, 'eth_blockNumber', [])).toBe('0x2')
    await expect
      .poll(() => region(page, 'Latest blocks').getByRole('listitem').locator('b').allTextContents())
      .toEqual(['2', '1'])
    await region(page, 'Networks').getByRole('listitem').filter({ hasText: 'EVM 8453' }).getByText('block 2').waitFor()
  })

  it('lets the transactions of a network wait by a switch, and mines them by the same', async () => {
    const { mock } = inspector
    const { wallet, account } = viemClients(mock)
    await mock.chain.fund(account.address, { ether: '2' }, 1)
    const page = await inspector.open('#/wallets/chain')
    const ethereum = region(page, 'Networks').getByRole('listitem').filter({ hasText: 'Ethereum Mainnet' })
    await ethereum.getByRole('switch', { name: 'Automine' }).click()
    await page.getByText('Transactions on Ethereum Mainnet wait until you mine.').waitFor()
    await wallet.sendTransaction({ to: payee, value: 1n })
    await transactions(page).getByText('pending').waitFor()
    await ethereum.getByRole('switch', { name: 'Automine' }).click()
    await transactions(page).getByText('success').waitFor()
    expect(mock.chain.balance(payee)).toBe('0.000000000000000001')
    await ethereum.getByRole('button', { name: 'Copy JSON-RPC address of Ethereum Mainnet' }).click()
    expect(await clipboardOf(page)).toBe(mock.chain.rpcUrl(1))
  })

  it('looks up any address, funds it, and leads to the wallet that has it, and its owner', async () => {
    const { id, address } = await createHolder('ada@example.com')
    const page = await inspector.open('#/wallets/chain')
    const lookUp = async (text: string) => {
      await page.getByRole('textbox', { name: 'Address' }).fill(text)
      await page.getByRole('button', { name: 'Look up' }).click()
    }
    const field = page.getByRole('textbox', { name: 'Address' })
    await lookUp('0x7099')
    await expectRefused(field, '"0x7099" is not an address of EVM')
    await page.getByRole('heading', { name: 'Networks' }).waitFor()
    await lookUp(' ')
    await expectRefused(field, 'Enter an address of an EVM chain or of Solana.')
    await page.goto(`${inspector.server.url}/__mock/#/wallets/address/nonsense`)
    await expectRefused(field, '"nonsense" is not an address of SOL')
    await lookUp(address.toLowerCase())
    await fund(page, { amount: '3', network: 'Base' })
    await region(page, 'Holdings').getByRole('row', { name: 'ETH currency Base 3' }).waitFor()
    await page.getByRole('link', { name: 'Wallet of ada@example.com' }).click()
    await page.getByRole('article', { name: `Wallet ${address}` }).waitFor()
    expect(new URL(page.url()).hash).toBe(`#/wallets/${id}`)
    await page.getByRole('link', { name: 'ada@example.com', exact: true }).click()
    await region(page, 'Wallets').getByRole('link', { name: 'metamask' }).click()
    await page.getByRole('article', { name: `Wallet ${address}` }).waitFor()
  })
})

describe('x402', () => {
  it('shows the resources that are sold and the payments for them, as they happen', async () => {
    const { mock } = inspector
    const page = await inspector.open('#/wallets/chain')
    await page.getByRole('region', { name: 'Networks' }).waitFor()
    expect(await page.getByRole('region', { name: /x402/ }).count()).toBe(0)
    const { url } = await mock.x402.sell({ path: 'weather', price: '0.01', description: '<i>Sky</i>' })
    const resources = page.getByRole('list', { name: 'Resources sold by x402' })
    await resources.getByText(url, { exact: true }).waitFor()
    await resources.getByText('<i>Sky</i>', { exact: true }).waitFor()
    const wallet = await walletWith(mock, '1')
    expect((await payerOf({ fetch }, wallet.viemAccount()).buy(url)).status).toBe(200)
    const payments = page.getByRole('list', { name: 'Payments by x402' })
    await payments.getByText(url, { exact: true }).waitFor()
    expect(await payments.getByText('10000', { exact: true }).count()).toBe(1)
    await mock.x402.withdraw('weather')
    await expect.poll(() => resources.count()).toBe(0)
    await payments.getByRole('link').nth(1).click()
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/wallets/address/${wallet.address}`)
  })
})
