import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  numberToHex,
  parseAbi,
  parseEther,
  parseUnits,
  webSocket,
} from 'viem'
import { mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { startServer } from '../../src/hosts/server.ts'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
const ether = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const now = '2026-01-15T09:30:00.000Z'
const seconds = BigInt(Date.parse(now) / 1000)

let mock: Mock
let clients: ReturnType<typeof viemClients>

beforeEach(async () => {
  mock = createMock({ seed: 'simulate', now })
  clients = viemClients(mock)
  await mock.chain.fund(clients.account.address, { ether: '10' }, 1)
  await mock.chain.fund(clients.account.address, { token: 'USDC', amount: '50' }, 1)
})

const token = { abi: erc20Abi, to: usdc } as const
const transfer = (amount: bigint) => ({ ...token, functionName: 'transfer', args: [bob, amount] }) as const
const balanceOf = (owner: Hex) => ({ ...token, functionName: 'balanceOf', args: [owner] }) as const

const getters = parseAbi([
  'function getBlockNumber() view returns (uint256)',
  'function getCurrentBlockTimestamp() view returns (uint256)',
  'function getBasefee() view returns (uint256)',
])
const getter = (functionName: (typeof getters)[number]['name']) =>
  ({ abi: getters, to: multicall3, functionName }) as const

describe('simulateCalls of viem', () => {
  it('runs each call on the effects of those before it, and leaves the chain as it was', async () => {
    const { reader, account } = clients
    const before = mock.export().tables
    const { results } = await reader.simulateCalls({
      account: account.address,
      calls: [transfer(parseUnits('20', 6)), balanceOf(bob), transfer(parseUnits('31', 6)), balanceOf(account.address)],
    })
    expect(results.map(({ status, result }) => [status, result])).toEqual([
      ['success', true],
      ['success', parseUnits('20', 6)],
      ['failure', undefined],
      ['success', parseUnits('30', 6)],
    ])
    expect(results[2]?.error?.message).toContain('ERC20: transfer amount exceeds balance')
    expect(results[0]?.logs).toMatchObject([{ address: usdc, blockNumber: 3n, logIndex: 0 }])
    expect(mock.export().tables).toEqual(before)
  })

  it('tells which assets change, by the tokens in the logs and the currency', async () => {
    const { reader, account } = clients
    const { assetChanges } = await reader.simulateCalls({
      account: account.address,
      traceAssetChanges: true,
      calls: [
        { to: bob, value: parseEther('1.5') },
        transfer(parseUnits('20', 6)),
        { to: weth, data: '0xd0e30db0', value: parseEther('2') },
      ],
    })
    expect(assetChanges).toEqual([
      {
        token: { address: ether, decimals: 18, symbol: 'ETH' },
        value: { pre: parseEther('10'), post: parseEther('6.5'), diff: parseEther('-3.5') },
      },
      {
        token: { address: usdc, decimals: 6, symbol: 'USDC' },
        value: { pre: parseUnits('50', 6), post: parseUnits('30', 6), diff: parseUnits('-20', 6) },
      },
      {
        token: { address: weth, decimals: 18, symbol: 'WETH' },
        value: { pre: 0n, post: parseEther('2'), diff: parseEther('2') },
      },
    ])
  })

  it('shows movements of the currency as logs where they are traced, which cost no gas (ERC-7528)', async () => {
    const { reader, account } = clients
    const simulate = async (traceTransfers: boolean) =>
      (
        await reader.simulateCalls({
          account: account.address,
          traceTransfers,
          calls: [{ to: weth, data: '0xd0e30db0', value: 5n }, { to: bob }],
        })
      ).results
    const [traced, untraced] = [await simulate(true), await simulate(false)]
    expect(traced[0]?.logs?.map(({ address }) => address)).toEqual([ether, weth])
    expect(traced[0]?.logs?.[0]).toMatchObject({
      topics: [expect.any(String), `0x${account.address.slice(2).toLowerCase().padStart(64, '0')}`, expect.any(String)],
      data: numberToHex(5n, { size: 32 }),
    })
    expect(traced[1]?.logs).toEqual([])
    expect(untraced[0]?.logs?.map(({ address }) => address)).toEqual([weth])
    expect(traced[0]?.gasUsed).toBe(untraced[0]?.gasUsed)
  })
})

describe('simulateBlocks of viem', () => {
  it('goes on from block to block, at the times and numbers that the caller sets', async () => {
    const [first, second, third] = await clients.reader.simulateBlocks({
      blocks: [
        { calls: [getter('getBlockNumber'), getter('getCurrentBlockTimestamp'), getter('getBasefee')] },
        { calls: [getter('getBlockNumber'), getter('getCurrentBlockTimestamp')] },
        {
          blockOverrides: { time: seconds + 500n, baseFeePerGas: 9n },
          calls: [getter('getCurrentBlockTimestamp'), getter('getBasefee')],
        },
      ],
    })
    expect(first?.calls.map(({ result }) => result)).toEqual([3n, seconds, 0n])
    expect(second?.calls.map(({ result }) => result)).toEqual([4n, seconds + 12n])
    expect(third?.calls.map(({ result }) => result)).toEqual([seconds + 500n, 9n])
    const latest = await clients.reader.getBlock()
    expect(first).toMatchObject({ number: 3n, parentHash: latest.hash, timestamp: seconds })
    expect(second).toMatchObject({ number: 4n, parentHash: first?.hash })
    expect(third).toMatchObject({ timestamp: seconds + 500n, baseFeePerGas: 9n, parentHash: second?.hash })
  })

  it('overrides the state from a block on, and runs at older blocks', async () => {
    const { reader, account } = clients
    const blockNumber = await reader.getBlockNumber()
    await clients.wallet.sendTransaction({ to: bob, value: parseEther('1') })
    const payment = { account: bob, to: account.address, value: parseEther('3') } as const
    const simulate = async (at: { blockNumber?: bigint }, balance: bigint) =>
      reader.simulateBlocks({
        blocks: [
          { calls: [] },
          { stateOverrides: [{ address: bob, balance }], calls: [payment] },
          { calls: [payment] },
        ],
        ...at,
      })
    const blocks = await simulate({}, parseEther('6'))
    expect(blocks.map(({ calls }) => calls.map(({ status }) => status))).toEqual([[], ['success'], ['success']])
    await expect(simulate({}, parseEther('5'))).rejects.toThrow('exceeds the balance')
    const at = await reader.simulateBlocks({
      blockNumber,
      blocks: [{ calls: [{ abi: getters, to: multicall3, functionName: 'getBlockNumber' }] }],
    })
    expect(at[0]).toMatchObject({ number: blockNumber + 1n, calls: [{ result: blockNumber + 1n }] })
  })

  it('shows whole transactions, with the nonces that their senders come to', async () => {
    const { account, reader } = clients
    const [block] = await reader.simulateBlocks({
      returnFullTransactions: true,
      blocks: [
        {
          calls: [
            { account, to: bob, value: 1n },
            { account, to: bob, value: 2n, gas: 30_000n },
          ],
        },
      ],
    })
    expect(block).toMatchObject({
      gasUsed: 42_000n,
      transactions: [
        { from: account.address.toLowerCase(), to: bob, nonce: 0, value: 1n, transactionIndex: 0 },
        { nonce: 1, value: 2n, gas: 30_000n, transactionIndex: 1 },
      ],
    })
  })

  it('takes the gas of a call, and what it costs where a price is named', async () => {
    const { account, reader } = clients
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 1n] })
    const [block] = await reader.simulateBlocks({
      blocks: [
        {
          calls: [
            { account, to: usdc, data, gas: 25_000n },
            { account, to: bob, value: 1n, gas: 21_000n, maxFeePerGas: 10n, maxPriorityFeePerGas: 10n },
            {
              to: multicall3,
              abi: parseAbi(['function getEthBalance(address) view returns (uint256)']),
              functionName: 'getEthBalance',
              args: [account.address],
            },
          ],
        },
      ],
    })
    expect(block?.calls[0]).toMatchObject({ status: 'failure', gasUsed: 25_000n })
    expect(block?.calls[2]?.result).toBe(parseEther('10') - 1n - 210_000n)
  })
})

