import { type Account, createPublicClient, createWalletClient, http, parseEther, zeroAddress } from 'viem'
import {
  createBundlerClient,
  entryPoint06Abi,
  entryPoint06Address,
  entryPoint07Abi,
  entryPoint07Address,
  toSmartAccount,
  toSoladySmartAccount,
} from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mainnet, polygon } from 'viem/chains'
import { createSiweMessage } from 'viem/siwe'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { giveSmartWallets, smartOf } from '../../../test/people/smartWalletPeople.ts'
import { siteHeaders as headers, walletPeople } from '../../../test/people/walletPeople.ts'

type Address = `0x${string}`

const host = createHost()
const { walletsOf, reader: mailReader } = walletPeople(host)
const bob = '0x00000000000000000000000000000000000B0b01'
const entryPoints = {
  v6: { address: entryPoint06Address, abi: entryPoint06Abi, version: '0.6' },
  v7: { address: entryPoint07Address, abi: entryPoint07Abi, version: '0.7' },
} as const

/** Unmodified clients of viem on a chain of the mock. */
function clients(chain: typeof mainnet | typeof polygon = mainnet) {
  const transport = http(host.mock.chain.rpcUrl(chain.id), {
    fetchFn: (input, init) => host.mock.fetch(input as Request, init),
    retryCount: 0,
  })
  const options = { chain, transport, pollingInterval: 5, cacheTime: 0 }
  return { transport, reader: createPublicClient(options), signing: createWalletClient(options) }
}

/** A user with a wallet that a server has linked. */
async function userOf(owner: Account) {
  const { id } = await host.mock.create.user({
    wallets: [
      { publicWalletAddress: owner.address, chain: 'EVM', walletName: 'w', walletProvider: 'browserExtension' },
    ],
  })
  return { userId: id, address: smartOf(await walletsOf(id)).publicKey as Address }
}

interface Version {
  readonly entryPoint?: keyof typeof entryPoints
  readonly chain?: typeof mainnet | typeof polygon
  readonly salt?: Address
}

/** The smart wallet as viem's own account, and its bundler. */
async function smartClients(
  owner: Account,
  address: Address,
  { entryPoint = 'v7', chain = mainnet, salt = '0x0' }: Version = {},
) {
  const { reader, transport } = clients(chain)
  const account = await toSoladySmartAccount({
    client: reader,
    owner,
    address,
    salt,
    entryPoint: entryPoints[entryPoint] as never,
  })
  const bundler = createBundlerClient({ account, client: reader, transport, pollingInterval: 5 })
  return { account, bundler, reader }
}

/** Signs a sign-in message by an account of viem, and sends it. */
async function signIn(
  account: { address: Address; signMessage(input: { message: string }): Promise<string> },
  { sign = (message: string) => account.signMessage({ message }), chainId = 1 } = {},
) {
  const nonce = (await host.call('nonces.create')).body.nonce as string
  const message = createSiweMessage({
    address: account.address,
    chainId,
    domain: 'app.example.com',
    uri: 'https://app.example.com',
    nonce,
    version: '1',
    issuedAt: new Date(host.mock.clock.now()),
  })
  return {
    chain: 'EVM',
    publicWalletAddress: account.address,
    walletName: 'zerodev',
    walletProvider: 'smartContractWallet',
    messageToSign: message,
    signedMessage: await sign(message),
  }
}

let owner: ReturnType<typeof privateKeyToAccount>
beforeEach(async () => {
  owner = privateKeyToAccount(generatePrivateKey())
  await giveSmartWallets(host, { settings: { allWallets: true } })
})

