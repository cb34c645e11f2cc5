import {
  connect,
  createConfig,
  getBalance,
  http,
  injected,
  readContract,
  sendTransaction,
  signMessage,
  simulateContract,
  switchChain,
  waitForTransactionReceipt,
  writeContract,
} from '@wagmi/core'
import { parseEther, verifyMessage } from 'viem'
import { base, foundry } from 'viem/chains'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { customNetworkBody } from '../people/customNetworkBody.ts'
import { type Anvil, type AnvilClients, anvilClients, startAnvil } from './anvil.ts'
import { deploy } from './openZeppelin.ts'

const networkId = foundry.id
const local = { ...customNetworkBody, networkType: 'EVM', chainId: String(networkId), chainName: 'Local' } as const
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let anvil: Anvil
let clients: AnvilClients
let gold: Awaited<ReturnType<typeof deploy>>
let server: MockServer
beforeAll(async () => {
  // wagmi looks for wallets only in windows.
  vi.stubGlobal('window', new EventTarget())
  anvil = await startAnvil(networkId)
  clients = anvilClients(anvil.url, networkId)
  gold = await deploy(clients, 'erc20', ['Gold', 'GLD', parseEther('1000'), clients.wallet.account.address])
})
afterAll(() => {
  vi.unstubAllGlobals()
  anvil.stop()
})
beforeEach(async () => {
  server = await startServer({ seed: 'wagmi' })
  await server.mock.chain.attach(networkId, anvil.url)
  await server.mock.create.provider({ provider: 'dynamic' })
  // Environments know a local chain once the organization describes it.
  await server.mock.load({ networks: [local] })
})
afterEach(() => server.close())

/** wagmi as pages configure it, connected to an embedded wallet with funds on the node. */
async function connected() {
  const { mock } = server
  const user = await mock.create.user({ email: 'ada@example.com' })
  const wallet = await mock.wallets.embedded(user, { chain: 'EVM' })
  await mock.chain.fund(wallet.address, { ether: '2' }, networkId)
  const provider = wallet.provider({ chainId: networkId })
  const config = createConfig({
    chains: [foundry],
    transports: { [foundry.id]: http(mock.chain.rpcUrl(networkId)) },
    connectors: [injected({ target: { id: 'embedded', name: 'Embedded', provider: () => provider as never } })],
    pollingInterval: 20,
    storage: null,
  })
  const [connector] = config.connectors
  if (!connector) throw new Error('wagmi has no connector.')
  const { accounts, chainId } = await connect(config, { connector })
  return { user, wallet, config, address: accounts[0], chainId }
}

describe('an embedded wallet in wagmi on a real chain', () => {
  it('pays, and sees the balance and the receipt of the node', async () => {
    const { wallet, config, address, chainId } = await connected()
    expect([address, chainId]).toEqual([wallet.address, networkId])
    expect(await getBalance(config, { address })).toMatchObject({ value: parseEther('2') })
    const before = await clients.test.getBalance({ address: receiver })
    const hash = await sendTransaction(config, { to: receiver, value: parseEther('0.5') })
    const { status, from } = await waitForTransactionReceipt(config, { hash })
    expect([status, from]).toEqual(['success', address.toLowerCase()])
    expect(await clients.test.getBalance({ address: receiver })).toBe(before + parseEther('0.5'))
    await expect
      .poll(() => server.mock.events.list({ eventName: 'wallet.activity' }).map(({ data }) => data))
      .toMatchObject([{ walletId: wallet.walletId, transactionHash: hash, labels: ['sent'] }])
  })

  it('uses a contract of the node, and gets its reverts', async () => {
    const { config, address } = await connected()
    await gold.send('transfer', address, parseEther('3'))
    const transfer = { abi: gold.abi, address: gold.address, functionName: 'transfer' } as const
    const { request } = await simulateContract(config, { ...transfer, args: [receiver, parseEther('1')] })
    const { status } = await waitForTransactionReceipt(config, { hash: await writeContract(config, request) })
    expect(status).toBe('success')
    const balanceOf = { ...transfer, functionName: 'balanceOf', args: [address] } as const
    expect(await readContract(config, balanceOf)).toBe(parseEther('2'))
    await expect(simulateContract(config, { ...transfer, args: [receiver, parseEther('9')] })).rejects.toThrow(
      'ERC20: transfer amount exceeds balance',
    )
  })

  it('signs, and stays on the chains that the service knows', async () => {
    const { config, address } = await connected()
    const signature = await signMessage(config, { message: 'Hello' })
    expect(await verifyMessage({ address, message: 'Hello', signature })).toBe(true)
    await expect(switchChain(config, { chainId: base.id as never })).rejects.toThrow()
  })

  it('sends nothing that a policy denies, whatever the node would take', async () => {
    const { mock } = server
    const { config } = await connected()
    const { id, token } = mock.defaults.environments.sandbox
    const rules = [{ name: 'Not to this one', ruleType: 'deny', chain: 'EVM', addresses: [receiver] }]
    await fetch(`${mock.baseUrl}/api/v0/environments/${id}/waas/policies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ rulesToAdd: rules }),
    })
    const before = await clients.test.getBalance({ address: receiver })
    await expect(sendTransaction(config, { to: receiver, value: 1n })).rejects.toThrow('Not to this one')
    expect(await clients.test.getBalance({ address: receiver })).toBe(before)
  })
})
