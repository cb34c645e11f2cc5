import { encodeFunctionData, erc20Abi, http, parseAbi, parseEther, parseGwei, zeroAddress } from 'viem'
import {
  createBundlerClient,
  entryPoint06Abi,
  entryPoint06Address,
  entryPoint07Abi,
  entryPoint07Address,
  getUserOperationHash,
  type SmartAccount,
  type SmartAccountImplementation,
  toSmartAccount,
} from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const bob = '0x00000000000000000000000000000000000B0b01'
const owner = privateKeyToAccount(`0x${'33'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'34'.repeat(32)}`)
const abi = parseAbi([
  'function execute(address target, uint256 value, bytes data) payable',
  'function executeBatch((address target, uint256 value, bytes data)[] calls) payable',
])
interface Call {
  readonly to: `0x${string}`
  readonly value?: bigint
  readonly data?: `0x${string}`
}

const versions = {
  '0.6': { version: '0.6', address: entryPoint06Address, abi: entryPoint06Abi },
  '0.7': { version: '0.7', address: entryPoint07Address, abi: entryPoint07Abi },
} as const

let mock: Mock
beforeEach(() => (mock = createMock({ seed: 'operations', now: '2026-01-15T09:30:00.000Z' })))

/** A smart account of viem for a contract wallet of the mock, and its bundler. */
async function smartClients(
  version: '0.6' | '0.7',
  { signer = owner, address }: { signer?: typeof owner; address?: string } = {},
) {
  const wallet = address ?? (await mock.chain.deployWallet({ owners: [owner.address] })).address
  const { reader: client } = viemClients(mock)
  const entryPoint = versions[version]
  const account: SmartAccount = await toSmartAccount({
    client,
    entryPoint: entryPoint as never,
    getAddress: async () => wallet as `0x${string}`,
    getFactoryArgs: async () => ({}),
    encodeCalls: async (calls: readonly Call[]) =>
      encodeFunctionData({
        abi,
        functionName: 'executeBatch',
        args: [calls.map(({ to, value = 0n, data = '0x' }) => ({ target: to, value, data }))],
      }),
    getStubSignature: async () => `0x${'ff'.repeat(65)}`,
    signMessage: () => Promise.reject(new Error('unused')),
    signTypedData: () => Promise.reject(new Error('unused')),
    signUserOperation: (operation: object) =>
      signer.signMessage({
        message: {
          raw: getUserOperationHash({
            chainId: 1,
            entryPointAddress: entryPoint.address,
            entryPointVersion: version,
            userOperation: { ...operation, sender: wallet } as never,
          }),
        },
      }),
  } as unknown as SmartAccountImplementation)
  const bundler = createBundlerClient({
    account,
    client,
    chain: mainnet,
    transport: http(mock.chain.rpcUrl(1), {
      fetchFn: (input, init) => mock.fetch(input as Request, init),
      retryCount: 0,
    }),
    pollingInterval: 5,
    userOperation: {
      estimateFeesPerGas: async () => ({ maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }),
    },
  })
  return { wallet, reader: client, bundler, account }
}

describe.each(['0.6', '0.7'] as const)('a user operation of entry point %s', (version) => {
  const send = async (clients: Awaited<ReturnType<typeof smartClients>>, calls: readonly object[]) =>
    clients.bundler.sendUserOperation({ calls } as never)

  it('runs a batch of calls, and the account pays its gas', async () => {
    const clients = await smartClients(version)
    await mock.chain.fund(clients.wallet, { ether: '1' }, 1)
    const hash = await send(clients, [
      { to: bob, value: parseEther('0.25') },
      { to: stranger.address, value: 7n },
    ])
    const { success, actualGasCost, receipt, userOpHash } = await clients.bundler.waitForUserOperationReceipt({ hash })
    expect({ success, userOpHash, status: receipt.status }).toEqual({
      success: true,
      userOpHash: hash,
      status: 'success',
    })
    expect(await clients.reader.getBalance({ address: bob })).toBe(parseEther('0.25'))
    expect(await clients.reader.getBalance({ address: clients.wallet as `0x${string}` })).toBe(
      parseEther('0.75') - 7n - actualGasCost,
    )
    expect(await clients.bundler.getUserOperation({ hash })).toMatchObject({ transactionHash: receipt.transactionHash })
    expect(mock.chain.transactions({ address: bob })).toMatchObject([
      { hash: receipt.transactionHash, status: 'success' },
    ])
    await send(clients, [{ to: bob, value: 1n }])
    expect(await clients.reader.getBalance({ address: bob })).toBe(parseEther('0.25') + 1n)
  })

  it('is refused with the signature of somebody else, without funds, and without an account', async () => {
    const forged = await smartClients(version, { signer: stranger })
    await mock.chain.fund(forged.wallet, { ether: '1' }, 1)
    await expect(send(forged, [{ to: bob, value: 1n }])).rejects.toThrow('AA24')
    const poor = await smartClients(version)
    await expect(send(poor, [{ to: bob, value: 0n }])).rejects.toThrow('AA21')
    const absent = await smartClients(version, { address: `0x${'7'.repeat(40)}` })
    await expect(send(absent, [{ to: bob, value: 0n }])).rejects.toThrow('AA20')
    expect(mock.export().tables).toMatchObject({ chainTransactions: [], userOperations: [] })
  })

  it('is refused a second time, and with a number that is not next', async () => {
    const clients = await smartClients(version)
    await mock.chain.fund(clients.wallet, { ether: '1' }, 1)
    const operation = await clients.bundler.prepareUserOperation({ calls: [{ to: bob, value: 1n }] } as never)
    const signature = await clients.account.signUserOperation(operation as never)
    const again = () => clients.bundler.sendUserOperation({ ...(operation as object), signature } as never)
    await again()
    await expect(again()).rejects.toThrow('AA25')
    expect(await clients.reader.getBalance({ address: bob })).toBe(1n)
  })

  it('that reverts pays its gas and does nothing else', async () => {
    const clients = await smartClients(version)
    await mock.chain.fund(clients.wallet, { ether: '1' }, 1)
    const calls = [{ to: bob, value: parseEther('2') }]
    await expect(send(clients, calls)).rejects.toThrow('reverted')
    const limits = { callGasLimit: 100_000n, verificationGasLimit: 100_000n, preVerificationGas: 50_000n }
    const hash = await clients.bundler.sendUserOperation({ calls, ...limits } as never)
    const { success } = await clients.bundler.getUserOperationReceipt({ hash })
    expect(success).toBe(false)
    expect(await clients.reader.getBalance({ address: bob })).toBe(0n)
  })
})

