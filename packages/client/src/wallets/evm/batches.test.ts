import { createPublicClient, createWalletClient, custom, http } from 'viem'
import { toSoladySmartAccount } from 'viem/account-abstraction'
import { base } from 'viem/chains'
import { describe, expect, it, vi } from 'vitest'
import { get as getProfile } from '../../generated/operations/profile.ts'
import { createWalletWorld } from '../test/walletWorld.ts'
import { type ProviderOptions, toProvider } from './provider.ts'
import type { HexText } from './types.ts'
import { toViemAccount } from './viemAccount.ts'

const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const carol = '0x00000000000000000000000000000000000c0a01'
const calls = [
  { to: bob, value: 2n },
  { to: carol, value: 3n },
] as const

/** An embedded wallet with 1 ETH on Base, and its provider behind a client of viem. */
async function setUp(options: Partial<ProviderOptions> = {}) {
  const { mock, device } = await createWalletWorld()
  const { party, client: caller } = await device()
  const wallet = await party.create({ chain: 'EVM' })
  await mock.chain.fund(wallet.address, { ether: '1' }, base.id)
  const rpcUrl = mock.chain.rpcUrl(base.id)
  const connect = (more: Partial<ProviderOptions> = options) => {
    const provider = toProvider(wallet, { chainId: base.id, rpcUrl, fetch: mock.fetch, ...more })
    const account = wallet.address as HexText
    return createWalletClient({ account, chain: base, transport: custom(provider), pollingInterval: 5 })
  }
  const wei = (address: string) => Math.round(Number(mock.chain.balance(address, { networkId: base.id })) * 1e18)
  return { mock, wallet, caller, rpcUrl, client: connect(), connect, wei }
}

describe('the batches of toProvider()', () => {
  it('are one transaction of an account that may delegate', async () => {
    const delegation = vi.fn((chainId: number) => (chainId === base.id ? (`0x${'de'.repeat(20)}` as const) : undefined))
    const { client, wei, mock, wallet } = await setUp({ delegation })
    expect(await client.getCapabilities({ chainId: base.id })).toMatchObject({ atomic: { status: 'ready' } })
    const { id } = await client.sendCalls({ calls, forceAtomic: true })
    expect(await client.waitForCallsStatus({ id })).toMatchObject({ statusCode: 200, atomic: true })
    expect([wei(bob), wei(carol)]).toEqual([2, 3])
    expect(mock.chain.transactions({ address: wallet.address, networkId: base.id })).toHaveLength(1)
  })

  it('are a transaction per call of an account that may not, and refused where they have to be one', async () => {
    const { client, wei } = await setUp()
    await expect(client.sendCalls({ calls, forceAtomic: true })).rejects.toMatchObject({ cause: { code: 5760 } })
    expect(wei(bob)).toBe(0)
    const { id } = await client.sendCalls({ calls })
    expect(await client.waitForCallsStatus({ id })).toMatchObject({ statusCode: 200, atomic: false })
    expect([wei(bob), wei(carol)]).toEqual([2, 3])
  })

  it('are user operations of the smart wallet, whose account follows that of the wallet', async () => {
    const { mock, wallet, caller, rpcUrl, connect, wei } = await setUp()
    await mock.settings.patch({ sdk: { accountAbstraction: { allUsers: true } } })
    await mock.create.provider({ provider: 'zerodev' })
    await mock.signIn((await getProfile(caller)).id)
    const { verifiedCredentials } = await getProfile(caller)
    const address = verifiedCredentials.find(({ signerRefId }) => signerRefId === wallet.id)?.address as HexText
    await mock.chain.fund(address, { ether: '1' }, base.id)
    const reader = createPublicClient({ chain: base, transport: http(rpcUrl, { fetchFn: mock.fetch }) })
    const account = await toSoladySmartAccount({ client: reader, owner: toViemAccount(wallet), address })
    const client = connect({ smartWallet: { address, ...(await account.getFactoryArgs()) } })
    expect((await client.requestAddresses()).map((each) => each.toLowerCase())).toEqual([
      wallet.address.toLowerCase(),
      address.toLowerCase(),
    ])
    const { id } = await client.sendCalls({ account: address, calls, forceAtomic: true })
    expect(await client.waitForCallsStatus({ id })).toMatchObject({ statusCode: 200, atomic: true })
    expect([wei(bob), wei(carol)]).toEqual([2, 3])
  })

  it.each([
    [5710, { chain: { ...base, id: 4242 } }],
    [5700, { capabilities: { flow: {} } }],
    [4100, { account: carol }],
  ])('are refused with %i, without a question to the person', async (code, more) => {
    const confirm = vi.fn(() => true)
    const { client } = await setUp({ confirm })
    await expect(client.sendCalls({ calls, ...more } as never)).rejects.toMatchObject({ cause: { code } })
    expect(confirm).not.toHaveBeenCalled()
  })

  it('are refused with 4001 when the person says no', async () => {
    const confirm = vi.fn(() => false)
    const { client, wei } = await setUp({ confirm })
    await expect(client.sendCalls({ calls })).rejects.toMatchObject({ cause: { code: 4001 } })
    expect([wei(bob), confirm.mock.calls.length]).toEqual([0, 1])
  })

  it('are shown by the app that has a page for it, and otherwise the method is refused with -32601', async () => {
    const showCalls = vi.fn()
    const { client, connect } = await setUp({ showCalls })
    const { id } = await client.sendCalls({ calls, id: 'order-7' })
    await client.showCallsStatus({ id })
    expect(showCalls.mock.calls).toMatchObject([[{ id: 'order-7', status: 200 }]])
    const other = connect({})
    await other.sendCalls({ calls, id })
    await expect(other.showCallsStatus({ id })).rejects.toMatchObject({ code: -32_601 })
  })

  it('do not tell the capabilities of an account that the app does not have', async () => {
    const { client } = await setUp()
    await expect(client.getCapabilities({ account: carol })).rejects.toMatchObject({ code: 4100 })
  })
})
