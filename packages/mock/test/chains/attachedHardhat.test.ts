import { createWalletClient, custom, encodeFunctionData, erc20Abi, formatEther, type Hex, parseEther } from 'viem'
import { createBundlerClient, toSimple7702SmartAccount } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { claimsOf } from '../people/walletPeople.ts'
import { deployEntryPoint, deployProxy, deploySimple7702 } from './accountAbstraction.ts'
import { type AnvilClients, anvilClients } from './anvil.ts'
import { viemClients } from './evmClients.ts'
import { startHardhat } from './hardhatNode.ts'
import { deploy } from './openZeppelin.ts'

const host = createHost()
const networkId = 1
let hardhat: Awaited<ReturnType<typeof startHardhat>>
let clients: AnvilClients
let gold: Awaited<ReturnType<typeof deploy>>
beforeAll(async () => {
  hardhat = await startHardhat(networkId)
  clients = anvilClients(hardhat.url, networkId, 'hardhat')
  gold = await deploy(clients, 'erc20', ['Gold', 'GLD', parseEther('1000'), clients.wallet.account.address])
})
afterAll(() => hardhat.stop())
beforeEach(async () => {
  await host.mock.chain.attach(networkId, hardhat.url)
  await host.mock.create.provider({ provider: 'dynamic' })
})

const stranger = privateKeyToAccount(generatePrivateKey()).address

async function embeddedWallet() {
  const user = await host.mock.create.user({ email: 'ada@example.com' })
  const wallet = await host.mock.wallets.embedded(user, { chain: 'EVM' })
  const address = wallet.address as Hex
  await host.mock.chain.fund(address, { ether: '2' }, networkId)
  const client = createWalletClient({ account: address, transport: custom(wallet.provider()) })
  return { user, address, client }
}

describe("Hardhat's network as a chain", () => {
  it('opens a gate by tokens that an embedded wallet gets, and closes it when the wallet sends them on', async () => {
    const { user, address, client } = await embeddedWallet()
    const rule = {
      type: 'token',
      chain: 'EVM',
      address: { networkId, contractAddress: gold.address },
      filter: { amount: 5 },
    }
    await host.mock.create.gate({ outcome: 'scope', scope: 'member', rules: [rule as never] })
    const scopes = async () => String(claimsOf((await host.mock.signIn(user)).token)['scope'])
    expect(await scopes()).not.toContain('member')
    await gold.send('transfer', address, parseEther('5'))
    expect(await scopes()).toContain('member')
    const transfer = { ...gold, functionName: 'transfer', args: [stranger, parseEther('1')], chain: null } as const
    await clients.test.waitForTransactionReceipt({ hash: await client.writeContract(transfer) })
    expect(await scopes()).not.toContain('member')
    expect(await gold.read('balanceOf', stranger)).toBe(parseEther('1'))
  })

  it('shows the balances, the history and the activity of an embedded wallet', async () => {
    const { user, address, client } = await embeddedWallet()
    const { token } = await host.mock.signIn(user)
    const hash = await client.sendTransaction({ to: stranger, value: parseEther('0.5'), chain: null })
    const path = { token, params: { chainName: 'EVM', address } }
    const { body } = await host.call('walletTransactions.list', { ...path, query: { networkId, limit: 1 } })
    expect(body.transactions).toMatchObject([{ transactionHash: hash, labels: ['sent'], fromAddress: address }])
    await host.mock.clock.settle()
    const [activity] = host.mock.events.list({ eventName: 'wallet.activity' })
    expect(activity?.data).toMatchObject({ ...body.transactions[0], userId: user.id })
    const balances = await host.call('balances.getByAccount', {
      token,
      params: { chainName: 'EVM' },
      query: { accountAddress: address, networkId, includeNative: true },
    })
    const wei = await clients.test.getBalance({ address })
    expect(balances.body[0]).toMatchObject({ symbol: 'ETH', balance: Number(formatEther(wei)) })
  })

  it('has the bundler of the mock for operations with gas limits, which it cannot estimate', async () => {
    await deployProxy(clients)
    await deployEntryPoint(clients)
    await deploySimple7702(clients)
    const { reader: client } = viemClients(host.mock)
    const owner = privateKeyToAccount(generatePrivateKey())
    await host.mock.chain.fund(owner.address, { ether: '1' }, networkId)
    const account = await toSimple7702SmartAccount({ client, owner })
    const transport = custom({ request: (request) => client.request(request as never) }, { retryCount: 0 })
    const bundler = createBundlerClient({ account, client, transport, chain: mainnet, pollingInterval: 20 })
    const authorization = await clients.wallet.signAuthorization({ ...account.authorization, nonce: 0 })
    const bob = privateKeyToAccount(generatePrivateKey()).address
    const request = { calls: [{ to: bob, value: 9n }], authorization } as const
    await expect(bundler.sendUserOperation(request)).rejects.toThrow('Send the operation with gas limits.')
    const limits = { callGasLimit: 200_000n, verificationGasLimit: 100_000n, preVerificationGas: 50_000n }
    const foreign = await clients.wallet.account.signMessage({ message: 'not the operation' })
    const prepared = await bundler.prepareUserOperation({ ...request, ...limits })
    await expect(bundler.sendUserOperation({ ...prepared, signature: foreign } as never)).rejects.toThrow('AA24')
    const hash = await bundler.sendUserOperation({ ...request, ...limits })
    expect(await bundler.waitForUserOperationReceipt({ hash })).toMatchObject({ success: true })
    expect(await clients.test.getBalance({ address: bob })).toBe(9n)
  })

  it('says what a call would do, and which rights there are after it, although it has no eth_simulateV1', async () => {
    const { account } = clients.wallet
    const simulate = async (functionName: 'transfer' | 'approve', amount: bigint) =>
      (
        await host.call('simulation.simulateTransaction', {
          body: {
            chainId: String(networkId),
            from: account.address,
            to: gold.address,
            value: '0',
            data: encodeFunctionData({ abi: erc20Abi, functionName, args: [stranger, amount] }),
          },
        })
      ).body
    expect(await simulate('transfer', parseEther('3'))).toMatchObject({
      outAssets: [{ asset: { symbol: 'GLD' }, transferOut: [{ value: '3' }] }],
    })
    expect(await simulate('approve', parseEther('3'))).toMatchObject({
      assetExposures: [{ asset: { symbol: 'GLD' }, spenderToInfo: { [stranger]: { amount: '3' } } }],
    })
    expect(await gold.read('allowance', account.address, stranger)).toBe(0n)
    expect(await simulate('transfer', parseEther('5000'))).toMatchObject({
      validation: { reason: expect.stringContaining('transfer amount exceeds balance') },
    })
  })
})
