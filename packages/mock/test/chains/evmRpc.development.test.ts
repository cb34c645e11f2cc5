import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { createTestClient, http, parseEther, parseGwei } from 'viem'
import { mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { startServer } from '../../src/hosts/server.ts'
import { createMock } from '../../src/mock/createMock.ts'
import { webhookAgent } from '../../src/world/webhookDelivery.ts'
import { askOverSocket } from '../support/askOverSocket.ts'
import { createControlClient } from '../support/controlClient.ts'
import { testClient } from './evmClients.ts'

const control = createControlClient()
const mock = () => control.server.mock
const ada = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const bob = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

let client: ReturnType<typeof testClient>

beforeEach(() => {
  client = testClient(mock().chain.rpcUrl(1))
})

/** Calls a method as a client without any library does. */
async function call(method: string, params: readonly unknown[], headers: Record<string, string> = {}) {
  const response = await fetch(mock().chain.rpcUrl(1), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const pay = (value: bigint) => client.sendTransaction({ account: ada, to: bob, value })

describe('the test client of viem', () => {
  it.each(['anvil', 'hardhat'] as const)('sets balances and nonces by the methods of %s', async (mode) => {
    const named = testClient(mock().chain.rpcUrl(1), mode)
    await named.setBalance({ address: ada, value: parseEther('3') })
    await named.setNonce({ address: ada, nonce: 7 })
    expect([await client.getBalance({ address: ada }), await client.getTransactionCount({ address: ada })]).toEqual([
      parseEther('3'),
      7,
    ])
    await expect(named.setNonce({ address: ada, nonce: 6 })).rejects.toThrow('must not be smaller')
    await named.mine({ blocks: 3 })
    expect(await client.getBlockNumber()).toBe(3n)
  })

  it('sends for an account without its key while it is impersonated, and not after that', async () => {
    await client.setBalance({ address: ada, value: parseEther('1') })
    await expect(pay(1n)).rejects.toThrow('does not exist')
    await client.impersonateAccount({ address: bob })
    await expect(pay(1n)).rejects.toThrow('anvil_impersonateAccount')
    await client.impersonateAccount({ address: ada })
    const hash = await pay(parseEther('0.25'))
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ status: 'success', from: ada, to: bob })
    expect(mock().chain.balance(bob)).toBe('0.25')
    await client.stopImpersonatingAccount({ address: ada })
    await expect(pay(1n)).rejects.toThrow('anvil_impersonateAccount')
    await client.sendUnsignedTransaction({ from: ada, to: bob, value: parseEther('0.25') })
    expect([mock().chain.balance(bob), await client.getTransactionCount({ address: ada })]).toEqual(['0.5', 2])
  })

  it('refuses a transaction without a signature that its sender cannot pay', async () => {
    await client.impersonateAccount({ address: ada })
    await expect(
      client.sendTransaction({ account: ada, to: bob, value: 1n, gas: 21_000n, gasPrice: parseGwei('2') }),
    ).rejects.toThrow('insufficient funds')
    expect(await client.getTransactionCount({ address: ada })).toBe(0)
  })

  it('goes back to a snapshot of balances, tokens, nonces and blocks, once', async () => {
    await client.setBalance({ address: ada, value: parseEther('1') })
    await client.impersonateAccount({ address: ada })
    const state = async () => [
      await client.getBalance({ address: ada }),
      await client.getTransactionCount({ address: ada }),
      await client.getBlockNumber(),
      mock().chain.balance(bob),
      mock().chain.balance(bob, { token: 'USDC' }),
    ]
    const before = await state()
    const id = await client.snapshot()
    const hash = await pay(parseEther('0.5'))
    await mock().chain.fund(bob, { token: 'USDC', amount: '5' }, 1)
    const later = await client.snapshot()
    expect(await state()).toEqual([expect.any(BigInt), 1, 2n, '0.5', '5'])
    await client.revert({ id })
    expect(await state()).toEqual(before)
    await expect(client.getTransaction({ hash })).rejects.toThrow('could not be found')
    expect([await call('evm_revert', [id]), await call('evm_revert', [later])]).toMatchObject([
      { body: { result: false } },
      { body: { result: false } },
    ])
    expect(await client.snapshot()).not.toBe(id)
    expect(await pay(parseEther('0.5'))).toBe(hash)
  })

  it('reverts a reorganization, after which the former blocks have their numbers again', async () => {
    await client.setBalance({ address: ada, value: parseEther('1') })
    await client.impersonateAccount({ address: ada })
    const hash = await pay(1n)
    const before = await client.getTransactionReceipt({ hash })
    const id = await client.snapshot()
    await mock().chain.reorg(1)
    expect((await client.getTransactionReceipt({ hash })).blockNumber).toBe(2n)
    await client.revert({ id })
    expect(await client.getTransactionReceipt({ hash })).toEqual(before)
    await mock().chain.reorg(1, { transactions: 'drop' })
    expect([mock().chain.balance(bob), await client.getTransactionCount({ address: ada })]).toEqual(['0', 0])
  })

  it('leaves other chains, people and the clock as they are when it goes back', async () => {
    const id = await client.snapshot()
    await mock().chain.fund(bob, { ether: '1' }, 8453)
    await mock().chain.fund('7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', { sol: '1' }, 101)
    const { id: userId } = await mock().create.user({ email: 'ada@example.com' })
    await client.increaseTime({ seconds: 60 })
    await client.revert({ id })
    expect([mock().chain.balance(bob, { networkId: 8453 }), mock().clock.iso()]).toEqual([
      '1',
      '2026-01-15T09:31:00.000Z',
    ])
    expect(mock().chain.balance('7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV')).toBe('1')
    expect(mock().export().tables.users).toMatchObject([{ id: userId }])
  })

  it('empties the chain by a reset, and refuses to fork another chain', async () => {
    await client.setBalance({ address: ada, value: 1n })
    await client.mine({ blocks: 2 })
    expect((await call('anvil_reset', [])).body.result).toBeNull()
    expect([await client.getBalance({ address: ada }), await client.getBlockNumber()]).toEqual([0n, 0n])
    await expect(client.reset({ jsonRpcUrl: 'https://rpc.example.com', blockNumber: 1n })).rejects.toThrow('real node')
  })

  it('moves the clock of the mock, and with it the time of blocks', async () => {
    await client.increaseTime({ seconds: 90 })
    expect(mock().clock.iso()).toBe('2026-01-15T09:31:30.000Z')
    const next = BigInt(Date.UTC(2026, 0, 16) / 1000)
    await client.setNextBlockTimestamp({ timestamp: next })
    await client.mine({ blocks: 1 })
    expect([(await client.getBlock()).timestamp, mock().clock.iso()]).toEqual([next, '2026-01-16T00:00:00.000Z'])
    await expect(client.setNextBlockTimestamp({ timestamp: next - 1n })).rejects.toThrow('Timestamp error')
    await client.mine({ blocks: 2, interval: 12 })
    expect((await client.getBlock()).timestamp).toBe(next + 24n)
    await call('evm_mine', [Number(next) + 60])
    expect([(await client.getBlock()).timestamp, await client.getBlockNumber()]).toEqual([next + 60n, 4n])
  })

  it('lets transactions wait without automine, and drops one', async () => {
    expect(await client.getAutomine()).toBe(true)
    await client.setAutomine(false)
    expect(await client.getAutomine()).toBe(false)
    await client.setBalance({ address: ada, value: parseEther('1') })
    await client.impersonateAccount({ address: ada })
    const waiting = await pay(1n)
    const next = await pay(2n)
    expect(await client.getTransaction({ hash: waiting })).toMatchObject({ from: ada, nonce: 0, blockNumber: null })
    expect(await client.getTransaction({ hash: next })).toMatchObject({ from: ada, nonce: 1, value: 2n })
    expect(mock().chain.balance(bob)).toBe('0')
    await client.mine({ blocks: 1 })
    expect([mock().chain.balance(bob), await client.getTransactionCount({ address: ada })]).toEqual([
      '0.000000000000000003',
      2,
    ])
    expect(await client.getTransactionReceipt({ hash: next })).toMatchObject({ status: 'success', from: ada })
    const user = await mock().create.user({ email: 'ada@example.com' })
    await mock().create.provider({ provider: 'dynamic' })
    const wallet = await mock().wallets.embedded(user, { chain: 'EVM' })
    await mock().chain.fund(wallet.address, { ether: '1' }, 1)
    const params = [{ from: wallet.address, to: bob, value: '0x1' }]
    const hash = (await wallet.provider().request({ method: 'eth_sendTransaction', params })) as `0x${string}`
    await client.dropTransaction({ hash })
    await client.mine({ blocks: 1 })
    await expect(client.getTransaction({ hash })).rejects.toThrow('could not be found')
    await client.setAutomine(true)
    expect(await client.getAutomine()).toBe(true)
  })

  it('takes no transaction without a signature from clients, in whatever form it waits', async () => {
    await client.setAutomine(false)
    await client.setBalance({ address: ada, value: parseEther('1') })
    await client.impersonateAccount({ address: ada })
    await pay(1n)
    const { tables } = mock().export()
    const [{ raw = '' } = {}] = tables.pendingTransactions as { raw?: string }[]
    expect(raw).toContain(ada)
    expect((await call('eth_sendRawTransaction', [raw])).body.error).toMatchObject({ code: -32_602 })
    const hex = `0x${Buffer.from(raw).toString('hex')}`
    expect((await call('eth_sendRawTransaction', [hex])).body.error).toMatchObject({ code: -32_000 })
  })

  it('sets a delegation as code, and refuses other code by naming the ways', async () => {
    await client.setCode({ address: ada, bytecode: `0xef0100${bob.slice(2)}` })
    expect(await client.getCode({ address: ada })).toBe(`0xef0100${bob.slice(2)}`)
    await client.setCode({ address: ada, bytecode: '0x' })
    expect(await client.getCode({ address: ada })).toBeUndefined()
    const refused = client.setCode({ address: bob, bytecode: '0x6001600101' })
    await expect(refused).rejects.toThrow(/mock\.chain\.contract.*real node/s)
  })

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['a gas price', () => client.setMinGasPrice({ gasPrice: 1n }), /anvil_setNextBlockBaseFeePerGas/],
    ['times between blocks', () => client.setBlockTimestampInterval({ interval: 5 }), /mock\.clock/],
  ])('says what does instead of setting %s', async (_, act, way) => {
    await expect(act()).rejects.toThrow(way)
  })
})

