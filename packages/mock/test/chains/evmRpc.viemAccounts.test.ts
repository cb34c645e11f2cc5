import { p256 } from '@noble/curves/nist.js'
import { encodeFunctionData, erc20Abi, http, keccak256, pad, parseAbi, parseEther, toHex, type Hex } from 'viem'
import {
  createBundlerClient,
  type SmartAccount,
  toCoinbaseSmartAccount,
  toSoladySmartAccount,
  toWebAuthnAccount,
} from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { base, mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const bob = '0x00000000000000000000000000000000000B0b01'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const limits = { callGasLimit: 200_000n, verificationGasLimit: 900_000n, preVerificationGas: 50_000n } as const
const typedData = {
  domain: { name: 'Shop', chainId: 1 },
  types: { Order: [{ name: 'item', type: 'string' }] },
  primaryType: 'Order',
  message: { item: 'tea' },
} as const

let mock: Mock
let owner: ReturnType<typeof privateKeyToAccount>
let passkey: ReturnType<typeof createPasskey>
let reader: ReturnType<typeof viemClients>['reader']

beforeEach(() => {
  mock = createMock({ seed: 'accounts of viem', now: '2026-01-15T09:30:00.000Z' })
  owner = privateKeyToAccount(generatePrivateKey())
  passkey = createPasskey()
  ;({ reader } = viemClients(mock))
})

function bundlerOf(account: SmartAccount) {
  const transport = http(mock.chain.rpcUrl(1), {
    fetchFn: (input, init) => mock.fetch(input as Request, init),
    retryCount: 0,
  })
  return createBundlerClient({ account, client: reader, transport, chain: mainnet, pollingInterval: 5 })
}

/** A passkey that answers as a browser does, without a person. */
function createPasskey() {
  const secret = p256.utils.randomSecretKey()
  const publicKey = toHex(p256.getPublicKey(secret, false).subarray(1))
  const authenticatorData = new Uint8Array(37)
  authenticatorData[32] = 0x05
  const bytes = (data: ArrayBuffer | ArrayBufferView) => new Uint8Array(data as ArrayBuffer)
  return toWebAuthnAccount({
    credential: { id: 'passkey', publicKey },
    getFn: async (options) => {
      const challenge = Buffer.from(bytes(options?.publicKey?.challenge as ArrayBuffer)).toString('base64url')
      const client = { type: 'webauthn.get', challenge, origin: 'https://app.example.com', crossOrigin: false }
      const clientDataJSON = Buffer.from(JSON.stringify(client))
      const clientHash = new Uint8Array(await crypto.subtle.digest('SHA-256', clientDataJSON))
      const signed = Buffer.concat([authenticatorData, clientHash])
      const signature = p256.sign(signed, secret, { format: 'der', lowS: false })
      return { response: { authenticatorData, clientDataJSON, signature } } as unknown as Credential
    },
    rpId: 'app.example.com',
  })
}

const accounts = {
  'Coinbase, version 1': () => toCoinbaseSmartAccount({ client: reader, owners: [owner], version: '1' }),
  'Coinbase, version 1.1': () => toCoinbaseSmartAccount({ client: reader, owners: [owner], version: '1.1' }),
  'Coinbase, of a passkey': () => toCoinbaseSmartAccount({ client: reader, owners: [passkey], version: '1.1' }),
  'Coinbase, of the second of two owners': () =>
    toCoinbaseSmartAccount({ client: reader, owners: [bob, owner], ownerIndex: 1, nonce: 7n, version: '1.1' }),
  Solady: () => toSoladySmartAccount({ client: reader, owner, salt: `${owner.address}${'0'.repeat(24)}` as Hex }),
  'Solady, without a salt': () => toSoladySmartAccount({ client: reader, owner }),
} as const satisfies Readonly<Record<string, () => Promise<SmartAccount>>>
const kinds = Object.keys(accounts) as readonly (keyof typeof accounts)[]

describe.each(kinds)("viem's smart account: %s", (kind) => {
  const create = async () => (await accounts[kind]()) as SmartAccount

  it('is deployed by its first user operation, and runs batches', async () => {
    const account = await create()
    const bundler = bundlerOf(account)
    await mock.chain.fund(account.address, { ether: '1' }, 1)
    await mock.chain.fund(account.address, { token: 'USDC', amount: '1' }, 1)
    expect(await reader.getCode({ address: account.address })).toBeUndefined()
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 3n] })
    const hash = await bundler.sendUserOperation({
      calls: [
        { to: bob, value: 5n },
        { to: usdc, data: transfer },
      ],
    })
    const { success, actualGasCost } = await bundler.waitForUserOperationReceipt({ hash })
    expect([success, await account.isDeployed()]).toEqual([true, true])
    expect(await reader.getBalance({ address: account.address })).toBe(parseEther('1') - 5n - actualGasCost)
    const second = await bundler.sendUserOperation({ calls: [{ to: bob, value: 2n }] })
    expect(await bundler.waitForUserOperationReceipt({ hash: second })).toMatchObject({ success: true })
    expect(await reader.getBalance({ address: bob })).toBe(7n)
    const balance = { address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [bob] } as const
    expect(await reader.readContract(balance)).toBe(3n)
    expect(await viemClients(mock, base).reader.getCode({ address: account.address })).toBeUndefined()
  })

  // https://github.com/spruceid/siwe-py/issues/79
  it('signs its owner in, before it is deployed and after that, and nobody else', async () => {
    const account = await create()
    const stranger = await mock.wallets.evm()
    const sdk = `${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}`
    const headers = { 'content-type': 'application/json', origin: 'https://app.example.com' }
    const signIn = async (sign: (message: string) => Promise<string>) => {
      const { nonce } = (await (await mock.fetch(`${sdk}/nonce`)).json()) as { nonce: string }
      const request = await stranger.request({ nonce, address: account.address })
      const signedMessage = await sign(request.messageToSign)
      const body = JSON.stringify({ ...request, publicWalletAddress: account.address, signedMessage })
      return (await mock.fetch(`${sdk}/verify`, { method: 'POST', headers, body })).status
    }
    const statuses = async () => [
      await signIn((message) => account.signMessage({ message })),
      await signIn(() => account.signMessage({ message: 'another message' })),
      await signIn((message) => stranger.sign(message)),
    ]
    await mock.create.origin('https://app.example.com')
    expect(await statuses()).toEqual([200, 422, 422])
    expect(await account.isDeployed()).toBe(false)
    await mock.chain.fund(account.address, { ether: '1' }, 1)
    const bundler = bundlerOf(account)
    await bundler.waitForUserOperationReceipt({ hash: await bundler.sendUserOperation({ calls: [{ to: bob }] }) })
    expect(await statuses()).toEqual([200, 422, 422])
  })

  it('signs messages and typed data, before it is deployed and after that', async () => {
    const account = await create()
    const { address } = account
    const verdicts = async () => {
      const message = await account.signMessage({ message: 'hello' })
      const typed = await account.signTypedData(typedData)
      return [
        await reader.verifyMessage({ address, message: 'hello', signature: message }),
        await reader.verifyTypedData({ address, ...typedData, signature: typed }),
        await reader.verifyMessage({ address, message: 'hullo', signature: message }),
        await reader.verifyTypedData({ address, ...typedData, message: { item: 'salt' }, signature: typed }),
      ]
    }
    expect(await verdicts()).toEqual([true, true, false, false])
    await mock.chain.fund(address, { ether: '1' }, 1)
    await bundlerOf(account).sendUserOperation({ calls: [{ to: bob, value: 1n }] })
    expect(await verdicts()).toEqual([true, true, false, false])
  })

  it('obeys nobody but its owner', async () => {
    const account = await create()
    const bundler = bundlerOf(account)
    await mock.chain.fund(account.address, { ether: '1' }, 1)
    const prepared = await bundler.prepareUserOperation({ calls: [{ to: bob, value: 1n }], ...limits } as never)
    const { callData: _, ...others } = prepared as unknown as Record<string, unknown>
    const changed = { ...others, callData: await account.encodeCalls([{ to: bob, value: 2n }]) }
    const signature = await account.signUserOperation(prepared as never)
    await expect(bundler.sendUserOperation({ ...changed, signature } as never)).rejects.toThrow('AA24')
    await bundler.sendUserOperation({ ...(prepared as object), signature } as never)
    expect(await reader.getBalance({ address: bob })).toBe(1n)
    const execute = parseAbi(['function execute(address target, uint256 value, bytes data) payable'])
    const run = { address: account.address, abi: execute, functionName: 'execute', args: [bob, 1n, '0x'] } as const
    const stranger = privateKeyToAccount(generatePrivateKey())
    await expect(reader.simulateContract({ ...run, account: stranger.address })).rejects.toThrow('reverted')
  })

  it('is gone after a reorganization that drops its first user operation', async () => {
    const account = await create()
    await mock.chain.fund(account.address, { ether: '1' }, 1)
    await bundlerOf(account).sendUserOperation({ calls: [{ to: bob, value: 1n }] })
    await mock.chain.reorg(1, { transactions: 'drop' })
    const { address } = account
    expect(await reader.getCode({ address })).toBeUndefined()
    const again = await create()
    expect(again.address).toBe(address)
    await bundlerOf(again).sendUserOperation({ calls: [{ to: bob, value: 1n }] })
    expect(await reader.getCode({ address })).toBeDefined()
  })
})

