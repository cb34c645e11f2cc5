import { domainSeparator, encodeFunctionData, erc20Abi, multicall3Abi, parseAbi, parseSignature } from 'viem'
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

describe('the signed approvals of each token', () => {
  const points = '0x1000000000000000000000000000000000000001'
  const errors = parseAbi([
    'error ERC2612InvalidSigner(address signer, address owner)',
    'error ERC2612ExpiredSignature(uint256 deadline)',
  ])
  const tokens = [
    { name: 'USD Coin', chain: mainnet, address: usdc, version: '2' },
    { name: 'Dai Stablecoin', chain: mainnet, address: '0x6B175474E89094C44Da98b954EedeAC495271d0F', version: '1' },
    { name: 'USD Coin', chain: base, address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', version: '2' },
    { name: 'Points', chain: mainnet, address: points, version: '1' },
  ] as const

  beforeEach(async () => {
    await mock.chain.addToken({ networkId: 1, contractAddress: points, name: 'Points', symbol: 'PTS', decimals: 0 })
    await mock.chain.fund(spender.account.address, { ether: '1' }, base.id)
  })

  it.each(tokens)('of $name on $chain.name have a domain, and count', async ({ name, chain, address, version }) => {
    const { reader, wallet } = viemClients(mock, chain)
    const { domain } = await reader.getEip712Domain({ address })
    const named = { name, version, chainId: chain.id, verifyingContract: address } as const
    expect(domain).toMatchObject(named)
    const contract = { address, abi: [...token.abi, ...errors] } as const
    const separator = await reader.readContract({ ...contract, functionName: 'DOMAIN_SEPARATOR' })
    expect(separator).toBe(domainSeparator({ domain: named }))
    const sign = async (nonce: bigint, deadline = later) => {
      const message = { owner: owner.account.address, spender: spender.account.address, value: 9n, nonce, deadline }
      const signed = await owner.account.signTypedData({ domain: named, types, primaryType: 'Permit', message })
      const { r, s, yParity } = parseSignature(signed)
      return [message.owner, message.spender, 9n, deadline, 27 + yParity, r, s] as const
    }
    const permit = async (args: Awaited<ReturnType<typeof sign>>) =>
      wallet.writeContract({ ...contract, functionName: 'permit', args: [...args], account: spender.account })
    const first = await sign(0n)
    await permit(first)
    const args = [owner.account.address, spender.account.address] as const
    expect(await reader.readContract({ ...contract, functionName: 'allowance', args })).toBe(9n)
    expect(await reader.readContract({ ...contract, functionName: 'nonces', args: [args[0]] })).toBe(1n)
    const [replayed, expired] =
      address === points
        ? ['ERC2612InvalidSigner', 'ERC2612ExpiredSignature']
        : ['ERC20Permit: invalid signature', 'ERC20Permit: expired deadline']
    await expect(permit(first)).rejects.toThrow(replayed)
    await expect(permit(await sign(1n, 1_700_000_000n))).rejects.toThrow(expired)
    await permit(await sign(1n))
  })

  it('do not exist for a wrapped currency, which has none on its chain either', async () => {
    const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
    await expect(owner.reader.getEip712Domain({ address: weth })).rejects.toThrow('eip712Domain')
    const nonces = { address: weth, abi: permitAbi, functionName: 'nonces', args: [owner.account.address] } as const
    await expect(owner.reader.readContract(nonces)).rejects.toThrow('reverted')
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
