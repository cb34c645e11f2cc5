import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import createAdapter from 'crossws/adapters/node'
import { createPublicClient, parseEther, webSocket } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { type Anvil, type AnvilClients, anvilClients, startAnvil } from './anvil.ts'
import { deploy } from './openZeppelin.ts'

const networkId = 1
let anvil: Anvil
let clients: AnvilClients
let server: MockServer
beforeAll(async () => {
  anvil = await startAnvil(networkId)
  clients = anvilClients(anvil.url, networkId)
})
afterAll(() => anvil.stop())
beforeEach(async () => {
  server = await startServer({ seed: 'attached', now: '2026-01-15T09:30:00.000Z' })
  await server.mock.chain.attach(networkId, anvil.url)
})
afterEach(() => server.close())

const rpcUrl = () => server.mock.chain.rpcUrl(networkId)
const send = async (method: string, params: readonly unknown[], headers: Record<string, string> = {}) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(rpcUrl(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
}

describe('the JSON-RPC of a real chain', () => {
  it("deploys a contract and calls it by an unmodified viem, with the node's own reverts", async () => {
    const { test, wallet } = anvilClients(rpcUrl(), networkId)
    const { account } = wallet
    const gold = await deploy({ test, wallet }, 'erc20', ['Gold', 'GLD', parseEther('5'), account.address])
    const transfer = { ...gold, functionName: 'transfer', account } as const
    await gold.send('transfer', gold.address, 1n)
    expect(await clients.test.readContract({ ...gold, functionName: 'balanceOf', args: [gold.address] })).toBe(1n)
    await expect(test.simulateContract({ ...transfer, args: [gold.address, parseEther('6')] })).rejects.toThrow(
      'ERC20: transfer amount exceeds balance',
    )
    const height = await clients.test.getBlockNumber({ cacheTime: 0 })
    await test.mine({ blocks: 1 })
    expect(await clients.test.getBlockNumber({ cacheTime: 0 })).toBe(height + 1n)
  })

  it('lets a page of another site read, and neither change the node nor spend from its accounts', async () => {
    const headers = { origin: 'http://localhost:3000' }
    const address = privateKeyToAccount(generatePrivateKey()).address
    const balance = () => clients.test.getBalance({ address })
    expect(await send('eth_chainId', [], headers)).toMatchObject({ result: '0x1' })
    expect(await send('anvil_setBalance', [address, '0x64'], headers)).toMatchObject({ error: { code: 4100 } })
    const spend = [{ from: clients.wallet.account.address, to: address, value: '0x64' }]
    expect(await send('eth_sendTransaction', spend, headers)).toMatchObject({ error: { code: 4100 } })
    expect(await balance()).toBe(0n)
    expect(await send('anvil_setBalance', [address, '0x64'])).toMatchObject({ result: null })
    expect(await balance()).toBe(100n)
  })

  it('passes simulations, traces, proofs and the pool on, over HTTP and over a WebSocket', async () => {
    const { address } = clients.wallet.account
    const call = { from: address, to: `0x${'12'.repeat(20)}`, value: '0x5' }
    const tracer = { tracer: 'callTracer' }
    const hash = await clients.wallet.sendTransaction({ to: address, value: 1n })
    await clients.test.waitForTransactionReceipt({ hash }) // until then, the latest block may change
    const questions: readonly (readonly [method: string, ...params: readonly unknown[]])[] = [
      ['eth_simulateV1', { blockStateCalls: [{ calls: [call] }], traceTransfers: true }, 'latest'],
      ['debug_traceCall', call, 'latest', tracer],
      ['debug_traceTransaction', hash, tracer],
      ['eth_call', call, 'latest', { [address]: { balance: '0x5' } }, { time: '0x7fffffff' }],
      ['eth_createAccessList', call, 'latest'],
      ['eth_getProof', address, [], 'latest'],
      ['eth_getBlockReceipts', 'latest'],
      ['eth_blobBaseFee'],
      ['txpool_status'],
    ]
    const transport = webSocket(rpcUrl().replace('http', 'ws'), { retryCount: 0, reconnect: false })
    const socket = createPublicClient({ chain: clients.wallet.chain, transport })
    for (const [method, ...params] of questions) {
      const own = await clients.test.request({ method, params } as never)
      expect((await send(method, params)).result).toEqual(own)
      expect(await socket.request({ method, params } as never)).toEqual(own)
    }
    await (await transport({ chain: clients.wallet.chain }).value?.getRpcClient())?.close()
  })

  it('tells subscribers over a WebSocket of the blocks of the node', async () => {
    const transport = webSocket(rpcUrl().replace('http', 'ws'), { retryCount: 0, reconnect: false })
    const socket = createPublicClient({ chain: clients.wallet.chain, transport })
    const blocks: bigint[] = []
    const unwatch = socket.watchBlockNumber({ onBlockNumber: (number) => blocks.push(number) })
    await expect
      .poll(async () => {
        await socket.request({ method: 'anvil_mine', params: [] } as never)
        return blocks.length
      })
      .toBeGreaterThan(1)
    const height = await clients.test.getBlockNumber({ cacheTime: 0 })
    await expect.poll(() => blocks.at(-1)).toBe(height)
    unwatch()
    await (await transport({ chain: clients.wallet.chain }).value?.getRpcClient())?.close()
  })

  it('lets the WebSocket of a page of another site read, and not change the node', async () => {
    const socket = new WebSocket(rpcUrl().replace('http', 'ws'), {
      headers: { origin: 'http://localhost:3000' },
    } as never)
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    const ask = async (text: string) => {
      const reply = new Promise<string>((resolve) =>
        socket.addEventListener('message', ({ data }) => resolve(String(data)), { once: true }),
      )
      socket.send(text)
      return JSON.parse(await reply) as unknown
    }
    const callOf = (method: string, id: number) => ({ jsonrpc: '2.0', id, method, params: [] })
    expect(await ask(JSON.stringify(callOf('eth_chainId', 1)))).toMatchObject({ id: 1, result: '0x1' })
    const batch = [callOf('eth_chainId', 2), callOf('anvil_mine', 3)]
    const height = await clients.test.getBlockNumber({ cacheTime: 0 })
    expect(await ask(JSON.stringify(batch))).toMatchObject([
      { id: 2, error: { code: 4100 } },
      { id: 3, error: { code: 4100 } },
    ])
    expect(await ask('{')).toMatchObject({ error: { code: expect.any(Number) } })
    expect(await clients.test.getBlockNumber({ cacheTime: 0 })).toBe(height)
    socket.close()
  })
})

describe('the calls that are passed on to a real node', () => {
  const uses = () => server.mock.outside.list()[0]
  const openSocket = async () => {
    const socket = new WebSocket(rpcUrl().replace('http', 'ws'))
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    return socket
  }
  const chainId = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })

  it('are counted with their times, over HTTP and over a WebSocket, also those that it refuses', async () => {
    expect(uses()).toMatchObject({ uses: 0 })
    await send('eth_chainId', [])
    expect(uses()).toMatchObject({ uses: 1, failures: 0, lastMs: expect.any(Number) })
    expect(await send('eth_nothing', [])).toHaveProperty('error')
    expect(uses()).toMatchObject({ uses: 2, failures: 0 })
    const socket = await openSocket()
    socket.send(chainId)
    await expect.poll(uses).toMatchObject({ uses: 3, failures: 0 })
    socket.close()
  })

  it('are not counted where the mock refuses them', async () => {
    await send('anvil_mine', [], { origin: 'http://localhost:3000' })
    expect(uses()).toMatchObject({ uses: 0 })
  })

  it('are failures where the node has gone, also those that wait for an answer over a WebSocket', async () => {
    let isSilent = true
    let isUp = true
    let heard = 0
    let left = 0
    const adapter = createAdapter({
      hooks: {
        close: () => void (left += 1),
        message(peer) {
          heard += 1
          if (!isSilent) peer.close()
        },
      },
    })
    const node = createServer((_, response) => {
      if (isUp) response.end('{"jsonrpc":"2.0","id":0,"result":"0x1"}')
      else response.destroy()
    })
    node.on('upgrade', (request, socket, head) => void adapter.handleUpgrade(request, socket, head))
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
    await server.mock.chain.attach(networkId, `http://127.0.0.1:${(node.address() as AddressInfo).port}`)
    const leaving = await openSocket()
    leaving.send(chainId)
    await expect.poll(() => heard).toBe(1)
    leaving.close()
    await expect.poll(() => left).toBe(1)
    await send('eth_chainId', [])
    expect(uses()).toMatchObject({ uses: 1, failures: 0 })
    isSilent = false
    const socket = await openSocket()
    socket.send(chainId)
    const problem = 'The node of chain 1 has closed its WebSocket, or has none.'
    await expect.poll(uses).toMatchObject({ uses: 2, failures: 1, problem })
    isUp = false
    await send('eth_chainId', [])
    expect(uses()).toMatchObject({ uses: 3, failures: 2, problem: expect.stringContaining('cannot be reached.') })
    node.close()
  })
})

