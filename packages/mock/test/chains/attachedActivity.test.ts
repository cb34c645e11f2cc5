import { createWalletClient, custom, type Hex, parseEther, webSocket } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { type Anvil, type AnvilClients, anvilClients, startAnvil } from './anvil.ts'
import { deploy } from './openZeppelin.ts'

const networkId = 1
let anvil: Anvil
let clients: AnvilClients
let gold: Awaited<ReturnType<typeof deploy>>
let server: MockServer
beforeAll(async () => {
  anvil = await startAnvil(networkId)
  clients = anvilClients(anvil.url, networkId)
  gold = await deploy(clients, 'erc20', ['Gold', 'GLD', parseEther('1000'), clients.wallet.account.address])
})
afterAll(() => anvil.stop())
beforeEach(async () => {
  server = await startServer({ seed: 'activity', now: '2026-01-15T09:30:00.000Z' })
  await server.mock.chain.attach(networkId, anvil.url)
  await server.mock.create.provider({ provider: 'dynamic' })
})
afterEach(async () => {
  await clients.test.setAutomine(true)
  await server.close()
})

const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const activity = () => server.mock.events.list({ eventName: 'wallet.activity' }).map(({ data }) => data)

/** An embedded wallet with funds on the node, and viem's client of it. */
async function embeddedWallet() {
  const { mock } = server
  const user = await mock.create.user({ email: 'ada@example.com' })
  const wallet = await mock.wallets.embedded(user, { chain: 'EVM' })
  const address = wallet.address as Hex
  await mock.chain.fund(address, { ether: '2' }, networkId)
  const client = createWalletClient({ account: address, transport: custom(wallet.provider()) })
  return { user, wallet, address, client }
}

/** Waits for a receipt as pages do: by the chain's JSON-RPC. */
const receiptOf = (hash: Hex, url = server.mock.chain.rpcUrl(networkId)) =>
  anvilClients(url, networkId).test.waitForTransactionReceipt({ hash })

describe('wallet.activity on a real chain', () => {
  it('shows a transaction of an embedded wallet once it is in a block, as the list of its transactions does', async () => {
    const { user, wallet, address, client } = await embeddedWallet()
    await clients.test.setAutomine(false)
    const hash = await client.sendTransaction({ to: receiver, value: parseEther('0.5'), chain: null })
    await server.mock.clock.settle()
    expect(activity()).toEqual([])
    await clients.test.mine({ blocks: 1 })
    await receiptOf(hash)
    await server.mock.clock.settle()
    const { token } = await server.mock.signIn(user)
    const url = `${server.mock.baseUrl}/api/v0/sdk/${server.mock.defaults.environments.sandbox.id}`
    const listed = await fetch(`${url}/chains/EVM/transactions/${address}?networkId=${networkId}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { transactions } = (await listed.json()) as { transactions: { transactionHash: Hex }[] }
    expect(transactions).toMatchObject([{ transactionHash: hash, labels: ['sent'], fromAddress: address }])
    const { walletId } = wallet
    expect(activity()).toEqual([{ walletId, userId: user.id, walletPublicKey: address, ...transactions[0] }])
  })

  it('comes with the clock where nobody asks for the receipt', async () => {
    const { client } = await embeddedWallet()
    await clients.test.setAutomine(false)
    await client.sendTransaction({ to: receiver, value: 1n, chain: null })
    await server.mock.clock.settle()
    await clients.test.mine({ blocks: 1 })
    expect(activity()).toEqual([])
    await server.mock.clock.advance({ seconds: 1 })
    expect(activity()).toHaveLength(1)
    await server.mock.clock.advance({ days: 2 })
    expect(activity()).toHaveLength(1)
    expect(server.mock.clock.due()).toEqual([])
  })

  it('shows tokens that others send to it, also over a WebSocket, and nothing of transactions between others', async () => {
    const { address, wallet } = await embeddedWallet()
    const { account } = clients.wallet
    const socket = createWalletClient({
      account,
      transport: webSocket(server.mock.chain.rpcUrl(networkId)),
      chain: clients.wallet.chain,
    })
    const others = await socket.sendTransaction({ to: receiver, value: 1n })
    const hash = await socket.writeContract({ ...gold, functionName: 'transfer', args: [address, parseEther('3')] })
    await Promise.all([others, hash].map((each) => receiptOf(each)))
    await server.mock.clock.settle()
    expect(activity()).toMatchObject([
      {
        transactionHash: hash,
        walletId: wallet.walletId,
        labels: ['receive'],
        assetTransfers: [{ tokenAddress: gold.address, toAddress: address }],
      },
    ])
    await (await socket.transport.getRpcClient()).close()
  })

  it('waits while the node is down, and breaks nothing', async () => {
    const { client, user } = await embeddedWallet()
    const second = await startAnvil(networkId)
    await server.mock.chain.attach(networkId, second.url)
    await anvilClients(second.url, networkId).test.setBalance({
      address: client.account.address,
      value: parseEther('1'),
    })
    await anvilClients(second.url, networkId).test.setAutomine(false)
    await client.sendTransaction({ to: receiver, value: 1n, chain: null })
    await server.mock.clock.settle()
    second.stop()
    await server.mock.clock.advance({ minutes: 10 })
    expect(activity()).toEqual([])
    expect(server.mock.clock.due()).toMatchObject([
      { kind: 'chains.watch', description: 'Looks for a transaction that was sent to the chain 1.' },
    ])
    await server.mock.signIn(user)
    await server.mock.clock.advance({ days: 2 })
    expect(server.mock.clock.due()).toEqual([])
  })

  it('is given up when the chain is simulated again', async () => {
    const { client } = await embeddedWallet()
    await clients.test.setAutomine(false)
    await client.sendTransaction({ to: receiver, value: 1n, chain: null })
    server.mock.chain.detach(networkId)
    await server.mock.clock.advance({ minutes: 20 })
    expect(server.mock.clock.due()).toEqual([])
    expect(activity()).toEqual([])
    await clients.test.mine({ blocks: 1 })
  })
})