describe.each(['v6', 'v7'] as const)('a smart wallet of entry point %s', (entryPoint) => {
  beforeEach(() =>
    giveSmartWallets(host, { provider: { entryPointVersion: entryPoint }, settings: { allWallets: true } }),
  )

  it('is deployed by its first user operation, only on that network, and pays for it', async () => {
    const { address } = await userOf(owner)
    const { account, bundler, reader } = await smartClients(owner, address, { entryPoint })
    expect(account.address).toBe(address)
    expect([await account.isDeployed(), await reader.getCode({ address })]).toEqual([false, undefined])
    await host.mock.chain.fund(address, { ether: '1' }, 1)
    const hash = await bundler.sendUserOperation({ calls: [{ to: bob, value: parseEther('0.25') }] })
    const { success, actualGasCost } = await bundler.waitForUserOperationReceipt({ hash })
    expect(success).toBe(true)
    expect(await account.isDeployed()).toBe(true)
    expect(await reader.getBalance({ address: bob })).toBe(parseEther('0.25'))
    expect(await reader.getBalance({ address })).toBe(parseEther('0.75') - actualGasCost)
    expect(await clients(polygon).reader.getCode({ address })).toBeUndefined()
    const second = await bundler.sendUserOperation({
      calls: [
        { to: bob, value: 1n },
        { to: zeroAddress, value: 2n },
      ],
    })
    expect(await bundler.waitForUserOperationReceipt({ hash: second })).toMatchObject({ success: true })
    expect(await reader.getBalance({ address: bob })).toBe(parseEther('0.25') + 1n)
  })

  it('cannot spend what the entry point holds for its gas, and pays it all the same', async () => {
    const { address } = await userOf(owner)
    const { bundler, reader } = await smartClients(owner, address, { entryPoint })
    await host.mock.chain.fund(address, { ether: '1' }, 1)
    const hash = await bundler.sendUserOperation({
      calls: [{ to: bob, value: parseEther('1') }],
      callGasLimit: 90_000n,
    })
    const { success, actualGasCost } = await bundler.waitForUserOperationReceipt({ hash })
    expect([success, actualGasCost > 0n]).toEqual([false, true])
    expect(await reader.getBalance({ address })).toBe(parseEther('1') - actualGasCost)
    expect(await reader.getBalance({ address: bob })).toBe(0n)
  })

  it('is not deployed any more after a reorganization that drops its first user operation', async () => {
    const { address } = await userOf(owner)
    const { bundler, reader } = await smartClients(owner, address, { entryPoint })
    await host.mock.chain.fund(address, { ether: '1' }, 1)
    await bundler.sendUserOperation({ calls: [{ to: bob, value: 1n }] })
    expect(await reader.getCode({ address })).toBeDefined()
    await host.mock.chain.reorg(1, { transactions: 'drop' })
    expect(await reader.getCode({ address })).toBeUndefined()
    const { bundler: again } = await smartClients(owner, address, { entryPoint })
    await again.sendUserOperation({ calls: [{ to: bob, value: 1n }] })
    expect(await reader.getCode({ address })).toBeDefined()
  })

  it('obeys no other key, no other entry point and no other factory call', async () => {
    const { address } = await userOf(owner)
    await host.mock.chain.fund(address, { ether: '1' }, 1)
    const calls = [{ to: bob, value: 1n }] as const
    const limits = { callGasLimit: 100_000n, verificationGasLimit: 100_000n, preVerificationGas: 50_000n }
    const stranger = await smartClients(privateKeyToAccount(generatePrivateKey()), address, { entryPoint })
    await expect(stranger.bundler.sendUserOperation({ calls, ...limits })).rejects.toThrow('AA14')
    const salted = await smartClients(owner, address, { entryPoint, salt: '0x1' })
    await expect(salted.bundler.sendUserOperation({ calls, ...limits })).rejects.toThrow('AA14')
    const other = await smartClients(owner, address, { entryPoint: entryPoint === 'v6' ? 'v7' : 'v6' })
    await expect(other.bundler.sendUserOperation({ calls, ...limits })).rejects.toThrow('AA23')
    const { account, bundler } = await smartClients(owner, address, { entryPoint })
    const prepared = await bundler.prepareUserOperation({ calls, ...limits })
    const signature = await stranger.account.signUserOperation({ ...prepared, sender: address } as never)
    await expect(bundler.sendUserOperation({ ...prepared, signature } as never)).rejects.toThrow('AA24')
    expect(await account.isDeployed()).toBe(false)
  })

  it('signs messages and typed data, before and after it is deployed', async () => {
    const { address } = await userOf(owner)
    const { account, bundler, reader } = await smartClients(owner, address, { entryPoint })
    const typedData = {
      domain: { name: 'Shop', chainId: 1 },
      types: { Order: [{ name: 'item', type: 'string' }] },
      primaryType: 'Order',
      message: { item: 'tea' },
    } as const
    const verdicts = async () => {
      const [message, typed] = [await account.signMessage({ message: 'hello' }), await account.signTypedData(typedData)]
      return [
        await reader.verifyMessage({ address, message: 'hello', signature: message }),
        await reader.verifyTypedData({ address, ...typedData, signature: typed }),
        await reader.verifyMessage({ address, message: 'hullo', signature: message }),
        await reader.verifyMessage({ address: bob, message: 'hello', signature: message }),
        await reader.verifyTypedData({ address, ...typedData, message: { item: 'salt' }, signature: typed }),
      ]
    }
    const expected = [true, true, false, false, false]
    expect((await account.signMessage({ message: 'hello' })).endsWith('6492'.repeat(16))).toBe(true)
    expect(await verdicts()).toEqual(expected)
    await host.mock.chain.fund(address, { ether: '1' }, 1)
    await bundler.sendUserOperation({ calls: [{ to: bob, value: 1n }] })
    expect((await account.signMessage({ message: 'hello' })).endsWith('6492'.repeat(16))).toBe(false)
    expect(await verdicts()).toEqual(expected)
  })

  it('signs its user in, before and after it is deployed', async () => {
    const { address, userId } = await userOf(owner)
    const { account, bundler } = await smartClients(owner, address, { entryPoint })
    const verify = async (body: object) => (await host.call('walletSignIn.verify', { body, headers })).body.user
    expect(await verify(await signIn(account))).toMatchObject({ id: userId, newUser: true })
    const refuse = async (input?: Parameters<typeof signIn>[1]) =>
      host.refuse('walletSignIn.verify', { body: await signIn(account, input), headers })
    const plain = { sign: async (message: string) => owner.signMessage({ message }) }
    expect(await refuse(plain)).toMatchObject({ status: 422, code: 'wallet_not_deployed' })
    const forged = { sign: async (message: string) => account.signMessage({ message: `${message}.` }) }
    const notSigned = { status: 422, code: 'other_verify_failure' }
    expect(await refuse(forged)).toMatchObject(notSigned)
    await host.mock.chain.fund(address, { ether: '1' }, 1)
    await bundler.sendUserOperation({ calls: [{ to: bob, value: 1n }] })
    expect(await verify(await signIn(account))).toMatchObject({ id: userId, newUser: false })
    expect(await verify(await signIn(account, plain))).toMatchObject({ id: userId })
    const stranger = await smartClients(privateKeyToAccount(generatePrivateKey()), address, { entryPoint })
    const foreign = { sign: async (message: string) => stranger.account.signMessage({ message }) }
    expect(await refuse(foreign)).toMatchObject(notSigned)
    expect(await refuse({ ...plain, chainId: 137 })).toMatchObject({ status: 422, code: 'wallet_not_deployed' })
  })

  it('does not move to another user by its own signature', async () => {
    const { address } = await userOf(owner)
    const { account } = await smartClients(owner, address, { entryPoint })
    const { token } = await mailReader('bob@example.com')
    const refusal = await host.refuse('walletSignIn.transfer', { token, body: await signIn(account), headers })
    expect(refusal).toMatchObject({ status: 422, code: 'reassign_wallet_error' })
  })
})

