import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  keccak256,
  parseEther,
  zeroAddress,
} from 'viem'
import {
  createBundlerClient,
  entryPoint08Abi,
  entryPoint08Address,
  entryPoint09Address,
  toSimple7702SmartAccount,
} from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  deployAccountFactory,
  deployEntryPoint,
  deploySimple7702,
  simple7702Address,
  simpleAccount,
} from './accountAbstraction.ts'
import { type Anvil, type AnvilClients, anvilClients, startAnvil } from './anvil.ts'
import { viemClients } from './evmClients.ts'
import { type LackingNode, startLacking } from './lackingNode.ts'
import { deploy } from './openZeppelin.ts'

const host = createHost()
const networkId = 1
let anvil: Anvil
let clients: AnvilClients
let gold: Awaited<ReturnType<typeof deploy>>
beforeAll(async () => {
  anvil = await startAnvil(networkId)
  clients = anvilClients(anvil.url, networkId)
  await deployEntryPoint(clients)
  await deploySimple7702(clients)
  gold = await deploy(clients, 'erc20', ['Gold', 'GLD', parseEther('1000'), clients.wallet.account.address])
})
afterAll(() => anvil.stop())
beforeEach(async () => {
  await host.mock.chain.attach(networkId, anvil.url)
})

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address
const transportOf = () =>
  http(host.mock.chain.rpcUrl(networkId), {
    fetchFn: (input, init) => host.mock.fetch(input as Request, init),
    retryCount: 0,
  })
const reader = () => createPublicClient({ chain: mainnet, transport: transportOf(), pollingInterval: 20, cacheTime: 0 })
const balance = (address: Hex) => clients.test.getBalance({ address })
/** The ether of an account, with the rest of its prefunds, which the entry point keeps as its deposit. */
const funds = async (address: Hex) => {
  const deposit = { address: entryPoint08Address, abi: entryPoint08Abi, functionName: 'balanceOf' } as const
  return (await balance(address)) + (await clients.test.readContract({ ...deposit, args: [address] }))
}
const limits = { callGasLimit: 200_000n, verificationGasLimit: 100_000n, preVerificationGas: 50_000n } as const

/** viem's account and bundler client, unmodified, for a key without any code yet. */
async function simple7702({ ether = '1' } = {}) {
  const owner = privateKeyToAccount(generatePrivateKey())
  const client = reader()
  const account = await toSimple7702SmartAccount({ client, owner })
  const bundler = createBundlerClient({
    account,
    client,
    transport: transportOf(),
    chain: mainnet,
    pollingInterval: 20,
  })
  if (ether !== '0') await host.mock.chain.fund(owner.address, { ether }, networkId)
  const authorize = async () =>
    viemClients(host.mock).wallet.signAuthorization({ account: owner, address: simple7702Address, nonce: 0 })
  const land = async (...args: Parameters<typeof bundler.sendUserOperation>) =>
    bundler.waitForUserOperationReceipt({ hash: await bundler.sendUserOperation(...args) })
  return { owner, account, bundler, authorize, land }
}

const ask = async (method: string, ...params: readonly unknown[]) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const reply = await host.mock.fetch(host.mock.chain.rpcUrl(networkId), { method: 'POST', body })
  return (await reply.json()) as { result?: unknown; error?: { code: number; message: string } }
}

