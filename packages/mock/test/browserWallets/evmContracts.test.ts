import { createPublicClient, createWalletClient, custom, parseAbi, parseEther } from 'viem'
import { mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { startAnvil } from '../chains/anvil.ts'
import { onlyProvider, refusalOf, TestPage } from './page.ts'

const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const executed = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
])

let mock: Mock
let page: TestPage
beforeEach(() => {
  mock = createMock({ seed: 'contracts' })
  page = new TestPage()
})

async function setUp(kind: string, options: Parameters<typeof mock.wallets.browser<'EVM'>>[0] = {}) {
  const wallet = await mock.wallets.browser<'EVM'>({ kind, ...options })
  wallet.install(page)
  const [address = '0x'] = wallet.accounts as `0x${string}`[]
  await mock.chain.fund(address, { ether: '2' })
  const provider = onlyProvider(page)
  const transport = custom(provider as never)
  const client = createWalletClient({ chain: mainnet, transport, account: address })
  const reader = createPublicClient({ chain: mainnet, transport, pollingInterval: 10 })
  await client.requestAddresses()
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
  return { wallet, address, client, reader, ask }
}

describe.each(['contract', 'counterfactual'])('a browser wallet whose account is a %s, with viem', (kind) => {
  it('sends from the address of the contract, which pays for it', async () => {
    const { wallet, address, client, reader } = await setUp(kind)
    const hash = await client.sendTransaction({ to: receiver, value: parseEther('1') })
    const receipt = await reader.waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    const [event] = await reader.getContractEvents({
      abi: executed,
      eventName: 'UserOperationEvent',
      blockHash: receipt.blockHash,
    })
    expect(event?.args).toMatchObject({ success: true, nonce: 0n })
    expect(event?.args.sender?.toLowerCase()).toBe(address)
    expect(await reader.getBalance({ address: receiver })).toBe(parseEther('1'))
    const left = await reader.getBalance({ address })
    expect([left < parseEther('1'), left > parseEther('0.9')]).toEqual([true, true])
    expect(wallet.requests.at(-1)).toMatchObject({
      kind: 'transaction',
      account: address,
      transactions: [{ to: receiver, value: String(parseEther('1')) }],
      grants: [{ to: receiver.toLowerCase(), asset: 'native', amount: String(parseEther('1')) }],
    })
  })

  it('sends several calls as one transaction, and says that it can', async () => {
    const { wallet, address, client, reader } = await setUp(kind)
    expect(await client.getCapabilities({ chainId: 1 })).toMatchObject({ atomic: { status: 'supported' } })
    const calls = [1n, 2n].map((value) => ({ to: receiver, value }) as const)
    const { id } = await client.sendCalls({ calls, forceAtomic: true })
    const status = await client.getCallsStatus({ id })
    expect(status).toMatchObject({ status: 'success', atomic: true })
    expect(status.receipts).toHaveLength(1)
    expect(await reader.getBalance({ address: receiver })).toBe(3n)
    expect(wallet.requests.at(-1)).toMatchObject({ kind: 'calls', account: address, transactions: [{}, {}] })
  })

  it('sends no call of a batch of which one fails, and says why', async () => {
    const { client, reader } = await setUp(kind)
    const calls = [
      { to: receiver, value: 1n },
      { to: receiver, value: parseEther('5') },
    ] as const
    await expect(client.sendCalls({ calls, forceAtomic: true })).rejects.toThrow(/revert|funds|balance/)
    expect(await reader.getBalance({ address: receiver })).toBe(0n)
  })

  it('sends nothing when the person refuses', async () => {
    const { wallet, client, reader } = await setUp(kind)
    wallet.refuseNext(2)
    await expect(client.sendTransaction({ to: receiver, value: 1n })).rejects.toThrow('User rejected the request')
    await expect(client.sendCalls({ calls: [{ to: receiver, value: 1n }] })).rejects.toThrow(
      'User rejected the request',
    )
    expect(await reader.getBalance({ address: receiver })).toBe(0n)
  })

  it('signs as before, also once it has sent', async () => {
    const { address, client, reader } = await setUp(kind)
    for (const _ of [1, 2]) {
      const signature = await client.signMessage({ message: 'hello' })
      expect(await reader.verifyMessage({ address, message: 'hello', signature })).toBe(true)
      await client.sendTransaction({ to: receiver, value: 1n })
    }
  })
})

