import { http as mswHttp, HttpResponse, ws } from 'msw'
import { setupWorker } from 'msw/browser'
import { createPublicClient, createWalletClient, http, parseAbi, webSocket } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startWorkerMock, type WorkerMock } from '../../src/hosts/mswWorker.ts'

const account = privateKeyToAccount(`0x${'21'.repeat(32)}`)
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const abi = parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

let running: WorkerMock<ReturnType<typeof setupWorker>>
const ended: (() => void)[] = []
beforeAll(async () => {
  running = await startWorkerMock(
    { http: mswHttp, HttpResponse, setupWorker, ws },
    {
      mock: { seed: 'sockets of a page', now: '2026-01-15T09:30:00.000Z', baseUrl: 'https://sockets.example.com' },
      start: { quiet: true, onUnhandledFrame: 'bypass', serviceWorker: { url: '/mockServiceWorker.js' } },
    },
  )
  await running.mock.chain.fund(account.address, { ether: '5' }, 1)
  await running.mock.chain.fund(account.address, { token: 'USDC', amount: '50' }, 1)
})
afterEach(async () => {
  for (const end of ended.splice(0)) end()
  await expect.poll(() => running.mock.chain.sockets()).toEqual([])
})
afterAll(() => running.stop())

const rpcUrl = () => running.mock.chain.rpcUrl(1)
const wsUrl = () => rpcUrl().replace('http', 'ws')
const wallet = () => createWalletClient({ account, chain: mainnet, transport: http(rpcUrl()) })

function openClient() {
  const transport = webSocket(wsUrl(), { reconnect: false, retryCount: 0 })
  const client = createPublicClient({ chain: mainnet, transport })
  ended.push(() => void client.transport.getRpcClient().then((rpc) => rpc.close()))
  return client
}

/** A socket of the page, and the code that it is closed with. */
function open(url: string) {
  const socket = new WebSocket(url)
  ended.push(() => socket.close())
  return {
    socket,
    closed: new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code))),
  }
}

describe('a WebSocket of a page whose worker has the mock', () => {
  it("answers viem's calls, and tells it of blocks, pending transactions and the events of a contract", async () => {
    const client = openClient()
    expect(await client.getChainId()).toBe(1)
    const [blocks, pending, values]: [bigint[], string[], (bigint | undefined)[]] = [[], [], []]
    ended.push(
      client.watchBlocks({ onBlock: ({ number }) => blocks.push(number) }),
      client.watchPendingTransactions({ onTransactions: (hashes) => pending.push(...hashes) }),
      client.watchContractEvent({
        address: usdc,
        abi,
        eventName: 'Transfer',
        args: { from: account.address },
        onLogs: (logs) => values.push(...logs.map(({ args }) => args.value)),
      }),
    )
    await expect.poll(() => running.mock.chain.sockets().flatMap(({ subscriptions }) => subscriptions)).toHaveLength(3)
    const hash = await wallet().writeContract({ address: usdc, abi, functionName: 'transfer', args: [usdc, 7n] })
    await expect.poll(() => values).toEqual([7n])
    await expect.poll(() => pending).toContain(hash)
    const { blockNumber } = await client.getTransactionReceipt({ hash })
    expect(blocks).toContain(blockNumber)
  })

  it('shows in the journal with its calls, and ends when the page closes it', async () => {
    const { socket } = open(wsUrl())
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}')
    await new Promise((resolve) => socket.addEventListener('message', resolve))
    const listed = running.mock.chain.sockets()
    expect(listed).toMatchObject([{ chain: 'EVM', network: '1', calls: 1, subscriptions: [] }])
    socket.close(4001, 'The tab was left.')
    await expect.poll(() => running.mock.chain.sockets()).toEqual([])
    const entry = running.mock.journal.list().find(({ requestId }) => requestId === listed[0]?.socketId)
    expect(entry?.socket?.steps).toMatchObject([
      { step: 'opened' },
      { step: 'called', method: 'eth_chainId', result: '"0x1"' },
      { step: 'closed', code: 4001, reason: 'The tab was left.', by: 'client' },
    ])
  })

  it('is closed at the URL of a network that the service does not have, and when its messages are too long', async () => {
    expect(await open(`${wsUrl()}23456`).closed).toBe(1008)
    const { socket, closed } = open(wsUrl())
    socket.addEventListener('open', () => socket.send('x'.repeat(1_000_001)))
    expect(await closed).toBe(1009)
  })
})
