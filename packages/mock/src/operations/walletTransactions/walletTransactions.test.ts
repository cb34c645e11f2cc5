import { Wallet } from 'ethers'
import { encodeFunctionData, erc20Abi, erc721Abi, getContractAddress, parseAbi, parseEther, parseUnits } from 'viem'
import { base, mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { ethersProvider, viemClients } from '../../../test/chains/evmClients.ts'
import { payFrom } from '../../../test/people/payments.ts'

const host = createHost()
const bob = '0x00000000000000000000000000000000000B0b01'
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const solanaAddress = '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'
let token: string

beforeEach(async () => {
  token = (await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))).token
})

const inputOf = (address: string, query: object, chainName = 'EVM') => ({
  token,
  params: { chainName, address },
  query: { networkId: 8453, ...query },
})
const list = async (address: string, query: object = {}) =>
  (await host.call('walletTransactions.list', inputOf(address, query))).body
const refuse = (address: string, query: object = {}, chainName?: string) =>
  host.refuse('walletTransactions.list', inputOf(address, query, chainName))

/** A wallet on Base with one ether and 50 USDC. */
async function fundedWallet() {
  const clients = viemClients(host.mock, base)
  await host.mock.chain.fund(clients.account.address, { ether: '1' }, 8453)
  await host.mock.chain.fund(clients.account.address, { token: 'USDC', amount: '50' }, 8453)
  return clients
}

describe('walletTransactions.list', () => {
  it('shows a payment that viem sends to its sender and to its recipient', async () => {
    const { account, reader, wallet } = await fundedWallet()
    const hash = await wallet.sendTransaction({ to: bob, value: parseEther('0.25') })
    const { blockNumber, blockHash } = await reader.getTransactionReceipt({ hash })
    const seen = {
      transactionHash: hash,
      blockNumber: Number(blockNumber),
      transactionTimestamp: '2026-01-15T09:30:00.000Z',
      blockHash,
      blockExplorerUrls: [`https://basescan.org/tx/${hash}`],
      fromAddress: account.address,
      toAddress: bob,
      labels: ['sent'],
      assetTransfers: [
        {
          fromAddress: account.address,
          toAddress: bob,
          amount: 0.25,
          metadata: {
            name: 'Ether',
            symbol: 'ETH',
            decimals: 18,
            imageUri: 'https://assets.example.com/tokens/ETH.svg',
          },
        },
      ],
      chainName: 'EVM',
      networkId: 8453,
    }
    expect(await list(account.address)).toEqual({ transactions: [seen] })
    expect(await list(bob.toLowerCase())).toEqual({ transactions: [{ ...seen, labels: ['receive'] }] })
    expect(await list(bob, { networkId: 1 })).toEqual({ transactions: [] })
  })

  it('shows a token transfer that ethers sends', async () => {
    const key = `0x${'42'.repeat(32)}`
    const wallet = new Wallet(key, ethersProvider(host.mock, 8453))
    await host.mock.chain.fund(wallet.address, { ether: '1' }, 8453)
    await host.mock.chain.fund(wallet.address, { token: 'USDC', amount: '50' }, 8453)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, parseUnits('12.5', 6)] })
    await (await wallet.sendTransaction({ to: usdc, data })).wait()
    expect((await list(bob)).transactions).toMatchObject([
      {
        toAddress: usdc,
        labels: ['receive'],
        assetTransfers: [
          {
            tokenAddress: usdc,
            fromAddress: wallet.address,
            toAddress: bob,
            amount: 12.5,
            metadata: { symbol: 'USDC' },
          },
        ],
      },
    ])
  })

  it('labels an exchange of assets as a swap for those who exchange', async () => {
    const { account, wallet } = await fundedWallet()
    const abi = parseAbi(['function swap() payable'])
    const exchange = '0x5000000000000000000000000000000000000005'
    await host.mock.chain.fund(exchange, { token: 'USDC', amount: '1000' }, 8453)
    await host.mock.chain.contract(exchange, abi, {
      swap({ sender, call }) {
        call(usdc, 'function transfer(address to, uint256 amount) returns (bool)', { args: [sender, 7_000_000n] })
      },
    })
    await wallet.writeContract({ address: exchange, abi, functionName: 'swap', value: parseEther('0.1') })
    const [transaction] = (await list(account.address)).transactions
    expect(transaction).toMatchObject({ labels: ['swap'], assetTransfers: [{ amount: 0.1 }, { amount: 7 }] })
    expect((await list(exchange)).transactions).toMatchObject([{ labels: ['swap'] }])
  })

  it('labels a payment to oneself as sent and received', async () => {
    const { account, wallet } = await fundedWallet()
    await wallet.sendTransaction({ to: account.address, value: 1n })
    expect((await list(account.address)).transactions).toMatchObject([{ labels: ['sent', 'receive'] }])
  })

  it('shows an NFT in pieces', async () => {
    const { account, wallet } = await fundedWallet()
    const contractAddress = '0x7000000000000000000000000000000000000007'
    await host.mock.chain.grantNft({ owner: account.address, networkId: 8453, contractAddress, tokenId: '7' })
    const args = [account.address, bob, 7n] as const
    await wallet.writeContract({ address: contractAddress, abi: erc721Abi, functionName: 'transferFrom', args })
    expect((await list(bob)).transactions).toMatchObject([
      {
        labels: ['receive'],
        assetTransfers: [{ tokenAddress: contractAddress, amount: 1, metadata: { decimals: 0 } }],
      },
    ])
  })

  it('shows a failed transaction without transfers and labels', async () => {
    const { account, wallet } = await fundedWallet()
    const args = [bob, parseUnits('51', 6)] as const
    await wallet.writeContract({ address: usdc, abi: erc20Abi, functionName: 'transfer', args, gas: 200_000n })
    expect((await list(account.address)).transactions).toMatchObject([{ labels: [], assetTransfers: [] }])
    expect((await list(bob)).transactions).toEqual([])
  })

  it('shows the creation of a contract with the address of zero bytes', async () => {
    const { account, wallet } = await fundedWallet()
    const address = getContractAddress({ from: account.address, nonce: 0n })
    await host.mock.chain.contract(address, ['function one() view returns (uint8)'], { one: () => 1 })
    await wallet.deployContract({ abi: [], bytecode: '0x6000' })
    expect((await list(account.address)).transactions).toMatchObject([
      { toAddress: '0x0000000000000000000000000000000000000000', labels: [] },
    ])
  })
})

