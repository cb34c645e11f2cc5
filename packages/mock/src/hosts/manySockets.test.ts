import { createWalletClient, http, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type MockServer, startServer } from './server.ts'

const account = privateKeyToAccount(`0x${'21'.repeat(32)}`)
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const abi = parseAbi(['function transfer(address to, uint256 amount) returns (bool)'])

let server: MockServer
beforeEach(async () => {
  server = await startServer({ seed: 'many sockets', now: '2026-01-15T09:30:00.000Z' })
  await server.mock.chain.fund(account.address, { ether: '5' }, 1)
  await server.mock.chain.fund(account.address, { token: 'USDC', amount: '50' }, 1)
})
afterEach(() => server.close())

interface Head {
  readonly number: string
  readonly hash: string
  readonly parentHash: string
}

interface Log {
  readonly data: string
  readonly removed: boolean
}

/** A client that has subscribed to the blocks and the logs of a token, with what it hears. */
async function subscribe() {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/__mock/chains/evm/1`)
  const heads: Head[] = []
  const logs: (readonly [amount: number, removed: boolean])[] = []
  const ids: string[] = []
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('The socket did not open.')))
    socket.addEventListener('open', () => {
      for (const params of [['newHeads'], ['logs', { address: usdc }]])
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params }))
    })
    socket.addEventListener('message', ({ data }) => {
      const { result: id, params } = JSON.parse(String(data))
      if (id) ids.push(id)
      else if (params.subscription === ids[0]) heads.push(params.result as Head)
      else logs.push([Number((params.result as Log).data), (params.result as Log).removed])
      if (ids.length === 2) resolve()
    })
  })
  return { heads, logs }
}

it('tells each of 1 000 subscribers all blocks and logs in their order, also those that a reorganization replaces', async () => {
  const { mock } = server
  const sender = createWalletClient({ account, chain: mainnet, transport: http(mock.chain.rpcUrl(1)) })
  const transfer = (amount: bigint) =>
    sender.writeContract({ address: usdc, abi, functionName: 'transfer', args: [account.address, amount] })
  const clients: Awaited<ReturnType<typeof subscribe>>[] = []
  for (let i = 0; i < 20; i++) clients.push(...(await Promise.all(Array.from({ length: 50 }, subscribe))))

  for (const amount of [7n, 8n, 9n]) await transfer(amount)
  await mock.chain.reorg(2, { transactions: 'drop' })
  await transfer(5n)
  await mock.chain.mine({ blocks: 20 })

  const heard = () => clients.filter(({ heads, logs }) => heads.length >= 27 && logs.length >= 6).length
  await expect.poll(heard).toBe(1_000)
  const [{ heads }] = clients as [(typeof clients)[number]]
  const first = Number(heads[0]?.number)
  const rising = (from: number, length: number) => Array.from({ length }, (_, index) => from + index)
  expect(heads.map(({ number }) => Number(number))).toEqual([...rising(first, 3), ...rising(first + 1, 24)])
  // Each block follows the one before, except for the first that replaces others.
  const breaks = heads.flatMap(({ parentHash }, index) =>
    index > 0 && parentHash !== heads[index - 1]?.hash ? [index] : [],
  )
  expect(breaks).toEqual([3])
  expect(heads[3]?.parentHash).toBe(heads[0]?.hash)
  const logs = [
    [7, false],
    [8, false],
    [9, false],
    [9, true],
    [8, true],
    [5, false],
  ]
  const hashes = heads.map(({ hash }) => hash)
  for (const client of clients) {
    expect(client.heads.map(({ hash }) => hash)).toEqual(hashes)
    expect(client.logs).toEqual(logs)
  }
})