describe('eth_simulateV1', () => {
  const ask = async (simulation: unknown, block: unknown = 'latest'): Promise<unknown> =>
    clients.reader.request({ method: 'eth_simulateV1', params: [simulation, block] } as never)
  const from = () => clients.account.address
  const oneCall = (call: object, others: object = {}) => ({ blockStateCalls: [{ calls: [call] }], ...others })

  it('fills a gap between numbers with empty blocks, as Geth does', async () => {
    const data = encodeFunctionData({ abi: getters, functionName: 'getBlockNumber' })
    const blockStateCalls = [{ blockOverrides: { number: '0x5' }, calls: [{ to: multicall3, data }] }]
    expect(await ask({ blockStateCalls })).toMatchObject([
      { number: '0x3', timestamp: numberToHex(seconds), calls: [] },
      { number: '0x4', timestamp: numberToHex(seconds + 12n), calls: [] },
      { number: '0x5', timestamp: numberToHex(seconds + 24n), calls: [{ returnData: numberToHex(5n, { size: 32 }) }] },
    ])
  })

  it('says why a call fails by the codes of nodes, and goes on', async () => {
    const tooMuch = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, parseEther('1')] })
    const calls = [
      { from: from(), to: usdc, data: tooMuch },
      { from: from(), to: usdc, data: tooMuch, gas: '0x61a8' },
      { from: from(), data: '0x6000' },
      { from: from(), to: bob, value: '0x1' },
    ]
    expect(await ask({ blockStateCalls: [{ calls }] })).toMatchObject([
      {
        calls: [
          { status: '0x0', returnData: '0x', logs: [], error: { code: 3, data: expect.stringMatching(/^0x08c379a0/) } },
          { status: '0x0', gasUsed: '0x61a8', error: { code: -32_015, message: 'out of gas' } },
          { status: '0x0', error: { code: 3, message: expect.stringContaining('mock.chain.contract') } },
          { status: '0x1', returnData: '0x', gasUsed: '0x5208' },
        ],
      },
    ])
  })

  it('checks nonces and fees where validation is asked for, and then asks for the base fee', async () => {
    const fees = { maxFeePerGas: '0x77359400', gas: '0x5208' }
    const call = { from: from(), to: bob, value: '0x1', nonce: '0x0', ...fees }
    expect(await ask(oneCall(call, { validation: true }))).toMatchObject([
      { baseFeePerGas: '0x3b9aca00', calls: [{ status: '0x1' }] },
    ])
    expect(await ask(oneCall({ ...call, nonce: '0x7', maxFeePerGas: '0x0' }))).toMatchObject([
      { baseFeePerGas: '0x0', calls: [{ status: '0x1' }] },
    ])
    const refusal = async (change: object) => ask(oneCall({ ...call, ...change }, { validation: true }))
    await expect(refusal({ nonce: '0x7' })).rejects.toMatchObject({ cause: { code: -38_011 } })
    await expect(refusal({ maxFeePerGas: '0x1' })).rejects.toMatchObject({ cause: { code: -38_012 } })
    await clients.wallet.sendTransaction({ to: bob, value: 1n })
    await expect(refusal({})).rejects.toMatchObject({ cause: { code: -38_010 } })
  })

  it.each<[string, () => unknown, { readonly code: number; readonly text: string }]>([
    ['no simulation', () => 'one', { code: -32_602, text: 'an object' }],
    ['no blocks', () => ({ blockStateCalls: [] }), { code: -32_602, text: 'empty input' }],
    ['blocks that are no list', () => ({ blockStateCalls: {} }), { code: -32_602, text: 'a list' }],
    [
      'more blocks than nodes simulate',
      () => ({ blockStateCalls: Array.from({ length: 257 }, () => ({})) }),
      { code: -38_026, text: 'too many blocks' },
    ],
    [
      'a gap of more blocks than that',
      () => ({ blockStateCalls: [{ blockOverrides: { number: '0x200' } }] }),
      { code: -38_026, text: 'too many blocks' },
    ],
    [
      'more calls than anybody needs',
      () => ({ blockStateCalls: [{ calls: Array.from({ length: 1001 }, () => ({})) }] }),
      { code: -38_026, text: 'too many calls' },
    ],
    [
      'a number that is not after the block before',
      () => ({ blockStateCalls: [{ blockOverrides: { number: '0x2' } }] }),
      { code: -38_020, text: '2 <= 2' },
    ],
    [
      'a time that is not after the block before',
      () => ({ blockStateCalls: [{ blockOverrides: { time: numberToHex(seconds) } }] }),
      { code: -38_021, text: 'block timestamps must be in order' },
    ],
    [
      'a time that no date shows',
      () => ({ blockStateCalls: [{ blockOverrides: { time: '0xffffffffffffffff' } }] }),
      { code: -32_602, text: 'time has to be' },
    ],
    [
      'more value than the sender has',
      () => oneCall({ from: bob, to: usdc, value: '0x1' }),
      { code: -38_014, text: 'insufficient funds for gas * price + value' },
    ],
    [
      'less gas than any call needs',
      () => oneCall({ from: bob, to: usdc, gas: '0x5207' }),
      { code: -38_013, text: 'intrinsic gas too low' },
    ],
    [
      'more gas than the block has',
      () => oneCall({ from: bob, to: usdc, gas: '0x1c9c381' }),
      { code: -38_015, text: 'block gas limit reached' },
    ],
    [
      'prices of two kinds',
      () => oneCall({ from: bob, to: usdc, gasPrice: '0x1', maxFeePerGas: '0x1' }),
      { code: -32_602, text: 'both gasPrice and' },
    ],
    [
      'code that the chain cannot run',
      () => ({ blockStateCalls: [{ stateOverrides: { [bob]: { code: '0x6001' } } }] }),
      { code: -32_000, text: 'mock.chain.attach' },
    ],
  ])('is refused for %s, and nothing changes', async (_, simulation, { code, text }) => {
    const before = mock.export().tables
    await expect(ask(simulation())).rejects.toMatchObject({ cause: { code, message: expect.stringContaining(text) } })
    expect(mock.export().tables).toEqual(before)
  })

  it('answers over a WebSocket as over HTTP', async () => {
    const server = await startServer({ seed: 'simulate', now })
    const transport = webSocket(server.mock.chain.rpcUrl(1).replace('http', 'ws'), { reconnect: false })
    const socket = createPublicClient({ chain: mainnet, transport })
    await server.mock.chain.fund(bob, { ether: '1' }, 1)
    const { results } = await socket.simulateCalls({
      account: bob,
      calls: [{ to: weth, data: '0xd0e30db0', value: 1n }, balanceOf(bob)],
    })
    expect(results.map(({ status }) => status)).toEqual(['success', 'success'])
    await (await transport({ chain: mainnet }).value?.getRpcClient())?.close()
    await server.close()
  })
})