describe('funds on a real chain', () => {
  it("are added by the node's own method, and tokens are refused by a sentence", async () => {
    const { address } = privateKeyToAccount(generatePrivateKey())
    await server.mock.chain.fund(address, { ether: '1' }, networkId)
    await server.mock.chain.fund(address, { ether: '0.5' }, networkId)
    expect(await clients.test.getBalance({ address })).toBe(parseEther('1.5'))
    await expect(server.mock.chain.fund(address, { token: 'USDC', amount: '1' }, networkId)).rejects.toThrow(
      'Failed to call "chain.fund()": chain 1 is a real node',
    )
  })
})

describe('what only the simulated chain can do', () => {
  it.each<[string, () => unknown]>([
    ['chain.balance()', () => server.mock.chain.balance(clients.wallet.account.address)],
    ['chain.transactions()', () => server.mock.chain.transactions({ address: clients.wallet.account.address })],
    ['chain.reorg()', () => server.mock.chain.reorg(1)],
    ['chain.mine()', () => server.mock.chain.mine()],
    ['chain.setAutomine()', () => server.mock.chain.setAutomine(false)],
    ['chain.dropTransaction()', () => server.mock.chain.dropTransaction('0x00')],
    ['x402.sell()', () => server.mock.x402.sell({ path: 'weather', price: '1', networkId })],
    ['chain.contract()', () => server.mock.chain.contract(clients.wallet.account.address, [], {}, networkId)],
  ])('%s is refused on a real chain, with the way to go', async (call, run) => {
    const attempt = async () => run()
    await expect(attempt()).rejects.toThrow(
      `Failed to call "${call}": chain 1 is a real node (${anvil.url}). Use its own methods by "chain.rpcUrl(1)", or "chain.detach(1)" first.`,
    )
  })
})