describe.each(['0.6', '0.7'] as const)('user operations of entry point %s on a chain without automine', (version) => {
  type Clients = Awaited<ReturnType<typeof smartClients>>

  async function funded(ether = '1'): Promise<Clients> {
    const clients = await smartClients(version)
    await mock.chain.fund(clients.wallet, { ether }, 1)
    return clients
  }
  const send = async ({ bundler }: Clients, value: bigint, options: object = {}) =>
    bundler.sendUserOperation({ calls: [{ to: bob, value }], ...options } as never)
  const waiting = () => mock.export().tables.pendingOperations as readonly object[]

  beforeEach(async () => mock.chain.setAutomine(false, 1))

  it('wait as pending, and are bundled into one transaction behind those that wait', async () => {
    const [ada, eve] = [await funded(), await funded()]
    const { wallet: payer, account: signer } = viemClients(mock)
    await mock.chain.fund(signer.address, { ether: '1' }, 1)
    const hashes = [await send(ada, 5n), await send(eve, 7n), await send(ada, 11n)]
    const payment = await payer.sendTransaction({ to: bob, value: 13n })
    for (const hash of hashes) {
      expect(await ada.bundler.getUserOperation({ hash })).toMatchObject({
        blockHash: null,
        blockNumber: null,
        transactionHash: null,
      })
      await expect(ada.bundler.getUserOperationReceipt({ hash })).rejects.toThrow('could not be found')
    }
    expect(await ada.reader.getBalance({ address: bob })).toBe(0n)
    const waited = ada.bundler.waitForUserOperationReceipt({ hash: hashes[2]! })

    await mock.chain.mine()
    const { receipt } = await waited
    expect(receipt).toMatchObject({ transactionIndex: 1, status: 'success' })
    expect((await ada.reader.getBlock()).transactions).toEqual([payment, receipt.transactionHash])
    for (const hash of hashes) {
      const mined = await ada.bundler.getUserOperationReceipt({ hash })
      expect(mined).toMatchObject({
        success: true,
        userOpHash: hash,
        receipt: { transactionHash: receipt.transactionHash },
      })
      expect((await ada.bundler.getUserOperation({ hash })).transactionHash).toBe(receipt.transactionHash)
    }
    expect([await ada.reader.getBalance({ address: bob }), waiting()]).toEqual([36n, []])
  })

  it('wait one behind the other with the numbers of one sequence', async () => {
    const clients = await funded()
    const hashes = [await send(clients, 5n, { nonce: 0n }), await send(clients, 7n, { nonce: 1n })]
    await expect(send(clients, 1n, { nonce: 3n })).rejects.toThrow('AA25')
    await mock.chain.mine()
    const receipts = await Promise.all(hashes.map((hash) => clients.bundler.getUserOperationReceipt({ hash })))
    expect(receipts.map(({ success, nonce }) => [success, Number(nonce)])).toEqual([
      [true, 0],
      [true, 1],
    ])
    expect(await clients.reader.getBalance({ address: bob })).toBe(12n)
  })

  it('have the logs of their own calls in their receipts, without those of the others in the bundle', async () => {
    const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    const everybody = [await funded(), await funded(), await funded()]
    const hashes: `0x${string}`[] = []
    for (const [index, clients] of everybody.entries()) {
      await mock.chain.fund(clients.wallet, { token: 'USDC', amount: '5' }, 1)
      const args = [bob, BigInt(index + 1)] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
      const calls = Array.from({ length: index }, () => ({ to: usdc, data }))
      hashes.push(await clients.bundler.sendUserOperation({ calls } as never))
    }
    await mock.chain.mine()
    const [{ bundler }] = everybody as [Clients, Clients, Clients]
    const receipts = await Promise.all(hashes.map((hash) => bundler.getUserOperationReceipt({ hash })))
    expect(new Set(receipts.map(({ receipt }) => receipt.transactionHash)).size).toBe(1)
    expect(receipts.map(({ logs }) => logs.map(({ data }) => BigInt(data)))).toEqual([[], [2n], [3n, 3n]])
  })

  it('are replaced by one with the same number that offers a tenth more, and by nothing else', async () => {
    const clients = await funded()
    const offer = (gwei: number) => ({
      nonce: 0n,
      maxFeePerGas: parseGwei(`${gwei}`),
      maxPriorityFeePerGas: parseGwei(`${gwei}`),
    })
    const first = await send(clients, 5n, offer(10))
    await expect(send(clients, 5n, offer(10))).rejects.toThrow('already known')
    await expect(send(clients, 7n, offer(10.9))).rejects.toThrow('underpriced')
    const second = await send(clients, 7n, offer(11))
    await mock.chain.mine()
    await expect(clients.bundler.getUserOperation({ hash: first })).rejects.toThrow('could not be found')
    expect((await clients.bundler.getUserOperationReceipt({ hash: second })).success).toBe(true)
    expect(await clients.reader.getBalance({ address: bob })).toBe(7n)
  })

  it('are refused at once when the entry point would refuse them', async () => {
    const forged = await smartClients(version, { signer: stranger })
    await mock.chain.fund(forged.wallet, { ether: '1' }, 1)
    await expect(send(forged, 1n)).rejects.toThrow('AA24')
    await expect(send(await smartClients(version), 0n)).rejects.toThrow('AA21')
    expect(waiting()).toEqual([])
  })

  it('are forgotten when they are dropped, and when their money is gone, and the others are bundled', async () => {
    const ada = await funded()
    const eve = await funded('0.001')
    await mock.chain.fund(eve.wallet, { ether: '1' }, 1)
    const dropped = await send(ada, 5n)
    await send(ada, 7n)
    const fees = { maxFeePerGas: parseGwei('20'), maxPriorityFeePerGas: parseGwei('1') }
    const unpaid = await send(eve, 11n, { nonce: 0n, ...fees })
    const behind = await send(eve, 13n, { nonce: 1n })
    await mock.chain.reorg(1, { transactions: 'drop' })
    await mock.chain.dropTransaction(dropped)
    await mock.chain.mine()
    for (const hash of [dropped, unpaid, behind])
      await expect(ada.bundler.getUserOperation({ hash })).rejects.toThrow('could not be found')
    expect([await ada.reader.getBalance({ address: bob }), waiting()]).toEqual([7n, []])
  })

  it('come into the next bundle when they ask for more gas than one has, and are all mined by automine', async () => {
    const clients = await funded()
    const limits = { callGasLimit: 6_000_000n, verificationGasLimit: 100_000n, preVerificationGas: 50_000n }
    const hashes = [await send(clients, 5n, limits), await send(clients, 7n, limits)]
    await mock.chain.setAutomine(true, 1)
    const receipts = await Promise.all(hashes.map((hash) => clients.bundler.getUserOperationReceipt({ hash })))
    expect(receipts.map(({ receipt }) => receipt.transactionIndex)).toEqual([0, 1])
    await send(clients, 11n)
    expect(await clients.reader.getBalance({ address: bob })).toBe(23n)
  })
})

