import { erc20Abi, parseAbi, parseEther } from 'viem'
import { mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

let mock: Mock
let clients: ReturnType<typeof viemClients>

beforeEach(async () => {
  mock = createMock({ seed: 'history', now: '2026-01-15T09:30:00.000Z' })
  clients = viemClients(mock, mainnet)
  await mock.chain.fund(clients.account.address, { ether: '10' }, 1)
  await mock.chain.fund(clients.account.address, { token: 'USDC', amount: '100' }, 1)
})

const multicall3Getters = parseAbi([
  'function getBlockNumber() view returns (uint256)',
  'function getCurrentBlockTimestamp() view returns (uint256)',
])

const pay = async () => clients.wallet.sendTransaction({ to: bob, value: parseEther('1') })

const transfer = async (amount: bigint) =>
  clients.wallet.writeContract({ address: usdc, abi: erc20Abi, functionName: 'transfer', args: [bob, amount] })

const tokensAt = (blockNumber: bigint) =>
  clients.reader.readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [bob], blockNumber })

describe('the state at an older block', () => {
  it('has the balances and nonces of that block, which stay as they were when more blocks come', async () => {
    const { reader, account } = clients
    const start = await reader.getBlockNumber()
    const states = async () =>
      Promise.all(
        [0n, 1n, 2n].map(async (after) => {
          const blockNumber = start + after
          const [balance, nonce] = await Promise.all([
            reader.getBalance({ address: bob, blockNumber }),
            reader.getTransactionCount({ address: account.address, blockNumber }),
          ])
          return [balance, nonce]
        }),
      )
    await pay()
    await pay()
    const expected = [
      [0n, 0],
      [parseEther('1'), 1],
      [parseEther('2'), 2],
    ]
    expect(await states()).toEqual(expected)
    await pay()
    expect(await states()).toEqual(expected)
    expect(await reader.getBalance({ address: bob })).toBe(parseEther('3'))
  })

  it('answers calls of tokens as they answered then', async () => {
    const start = await clients.reader.getBlockNumber()
    await transfer(5n)
    await transfer(7n)
    expect(await Promise.all([start, start + 1n, start + 2n].map(tokensAt))).toEqual([0n, 5n, 12n])
  })

  it('estimates and refuses by the balance of that block', async () => {
    const { reader } = clients
    const blockNumber = await reader.getBlockNumber()
    await pay()
    const request = { account: bob, to: clients.account.address, value: 1n } as const
    await expect(reader.estimateGas({ ...request, blockNumber })).rejects.toThrow('insufficient')
    expect(await reader.estimateGas(request)).toBe(21_000n)
  })

  it('has that block as the one in which code runs, as on a node, and at the latest block the next one', async () => {
    const { reader } = clients
    const start = await reader.getBlock()
    await mock.clock.advance({ hours: 1 })
    await pay()
    await mock.clock.advance({ hours: 1 })
    const ask = async (
      functionName: 'getBlockNumber' | 'getCurrentBlockTimestamp',
      at: { blockNumber?: bigint } = {},
    ) => reader.readContract({ address: multicall3, abi: multicall3Getters, functionName, ...at })
    const older = { blockNumber: start.number }
    expect(await ask('getBlockNumber', older)).toBe(start.number)
    expect(await ask('getCurrentBlockTimestamp', older)).toBe(start.timestamp)
    expect(await ask('getBlockNumber')).toBe(start.number + 2n)
    expect(await ask('getCurrentBlockTimestamp')).toBe(start.timestamp + 7200n)
  })

  it('knows only the delegations of that block', async () => {
    const { reader, wallet, account } = clients
    const blockNumber = await reader.getBlockNumber()
    const authorization = await wallet.signAuthorization({ contractAddress: bob, executor: 'self' })
    await wallet.sendTransaction({ to: account.address, authorizationList: [authorization], gas: 100_000n })
    expect(await reader.getCode({ address: account.address, blockNumber })).toBeUndefined()
    expect(await reader.getCode({ address: account.address })).toBe(`0xef0100${bob.slice(2).toLowerCase()}`)
  })

  it('can be named by the hash of a block (EIP-1898)', async () => {
    const { reader } = clients
    const { hash } = await reader.getBlock()
    await pay()
    const balance = await reader.request({ method: 'eth_getBalance', params: [bob, { blockHash: hash } as never] })
    expect(balance).toBe('0x0')
  })

  it('is read without a change of the present state', async () => {
    const blockNumber = await clients.reader.getBlockNumber()
    await pay()
    const before = mock.export().tables
    await clients.reader.getBalance({ address: bob, blockNumber })
    await tokensAt(blockNumber)
    expect(mock.export().tables).toEqual(before)
  })

  it('is refused beyond 10 000 blocks, as a node refuses a state that it has pruned', async () => {
    const { reader, wallet } = clients
    const blockNumber = await reader.getBlockNumber()
    for (const count of ['0x2710', '0x1']) await wallet.request({ method: 'anvil_mine', params: [count] } as never)
    await expect(reader.getBalance({ address: bob, blockNumber })).rejects.toThrow('historical state is not available')
    expect(await reader.getBalance({ address: bob, blockNumber: blockNumber + 1n })).toBe(0n)
  })
})
