import { encodeFunctionData, getAbiItem, type Hex, parseAbi, parseEther, toFunctionSelector } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const multicall: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const abi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[])',
  'function aggregate3Value(Call3Value[] calls) payable returns (Result[])',
  'function getBasefee() view returns (uint256)',
])
const wethAbi = parseAbi(['function deposit() payable', 'function balanceOf(address) view returns (uint256)'])

let mock: Mock
let clients: ReturnType<typeof viemClients>
beforeEach(async () => {
  mock = createMock({ seed: 'depth', now: '2026-01-15T09:30:00.000Z' })
  clients = viemClients(mock)
  await mock.chain.fund(clients.account.address, { ether: '10' }, 1)
})

interface Nested {
  readonly allowFailure: boolean
  /** The data of the innermost call. */
  readonly innermost?: Hex
}

const askNumber = encodeFunctionData({ abi, functionName: 'getBasefee' })
const aggregate3 = toFunctionSelector(getAbiItem({ abi, name: 'aggregate3' }))

const word = (value: number) => value.toString(16).padStart(64, '0')
const bytesIn = (digits: string) => digits.length / 2

/** Calls `aggregate3` with one call, of Multicall3 itself. By hand: viem would read all of the data at each level. */
function callItself(callData: string, allowFailure: boolean): string {
  const [arrayAt, length, callAt, dataAt] = [word(32), word(1), word(32), word(96)]
  const target = multicall.slice(2).toLowerCase().padStart(64, '0')
  const padding = '00'.repeat((32 - (bytesIn(callData) % 32)) % 32)
  const call = [target, word(Number(allowFailure)), dataAt, word(bytesIn(callData)), callData, padding]
  return [aggregate3.slice(2), arrayAt, length, callAt, ...call].join('')
}

/** Calls of Multicall3 by itself, one in the other. */
function nested(depth: number, { allowFailure, innermost = askNumber }: Nested): Hex {
  let data = innermost.slice(2)
  for (let level = 1; level < depth; level++) data = callItself(data, allowFailure)
  return `0x${data}`
}

/** How many of the nested calls succeeded. */
function levelsIn(result: Hex = '0x'): number {
  let data = result.slice(2)
  for (let level = 1; ; level++) {
    if (bytesIn(data) === 32) return level
    // Where the array is, its length, where its item is; then whether it succeeded, where its data is, and their length.
    const [, , , success = 0, , length = 0] = (data.slice(0, 6 * 64).match(/.{64}/g) ?? []).map((digits) =>
      Number(`0x${digits}`),
    )
    if (success !== 1) return level
    data = data.slice(6 * 64, 6 * 64 + 2 * length)
  }
}

describe('calls in calls', () => {
  it('are encoded here as viem encodes them', () => {
    const call = (callData: Hex) =>
      encodeFunctionData({
        abi,
        functionName: 'aggregate3',
        args: [[{ target: multicall, allowFailure: true, callData }]],
      })
    expect(nested(4, { allowFailure: true })).toBe(call(call(call(askNumber))))
  })

  it('go 1 024 deep, and fail beyond, where the caller allows a failure', async () => {
    const { data } = await clients.reader.call({ to: multicall, data: nested(1030, { allowFailure: true }) })
    expect(levelsIn(data)).toBe(1024)
  })

  it('undo what stands below a failure that no caller allows, and keep what stands beside it', async () => {
    const deposit = (value: bigint) => ({
      target: weth as Hex,
      value,
      callData: encodeFunctionData({ abi: wethAbi, functionName: 'deposit' }),
    })
    const tooDeep = nested(1030, { allowFailure: false })
    const inner = encodeFunctionData({
      abi,
      functionName: 'aggregate3Value',
      args: [
        [
          { ...deposit(parseEther('1')), allowFailure: false },
          { target: multicall, value: 0n, allowFailure: false, callData: tooDeep },
        ],
      ],
    })
    const calls = [
      { target: multicall, value: parseEther('1'), allowFailure: true, callData: inner },
      { ...deposit(parseEther('2')), allowFailure: false },
    ]
    const data = encodeFunctionData({
      abi,
      functionName: 'aggregate3Value',
      args: [calls],
    })
    const hash = await clients.wallet.sendTransaction({ to: multicall, data, value: parseEther('3'), gas: 30_000_000n })
    expect((await clients.reader.getTransactionReceipt({ hash })).status).toBe('success')
    const balance = { address: weth, abi: wethAbi, functionName: 'balanceOf', args: [multicall] } as const
    expect(await clients.reader.readContract(balance)).toBe(parseEther('2'))
    expect(await clients.reader.getBalance({ address: multicall })).toBe(parseEther('1'))
  })
})