it('sets the balance of a token that the chain knows', async () => {
  await call('anvil_dealErc20', [ada, usdc, '0x4c4b40'])
  expect(mock().chain.balance(ada, { token: 'USDC' })).toBe('5')
})

it.each([
  ['anvil_setBalance', ['0x12', '0x1']],
  ['anvil_setBalance', [ada, 'much']],
  ['anvil_setNonce', [ada, `0x${'f'.repeat(64)}`]],
  ['anvil_mine', ['0x7fffffff']],
  ['anvil_mine', [-1]],
  ['evm_increaseTime', ['soon']],
  ['evm_increaseTime', [9_007_199_254_740_991]],
  ['evm_setNextBlockTimestamp', [1e300]],
  ['evm_mine', [[]]],
  ['evm_setAutomine', ['yes']],
  ['evm_revert', [{}]],
  ['eth_sendUnsignedTransaction', ['0x']],
])('refuses %s with %j by invalid parameters', async (method, params) => {
  expect((await call(method, params)).body.error).toMatchObject({ code: -32_602 })
})

describe('a method of a development node', () => {
  const balance = () => mock().chain.balance(ada)
  const setBalance = (headers: Record<string, string>) => call('anvil_setBalance', [ada, '0x1'], headers)

  it.each([
    ['from a page of another port', { origin: 'http://localhost:3000' }],
    ['in an image or a script of another site', { 'sec-fetch-site': 'cross-site' }],
    ['in a form, which cannot send JSON', { 'content-type': 'text/plain' }],
    ['in a webhook', { 'user-agent': webhookAgent }],
  ])('is refused %s', async (_, headers) => {
    const { body } = await setBalance(headers)
    expect([body.error?.code, balance()]).toEqual([4100, '0'])
  })

  it('is refused to a page of another site, whatever the page calls', async () => {
    expect((await setBalance({ origin: 'https://evil.example' })).status).toBe(403)
    expect(balance()).toBe('0')
  })

  it('is refused in a batch, whose other calls are answered', async () => {
    const response = await fetch(mock().chain.rpcUrl(1), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
      body: JSON.stringify([
        { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
        { jsonrpc: '2.0', id: 2, method: 'hardhat_setBalance', params: [ada, '0x1'] },
      ]),
    })
    expect(await response.json()).toMatchObject([{ result: '0x1' }, { error: { code: 4100 } }])
    expect(balance()).toBe('0')
  })

  it('is refused under a name of allowHosts, by which strangers may call, unless they send the control token', async () => {
    const controlToken = 'a long control token'
    const open = await startServer({ seed: 'test' }, { allowHosts: ['mock.example'], controlToken })
    const callAs = async (headers: Record<string, string>) => {
      const sent = request(open.mock.chain.rpcUrl(1), { method: 'POST', headers })
      sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setBalance', params: [ada, '0x1'] }))
      const [incoming] = (await once(sent, 'response')) as [IncomingMessage]
      return JSON.parse(await text(incoming))
    }
    const stranger = { host: 'mock.example', 'content-type': 'application/json' }
    expect(await callAs(stranger)).toMatchObject({ error: { code: 4100 } })
    expect(await callAs({ ...stranger, authorization: 'Bearer a long control tokem' })).toMatchObject({
      error: { code: 4100 },
    })
    expect(open.mock.chain.balance(ada)).toBe('0')
    expect(await callAs({ ...stranger, authorization: `Bearer ${controlToken}` })).toMatchObject({ result: null })
    expect(open.mock.chain.balance(ada)).toBe('0.000000000000000001')
    await open.close()
  })

  it('that nobody knows is not found', async () => {
    expect((await call('anvil_setWeather', [])).body.error).toMatchObject({ code: -32_601 })
  })

  it('works without a network, in the process of the mock', async () => {
    const own = createMock()
    const transport = http(own.chain.rpcUrl(1), { fetchFn: (input, init) => own.fetch(input as Request, init) })
    await createTestClient({ mode: 'anvil', chain: mainnet, transport }).setBalance({ address: ada, value: 1n })
    expect(own.chain.balance(ada)).toBe('0.000000000000000001')
  })

  it('works over the WebSocket of a program, and over one in the process of the mock', async () => {
    const url = mock().chain.rpcUrl(1).replace('http', 'ws')
    const own = createMock()
    const setBalance = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setBalance', params: [ada, '0x7'] })
    for (const [open, { chain }] of [
      [() => new WebSocket(url), mock()],
      [() => own.chain.socket(1), own],
    ] as const) {
      const answer = await askOverSocket(open(), setBalance)
      expect([answer, chain.balance(ada)]).toEqual([{ jsonrpc: '2.0', id: 1, result: null }, '0.000000000000000007'])
    }
  })
})
