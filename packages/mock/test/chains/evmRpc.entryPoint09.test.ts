import { encodeFunctionData, getAbiItem, getAddress, type Hex, http, parseAbi, parseEther, parseEventLogs } from 'viem'
import {
  createBundlerClient,
  entryPoint08Address,
  entryPoint09Abi,
  entryPoint09Address,
  getUserOperationHash,
  toPackedUserOperation,
  toSimple7702SmartAccount,
  type UserOperation,
} from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const bob = '0x00000000000000000000000000000000000B0b01'
const paymaster = '0x00000000000000000000000000000000000aaa01'
const limits = { callGasLimit: 200_000n, verificationGasLimit: 100_000n, preVerificationGas: 50_000n } as const
const initialized = parseAbi([
  'event EIP7702AccountInitialized(bytes32 indexed userOpHash, address indexed sender, address indexed delegate)',
])
const calls = [{ to: bob, value: 1n }] as const

let mock: Mock
beforeEach(() => (mock = createMock({ seed: 'entry point 0.9', now: '2026-01-15T09:30:00.000Z' })))

/** viem's account and bundler client for a key that has delegated. */
async function delegated(version: '0.8' | '0.9' = '0.9') {
  const owner = privateKeyToAccount(generatePrivateKey())
  const { reader, wallet } = viemClients(mock)
  const account = await toSimple7702SmartAccount({ client: reader, owner, entryPoint: version })
  const fetchFn: typeof fetch = (input, init) => mock.fetch(input as Request, init)
  const transport = http(mock.chain.rpcUrl(1), { fetchFn, retryCount: 0 })
  const bundler = createBundlerClient({ account, client: reader, transport, chain: mainnet, pollingInterval: 5 })
  await mock.chain.fund(owner.address, { ether: '1' }, 1)
  const authorization = await wallet.signAuthorization({ ...account.authorization, account: owner, nonce: 0 })
  await bundler.sendUserOperation({ calls, authorization })
  return { owner, account, reader, bundler }
}

type Signed = UserOperation<'0.9'>

/** Prepares an operation with more fields than viem prepares, and signs it. */
async function signedOperation({ bundler, account }: Awaited<ReturnType<typeof delegated>>, more: Partial<Signed>) {
  const prepared = await bundler.prepareUserOperation({ calls, ...limits })
  const operation = { ...prepared, ...more, sender: account.address } as Signed
  return { ...operation, signature: await account.signUserOperation(operation as never) }
}

describe('the init code of an account that exists', () => {
  const spare = { factory: '0x00000000000000000000000000000000000fac01', factoryData: '0x1234' } as const

  it('is ignored by entry point 0.9, which logs the factory', async () => {
    const clients = await delegated()
    const hash = await clients.bundler.sendUserOperation({ ...(await signedOperation(clients, spare)) } as never)
    const { success, receipt } = await clients.bundler.waitForUserOperationReceipt({ hash })
    expect(success).toBe(true)
    const logs = parseEventLogs({ abi: entryPoint09Abi, logs: receipt.logs, eventName: 'IgnoredInitCode' })
    expect(logs.map(({ args }) => args)).toEqual([
      { userOpHash: hash, sender: clients.owner.address, unusedFactory: getAddress(spare.factory) },
    ])
    expect(await clients.reader.getBalance({ address: bob })).toBe(2n)
  })

  it('is refused by entry point 0.8', async () => {
    const clients = await delegated('0.8')
    const operation = await signedOperation(clients, spare)
    await expect(clients.bundler.sendUserOperation(operation as never)).rejects.toThrow('AA10')
    expect(await clients.reader.getBalance({ address: bob })).toBe(1n)
  })
})