describe('the pages of walletTransactions.list', () => {
  async function pay(times: number): Promise<string[]> {
    const hashes: string[] = []
    for (let n = 0; n < times; n++) hashes.unshift(await payFrom(host.mock, { to: bob }))
    return hashes
  }
  const hashesOf = ({ transactions }: Awaited<ReturnType<typeof list>>) =>
    transactions.map(({ transactionHash }) => transactionHash)

  it('join without a gap, the latest first, while new transactions come', async () => {
    const hashes = await pay(5)
    const first = await list(bob, { networkId: 1, limit: 2 })
    await pay(2)
    const second = await list(bob, { networkId: 1, limit: 2, offset: first.nextOffset })
    const third = await list(bob, { networkId: 1, limit: 2, offset: second.nextOffset })
    expect([first, second, third].map(hashesOf)).toEqual([hashes.slice(0, 2), hashes.slice(2, 4), hashes.slice(4)])
    expect(third).not.toHaveProperty('nextOffset')
  })

  it('join without a gap within a block of several transactions, also after a reorganization', async () => {
    const { account, wallet } = viemClients(host.mock, mainnet)
    await host.mock.chain.fund(account.address, { ether: '1' }, 1)
    await host.mock.chain.setAutomine(false)
    const hashes: string[] = []
    for (let nonce = 0; nonce < 5; nonce++) hashes.unshift(await wallet.sendTransaction({ to: bob, value: 1n, nonce }))
    await host.mock.chain.mine()
    const first = await list(bob, { networkId: 1, limit: 2 })
    await host.mock.chain.reorg(1)
    const second = await list(bob, { networkId: 1, limit: 2, offset: first.nextOffset })
    const third = await list(bob, { networkId: 1, limit: 2, offset: second.nextOffset })
    expect([first, second, third].flatMap(hashesOf)).toEqual(hashes)
    await host.mock.chain.reorg(1, { transactions: 'drop' })
    expect(hashesOf(await list(bob, { networkId: 1, limit: 2, offset: first.nextOffset }))).toEqual([])
  })

  it('have 20 transactions by default, and end where the list ends', async () => {
    const hashes = await pay(20)
    const page = await list(bob, { networkId: 1 })
    expect(hashesOf(page)).toEqual(hashes)
    expect(page).not.toHaveProperty('nextOffset')
    await pay(1)
    expect((await list(bob, { networkId: 1 })).nextOffset).toBeTypeOf('string')
  })

  it('refuse an offset of another address, network or chain, and one that was changed', async () => {
    await pay(2)
    const { nextOffset = '' } = await list(bob, { networkId: 1, limit: 1 })
    const invalid = { status: 400, code: 'invalid_cursor' }
    expect(await refuse(usdc, { networkId: 1, offset: nextOffset })).toMatchObject(invalid)
    expect(await refuse(bob, { networkId: 8453, offset: nextOffset })).toMatchObject(invalid)
    for (const offset of [`${nextOffset}A`, nextOffset.slice(1), '0', ''])
      expect(await refuse(bob, { networkId: 1, offset })).toMatchObject(invalid)
  })

  it.each([[0], [101], [1.5], ['all']])('refuse the limit %j', async (limit) => {
    expect(await refuse(bob, { limit })).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})

describe('a request for transactions', () => {
  it('is malformed with an address of another chain, without a network, and for an unknown chain', async () => {
    const malformed = { status: 400, code: 'validation_failed' }
    expect(await refuse('nobody')).toMatchObject(malformed)
    expect(await refuse(solanaAddress)).toMatchObject(malformed)
    expect(await refuse(bob, {}, 'SOL')).toMatchObject(malformed)
    expect(await refuse(bob, { networkId: undefined })).toMatchObject(malformed)
    expect(await refuse(bob, {}, 'DOGE')).toMatchObject(malformed)
  })

  it('finds nothing on a network that the environment does not know, or on a chain that is off', async () => {
    const missing = { status: 404, code: 'not_found' }
    expect(await refuse(bob, { networkId: 2 })).toMatchObject(missing)
    expect(await refuse(solanaAddress, {}, 'SOL')).toMatchObject(missing)
    const { body } = await host.call('sdkSettings.get')
    await host.mock.settings.patch({ chains: body.chains.map((chain) => ({ ...chain, enabled: false })) })
    expect(await refuse(bob)).toMatchObject(missing)
  })

  it('is refused in a session that waits for its second factor', async () => {
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await refuse(bob)).toMatchObject({ status: 403, code: 'mfa_required' })
  })
})
