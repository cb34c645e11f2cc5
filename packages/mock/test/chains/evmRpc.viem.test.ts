import { erc20Abi, parseEther, parseUnits } from 'viem'
import { base } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const bob = '0x00000000000000000000000000000000000B0b01'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const now = '2026-01-15T09:30:00.000Z'

let mock: Mock
beforeEach(() => (mock = createMock({ seed: 'rpc', now })))

/** Clients of an account that holds 10 ether and 50 USDC. */
async function fundedClients() {
  const clients = viemClients(mock)
  await mock.chain.fund(clients.account.address, { ether: '10' }, 1)
  await mock.chain.fund(clients.account.address, { token: 'USDC', amount: '50' }, 1)
  return clients
}

describe('viem on a simulated EVM chain', () => {
  it('reads the chain, its blocks and balances', async () => {
    const { account, reader } = await fundedClients()
    expect(await reader.getChainId()).toBe(1)
    expect(await reader.getBalance({ address: account.address })).toBe(parseEther('10'))
    const block = await reader.getBlock()
    expect(block).toMatchObject({ number: 2n, timestamp: BigInt(Date.parse(now) / 1000), transactions: [] })
    expect(await reader.getBlock({ blockHash: block.parentHash })).toMatchObject({ number: 1n })
    expect(await reader.estimateFeesPerGas()).toMatchObject({ maxPriorityFeePerGas: 1_000_000_000n })
    expect((await reader.getFeeHistory({ blockCount: 2, rewardPercentiles: [50] })).baseFeePerGas).toHaveLength(3)
    const other = viemClients(mock, base).reader
    expect(await other.getBalance({ address: account.address })).toBe(0n)
  })

  it('sends the currency, waits for the receipt, and the fee is paid', async () => {
    const { account, reader, wallet } = await fundedClients()
    const hash = await wallet.sendTransaction({ to: bob, value: parseEther('0.5') })
    const receipt = await reader.waitForTransactionReceipt({ hash })
    expect(receipt).toMatchObject({ status: 'success', gasUsed: 21_000n, blockNumber: 3n, logs: [] })
    expect(await reader.getTransaction({ hash })).toMatchObject({
      from: account.address.toLowerCase(),
      nonce: 0,
      value: parseEther('0.5'),
    })
    expect(await reader.getBalance({ address: bob })).toBe(parseEther('0.5'))
    const fee = receipt.gasUsed * receipt.effectiveGasPrice
    expect(await reader.getBalance({ address: account.address })).toBe(parseEther('9.5') - fee)
    expect(mock.chain.transactions({ address: bob })).toMatchObject([
      {
        hash,
        status: 'success',
        fee: fee.toString(),
        transfers: [{ kind: 'native', to: `eip155:${bob.toLowerCase()}`, amount: parseEther('0.5').toString() }],
      },
    ])
  })

  it('sends legacy, EIP-2930 and EIP-1559 transactions one after the other', async () => {
    const { reader, wallet, account } = await fundedClients()
    for (const type of ['legacy', 'eip2930', 'eip1559'] as const) {
      const accessList = type === 'eip2930' ? { accessList: [] } : {}
      const hash = await wallet.sendTransaction({ to: bob, value: 1n, type, ...accessList } as never)
      expect(await reader.getTransaction({ hash })).toMatchObject({ type })
    }
    expect(await reader.getTransactionCount({ address: account.address })).toBe(3)
    expect(await reader.getBalance({ address: bob })).toBe(3n)
  })

  it('writes and reads a token, with its events', async () => {
    const { account, reader, wallet } = await fundedClients()
    const amount = parseUnits('12.5', 6)
    const { request } = await reader.simulateContract({
      account,
      address: usdc,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [bob, amount],
    })
    const hash = await wallet.writeContract(request)
    const { status, logs } = await reader.waitForTransactionReceipt({ hash })
    expect(status).toBe('success')
    expect(logs).toHaveLength(1)
    const read = (functionName: 'balanceOf', holder: `0x${string}`) =>
      reader.readContract({ address: usdc, abi: erc20Abi, functionName, args: [holder] })
    expect(await read('balanceOf', bob)).toBe(amount)
    expect(await read('balanceOf', account.address)).toBe(parseUnits('37.5', 6))
    const events = await reader.getContractEvents({
      address: usdc,
      abi: erc20Abi,
      eventName: 'Transfer',
      fromBlock: 0n,
    })
    expect(events).toMatchObject([{ args: { from: account.address, to: bob, value: amount }, transactionHash: hash }])
    expect(mock.chain.balance(bob, { token: 'USDC' })).toBe('12.5')
    expect(mock.chain.holdings(bob)).toMatchObject([{ amount: 12.5 }])
  })

  it('reads several contracts in one call', async () => {
    const { account, reader } = await fundedClients()
    const token = { address: usdc, abi: erc20Abi } as const
    expect(
      await reader.multicall({
        contracts: [
          { ...token, functionName: 'symbol' },
          { ...token, functionName: 'decimals' },
          { ...token, functionName: 'balanceOf', args: [account.address] },
          { address: bob, abi: erc20Abi, functionName: 'symbol' },
        ],
      }),
    ).toMatchObject([{ result: 'USDC' }, { result: 6 }, { result: parseUnits('50', 6) }, { status: 'failure' }])
  })

  it('sees why a call reverts', async () => {
    const { account, reader } = await fundedClients()
    const transfer = reader.simulateContract({
      account,
      address: usdc,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [bob, parseUnits('51', 6)],
    })
    await expect(transfer).rejects.toThrow('ERC20: transfer amount exceeds balance')
    await expect(
      reader.readContract({ address: `0x${'9'.repeat(40)}`, abi: erc20Abi, functionName: 'symbol' }),
    ).rejects.toThrow('mock.chain.contract(address, abi, handlers)')
  })

  it('keeps the fee and the nonce of a transaction that reverts, and nothing else of it', async () => {
    const { account, reader, wallet } = await fundedClients()
    const hash = await wallet.writeContract({
      address: usdc,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [bob, parseUnits('51', 6)],
      gas: 100_000n,
    })
    const receipt = await reader.waitForTransactionReceipt({ hash })
    expect(receipt).toMatchObject({ status: 'reverted', logs: [] })
    expect(await reader.getTransactionCount({ address: account.address })).toBe(1)
    expect(await reader.getBalance({ address: account.address })).toBe(
      parseEther('10') - receipt.gasUsed * receipt.effectiveGasPrice,
    )
    expect(mock.chain.balance(account.address, { token: 'USDC' })).toBe('50')
    expect(mock.chain.transactions({ address: account.address })).toMatchObject([
      { status: 'failed', reason: 'ERC20: transfer amount exceeds balance', transfers: [] },
    ])
  })
})
