import { encodeFunctionData, http, parseAbi, parseEther, zeroAddress } from 'viem'
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