describe('the factory of Coinbase smart wallets', () => {
  it('has the addresses that wallets have on every chain', async () => {
    const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const wallet = async (owners: readonly Hex[], nonce = 0n) =>
      (await toCoinbaseSmartAccount({ client: reader, owners, nonce, version: '1' })).address
    expect(await wallet([first])).toBe('0xBb0c1d5E7f530e8e648150fc7Cf30912575523E8')
    expect(await wallet([second])).toBe('0xA15C25E1d03280C19634954A38D380C076fcafa7')
    expect(await wallet([first, second])).toBe('0xCf6498bcc4E30fC6e9674b156995729E0CfC62d4')
    expect(await wallet([first, second], 1n)).toBe('0x64467188b574493d5C29a3e624115eFD67B83ee1')
  })

  it('refuses owners of another form, the same one twice, and none', async () => {
    const { factory } = await toCoinbaseSmartAccount({ client: reader, owners: [owner], version: '1.1' })
    const errors = parseAbi([
      'error AlreadyOwner(bytes owner)',
      'error InvalidOwnerBytesLength(bytes owner)',
      'error InvalidEthereumAddressOwner(bytes owner)',
    ])
    const create = async (...owners: readonly Hex[]) =>
      reader.simulateContract({
        address: factory.address,
        abi: [...factory.abi, ...errors],
        functionName: 'createAccount',
        args: [owners, 0n],
      })
    await expect(create()).rejects.toThrow('OwnerRequired')
    await expect(create('0x1234')).rejects.toThrow('InvalidOwnerBytesLength')
    await expect(create(`0x${'f'.repeat(64)}`)).rejects.toThrow('InvalidEthereumAddressOwner')
    await expect(create(pad(bob), pad(bob))).rejects.toThrow('AlreadyOwner')
    await create(pad(bob), pad(owner.address))
  })
})