describe('a smart wallet of an older version', () => {
  it('obeys the new entry point at the same address once it is upgraded', async () => {
    await giveSmartWallets(host, { provider: { kernelVersion: 'v2_4' }, settings: { allWallets: true } })
    const { address, userId } = await userOf(owner)
    await host.mock.chain.fund(address, { ether: '1' }, 1)
    const calls = [{ to: bob, value: 1n }] as const
    const [older, newer] = [
      await smartClients(owner, address, { entryPoint: 'v6' }),
      await smartClients(owner, address, { entryPoint: 'v7' }),
    ]
    await expect(newer.bundler.sendUserOperation({ calls })).rejects.toThrow('AA23')
    const version = { kernelVersion: 'v3_1', entryPointVersion: 'v7' } as const
    await host.mock.create.provider({ provider: 'zerodev', ...version, enableKernelV3Migration: true })
    expect(smartOf(await walletsOf(userId))).toMatchObject({ publicKey: address, properties: version })
    await expect(older.bundler.sendUserOperation({ calls })).rejects.toThrow('AA23')
    const hash = await newer.bundler.sendUserOperation({ calls })
    expect(await newer.bundler.waitForUserOperationReceipt({ hash })).toMatchObject({ success: true })
    const signature = await newer.account.signMessage({ message: 'hello' })
    expect(await newer.reader.verifyMessage({ address, message: 'hello', signature })).toBe(true)
  })
})

describe('the paymaster of a smart wallet', () => {
  const paymaster = `0x${'aa'.repeat(20)}` as const

  it('pays for it where the provider sets one, also for the wallets of before', async () => {
    const { address } = await userOf(owner)
    const { bundler, reader } = await smartClients(owner, address)
    const send = () => bundler.sendUserOperation({ calls: [{ to: bob, value: 0n }], paymaster: true })
    await expect(send()).rejects.toThrow('no paymaster pays for')
    await host.mock.create.provider({ provider: 'zerodev', paymasterAddress: paymaster })
    await expect(send()).rejects.toThrow('AA31')
    await host.mock.chain.fund(paymaster, { ether: '1' }, 1)
    const {
      success,
      actualGasCost,
      paymaster: payer,
    } = await bundler.waitForUserOperationReceipt({ hash: await send() })
    expect([success, payer?.toLowerCase()]).toEqual([true, paymaster])
    expect(await reader.getBalance({ address })).toBe(0n)
    expect(await reader.getBalance({ address: paymaster })).toBe(parseEther('1') - actualGasCost)
    await host.mock.create.provider({ provider: 'zerodev', paymasterAddress: '' })
    await expect(send()).rejects.toThrow('no paymaster pays for')
  })

  it('does not pay for anybody else', async () => {
    await host.mock.create.provider({ provider: 'zerodev', paymasterAddress: paymaster })
    await userOf(owner)
    await host.mock.chain.fund(paymaster, { ether: '1' }, 1)
    const { address } = await host.mock.chain.deployWallet({ owners: [owner.address] })
    const { bundler } = await smartClients(owner, address as Address)
    const sponsored = { paymaster, paymasterData: '0x', callGasLimit: 90_000n, verificationGasLimit: 90_000n } as const
    await expect(
      bundler.sendUserOperation({
        calls: [{ to: bob, value: 0n }],
        ...sponsored,
        preVerificationGas: 50_000n,
        paymasterVerificationGasLimit: 50_000n,
        paymasterPostOpGasLimit: 20_000n,
      }),
    ).rejects.toThrow('AA33')
  })
})

