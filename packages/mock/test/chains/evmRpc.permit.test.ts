import { encodeFunctionData, erc20Abi, multicall3Abi, parseAbi, parseSignature } from 'viem'
import { base, mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const permitAbi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function nonces(address owner) view returns (uint256)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
])
const token = { address: usdc, abi: [...erc20Abi, ...permitAbi] } as const
const types = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const
const later = 1_800_000_000n

let mock: Mock
let owner: ReturnType<typeof viemClients>
let spender: ReturnType<typeof viemClients>

beforeEach(async () => {
  mock = createMock({ seed: 'permit', now: '2026-01-15T09:30:00.000Z' })
  ;[owner, spender] = [viemClients(mock), viemClients(mock)]
  await mock.chain.fund(spender.account.address, { ether: '1' }, 1)
  await mock.chain.fund(owner.account.address, { token: 'USDC', amount: '50' }, 1)
})

/** Signs a permit as a page does that has read the token's domain. */
async function sign({ value = 20n, nonce = 0n, deadline = later, chainId = 1, by = owner } = {}) {
  const { domain } = await owner.reader.getEip712Domain({ address: usdc })
  const message = { owner: owner.account.address, spender: spender.account.address, value, nonce, deadline }
  const signature = await by.account.signTypedData({
    domain: { ...domain, chainId, salt: undefined },
    types,
    primaryType: 'Permit',
    message,
  })
  const { r, s, yParity } = parseSignature(signature)
  return [message.owner, message.spender, value, deadline, 27 + yParity, r, s] as const
}

const send = async (args: Awaited<ReturnType<typeof sign>>) =>
  spender.reader.waitForTransactionReceipt({
    hash: await spender.wallet.writeContract({ ...token, functionName: 'permit', args: [...args] }),
  })
const allowance = () =>
  owner.reader.readContract({
    ...token,
    functionName: 'allowance',
    args: [owner.account.address, spender.account.address],
  })

describe('a signed approval (ERC-2612)', () => {
  it('is judged by the time of the block that it is simulated at', async () => {
    const { reader } = spender
    const { number, timestamp: deadline } = await reader.getBlock()
    const args = await sign({ deadline })
    const simulate = async (at: { blockNumber?: bigint } = {}) =>
      reader.simulateContract({ ...token, functionName: 'permit', args: [...args], ...at })
    await mock.clock.advance({ seconds: 1 })
    await mock.chain.mine()
    await simulate({ blockNumber: number })
    await expect(simulate({ blockNumber: number + 1n })).rejects.toThrow('expired')
    await expect(simulate()).rejects.toThrow('expired')
  })

  it('lets the spender send it and spend, while the owner has no currency for gas', async () => {
    const { logs } = await send(await sign())
    expect([await allowance(), logs.length]).toEqual([20n, 1])
    const nonces = { ...token, functionName: 'nonces', args: [owner.account.address] } as const
    expect(await owner.reader.readContract(nonces)).toBe(1n)
    const to = spender.account.address
    const args = [owner.account.address, to, 20n] as const
    await spender.wallet.writeContract({ ...token, functionName: 'transferFrom', args })
    expect(mock.chain.balance(to, { token: 'USDC' })).toBe('0.00002')
    await send(await sign({ nonce: 1n, value: 7n }))
    expect(await allowance()).toBe(7n)
  })

  it('is refused a second time, after its deadline, for another chain, and by another signer', async () => {
    const signed = await sign()
    await send(signed)
    const invalid = 'ERC20Permit: invalid signature'
    await expect(send(signed)).rejects.toThrow(invalid)
    await expect(send(await sign({ nonce: 1n, chainId: base.id }))).rejects.toThrow(invalid)
    await expect(send(await sign({ nonce: 1n, by: spender }))).rejects.toThrow(invalid)
    const [...changed] = await sign({ nonce: 1n })
    await expect(send(Object.assign(changed, { 2: 21n }))).rejects.toThrow(invalid)
    await expect(send(await sign({ nonce: 1n, deadline: 1_700_000_000n }))).rejects.toThrow('expired deadline')
    expect(await allowance()).toBe(20n)
  })

  it('is undone with its block', async () => {
    await send(await sign())
    await mock.chain.reorg(1, { transactions: 'drop' })
    expect(await allowance()).toBe(0n)
    await send(await sign({ value: 3n }))
    expect(await allowance()).toBe(3n)
  })
})

describe('a question about logs', () => {
  it('spans any number of blocks', async () => {
    await send(await sign())
    for (let round = 0; round < 11; round++) await mock.chain.mine({ blocks: 1_000 })
    const { reader } = viemClients(mock, mainnet)
    const head = await reader.getBlockNumber()
    expect(head).toBeGreaterThan(11_000n)
    expect(await reader.getLogs({ fromBlock: 0n, toBlock: head })).toHaveLength(1)
    expect(await reader.getLogs({ fromBlock: head - 10_999n, toBlock: head })).toEqual([])
  })

  it('has at most ten thousand logs as its answer', async () => {
    const { wallet, reader, account } = viemClients(mock, mainnet)
    await mock.chain.fund(account.address, { ether: '10' }, 1)
    const callData = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [account.address, 0n] })
    const call = { target: usdc, allowFailure: false, callData } as const
    const { address } = mainnet.contracts.multicall3
    const data = encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [Array.from({ length: 1_000 }, () => call)],
    })
    const ask = async () => reader.getLogs({ fromBlock: 0n, toBlock: 'latest' })
    for (let round = 0; round < 10; round++)
      await wallet.sendTransaction({ to: address, data, gas: 29_000_000n, maxFeePerGas: 2_000_000_000n })
    expect(await ask()).toHaveLength(10_000)
    await wallet.sendTransaction({ to: address, data, gas: 29_000_000n, maxFeePerGas: 2_000_000_000n })
    await expect(ask()).rejects.toThrow('more than 10000 results')
  })
})
