import {
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  http,
  keccak256,
  parseAbi,
  parseEther,
} from 'viem'
import {
  createBundlerClient,
  entryPoint08Abi,
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
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const points = {
  '0.8': { address: entryPoint08Address, abi: entryPoint08Abi },
  '0.9': { address: entryPoint09Address, abi: entryPoint09Abi },
} as const
type Version = keyof typeof points
const accountAbi = parseAbi([
  'function execute(address target, uint256 value, bytes data)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
  'error ECDSAInvalidSignature()',
  'error ECDSAInvalidSignatureLength(uint256 length)',
  'error ECDSAInvalidSignatureS(bytes32 s)',
])
const executeError = parseAbi(['error ExecuteError(uint256 index, bytes data)'])
const transfer = (amount: bigint) => ({
  to: usdc as `0x${string}`,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, amount] }),
})
const limits = { callGasLimit: 200_000n, verificationGasLimit: 100_000n, preVerificationGas: 50_000n } as const

let mock: Mock
beforeEach(() => (mock = createMock({ seed: 'simple 7702', now: '2026-01-15T09:30:00.000Z' })))

/** viem's account and bundler client, unmodified, for a key without any code yet. */
async function clients(version: Version, { ether = '1', key = generatePrivateKey() } = {}) {
  const owner = privateKeyToAccount(key)
  const { reader } = viemClients(mock)
  const account = await toSimple7702SmartAccount({ client: reader, owner, entryPoint: version })
  const transport = http(mock.chain.rpcUrl(1), {
    fetchFn: (input, init) => mock.fetch(input as Request, init),
    retryCount: 0,
  })
  const bundler = createBundlerClient({ account, client: reader, transport, chain: mainnet, pollingInterval: 5 })
  if (ether !== '0') await mock.chain.fund(owner.address, { ether }, 1)
  const { authorization: target } = account
  const authorize = async () => viemClients(mock).wallet.signAuthorization({ ...target, account: owner, nonce: 0 })
  return { owner, account, reader, bundler, authorize, implementation: target.address }
}

