import {
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  type LocalAccount,
  parseEther,
} from 'viem'
import {
  createBundlerClient,
  createPaymasterClient,
  entryPoint08Abi,
  entryPoint08Address,
  toSimple7702SmartAccount,
} from 'viem/account-abstraction'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { giveSmartWallets } from '../people/smartWalletPeople.ts'
import { deployEntryPoint, deploySimple7702, simple7702Address } from './accountAbstraction.ts'
import { type Anvil, type AnvilClients, anvilClients, startAnvil } from './anvil.ts'
import { startLacking } from './lackingNode.ts'
import { deploy } from './openZeppelin.ts'

const host = createHost()
const networkId = 1
let anvil: Anvil
let clients: AnvilClients
let gold: Awaited<ReturnType<typeof deploy>>
let paymasterAddress: Hex
const newAddress = () => privateKeyToAccount(generatePrivateKey()).address
beforeAll(async () => {
  anvil = await startAnvil(networkId)
  clients = anvilClients(anvil.url, networkId)
  await deployEntryPoint(clients)
  await deploySimple7702(clients)
  gold = await deploy(clients, 'erc20', ['Gold', 'GLD', parseEther('1000'), clients.wallet.account.address])
})
afterAll(() => anvil.stop())
// The mock gives the same addresses in each test.
let snapshot: Hex
afterEach(() => clients.test.revert({ id: snapshot }))
beforeEach(async () => {
  snapshot = await clients.test.snapshot()
  paymasterAddress = newAddress()
  await host.mock.chain.attach(networkId, anvil.url)
  await host.mock.create.provider({ provider: 'dynamic' })
})

const pay = (to: Hex, amount: bigint) => ({
  to: gold.address,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
})
const goldOf = (address: Hex) => gold.read('balanceOf', address)
const depositOf = (address: Hex) =>
  clients.test.readContract({
    address: entryPoint08Address,
    abi: entryPoint08Abi,
    functionName: 'balanceOf',
    args: [address],
  })

/** An embedded wallet with ten tokens and no ether, whose environment sponsors it, and a client of viem for it. */
async function sponsoredWallet(provider: object = {}) {
  const { mock } = host
  await giveSmartWallets(host, {
    provider: {
      enableEIP7702: true,
      vendorKernelDelegationAddress: simple7702Address,
      paymasterAddress,
      ...provider,
    },
    settings: { allUsers: true },
  })
  const user = await mock.create.user({ email: 'ada@example.com' })
  const wallet = await mock.wallets.embedded(user, { chain: 'EVM' })
  const account = wallet.address as Hex
  await gold.send('transfer', account, 10n)
  const client = createWalletClient({
    account,
    chain: mainnet,
    transport: custom(wallet.provider(), { retryCount: 0 }),
    pollingInterval: 20,
  })
  const capabilities = { paymasterService: { url: mock.chain.rpcUrl(networkId) } }
  const send = (...calls: ReturnType<typeof pay>[]) => client.sendCalls({ calls, forceAtomic: true, capabilities })
  const land = async (...calls: ReturnType<typeof pay>[]) => {
    const { id } = await send(...calls)
    return client.waitForCallsStatus({ id })
  }
  return { account, client, send, land, viemAccount: wallet.viemAccount }
}