describe('the bundler of a real node', () => {
  it('lands operations of an account that the first one delegates, and reads their receipts from the node', async () => {
    const { owner, account, bundler, authorize, land } = await simple7702()
    const bob = newAddress()
    const calls = [
      { to: bob, value: 5n },
      { to: bob, value: 7n },
    ]
    const first = await land({ calls, authorization: await authorize() })
    expect(first).toMatchObject({
      success: true,
      entryPoint: entryPoint08Address.toLowerCase(),
      sender: owner.address.toLowerCase(),
      paymaster: zeroAddress,
      logs: [],
    })
    expect(await balance(bob)).toBe(12n)
    expect(await funds(owner.address)).toBe(parseEther('1') - 12n - first.actualGasCost)
    expect(await clients.test.getCode({ address: owner.address })).toBe(
      `0xef0100${simple7702Address.slice(2).toLowerCase()}`,
    )
    const { status, to } = await clients.test.getTransactionReceipt({ hash: first.receipt.transactionHash })
    expect([status, to]).toEqual(['success', entryPoint08Address.toLowerCase()])
    await gold.send('transfer', owner.address, 10n)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 4n] })
    const second = await land({ calls: [{ to: gold.address, data }] })
    expect(second).toMatchObject({ success: true, logs: [{ address: gold.address.toLowerCase() }] })
    expect(await gold.read('balanceOf', bob)).toBe(4n)
    expect(await bundler.getUserOperation({ hash: second.userOpHash })).toMatchObject({
      entryPoint: entryPoint08Address.toLowerCase(),
      transactionHash: second.receipt.transactionHash,
      blockNumber: second.receipt.blockNumber,
      userOperation: {
        sender: owner.address.toLowerCase(),
        // viem leaves the nonce of a receipt in hex.
        nonce: BigInt(second.nonce),
        callData: await account.encodeCalls([{ to: gold.address, data }]),
      },
    })
  })

  it('names the entry points that the node has, and no hash that it does not have', async () => {
    const { bundler } = await simple7702()
    expect(await bundler.getSupportedEntryPoints()).toEqual([entryPoint08Address])
    for (const method of ['eth_getUserOperationReceipt', 'eth_getUserOperationByHash'])
      expect(await ask(method, keccak256('0x01'))).toMatchObject({ result: null })
  })

  it('refuses what the entry point refuses, with its reason, and changes nothing', async () => {
    const { owner, bundler, authorize, land } = await simple7702()
    const bob = newAddress()
    const calls = [{ to: bob, value: 1n }]
    const authorization = await authorize()
    const prepared = await bundler.prepareUserOperation({ calls, authorization, ...limits })
    const height = await clients.test.getBlockNumber({ cacheTime: 0 })
    const stranger = privateKeyToAccount(generatePrivateKey())
    const foreign = await stranger.sign({ hash: keccak256('0x01') })
    const codeOf = (refusal: Promise<unknown>) =>
      refusal.then(
        () => 'no refusal',
        (error: { cause: { cause?: { code?: number }; details?: string } }) => [
          error.cause.cause?.code,
          error.cause.details,
        ],
      )
    expect(await codeOf(bundler.sendUserOperation({ ...prepared, signature: foreign } as never))).toEqual([
      -32_507,
      'AA24 signature error',
    ])
    expect(await clients.test.getBlockNumber({ cacheTime: 0 })).toBe(height)
    const nonce = BigInt((await land({ calls, authorization })).nonce)
    const invalidNonce = [-32_500, 'AA25 invalid account nonce']
    expect(await codeOf(bundler.sendUserOperation({ calls, nonce, ...limits }))).toEqual(invalidNonce)
    expect(await codeOf(bundler.estimateUserOperationGas({ calls, nonce }))).toEqual(invalidNonce)
    await clients.test.setBalance({ address: owner.address, value: 1n })
    const costly = bundler.sendUserOperation({ calls, ...limits, callGasLimit: 2_000_000n })
    expect(await codeOf(costly)).toEqual([-32_500, "AA21 didn't pay prefund"])
    expect([await balance(bob), await balance(owner.address)]).toEqual([1n, 1n])
  })

  it('includes an operation whose call fails, whose gas it does not estimate', async () => {
    const { owner, bundler, authorize, land } = await simple7702()
    const bob = newAddress()
    await land({ calls: [{ to: bob, value: 1n }], authorization: await authorize() })
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 4n] })
    const calls = [
      { to: bob, value: 5n },
      { to: gold.address, data },
    ]
    await expect(bundler.sendUserOperation({ calls })).rejects.toMatchObject({
      cause: expect.objectContaining({ name: 'ExecutionRevertedError' }),
    })
    const before = await funds(owner.address)
    const { success, actualGasCost, receipt } = await land({ calls, ...limits })
    expect([success, receipt.status, await balance(bob)]).toEqual([false, 'success', 1n])
    expect(await funds(owner.address)).toBe(before - actualGasCost)
  })

  it('pays for an operation without fees, of an account without ether', async () => {
    const { owner, authorize, land } = await simple7702({ ether: '0' })
    await gold.send('transfer', owner.address, 10n)
    const bob = newAddress()
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 4n] })
    const free = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
    const receipt = await land({ calls: [{ to: gold.address, data }], authorization: await authorize(), ...free })
    expect(receipt).toMatchObject({ success: true, actualGasCost: 0n })
    expect([await gold.read('balanceOf', bob), await balance(owner.address)]).toEqual([4n, 0n])
  })

  it('takes operations of several accounts at once, and one operation once', async () => {
    const bob = newAddress()
    const people = await Promise.all([simple7702(), simple7702(), simple7702()])
    const landed = await Promise.all(
      people.map(async ({ land, authorize }) =>
        land({ calls: [{ to: bob, value: 1n }], authorization: await authorize() }),
      ),
    )
    expect([landed.map(({ success }) => success), await balance(bob)]).toEqual([[true, true, true], 3n])
    const [{ bundler, account }] = people
    const prepared = await bundler.prepareUserOperation({ calls: [{ to: bob, value: 1n }] })
    const signed = { ...prepared, signature: await account.signUserOperation(prepared as never) }
    const sent = await Promise.allSettled([1, 2, 3].map(() => bundler.sendUserOperation(signed as never)))
    expect(sent.some(({ status }) => status === 'fulfilled')).toBe(true)
    await expect.poll(() => balance(bob)).toBe(4n)
    await clients.test.mine({ blocks: 2 })
    expect(await balance(bob)).toBe(4n)
  })

  it.each(['0.6', '0.7', '0.8'] as const)(
    'deploys an account of entry point %s by a factory that the node has, and refuses one that it does not have',
    async (version) => {
      // The other tests need only the entry point 0.8.
      if (version !== '0.8') await deployEntryPoint(clients, version)
      const factory = await deployAccountFactory(clients, version)
      const client = reader()
      const owner = privateKeyToAccount(generatePrivateKey())
      const bundler = createBundlerClient({ client, transport: transportOf(), chain: mainnet, pollingInterval: 20 })
      const account = await simpleAccount(client, { owner, version, factory })
      await host.mock.chain.fund(account.address, { ether: '1' }, networkId)
      const bob = newAddress()
      const calls = [{ to: bob, value: 3n }]
      const namedFactory = newAddress()
      const elsewhere = await simpleAccount(client, { owner, version, factory, namedFactory })
      await expect(bundler.sendUserOperation({ account: elsewhere, calls })).rejects.toThrow(
        `chain 1 is a real node, which has no factory of smart wallets at ${namedFactory.toLowerCase()}. Deploy it there first.`,
      )
      for (const round of [1n, 2n]) {
        const hash = await bundler.sendUserOperation({ account, calls })
        const { success, entryPoint } = await bundler.waitForUserOperationReceipt({ hash })
        expect([success, entryPoint]).toEqual([true, account.entryPoint.address.toLowerCase()])
        const { userOperation } = await bundler.getUserOperation({ hash })
        expect(userOperation).toMatchObject({ callData: await account.encodeCalls(calls) })
        expect(await balance(bob)).toBe(3n * round)
      }
    },
  )

  it('lets operations wait for a block of the node, also one behind another of its account', async () => {
    const { bundler, authorize, land } = await simple7702()
    const bob = newAddress()
    const calls = [{ to: bob, value: 1n }]
    await land({ calls, authorization: await authorize() })
    await clients.test.setAutomine(false)
    try {
      const first = await bundler.sendUserOperation({ calls, nonce: 0n })
      const second = await bundler.sendUserOperation({ calls, nonce: 1n })
      expect(await ask('eth_getUserOperationReceipt', second)).toMatchObject({ result: null })
      await clients.test.mine({ blocks: 1 })
      for (const hash of [first, second])
        expect(await bundler.waitForUserOperationReceipt({ hash })).toMatchObject({ success: true })
      expect(await balance(bob)).toBe(3n)
    } finally {
      await clients.test.setAutomine(true)
    }
  })

  it('writes the activity of a wallet that an operation pays, once a client has the receipt', async () => {
    await host.mock.create.provider({ provider: 'dynamic' })
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    const wallet = await host.mock.wallets.embedded(user, { chain: 'EVM' })
    const { owner, bundler, authorize } = await simple7702()
    await gold.send('transfer', owner.address, 10n)
    const activity = () => host.mock.events.list({ eventName: 'wallet.activity' })
    // Ether that contracts pay is in no log.
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [wallet.address as Hex, 4n] })
    await clients.test.setAutomine(false)
    try {
      const calls = [{ to: gold.address, data }]
      const hash = await bundler.sendUserOperation({ calls, authorization: await authorize() })
      await host.mock.clock.settle()
      expect(activity()).toEqual([])
      await clients.test.mine({ blocks: 1 })
      const { receipt } = await bundler.waitForUserOperationReceipt({ hash })
      await host.mock.clock.settle()
      expect(activity()).toHaveLength(1)
      expect(JSON.stringify(activity())).toContain(receipt.transactionHash)
    } finally {
      await clients.test.setAutomine(true)
    }
  })

  it('says what the node lacks: the entry point, the account, a contract to delegate to', async () => {
    const { owner, bundler, authorize } = await simple7702()
    const sender = owner.address
    const operation = { sender, nonce: '0x0', callData: '0x', signature: '0x' }
    for (const method of ['eth_sendUserOperation', 'eth_estimateUserOperationGas', 'pm_getPaymasterData'])
      expect(await ask(method, operation, entryPoint09Address)).toMatchObject({
        error: {
          message: `chain 1 is a real node, which has no entry point at ${entryPoint09Address.toLowerCase()}. Deploy it there first.`,
        },
      })
    expect(await ask('eth_sendUserOperation', operation, newAddress())).toMatchObject({
      error: { code: -32_602, message: expect.stringContaining('is not supported') },
    })
    expect(await ask('eth_sendUserOperation', operation, entryPoint08Address)).toMatchObject({
      error: {
        message: `chain 1 is a real node, which has no smart wallet at ${sender.toLowerCase()}. Deploy it there first.`,
      },
    })
    const nowhere = newAddress()
    const authorization = await viemClients(host.mock).wallet.signAuthorization({
      account: owner,
      address: nowhere,
      nonce: 0,
    })
    await expect(
      bundler.sendUserOperation({ calls: [{ to: owner.address }], authorization, ...limits }),
    ).rejects.toThrow(`chain 1 is a real node, which has no contract at ${nowhere.toLowerCase()} to delegate to.`)
    await expect(
      bundler.sendUserOperation({
        calls: [{ to: owner.address }],
        authorization: { ...(await authorize()), nonce: 3 },
        ...limits,
      }),
    ).rejects.toThrow('eip7702Auth is not')
  })
})