describe.each(['0.8', '0.9'] as const)("viem's Simple7702 account at entry point %s", (version) => {
  it('is delegated by its first user operation, and runs a batch and then single calls', async () => {
    const { account, bundler, reader, authorize, implementation, owner } = await clients(version)
    const calls = [
      { to: bob, value: 5n },
      { to: bob, value: 7n },
    ] as const
    const hash = await bundler.sendUserOperation({ calls, authorization: await authorize() })
    const { success, actualGasCost, userOpHash, entryPoint } = await bundler.waitForUserOperationReceipt({ hash })
    expect([success, userOpHash, entryPoint]).toEqual([true, hash, points[version].address.toLowerCase()])
    expect(await reader.getCode({ address: owner.address })).toBe(`0xef0100${implementation.slice(2).toLowerCase()}`)
    expect(await reader.getBalance({ address: owner.address })).toBe(parseEther('1') - 12n - actualGasCost)
    expect(await account.isDeployed()).toBe(true)
    const second = await bundler.sendUserOperation({ calls: [{ to: bob, value: 1n }] })
    expect(await bundler.waitForUserOperationReceipt({ hash: second })).toMatchObject({ success: true })
    expect(await reader.getBalance({ address: bob })).toBe(13n)
    expect(await account.getNonce({ key: 0n })).toBe(0n)
    expect(await reader.getCode({ address: implementation })).toBeDefined()
  })

  it('signs the hash of operations that the entry point computes, delegated and not', async () => {
    const { account, bundler, reader, authorize, owner } = await clients(version)
    const point = points[version]
    const ask = async (operation: UserOperation<Version>) =>
      reader.readContract({
        address: point.address,
        abi: point.abi as typeof entryPoint08Abi,
        functionName: 'getUserOpHash',
        args: [toPackedUserOperation(operation)],
        stateOverride: [],
      })
    const expected = (userOperation: UserOperation<Version>) =>
      getUserOperationHash({
        chainId: 1,
        entryPointAddress: point.address,
        entryPointVersion: version,
        userOperation,
      })
    const authorization = await authorize()
    const prepared = await bundler.prepareUserOperation({ calls: [{ to: bob, value: 1n }], authorization, ...limits })
    const operation = { ...prepared, sender: owner.address } as UserOperation<Version>
    await expect(ask(operation)).rejects.toThrow(
      version === '0.8' ? 'sender has no code' : `Eip7702SenderWithoutCode(address sender)`,
    )
    await bundler.sendUserOperation({ calls: [{ to: bob, value: 1n }], authorization })
    expect(await ask(operation)).toBe(expected(operation))
    const later = await bundler.prepareUserOperation({ calls: [transfer(1n)], ...limits } as never)
    expect(await ask(later as never)).toBe(expected(later as never))
    expect(await account.signUserOperation(later as never)).toHaveLength(132)
  })

  it('names the call of a batch that fails, and undoes the others', async () => {
    const { bundler, reader, authorize } = await clients(version)
    await bundler.sendUserOperation({ calls: [{ to: bob, value: 1n }], authorization: await authorize() })
    const calls = [{ to: bob, value: 5n }, transfer(3n)] as const
    const inner = encodeFunctionData({
      abi: parseAbi(['function Error(string reason)']),
      args: ['ERC20: transfer amount exceeds balance'],
    })
    await expect(bundler.sendUserOperation({ calls })).rejects.toMatchObject({
      cause: expect.objectContaining({ name: 'ExecutionRevertedError' }),
    })
    const hash = await bundler.sendUserOperation({ calls, ...limits })
    const { success, receipt } = await bundler.waitForUserOperationReceipt({ hash })
    expect([success, await reader.getBalance({ address: bob })]).toEqual([false, 1n])
    const reverted = encodeErrorResult({ abi: executeError, args: [1n, inner] }).slice(2)
    expect(receipt.logs.some(({ data }) => data.includes(reverted))).toBe(true)
    const alone = await bundler.sendUserOperation({ calls: [transfer(3n)], ...limits })
    const { receipt: receiptAlone } = await bundler.waitForUserOperationReceipt({ hash: alone })
    expect(receiptAlone.logs.some(({ data }) => data.includes(inner.slice(2)))).toBe(true)
    expect(receiptAlone.logs.some(({ data }) => data.includes(reverted.slice(0, 8)))).toBe(false)
  })

  it('obeys its key and its entry point, and nobody else', async () => {
    const { bundler, account, reader, authorize, owner } = await clients(version)
    const stranger = await clients(version)
    const calls = [{ to: bob, value: 1n }] as const
    const authorization = await authorize()
    const prepared = await bundler.prepareUserOperation({ calls, authorization, ...limits })
    const foreign = await stranger.owner.sign({ hash: keccak256('0x01') })
    await expect(bundler.sendUserOperation({ ...prepared, signature: foreign } as never)).rejects.toThrow('AA24')
    await expect(bundler.sendUserOperation({ calls, ...limits })).rejects.toThrow('eip7702Auth')
    await bundler.sendUserOperation({ calls, authorization })
    const run = {
      address: owner.address,
      abi: accountAbi,
      functionName: 'execute',
      args: [bob, 1n, '0x'],
    } as const
    await expect(reader.simulateContract({ ...run, account: stranger.owner })).rejects.toThrow(
      'not from self or EntryPoint',
    )
    await reader.simulateContract({ ...run, account: owner })
    const other = version === '0.8' ? '0.9' : '0.8'
    const implementation = account.authorization.address
    const crossed = await toSimple7702SmartAccount({ client: reader, owner, entryPoint: other, implementation })
    await expect(bundler.sendUserOperation({ account: crossed, calls, ...limits } as never)).rejects.toThrow('AA23')
  })

  it('says which signatures are those of its key (ERC-1271), with the errors of its contract for broken ones', async () => {
    const { bundler, account, reader, authorize, owner } = await clients(version)
    await bundler.sendUserOperation({ calls: [{ to: bob, value: 1n }], authorization: await authorize() })
    const signature = await account.signMessage({ message: 'hello' })
    const { address } = owner
    expect(await reader.verifyMessage({ address, message: 'hello', signature })).toBe(true)
    expect(await reader.verifyMessage({ address, message: 'hullo', signature })).toBe(false)
    const ask = async (signed: `0x${string}`) =>
      reader.readContract({
        address,
        abi: accountAbi,
        functionName: 'isValidSignature',
        args: [keccak256('0x02'), signed],
      })
    expect(await ask(await owner.sign({ hash: keccak256('0x02') }))).toBe('0x1626ba7e')
    expect(await ask(signature)).toBe('0xffffffff')
    await expect(ask('0x1234')).rejects.toThrow('ECDSAInvalidSignatureLength')
    await expect(ask(`0x${'ff'.repeat(64)}1b`)).rejects.toThrow('ECDSAInvalidSignatureS')
    await expect(ask(`${signature.slice(0, -2)}07` as `0x${string}`)).rejects.toThrow('ECDSAInvalidSignature')
  })

  it('accepts currency and calls that it does not know, as accounts without code do', async () => {
    const { bundler, authorize, owner, reader } = await clients(version)
    await bundler.sendUserOperation({ calls: [{ to: bob, value: 1n }], authorization: await authorize() })
    const { data } = await reader.call({ to: owner.address, data: '0x12345678' })
    expect(data).toBeUndefined()
    const abi = parseAbi(['function supportsInterface(bytes4 id) view returns (bool)'])
    const ask = async (id: `0x${string}`) =>
      reader.readContract({ address: owner.address, abi, functionName: 'supportsInterface', args: [id] })
    expect([await ask('0x1626ba7e'), await ask('0x4e2312e0'), await ask('0xffffffff')]).toEqual([true, true, false])
  })

  it('waits for a bundle on a chain without automine, and is delegated with it', async () => {
    await mock.chain.setAutomine(false, 1)
    const { bundler, authorize, owner, reader } = await clients(version)
    const hash = await bundler.sendUserOperation({
      calls: [{ to: bob, value: 9n }],
      authorization: await authorize(),
    })
    expect(await bundler.getUserOperation({ hash })).toMatchObject({ transactionHash: null })
    expect(await reader.getCode({ address: owner.address })).toBeUndefined()
    await mock.chain.mine()
    expect(await bundler.waitForUserOperationReceipt({ hash })).toMatchObject({ success: true })
    expect(await reader.getBalance({ address: bob })).toBe(9n)
  })
})

describe('the entry points', () => {
  it('are those of versions 0.6 to 0.9', async () => {
    const { bundler } = await clients('0.8')
    expect(await bundler.getSupportedEntryPoints()).toEqual([
      '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
      '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
      entryPoint08Address,
      entryPoint09Address,
    ])
  })

  it('say the domain of the typed data that accounts sign, from version 0.8 on', async () => {
    const { reader } = await clients('0.8')
    for (const { address, abi } of Object.values(points)) {
      const { domain } = await reader.getEip712Domain({ address })
      expect(domain).toMatchObject({ name: 'ERC4337', version: '1', chainId: 1, verifyingContract: address })
      const separator = { address, abi: abi as typeof entryPoint08Abi, functionName: 'getDomainSeparatorV4' } as const
      const types = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'
      const text = (value: string) => keccak256(`0x${Buffer.from(value).toString('hex')}`)
      const words = encodeAbiParameters(
        [{ type: 'bytes32' }, { type: 'bytes32' }, { type: 'bytes32' }, { type: 'uint256' }, { type: 'address' }],
        [text(types), text('ERC4337'), text('1'), 1n, address],
      )
      expect(await reader.readContract(separator)).toBe(keccak256(words))
    }
  })
})
