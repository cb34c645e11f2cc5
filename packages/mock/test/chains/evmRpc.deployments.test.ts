import { type Address, concat, getContractAddress, type Hex, pad, parseAbi, parseEther } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const proxy = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const bytecode = '0x6001600101'
const refusal = /cannot deploy the contract at 0x[\da-f]{40}.*mock\.chain\.contract.*real node/s
const one = ['function one() view returns (uint8)'] as const

let mock: Mock
let clients: ReturnType<typeof viemClients>
beforeEach(async () => {
  mock = createMock({ seed: 'deployments', now: '2026-01-15T09:30:00.000Z' })
  clients = viemClients(mock)
  await mock.chain.fund(clients.account.address, { ether: '10' }, 1)
})

const deploy = (fields: object = {}) => clients.wallet.deployContract({ abi: [], bytecode, ...fields })

describe('the deployment of bytecode', () => {
  it('is refused when a wallet signs and sends it, and its nonce stays free', async () => {
    await expect(deploy({ gas: 500_000n })).rejects.toThrow(refusal)
    const { address } = clients.account
    expect(await clients.reader.getTransactionCount({ address })).toBe(0)
    expect(mock.chain.transactions({ address })).toEqual([])
  })

  it('is refused while transactions wait for a block, so none waits that cannot be mined', async () => {
    await mock.chain.setAutomine(false)
    await expect(deploy({ gas: 500_000n })).rejects.toThrow(refusal)
    const { address } = clients.account
    expect(await clients.reader.getTransactionCount({ address, blockTag: 'pending' })).toBe(0)
  })

  it('is refused by an estimate, which wallets ask for first', async () => {
    const { account, reader } = clients
    await expect(reader.estimateGas({ account, data: bytecode })).rejects.toThrow(refusal)
  })

  it('is refused by a call that only tries it', async () => {
    await expect(clients.reader.call({ data: bytecode })).rejects.toThrow(refusal)
  })

  it('is refused by the proxy that deploys by a salt', async () => {
    const { reader } = clients
    const data = concat([pad('0x07'), bytecode])
    expect(await reader.getCode({ address: proxy })).toBe('0xfe')
    await expect(clients.wallet.sendTransaction({ to: proxy, data })).rejects.toThrow(refusal)
    await expect(reader.call({ to: proxy, data: '0x1234' })).rejects.toThrow('reverted')
  })
})

describe('a deployment to an address whose behaviour a test has given', () => {
  const define = (address: Address) => mock.chain.contract(address, one, { one: () => 1 }, 1)
  const read = (address: Address) => clients.reader.readContract({ address, abi: parseAbi(one), functionName: 'one' })

  it('succeeds, names the address in its receipt, and leaves the value there', async () => {
    const { account, reader } = clients
    const address = getContractAddress({ from: account.address, nonce: 0n })
    await define(address)
    const hash = await deploy({ value: parseEther('1') })
    const receipt = await reader.waitForTransactionReceipt({ hash })
    expect(receipt).toMatchObject({ status: 'success', contractAddress: address.toLowerCase() })
    expect(await reader.getBalance({ address })).toBe(parseEther('1'))
    expect(await read(address)).toBe(1)
  })

  it('succeeds through the proxy, which answers with the address', async () => {
    const { reader, wallet } = clients
    const salt: Hex = pad('0x07')
    const address = getContractAddress({ opcode: 'CREATE2', from: proxy, salt, bytecode })
    await define(address)
    const data = concat([salt, bytecode])
    expect(await reader.call({ to: proxy, data })).toEqual({ data: address.toLowerCase() })
    const hash = await wallet.sendTransaction({ to: proxy, data })
    expect(await reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
  })
})