describe('a browser wallet whose account is a contract', () => {
  it('is deployed by its first operation on a chain, and by no other', async () => {
    const { address, client, reader } = await setUp('counterfactual')
    expect(await reader.getCode({ address })).toBeUndefined()
    await client.sendTransaction({ to: receiver, value: 1n })
    expect(await reader.getCode({ address })).toMatch(/^0x../)
    await client.sendTransaction({ to: receiver, value: 1n })
    expect(await reader.getBalance({ address: receiver })).toBe(2n)
  })

  it.each(['account', 'contract'])('sends a batch that names no sender, of the kind %s', async (kind) => {
    const { wallet, address, ask } = await setUp(kind)
    const batch = { version: '2.0.0', chainId: '0x1', atomicRequired: false, calls: [{ to: receiver, value: '0x1' }] }
    expect(await ask('wallet_sendCalls', batch)).toMatchObject({ id: expect.stringMatching(/^0x/) })
    expect(wallet.requests.at(-1)).toMatchObject({ account: address, status: 'approved' })
  })

  it('answers a transaction once the chain has mined it', async () => {
    const { client, reader } = await setUp('contract')
    await mock.chain.setAutomine(false, 1)
    const sending = client.sendTransaction({ to: receiver, value: 1n })
    const mined = vi.fn()
    void sending.then(mined)
    await vi.waitFor(async () => {
      await mock.chain.mine()
      expect(mined).toHaveBeenCalled()
    })
    expect(await reader.getTransactionReceipt({ hash: await sending })).toMatchObject({ status: 'success' })
  })

  it('asks a paymaster service of the mock, which pays for smart wallets of the service, and no other service', async () => {
    const { client, reader } = await setUp('contract')
    const sponsored = (url: string) =>
      client.sendCalls({ calls: [{ to: receiver, value: 1n }], capabilities: { paymasterService: { url } } })
    await expect(sponsored('https://paymaster.example.com')).rejects.toThrow('only the paymaster services of the mock')
    await expect(sponsored(mock.chain.rpcUrl(1))).rejects.toThrow('no paymaster pays for')
    expect(await reader.getBalance({ address: receiver })).toBe(0n)
  })

  it.each([
    ['that creates a contract', { data: '0x00' }, -32_602, /creates no contracts/],
    ['for another chain', { to: receiver, chainId: '0x2' }, -32_602, /for chain 2, not 1/],
    ['with a malformed value', { to: receiver, value: '1' }, -32_602, /"value"/],
    ['of more than it has', { to: receiver, value: '0xde0b6b3a7640000000' }, -32_521, /revert/],
  ])('refuses a transaction %s', async (...[, transaction, code, message]) => {
    const { address, ask } = await setUp('contract')
    const refusal = await refusalOf(ask('eth_sendTransaction', { from: address, ...transaction }))
    expect(refusal).toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('refuses a transaction of a page without access', async () => {
    const { wallet, address, ask } = await setUp('contract')
    wallet.disconnect()
    const refusal = await refusalOf(ask('eth_sendTransaction', { from: address, to: receiver }))
    expect(refusal).toMatchObject({ code: 4100 })
  })

  it('does not send with a key that does not own it', async () => {
    const owned = await mock.wallets.evm({ kind: 'contract' })
    const { secret } = await mock.wallets.evm()
    const { ask, address } = await setUp('contract', { accounts: [{ ...owned, secret }] })
    const refusal = await refusalOf(ask('eth_sendTransaction', { from: address, to: receiver, value: '0x1' }))
    expect(refusal).toMatchObject({ code: -32_507, message: expect.stringContaining('AA24') })
  })

  it('sends nothing by a real node without an entry point, and says so', async () => {
    const anvil = await startAnvil(1)
    onTestFinished(anvil.stop)
    const { address, client, ask } = await setUp('contract')
    await mock.chain.attach(1, anvil.url)
    expect(await client.getCapabilities({ chainId: 1 })).toEqual({ atomic: { status: 'unsupported' } })
    const refusal = await refusalOf(ask('eth_sendTransaction', { from: address, to: receiver, value: '0x1' }))
    expect(refusal).toEqual({ code: 5710, message: 'The node of chain 1 takes no user operations.' })
  })
})
