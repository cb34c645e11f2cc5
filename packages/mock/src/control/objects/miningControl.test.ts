import { miningRoutes } from '@latchkey/contract/routes/miningRoutes'
import { custom, parseEther, parseGwei } from 'viem'
import { createBundlerClient, toSimple7702SmartAccount } from 'viem/account-abstraction'
import { mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { viemClients } from '../../../test/chains/evmClients.ts'
import { createControlClient } from '../../../test/support/controlClient.ts'

const control = createControlClient()
const { get, post } = control
const mock = () => control.server.mock
const payee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let clients: ReturnType<typeof viemClients>
let address: `0x${string}`

beforeEach(async () => {
  clients = viemClients(mock(), mainnet)
  ;({ address } = clients.account)
  await mock().chain.fund(address, { ether: '2' }, 1)
})

const pay = (ether: string, options: { nonce?: number; maxFeePerGas?: bigint; maxPriorityFeePerGas?: bigint } = {}) =>
  clients.wallet.sendTransaction({ to: payee, value: parseEther(ether), gas: 21_000n, ...options })
const fees = (gwei: number) => ({
  maxFeePerGas: parseGwei(String(gwei)),
  maxPriorityFeePerGas: parseGwei(String(gwei)),
})
const pendingHashes = async () =>
  (await get('chain/latest')).body.pending.map(({ hash }: { hash: string }) => hash) as string[]

describe('a chain without automine', () => {
  beforeEach(async () => void (await post('chain/automine', { isEnabled: false })))

  it('lets transactions wait without a receipt or an effect, and mines them in their order', async () => {
    const hashes = [await pay('0.5'), await pay('0.25')]
    expect(await pendingHashes()).toEqual(hashes.toReversed())
    expect(await clients.reader.getTransaction({ hash: hashes[0]! })).toMatchObject({
      hash: hashes[0],
      blockHash: null,
      blockNumber: null,
      transactionIndex: null,
      nonce: 0,
      value: parseEther('0.5'),
    })
    await expect(clients.reader.getTransactionReceipt({ hash: hashes[0]! })).rejects.toThrow('could not be found')
    const count = (blockTag: 'latest' | 'pending') => clients.reader.getTransactionCount({ address, blockTag })
    expect([await count('latest'), await count('pending'), mock().chain.balance(payee)]).toEqual([0, 2, '0'])
    expect(mock().chain.transactions({ address })).toEqual([])
    expect((await get('chain/address', { address: payee })).body.pending).toMatchObject([
      { hash: hashes[1], from: address, to: payee, value: '0.25', symbol: 'ETH', nonce: 1 },
      { hash: hashes[0], nonce: 0 },
    ])

    const waited = clients.reader.waitForTransactionReceipt({ hash: hashes[1]! })
    expect((await post('chain/blocks', {})).status).toBe(204)
    expect(await waited).toMatchObject({ status: 'success', transactionHash: hashes[1] })
    expect([await count('latest'), mock().chain.balance(payee), await pendingHashes()]).toEqual([2, '0.75', []])
    expect(
      mock()
        .chain.transactions({ address })
        .map(({ hash }) => hash),
    ).toEqual(hashes.toReversed())
  })

  it('shows the user operations that wait, with their sender, entry point and cost, until they are bundled', async () => {
    await mock().chain.setAutomine(true, 1)
    await mock().chain.fund(address, { ether: '1' }, 1)
    await mock().chain.setAutomine(false, 1)
    const account = await toSimple7702SmartAccount({ client: clients.reader, owner: clients.account })
    const bundler = createBundlerClient({ account, client: clients.reader, transport: custom(clients.reader) })
    const authorization = await clients.wallet.signAuthorization({ ...account.authorization, nonce: 0 })
    const limits = { callGasLimit: 100_000n, verificationGasLimit: 100_000n, preVerificationGas: 50_000n }
    const fee = { maxFeePerGas: parseGwei('4'), maxPriorityFeePerGas: parseGwei('1') }
    const calls = [{ to: payee, value: 5n }] as const
    const hash = await bundler.sendUserOperation({ calls, authorization, nonce: (7n << 64n) + 0n, ...limits, ...fee })
    const shown = {
      networkId: 1,
      network: 'Ethereum Mainnet',
      hash,
      createdAt: expect.any(String),
      sender: address,
      entryPoint: '0.8',
      nonceKey: '7',
      nonce: '0',
      delegation: account.authorization.address,
      symbol: 'ETH',
      maximumCost: '0.001',
    }
    expect((await get('chain/latest')).body.operations).toEqual([shown])
    expect((await get('chain/latest', { networkId: '8453' })).body.operations).toEqual([])
    expect((await get('chain/address', { address })).body.operations).toEqual([shown])
    expect((await get('chain/address', { address: payee })).body.operations).toEqual([])
    await post('chain/blocks', {})
    expect((await get('chain/latest')).body.operations).toEqual([])
    expect((await bundler.getUserOperationReceipt({ hash })).success).toBe(true)
  })

  it('replaces a transaction by one with the same nonce that offers a tenth more', async () => {
    const first = await pay('0.5', { nonce: 0, ...fees(10) })
    await expect(pay('0', { nonce: 0, ...fees(10.9) })).rejects.toThrow('replacement transaction underpriced')
    const second = await pay('0', { nonce: 0, ...fees(11) })
    expect(await pendingHashes()).toEqual([second])
    await mock().chain.mine()
    expect(mock().chain.balance(payee)).toBe('0')
    await expect(clients.reader.getTransaction({ hash: first })).rejects.toThrow('could not be found')
  })

  it('refuses more than the sender has besides what waits, and the same once more', async () => {
    await pay('1.5')
    await expect(pay('1', { nonce: 1 })).rejects.toThrow('insufficient funds')
    const request = await clients.wallet.prepareTransactionRequest({ to: payee, value: 1n })
    const serializedTransaction = await clients.wallet.signTransaction(request)
    await clients.wallet.sendRawTransaction({ serializedTransaction })
    await expect(clients.wallet.sendRawTransaction({ serializedTransaction })).rejects.toThrow('already known')
    expect(await pendingHashes()).toHaveLength(2)
  })

  it('forgets a transaction that is dropped, after which its nonce is free and later ones wait on', async () => {
    const hashes = [await pay('0.5'), await pay('0.25')]
    expect((await post('chain/drop', { hash: hashes[0] })).status).toBe(204)
    await mock().chain.mine()
    expect([await pendingHashes(), mock().chain.balance(payee)]).toEqual([[hashes[1]], '0'])
    await pay('0.125')
    await mock().chain.mine()
    expect([await pendingHashes(), mock().chain.balance(payee)]).toEqual([[], '0.375'])
    const { status, body } = await post('chain/drop', { hash: hashes[0] })
    expect([status, body.error]).toEqual([400, expect.stringContaining('no transaction with this hash waits')])
  })

  it('makes empty blocks besides those of the transactions, and mines what waits when automine is on again', async () => {
    await pay('0.5')
    const before = await clients.reader.getBlockNumber()
    await mock().chain.mine({ blocks: 3 })
    expect(await clients.reader.getBlockNumber()).toBe(before + 3n)
    await pay('0.25')
    await mock().chain.setAutomine(true)
    expect([await pendingHashes(), mock().chain.balance(payee)]).toEqual([[], '0.75'])
    await pay('0.125')
    expect(mock().chain.balance(payee)).toBe('0.875')
  })

  it('reports a transaction once to a filter of pending ones', async () => {
    const filter = await clients.reader.createPendingTransactionFilter()
    const hash = await pay('0.5')
    const changes = () => clients.reader.getFilterChanges({ filter })
    expect([await changes(), await changes()]).toEqual([[hash], []])
    await mock().chain.mine()
    expect(await changes()).toEqual([])
  })

  it('forgets a transaction that the chain does not take any more', async () => {
    await pay('1.9')
    await mock().chain.reorg(1, { transactions: 'drop' })
    await mock().chain.mine()
    expect([await pendingHashes(), mock().chain.balance(payee)]).toEqual([[], '0'])
  })

  it('is one chain of many, in one mock of many, and stays so in a state that is carried over', async () => {
    const networks = async () =>
      (await get('chain/networks')).body.networks as { networkId: number; automine: boolean }[]
    const held = (await networks()).filter(({ automine }) => !automine)
    expect(held).toMatchObject([{ networkId: 1 }])
    const hash = await pay('0.5')
    const state = mock().export()
    await mock().reset()
    expect((await networks()).every(({ automine }) => automine)).toBe(true)
    mock().import(state)
    expect(await pendingHashes()).toEqual([hash])
    await mock().chain.mine()
    expect(mock().chain.balance(payee)).toBe('0.5')
  })
})

describe('an embedded wallet on a chain without automine', () => {
  it('sends by its provider, one transaction behind the other', async () => {
    await mock().create.provider({ provider: 'dynamic' })
    const user = await mock().create.user({ email: 'ada@example.com' })
    const wallet = await mock().wallets.embedded(user, { chain: 'EVM' })
    await mock().chain.fund(wallet.address, { ether: '1' }, 1)
    await mock().chain.setAutomine(false)
    const provider = wallet.provider()
    const send = async () =>
      provider.request({
        method: 'eth_sendTransaction',
        params: [{ from: wallet.address, to: payee, value: '0x1' }],
      })
    const hashes = [await send(), await send()]
    expect(await pendingHashes()).toEqual(hashes.toReversed())
    await mock().chain.mine()
    expect(mock().chain.balance(payee)).toBe('0.000000000000000002')
  })
})

describe('the routes of mining', () => {
  it.each([
    ['chain/automine', { isEnabled: false, networkId: 4242 }, 'there is no EVM chain 4242'],
    ['chain/automine', { networkId: 1 }, 'isEnabled'],
    ['chain/blocks', { blocks: 0 }, 'blocks'],
    ['chain/blocks', { networkId: 77, blocks: 1 }, 'EVM has no network 77 here'],
    ['chain/blocks', { chain: 'SOL', networkId: 1 }, 'SOL has no network 1 here'],
    ['chain/drop', {}, 'hash'],
  ])('refuse %s with %j', async (path, input, reason) => {
    const { status, body } = await post(path, input)
    expect([status, body.error]).toEqual([400, expect.stringContaining(reason)])
  })

  it('leave no block on a chain that they refuse', async () => {
    const before = mock().export().tables
    await expect(mock().chain.mine({ networkId: 77 })).rejects.toThrow(
      /^Failed to call "chain.mine\(\)": EVM has no network 77 here\. These have a node: 1, /,
    )
    expect(mock().export().tables).toEqual(before)
  })

  it('have all been called', () => {
    expect(Object.keys(miningRoutes).filter((route) => !control.calledRoutes.has(route))).toEqual([])
  })
})
