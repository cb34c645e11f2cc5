import { browserWalletRoutes } from '@latchkey/contract/routes/browserWalletRoutes'
import { chains } from '@latchkey/crypto/chainAddresses'
import { beforeEach, describe, expect, it } from 'vitest'
import { browserWalletOptions } from '../../src/control/device/browserWalletOptions.ts'
import { connectMock } from '../../src/control/remote/connectMock.ts'
import type { RemoteMock } from '../../src/control/remote/remoteMock.ts'
import { createControlClient } from '../support/controlClient.ts'
import { browserChains, chainPages } from './chainPages.ts'
import { openScriptPage } from './scriptPage.ts'

// Browser wallets of every chain, created in another process than that of the mock.

const control = createControlClient()
const { get, post } = control
const origin = 'https://app.example.com'
let mock: RemoteMock
beforeEach(async () => {
  mock = await connectMock(control.server.url)
})

it('each chain of the service has a wallet in pages', () => {
  expect(browserChains.toSorted()).toEqual(chains.toSorted())
})

describe.each(browserChains)('a browser wallet of %s in another process', (chain) => {
  const { connect, approved, refused } = chainPages[chain]

  it('is found by a page, asked, approved, refused and listed', async () => {
    const wallet = await mock.wallets.browser({ chain, name: 'Key ring', approval: 'manual' })
    const page = await openScriptPage(control.server.url)
    const first = connect(page)
    const request = await wallet.nextRequest()
    expect(request).toMatchObject({ kind: 'connect', origin })
    await request.approve()
    expect(await first).toEqual(approved(await wallet.accounts))
    expect(await wallet.connections).toEqual([origin])

    await wallet.disconnect(origin)
    expect(await wallet.connections).toEqual([])
    const second = connect(page)
    await (await wallet.nextRequest()).refuse()
    expect(await second).toMatchObject(refused as object)
    expect(await Promise.all((await wallet.requests).map(({ status }) => status))).toEqual(['approved', 'refused'])

    const third = connect(page)
    await wallet.lock()
    await wallet.unlock()
    await (await wallet.nextRequest()).approve()
    expect(await third).toEqual(approved(await wallet.accounts))
    expect((await get('wallets/browser')).body).toMatchObject({
      wallets: [{ walletId: wallet.card.id, chain, name: 'Key ring', connections: [origin], approval: 'manual' }],
    })
  })

  it('has the accounts that the caller brings, and those of no other chain', async () => {
    const name = chain.toLowerCase() as Lowercase<typeof chain>
    const accounts = [await mock.wallets[name](), await mock.wallets[name]()]
    const wallet = await mock.wallets.browser({ chain, accounts })
    const [address = ''] = await wallet.accounts
    expect(address.toLowerCase()).toBe(accounts[0]?.address.toLowerCase())
    expect(await wallet.accounts).toHaveLength(2)
    await expect(mock.wallets.browser({ chain, kind: 'unknown' })).rejects.toThrow(/ of .* are of the kind/)
    const foreign = chain === 'FLOW' ? await mock.wallets.ton() : await mock.wallets.flow()
    const refusal = `is an account of ${foreign.chain}`
    await expect(mock.wallets.browser({ chain, accounts: [foreign] })).rejects.toThrow(refusal)
  })

  it('takes by HTTP the options that it takes in process, and refuses those of other chains', async () => {
    const all = new Set(Object.values(browserWalletOptions).flatMap((options) => Object.keys(options)))
    const own = browserWalletOptions[chain]
    const { options: alternatives } = browserWalletRoutes['POST wallets/browser'].input
    const schema = alternatives.find(({ shape }) => shape.chain.safeParse(chain).success)
    expect(Object.keys(schema?.shape ?? {}).sort()).toEqual(Object.keys(own).sort())
    for (const option of all) {
      if (Object.hasOwn(own, option)) continue
      const reply = await post('wallets/browser', { chain, [option]: true })
      expect(reply).toMatchObject({ status: 400, body: { code: 'validation_failed', kind: 'input' } })
      expect(reply.body.error).toMatch(
        new RegExp(String.raw`^${option} must be left out, since there is no such field`),
      )
      const options = { chain, [option]: true } as object
      await expect(mock.wallets.browser(options)).rejects.toThrow(
        `there is no option of wallets of ${chain} "${option}"`,
      )
    }
    expect((await get('wallets/browser')).body).toEqual({ wallets: [] })
  })
})

it('is of EVM chains without a chain, and says of which chain it is', async () => {
  expect((await post('wallets/browser', {})).body).toMatchObject({ chain: 'EVM', card: { family: 'eip1193' } })
  expect((await post('wallets/browser', { chain: 'TON' })).body).toMatchObject({
    chain: 'TON',
    card: { family: 'injected' },
  })
})

it('lists the chains that there are to callers who name another one', async () => {
  const { status, body } = await post('wallets/browser', { chain: 'SUII' })
  expect([status, body.error]).toEqual([400, expect.stringMatching(/^chain must be one of EVM, ETH, .* "SUI"\?\)\.$/)])
  await expect(mock.wallets.browser({ chain: 'DOGE' } as object)).rejects.toThrow(
    'the chain "DOGE" is not one of EVM, ETH, ',
  )
})

it('of Aptos is on the network that the person selects, and has no EVM chain', async () => {
  const wallet = await mock.wallets.browser({ chain: 'APTOS', network: { name: 'testnet', chainId: 2 } })
  expect(await wallet.network).toEqual({ name: 'testnet', chainId: 2 })
  await wallet.switchNetwork({ name: 'devnet', chainId: 200 })
  expect(await wallet.network).toEqual({ name: 'devnet', chainId: 200 })
  await expect(wallet.switchNetwork({ name: 'other', chainId: 256 })).rejects.toThrow('"chainId" from 1 to 255')
  const { id: walletId } = wallet.card
  expect(await post('wallets/browser/switch', { walletId, chainId: 1 })).toMatchObject({ status: 400 })
  const other = (await mock.wallets.browser({ chain: 'SUI' })).card.id
  const network = { name: 'devnet', chainId: 200 }
  expect(await post('wallets/browser/switch', { walletId: other, network })).toMatchObject({ status: 400 })
})
