import { encodeFunctionData, erc20Abi, type Hex, multicall3Abi, parseAbi, parseEther } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
const counter = '0x5000000000000000000000000000000000000005'
const callTracer = { tracer: 'callTracer' }

let mock: Mock
let clients: ReturnType<typeof viemClients>
let from: Hex

beforeEach(async () => {
  mock = createMock({ seed: 'trace', now: '2026-01-15T09:30:00.000Z' })
  clients = viemClients(mock)
  from = clients.account.address.toLowerCase() as Hex
  await mock.chain.fund(from, { ether: '10' }, 1)
  await mock.chain.fund(from, { token: 'USDC', amount: '50' }, 1)
})

const ask = async (method: string, ...params: readonly unknown[]): Promise<unknown> =>
  clients.reader.request({ method, params } as never)

const transfer = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, amount] })
const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [bob, 7n] })
const isTrue = `0x${'1'.padStart(64, '0')}`

/** Two calls in one: the second may fail. */
const batch = (amount: bigint) =>
  encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [
      [
        { target: usdc, allowFailure: false, callData: approve },
        { target: usdc, allowFailure: true, callData: transfer(amount) },
      ],
    ],
  })

describe('debug_traceCall', () => {
  it('shows a payment as one call, with the gas that it has and uses', async () => {
    const call = { from, to: bob, value: '0x5', gas: '0x6000' }
    expect(await ask('debug_traceCall', call, 'latest', callTracer)).toEqual({
      from,
      to: bob,
      gas: '0x6000',
      gasUsed: '0x5208',
      input: '0x',
      value: '0x5',
      type: 'CALL',
    })
  })

  it('shows inner calls with their answers, their reverts, and their logs where they are asked for', async () => {
    const call = { from, to: multicall3, data: batch(1n) }
    const options = { ...callTracer, tracerConfig: { withLog: true } }
    expect(await ask('debug_traceCall', call, 'latest', options)).toMatchObject({
      type: 'CALL',
      to: multicall3,
      output: expect.stringMatching(/^0x/),
      calls: [
        { from: multicall3, to: usdc, input: approve, output: isTrue, logs: [{ address: usdc, position: '0x0' }] },
        {
          from: multicall3,
          to: usdc,
          input: transfer(1n),
          error: 'execution reverted',
          revertReason: 'ERC20: transfer amount exceeds balance',
          output: expect.stringMatching(/^0x08c379a0/),
        },
      ],
    })
    const withoutLogs = JSON.stringify(await ask('debug_traceCall', call, 'latest', callTracer))
    expect(withoutLogs).not.toContain('logs')
    const top = await ask('debug_traceCall', call, 'latest', { ...callTracer, tracerConfig: { onlyTopCall: true } })
    expect(top).not.toHaveProperty('calls')
  })

  it('shows a revert instead of failing, and a call that is out of gas', async () => {
    const call = { from, to: usdc, data: transfer(parseEther('1')) }
    expect(await ask('debug_traceCall', call, 'latest', callTracer)).toMatchObject({
      error: 'execution reverted',
      revertReason: 'ERC20: transfer amount exceeds balance',
    })
    const tight = { from, to: usdc, data: transfer(1n), gas: '0x61a8' }
    expect(await ask('debug_traceCall', tight, 'latest', callTracer)).toMatchObject({
      error: 'out of gas',
      gasUsed: '0x61a8',
    })
  })

  it('sees overrides, and changes nothing', async () => {
    const before = mock.export().tables
    const call = { from: bob, to: from, value: '0x5' }
    await expect(ask('debug_traceCall', call, 'latest', callTracer)).rejects.toThrow('insufficient funds')
    const options = { ...callTracer, stateOverrides: { [bob]: { balance: '0x5' } } }
    expect(await ask('debug_traceCall', call, 'latest', options)).toMatchObject({ value: '0x5', from: bob })
    expect(mock.export().tables).toEqual(before)
  })
})

describe('debug_traceTransaction', () => {
  it('shows a transaction as it ran, on the state of that time, with the gas of its receipt', async () => {
    const hash = await clients.wallet.sendTransaction({ to: multicall3, data: batch(1n), gas: 200_000n })
    const { gasUsed } = await clients.reader.getTransactionReceipt({ hash })
    await mock.chain.fund(multicall3, { token: 'USDC', amount: '9' }, 1)
    expect(await ask('debug_traceTransaction', hash, callTracer)).toMatchObject({
      from,
      gas: '0x30d40',
      gasUsed: `0x${gasUsed.toString(16)}`,
      calls: [{ output: isTrue }, { error: 'execution reverted' }],
    })
  })

  it('runs those before it in its block first, and traces whole blocks', async () => {
    const { wallet, reader } = clients
    await mock.chain.setAutomine(false)
    const send = async (nonce: number, amount: bigint) =>
      wallet.sendTransaction({ to: usdc, data: transfer(amount), nonce, gas: 100_000n })
    const hashes = [await send(0, 30_000_000n), await send(1, 30_000_000n)]
    await mock.chain.mine()
    const { number, hash } = await reader.getBlock()
    const traces = [
      { txHash: hashes[0], result: { output: isTrue } },
      { txHash: hashes[1], result: { error: 'execution reverted' } },
    ]
    expect(await ask('debug_traceTransaction', hashes[1], callTracer)).toMatchObject(traces[1]?.result ?? {})
    expect(await ask('debug_traceBlockByNumber', `0x${number.toString(16)}`, callTracer)).toMatchObject(traces)
    expect(await ask('debug_traceBlockByHash', hash, callTracer)).toMatchObject(traces)
  })

  it('shows what a contract of a test calls, which runs again on its state of that time', async () => {
    await mock.chain.contract(
      counter,
      ['function pay(address to)'],
      {
        pay({ state, send }, to) {
          const count = (state.get<number>('count') ?? 0) + 1
          state.set('count', count)
          send(to as Hex, BigInt(count))
        },
      },
      1,
    )
    await mock.chain.fund(counter, { ether: '1' }, 1)
    const abi = parseAbi(['function pay(address to)'])
    const pay = async () => clients.wallet.writeContract({ address: counter, abi, functionName: 'pay', args: [bob] })
    const hashes = [await pay(), await pay()]
    for (const [index, hash] of hashes.entries())
      expect(await ask('debug_traceTransaction', hash, callTracer)).toMatchObject({
        calls: [{ from: counter, to: bob, value: `0x${index + 1}`, type: 'CALL' }],
      })
    expect(await clients.reader.getBalance({ address: bob })).toBe(3n)
  })

  it('is refused for a hash that the chain does not have, and for other tracers by a sentence', async () => {
    const absent = `0x${'12'.repeat(32)}`
    await expect(ask('debug_traceTransaction', absent, callTracer)).rejects.toThrow('transaction not found')
    await expect(ask('debug_traceBlockByHash', absent, callTracer)).rejects.toThrow('block not found')
    const hash = await clients.wallet.sendTransaction({ to: bob, value: 1n })
    for (const options of [undefined, {}, { tracer: 'prestateTracer' }])
      await expect(ask('debug_traceTransaction', hash, options)).rejects.toThrow('mock.chain.attach')
    const broken = { ...callTracer, tracerConfig: 'all' }
    await expect(ask('debug_traceTransaction', hash, broken)).rejects.toMatchObject({ code: -32_602 })
  })
})