describe('a contract wallet', () => {
  it('obeys its owners and nobody else', async () => {
    const { account, reader, wallet: other } = viemClients(mock)
    const { address } = await mock.chain.deployWallet({ owners: [account.address] })
    for (const each of [account.address, address, stranger.address]) await mock.chain.fund(each, { ether: '1' }, 1)
    const run = { address: address as `0x${string}`, abi, functionName: 'execute', args: [bob, 5n, '0x'] } as const
    await other.writeContract(run)
    expect(await reader.getBalance({ address: bob })).toBe(5n)
    await expect(reader.simulateContract({ ...run, account: stranger.address })).rejects.toThrow('reverted')
    await expect(reader.simulateContract({ ...run, account: zeroAddress })).rejects.toThrow('reverted')
  })

  it('says whose signatures it accepts (ERC-1271)', async () => {
    const { address } = await mock.chain.deployWallet({ owners: [owner.address] })
    const { reader } = viemClients(mock)
    const hash = `0x${'ab'.repeat(32)}` as const
    const check = async (signer: typeof owner) =>
      reader.readContract({
        address: address as `0x${string}`,
        abi: parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']),
        functionName: 'isValidSignature',
        args: [hash, await signer.sign({ hash })],
      })
    expect(await check(owner)).toBe('0x1626ba7e')
    expect(await check(stranger)).toBe('0xffffffff')
  })
})