describe('the signature of a paymaster', () => {
  const paid = {
    paymaster,
    paymasterData: '0xabcd',
    paymasterVerificationGasLimit: 50_000n,
    paymasterPostOpGasLimit: 20_000n,
  } as const

  it('is no part of what the account signs, so the paymaster may sign later', async () => {
    await mock.chain.fund(paymaster, { ether: '1' }, 1)
    const clients = await delegated()
    const before = await clients.reader.getBalance({ address: clients.owner.address })
    const operation = await signedOperation(clients, { ...paid, paymasterSignature: '0x01' })
    const later = { ...operation, paymasterSignature: `0x${'5e'.repeat(65)}` as const }
    const expected = getUserOperationHash({
      chainId: 1,
      entryPointAddress: entryPoint09Address,
      entryPointVersion: '0.9',
      userOperation: operation,
    })
    for (const each of [operation, later])
      expect(
        await clients.reader.readContract({
          address: entryPoint09Address,
          abi: [getAbiItem({ abi: entryPoint09Abi, name: 'getUserOpHash' })],
          functionName: 'getUserOpHash',
          args: [toPackedUserOperation(each)],
        }),
      ).toBe(expected)
    const hash = await clients.bundler.sendUserOperation(later as never)
    expect(hash).toBe(expected)
    expect(await clients.bundler.waitForUserOperationReceipt({ hash })).toMatchObject({ success: true, paymaster })
    expect(await clients.reader.getBalance({ address: clients.owner.address })).toBe(before - 1n)
    expect(await clients.reader.getBalance({ address: paymaster })).toBeLessThan(parseEther('1'))
    const { userOperation } = await clients.bundler.getUserOperation({ hash })
    const { paymasterData, paymasterSignature } = later
    expect(userOperation).toMatchObject({ paymaster, paymasterData, paymasterSignature })
  })

  it('leaves the data of the paymaster signed by the account', async () => {
    await mock.chain.fund(paymaster, { ether: '1' }, 1)
    const clients = await delegated()
    const operation = await signedOperation(clients, { ...paid, paymasterSignature: '0x01' })
    const changed = { ...operation, paymasterData: '0xabce' as const }
    await expect(clients.bundler.sendUserOperation(changed as never)).rejects.toThrow('AA24')
    expect(await clients.reader.getBalance({ address: bob })).toBe(1n)
  })

  it('is no field of an older entry point', async () => {
    const clients = await delegated('0.8')
    const operation = await signedOperation(clients, { ...paid, paymasterSignature: '0x01' })
    await expect(
      clients.bundler.sendUserOperation({ ...operation, entryPointAddress: entryPoint08Address } as never),
    ).rejects.toThrow('paymasterSignature is a field only of entry point 0.9')
  })
})

describe('the first operation of an account that delegates', () => {
  /** viem puts the delegate of an authorization into the hash, as the entry point puts that of the account. */
  async function firstOperation(clients: Awaited<ReturnType<typeof delegated>>, factoryData: Hex) {
    const { address } = clients.account.authorization
    const more = { factory: '0x7702', factoryData, authorization: { address } as Signed['authorization'] } as const
    const { authorization: _, ...operation } = await signedOperation(clients, more)
    return operation
  }

  it('calls the account with its data, which entry point 0.9 logs', async () => {
    const clients = await delegated()
    const operation = await firstOperation(clients, '0x12345678')
    const hash = await clients.bundler.sendUserOperation(operation as never)
    const { receipt } = await clients.bundler.waitForUserOperationReceipt({ hash })
    const logs = parseEventLogs({ abi: initialized, logs: receipt.logs })
    const { address: delegate } = clients.account.authorization
    expect(logs.map(({ args }) => args)).toEqual([
      { userOpHash: hash, sender: clients.owner.address, delegate: getAddress(delegate) },
    ])
  })

  it('is refused where the account refuses that call', async () => {
    const clients = await delegated()
    const execute = parseAbi(['function execute(address target, uint256 value, bytes data)'])
    const factoryData = encodeFunctionData({ abi: execute, functionName: 'execute', args: [bob, 3n, '0x'] })
    const operation = await firstOperation(clients, factoryData)
    await expect(clients.bundler.sendUserOperation(operation as never)).rejects.toThrow('AA13')
    expect(await clients.reader.getBalance({ address: bob })).toBe(1n)
  })
})