describe('sponsoring on a real node', () => {
  it('pays for the batches of an embedded wallet without ether, which delegates to a contract of the node', async () => {
    const { account, client, land } = await sponsoredWallet()
    expect(await client.getCapabilities({ chainId: networkId })).toEqual({
      atomic: { status: 'ready' },
      paymasterService: { supported: true },
    })
    const [bob, carol] = [newAddress(), newAddress()]
    for (const round of [1n, 2n]) {
      const status = await land(pay(bob, 1n), pay(carol, 2n))
      expect(status).toMatchObject({ statusCode: 200, atomic: true, receipts: [{ status: 'success' }] })
      expect(status.receipts?.[0]?.logs).toHaveLength(2)
      expect([await goldOf(bob), await goldOf(carol)]).toEqual([round, 2n * round])
    }
    expect(await clients.test.getBalance({ address: account })).toBe(0n)
    expect(await depositOf(account)).toBe(0n)
    // The deposit was made once, and has paid for the operations.
    const deposit = await depositOf(paymasterAddress)
    expect(deposit).toBeLessThan(parseEther('10'))
    expect(deposit).toBeGreaterThan(parseEther('9.9'))
    expect(await clients.test.getCode({ address: account })).toBe(`0xef0100${simple7702Address.slice(2).toLowerCase()}`)
  })

  it('is judged by the policies call by call, and refuses a batch of which a call fails', async () => {
    const { account, send, land } = await sponsoredWallet()
    const [bob, carol] = [newAddress(), newAddress()]
    await host.call('waasPolicies.create', {
      body: { rulesToAdd: [{ name: 'Not to Carol', ruleType: 'deny', chain: 'EVM', addresses: [carol] }] },
    })
    const denied = { cause: { cause: { data: { status: 403, code: 'policy_denied' } } } }
    for (const round of [1n, 2n]) {
      await expect(send(pay(bob, 1n), pay(carol, 1n))).rejects.toMatchObject(denied)
      await expect(send(pay(carol, 1n), pay(bob, 1n))).rejects.toMatchObject(denied)
      await expect(send(pay(bob, 1n), pay(bob, 100n))).rejects.toThrow(/exceeds balance \(call 2 of the batch\)/)
      expect(await goldOf(bob)).toBe(round - 1n)
      // The second round is that of an account which has delegated already.
      await land(pay(bob, 1n))
    }
    expect([await goldOf(bob), await goldOf(account)]).toEqual([2n, 8n])
  })

  it('serves viem, unmodified, by the paymaster service of the chain', async () => {
    const { account: sender, viemAccount } = await sponsoredWallet()
    const transport = http(host.mock.chain.rpcUrl(networkId), {
      fetchFn: (input, init) => host.mock.fetch(input as Request, init),
      retryCount: 0,
    })
    const client = createPublicClient({ chain: mainnet, transport, pollingInterval: 20 })
    const paymaster = createPaymasterClient({ transport })
    const operation = { sender, nonce: 0n, callData: '0x' as Hex, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
    const asked = {
      chainId: networkId,
      entryPointAddress: entryPoint08Address,
      ...operation,
      callGasLimit: 0n,
      verificationGasLimit: 0n,
      preVerificationGas: 0n,
    }
    expect(await paymaster.getPaymasterData(asked)).toMatchObject({ paymaster: paymasterAddress, paymasterData: '0x' })
    const bob = newAddress()
    /** Sends tokens from an account of viem to Bob. */
    async function payBy(owner: LocalAccount) {
      const account = await toSimple7702SmartAccount({ client, owner: owner as PrivateKeyAccount })
      const bundler = createBundlerClient({
        account,
        client,
        transport,
        chain: mainnet,
        paymaster,
        pollingInterval: 20,
      })
      const authorization = await owner.signAuthorization?.({
        address: simple7702Address,
        chainId: networkId,
        nonce: 0,
      })
      const hash = await bundler.sendUserOperation({ calls: [pay(bob, 4n)], authorization })
      return bundler.waitForUserOperationReceipt({ hash })
    }
    const signer = viemAccount()
    expect(await payBy(signer as LocalAccount)).toMatchObject({
      success: true,
      paymaster: paymasterAddress.toLowerCase(),
    })
    expect([await goldOf(bob), await clients.test.getBalance({ address: sender })]).toEqual([4n, 0n])
    const stranger = privateKeyToAccount(generatePrivateKey())
    await expect(payBy(stranger)).rejects.toThrow(`no paymaster pays for ${stranger.address.toLowerCase()}`)
  })

  it('leaves a paymaster that the node has as it is, and refuses what that does not pay', async () => {
    await clients.test.setCode({ address: paymasterAddress, bytecode: '0x60006000fd' })
    const { send } = await sponsoredWallet()
    await expect(send(pay(newAddress(), 1n))).rejects.toThrow('AA33')
    expect(await clients.test.getCode({ address: paymasterAddress })).toBe('0x60006000fd')
    expect(await depositOf(paymasterAddress)).toBe(0n)
  })

  it('is refused by a sentence on a node that sets neither code nor balances', async () => {
    const lacking = { anvil_setCode: undefined, hardhat_setCode: undefined }
    const node = await startLacking(anvil.url, lacking)
    await host.mock.chain.attach(networkId, node.url)
    const { send } = await sponsoredWallet()
    await expect(send(pay(newAddress(), 1n))).rejects.toThrow(
      `chain 1 is a real node, which has no paymaster at ${paymasterAddress.toLowerCase()}, and no method of development ` +
        'nodes that sets code. Deploy a paymaster there, with a deposit at the entry point.',
    )
    expect(node.asked).not.toContain('eth_sendRawTransaction')
    node.stop()
  })

  it('is not offered where the contract of the account is not on the node, and delegates to nothing', async () => {
    const { account, client, send } = await sponsoredWallet({ vendorKernelDelegationAddress: newAddress() })
    expect(await client.getCapabilities({ chainId: networkId })).toEqual({ atomic: { status: 'unsupported' } })
    await expect(send(pay(newAddress(), 1n))).rejects.toMatchObject({ cause: { code: 5700 } })
    await host.mock.chain.fund(account, { ether: '1' }, networkId)
    const bob = newAddress()
    await expect(client.sendCalls({ calls: [pay(bob, 1n), pay(bob, 1n)], forceAtomic: true })).rejects.toMatchObject({
      cause: { code: 5760 },
    })
    expect([await goldOf(bob), await clients.test.getCode({ address: account })]).toEqual([0n, undefined])
  })

  it('refuses a smart wallet of the service, whose factory is not on the node, by a sentence', async () => {
    await deployEntryPoint(clients, '0.7')
    const { client } = await sponsoredWallet({ enableEIP7702: false, vendorKernelDelegationAddress: undefined })
    const [, smart = '0x'] = await client.getAddresses()
    await expect(client.sendCalls({ account: smart, calls: [pay(newAddress(), 1n)] })).rejects.toThrow(
      /chain 1 is a real node, which has no factory of smart wallets at 0x[\da-f]{40}. Deploy it there first./,
    )
  })
})