describe('a Coinbase smart wallet', () => {
  it('gets and loses owners by its own calls, and keeps one', async () => {
    const account = await toCoinbaseSmartAccount({ client: reader, owners: [owner], version: '1.1' })
    const bundler = bundlerOf(account)
    await mock.chain.fund(account.address, { ether: '1' }, 1)
    const contract = { address: account.address, abi: account.abi } as const
    const call = (functionName: 'addOwnerAddress' | 'removeOwnerAtIndex', args: readonly unknown[]) => ({
      to: account.address,
      data: encodeFunctionData({ abi: account.abi, functionName, args } as never),
    })
    await bundler.sendUserOperation({ calls: [call('addOwnerAddress', [bob])] })
    const isOwner = async (address: Hex) =>
      reader.readContract({ ...contract, functionName: 'isOwnerAddress', args: [address] })
    expect([await isOwner(bob), await isOwner(usdc)]).toEqual([true, false])
    expect(await reader.readContract({ ...contract, functionName: 'ownerAtIndex', args: [1n] })).toBe(
      pad(bob).toLowerCase(),
    )
    await bundler.sendUserOperation({ calls: [call('removeOwnerAtIndex', [1n, pad(bob)])] })
    expect([await isOwner(bob), await reader.readContract({ ...contract, functionName: 'ownerCount' })]).toEqual([
      false,
      1n,
    ])
    const remove = { ...contract, functionName: 'removeOwnerAtIndex', args: [0n, pad(owner.address)] } as const
    await expect(reader.simulateContract({ ...remove, account: owner.address })).rejects.toThrow('LastOwner')
    await expect(reader.simulateContract({ ...remove, account: bob })).rejects.toThrow('Unauthorized')
  })

  it('binds signatures to itself, so that they do not count for another wallet of the owner', async () => {
    const [one, other] = await Promise.all(
      [0n, 1n].map(async (nonce) => toCoinbaseSmartAccount({ client: reader, owners: [owner], nonce, version: '1.1' })),
    )
    if (!one || !other) throw new Error('There are two wallets.')
    await mock.chain.fund(owner.address, { ether: '1' }, 1)
    const { wallet } = viemClients(mock)
    const args = [[pad(owner.address)], 0n] as const
    await wallet.writeContract({ ...one.factory, account: owner, functionName: 'createAccount', args })
    const message = 'hello'
    const signature = await one.signMessage({ message })
    expect(await reader.verifyMessage({ address: one.address, message, signature })).toBe(true)
    await wallet.writeContract({
      ...other.factory,
      account: owner,
      functionName: 'createAccount',
      args: [args[0], 1n],
    })
    expect(await reader.verifyMessage({ address: other.address, message, signature })).toBe(false)
    expect(await reader.verifyMessage({ address: one.address, message, signature: keccak256('0x') })).toBe(false)
  })
})

describe("the factory of viem's Solady accounts", () => {
  it('refuses a salt that begins with the address of somebody else', async () => {
    const { factory } = await toSoladySmartAccount({ client: reader, owner, address: bob })
    const create = { ...factory, functionName: 'createAccount' } as const
    const salt = `${bob}${'0'.repeat(24)}` as Hex
    await expect(reader.simulateContract({ ...create, args: [owner.address, salt] })).rejects.toThrow('reverted')
    await reader.simulateContract({ ...create, args: [bob, salt] })
  })
})
