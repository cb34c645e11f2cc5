import { createPublicClient, createWalletClient, http } from 'viem'
import { createBundlerClient, toSmartAccount, toSoladySmartAccount } from 'viem/account-abstraction'
import { base } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { get as getProfile } from '../generated/operations/profile.ts'
import { toViemAccount } from './evm/viemAccount.ts'
import { createWalletWorld } from './test/walletWorld.ts'

type Address = `0x${string}`

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const delegation = `0x${'de'.repeat(20)}` as const

/** An embedded wallet, the smart wallet that it has brought, and clients of viem. */
async function setUp(provider: object) {
  const world = await createWalletWorld()
  const { mock } = world
  await mock.settings.patch({ sdk: { accountAbstraction: { allUsers: true } } })
  await mock.create.provider({ ...provider, provider: 'zerodev' })
  const { party, client } = await world.device()
  const wallet = await party.create({ chain: 'EVM' })
  const { verifiedCredentials } = await getProfile(client)
  const credential = verifiedCredentials.find(({ signerRefId }) => signerRefId === wallet.id)
  const transport = http(mock.chain.rpcUrl(base.id), { fetchFn: mock.fetch })
  const reader = createPublicClient({ chain: base, transport, pollingInterval: 10, cacheTime: 0 })
  return { mock, transport, reader, owner: toViemAccount(wallet), address: credential?.address as Address }
}

describe('the smart wallet of an embedded wallet', () => {
  it('is an account of viem, which signs, and is deployed by its first user operation', async () => {
    const paymasterAddress = `0x${'aa'.repeat(20)}`
    const { mock, transport, reader, owner, address } = await setUp({ paymasterAddress })
    await mock.chain.fund(paymasterAddress, { ether: '1' }, base.id)
    const account = await toSoladySmartAccount({ client: reader, owner, address })
    const isSigned = async () => {
      const signature = await account.signMessage({ message: 'hello' })
      return [true, false].map(async (isSame) =>
        reader.verifyMessage({ address, message: isSame ? 'hello' : 'hullo', signature }),
      )
    }
    expect(await Promise.all(await isSigned())).toEqual([true, false])
    const bundler = createBundlerClient({ account, client: reader, transport, paymaster: true, pollingInterval: 10 })
    await mock.chain.fund(address, { ether: '1' }, base.id)
    const hash = await bundler.sendUserOperation({ calls: [{ to, value: 5n }] })
    expect(await bundler.waitForUserOperationReceipt({ hash })).toMatchObject({ success: true })
    expect(await reader.getBalance({ address: to })).toBe(5n)
    expect(await reader.getBalance({ address })).toBe(10n ** 18n - 5n)
    expect(await Promise.all(await isSigned())).toEqual([true, false])
  })

  it('is the embedded wallet itself by EIP-7702, which its first user operation delegates', async () => {
    const provider = { enableEIP7702: true, vendorKernelDelegationAddress: delegation }
    const { mock, transport, reader, owner, address } = await setUp(provider)
    expect(address).toBe(owner.address)
    await mock.chain.fund(address, { ether: '1' }, base.id)
    const solady = await toSoladySmartAccount({ client: reader, owner, address })
    const account = await toSmartAccount({
      ...solady,
      getFactoryArgs: async () => ({}),
      signMessage: owner.signMessage,
      signTypedData: owner.signTypedData as never,
    })
    const bundler = createBundlerClient({ account, client: reader, transport, pollingInterval: 10 })
    const calls = [{ to, value: 5n }] as const
    await expect(bundler.sendUserOperation({ calls })).rejects.toThrow('AA20')
    const signing = createWalletClient({ account: owner, chain: base, transport })
    const authorization = await signing.signAuthorization({ contractAddress: delegation })
    await bundler.sendUserOperation({ calls, authorization })
    await bundler.sendUserOperation({ calls })
    expect(await reader.getBalance({ address: to })).toBe(10n)
    expect(await reader.getCode({ address })).toBe(`0xef0100${delegation.slice(2)}`)
  })
})