describe('the bundler of a real node that is no development node', () => {
  let node: LackingNode
  const attachLacking = async (own: Readonly<Record<string, unknown>>) => {
    node = await startLacking(anvil.url, own)
    await host.mock.chain.attach(networkId, node.url)
  }
  afterEach(() => node.stop())

  it('refuses what it cannot pay by a sentence, and sends nothing', async () => {
    const { bundler, authorize } = await simple7702()
    const authorization = await authorize()
    await attachLacking({ anvil_setBalance: undefined, hardhat_setBalance: undefined })
    await expect(bundler.sendUserOperation({ calls: [{ to: newAddress() }], authorization })).rejects.toThrow(
      `The bundler of the mock gets its ether by a method that only development nodes have. Failed to fund an account on chain 1 (${node.url})`,
    )
    expect(node.asked).toContain('anvil_setBalance')
    expect(node.asked).not.toContain('eth_sendRawTransaction')
  })

  it('leaves the methods to a node that has them', async () => {
    const hash = keccak256('0x02')
    await attachLacking({ eth_sendUserOperation: hash, eth_supportedEntryPoints: [], pm_getPaymasterData: {} })
    expect(await ask('eth_sendUserOperation', {}, entryPoint08Address)).toMatchObject({ result: hash })
    expect(await ask('eth_supportedEntryPoints')).toMatchObject({ result: [] })
    expect(await ask('pm_getPaymasterData')).toMatchObject({ result: {} })
    expect(node.asked.filter((method) => method !== 'eth_chainId' && method !== 'eth_call')).toEqual([
      'eth_sendUserOperation',
      'eth_supportedEntryPoints',
      'pm_getPaymasterData',
    ])
  })
})

describe('one operation', () => {
  it('asks the node to send one transaction, however many questions come before it', async () => {
    const { land, authorize } = await simple7702()
    const authorization = await authorize()
    const node = await startLacking(anvil.url, {})
    await host.mock.chain.attach(networkId, node.url)
    await land({ calls: [{ to: newAddress(), value: 1n }], authorization })
    const count = (method: string) => node.asked.filter((each) => each === method).length
    expect([count('eth_sendRawTransaction'), count('anvil_setBalance')]).toEqual([1, 1])
    expect(count('eth_call')).toBeGreaterThan(1)
    node.stop()
  })
})