it('the facilitator of x402 does not support a real chain, on which it has no money for gas', async () => {
  const { kinds } = await (await fetch(`${server.mock.x402.facilitatorUrl()}/supported`)).json()
  const networks = new Set(kinds.map(({ network }: { network: string }) => network))
  expect([networks.has('eip155:1'), networks.has('eip155:8453')]).toEqual([false, true])
  const terms = {
    scheme: 'exact',
    network: 'eip155:1',
    amount: '1',
    asset: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    payTo: clients.wallet.account.address,
    maxTimeoutSeconds: 60,
  }
  const zeros = `0x${'0'.repeat(64)}`
  const authorization = {
    from: terms.payTo,
    to: terms.payTo,
    value: '1',
    validAfter: '0',
    validBefore: '1',
    nonce: zeros,
  }
  const paymentPayload = { x402Version: 2, accepted: terms, payload: { signature: '0x00', authorization } }
  const reply = await fetch(`${server.mock.x402.facilitatorUrl()}/verify`, {
    method: 'POST',
    body: JSON.stringify({ paymentPayload, paymentRequirements: terms }),
  })
  expect(await reply.json()).toMatchObject({
    invalidReason: 'invalid_network',
    invalidMessage: expect.stringContaining('chain 1 is a real node'),
  })
})