describe('a smart wallet by EIP-7702', () => {
  const delegation = `0x${'de'.repeat(20)}` as const
  const provider = { enableEIP7702: true, vendorKernelDelegationAddress: delegation }

  /** The signer as an account that delegates to the contract of the smart wallet. */
  async function delegatedClients(signer = owner) {
    const { reader, transport, signing } = clients()
    const solady = await toSoladySmartAccount({ client: reader, owner: signer, address: signer.address })
    const account = await toSmartAccount({
      ...solady,
      authorization: { account: signer, address: delegation },
      getAddress: async () => signer.address,
      getFactoryArgs: async () => ({}),
      signMessage: signer.signMessage,
      signTypedData: signer.signTypedData as never,
    })
    return {
      account,
      reader,
      signing,
      bundler: createBundlerClient({ account, client: reader, transport, pollingInterval: 5 }),
    }
  }

  it('is the signer itself, delegated by its first user operation', async () => {
    await giveSmartWallets(host, { provider, settings: { allWallets: true } })
    const { address, userId } = await userOf(owner)
    expect(address).toBe(owner.address)
    expect(smartOf(await walletsOf(userId)).properties).toMatchObject({
      kernelVersion: 'v3_3',
      entryPointVersion: 'v7',
    })
    await host.mock.chain.fund(address, { ether: '1' }, 1)
    const { bundler, reader, signing } = await delegatedClients()
    const calls = [{ to: bob, value: 5n }] as const
    await expect(
      bundler.sendUserOperation({
        calls,
        callGasLimit: 90_000n,
        verificationGasLimit: 90_000n,
        preVerificationGas: 50_000n,
      }),
    ).rejects.toThrow()
    const authorization = await signing.signAuthorization({ account: owner, address: delegation })
    const hash = await bundler.sendUserOperation({ calls, authorization })
    expect(await bundler.waitForUserOperationReceipt({ hash })).toMatchObject({ success: true })
    expect(await reader.getCode({ address })).toBe(`0xef0100${delegation.slice(2)}`)
    expect(await reader.getBalance({ address: bob })).toBe(5n)
    await bundler.sendUserOperation({ calls })
    expect(await reader.getBalance({ address: bob })).toBe(10n)
  })

  it('is delegated by nobody but its signer', async () => {
    await giveSmartWallets(host, { provider, settings: { allWallets: true } })
    const { address } = await userOf(owner)
    await host.mock.chain.fund(address, { ether: '1' }, 1)
    const { bundler, reader, signing } = await delegatedClients()
    const stranger = privateKeyToAccount(generatePrivateKey())
    const authorization = await signing.signAuthorization({ account: stranger, address: delegation })
    await expect(bundler.sendUserOperation({ calls: [{ to: bob, value: 5n }], authorization })).rejects.toThrow(
      'eip7702Auth',
    )
    const late = await signing.signAuthorization({ account: owner, address: delegation, nonce: 7 })
    await expect(bundler.sendUserOperation({ calls: [{ to: bob, value: 5n }], authorization: late })).rejects.toThrow(
      'eip7702Auth',
    )
    expect(await reader.getCode({ address })).toBeUndefined()
  })

  it('signs its user in, also where the signer is an embedded wallet, which does not', async () => {
    await giveSmartWallets(host, { provider })
    await host.mock.create.provider({ provider: 'dynamic' })
    const { id } = await host.mock.create.user({ email: 'ada@example.com' })
    const embedded = await host.mock.wallets.embedded(id, { chain: 'EVM' })
    const account = embedded.viemAccount()
    const wallets = await walletsOf(id)
    expect(wallets.map(({ publicKey }) => publicKey)).toEqual([account.address, account.address])
    const body = await signIn(account)
    expect((await host.call('walletSignIn.verify', { body, headers })).body.user).toMatchObject({
      id,
      lastVerifiedCredentialId: smartOf(wallets).id,
    })
    expect(
      await host.refuse('walletSignIn.verify', {
        body: { ...(await signIn(account)), walletProvider: 'embeddedWallet' },
        headers,
      }),
    ).toMatchObject({ status: 422 })
  })
})
