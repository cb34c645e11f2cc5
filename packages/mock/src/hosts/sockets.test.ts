import { connect as connectTcp } from 'node:net'
import { WebSocketProvider } from 'ethers'
import { createPublicClient, createWalletClient, http, parseAbi, parseEther, webSocket } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MockServer, startServer } from './server.ts'

const account = privateKeyToAccount(`0x${'21'.repeat(32)}`)
const bob = '0x00000000000000000000000000000000000B0b01'

let server: MockServer
beforeEach(async () => {
  server = await startServer({ seed: 'sockets', now: '2026-01-15T09:30:00.000Z' })
})
afterEach(() => server.close())

const wsUrl = (path = '/__mock/chains/evm/1', origin = server.url) => origin.replace('http', 'ws') + path

/** Clients of viem, one over a WebSocket and one over HTTP. */
function viemClients() {
  const transport = webSocket(wsUrl(), { retryCount: 0, reconnect: false })
  const socket = createPublicClient({ chain: mainnet, transport })
  const sender = createWalletClient({ account, chain: mainnet, transport: http(server.mock.chain.rpcUrl(1)) })
  const close = async () => (await transport({ chain: mainnet }).value?.getRpcClient())?.close()
  return { socket, sender, close }
}

/** Repeats what a client hears of, since it does not tell when it begins to listen. */
const untilHeard = (cause: () => Promise<unknown>, heard: readonly unknown[]) =>
  expect
    .poll(async () => {
      await cause()
      return heard.length
    })
    .toBeGreaterThan(0)

describe('viem over a WebSocket', () => {
  it('calls, watches blocks and pending transactions, and sees them once each', async () => {
    const { socket, sender, close } = viemClients()
    await server.mock.chain.fund(account.address, { ether: '5' }, 1)
    expect(await socket.getBalance({ address: account.address })).toBe(parseEther('5'))
    const [blocks, hashes]: [bigint[], string[]] = [[], []]
    const unwatch = [
      socket.watchBlocks({ onBlock: ({ number }) => blocks.push(number) }),
      socket.watchPendingTransactions({ onTransactions: (all) => hashes.push(...all) }),
    ]
    await untilHeard(() => server.mock.chain.mine(), blocks)
    const hash = await sender.sendTransaction({ to: bob, value: 1n })
    await expect.poll(() => hashes).toEqual([hash])
    const height = await socket.getBlockNumber({ cacheTime: 0 })
    await expect.poll(() => blocks.at(-1)).toBe(height)
    expect(blocks).toEqual([...new Set(blocks)])
    for (const end of unwatch) end()
    await close()
  })

  it('watches the events of a token, and hears that a reorganization removed one', async () => {
    const { socket, sender, close } = viemClients()
    const abi = parseAbi([
      'function transfer(address to, uint256 amount) returns (bool)',
      'event Transfer(address indexed from, address indexed to, uint256 amount)',
    ])
    await server.mock.chain.fund(account.address, { ether: '5' }, 1)
    await server.mock.chain.fund(account.address, { token: 'USDC', amount: '50' }, 1)
    const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    const seen: unknown[] = []
    const unwatch = socket.watchContractEvent({
      address,
      abi,
      eventName: 'Transfer',
      args: { to: bob },
      onLogs: (logs) => seen.push(...logs.map(({ args: { amount }, removed }) => [amount, removed])),
    })
    const transfer = (to: `0x${string}`, amount: bigint) =>
      sender.writeContract({ address, abi, functionName: 'transfer', args: [to, amount] })
    await untilHeard(() => transfer(bob, 7n), seen)
    await transfer(account.address, 8n)
    await transfer(bob, 9n)
    await expect.poll(() => seen.at(-1)).toEqual([9n, false])
    await server.mock.chain.reorg(1, { transactions: 'drop' })
    await expect.poll(() => seen.at(-1)).toEqual([9n, true])
    expect(seen).not.toContainEqual([8n, false])
    unwatch()
    await close()
  })
})

describe('ethers over a WebSocket', () => {
  it('calls, and hears of blocks', async () => {
    const provider = new WebSocketProvider(wsUrl(), 1, { staticNetwork: true })
    const blocks: number[] = []
    await provider.on('block', (number: number) => blocks.push(number))
    await untilHeard(() => server.mock.chain.mine(), blocks)
    expect(await provider.getBlockNumber()).toBeGreaterThan(0)
    await provider.destroy()
  })
})

interface Handshake {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The first line of the reply to a request that is written by hand. */
function handshake(path: string, { method = 'GET', headers = {}, body = '' }: Handshake = {}): Promise<string> {
  const { host, port } = new URL(server.url)
  const all = {
    host,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const socket = connectTcp(Number(port), '127.0.0.1', () => {
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
    })
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
      if (!text.includes('\r\n')) return
      socket.destroy()
      resolve(text.split('\r\n')[0] ?? '')
    })
    socket.on('error', reject)
  })
}

describe('the handshake of a WebSocket', () => {
  it('succeeds at the URL of a chain, in the mock and in a world', async () => {
    expect(await handshake('/__mock/chains/evm/1')).toContain(' 101 ')
    expect(await handshake('/w/ada/__mock/chains/solana/devnet')).toContain(' 101 ')
  })

  it.each([
    ['/__mock/chains/evm/123456', {}, 404],
    ['/__mock/chains/evm/1/more', {}, 404],
    ['/api/v0/nothing', {}, 404],
    ['/__mock/chains/evm/1', { host: 'evil.example' }, 403],
    ['/__mock/chains/evm/1', { origin: 'https://evil.example' }, 403],
    ['/w/new/__mock/chains/evm/1', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['/__mock/chains/evm/1', { 'sec-websocket-version': '7' }, 400],
  ])('at %s with %j gets %i', async (path, headers, status) => {
    expect(await handshake(path, { headers })).toContain(` ${status} `)
    expect((await fetch(`${server.url}/__mock/health`)).status).toBe(200)
  })
})

describe('a request that offers another protocol', () => {
  it('is answered as if it had not, with its body', async () => {
    const { id, token } = server.mock.defaults.environments.sandbox
    const body = JSON.stringify({ email: 'ada@example.com' })
    const status = await handshake(`/api/v0/environments/${id}/users`, {
      method: 'POST',
      headers: {
        connection: 'Upgrade, HTTP2-Settings',
        upgrade: 'h2c',
        'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': String(body.length),
      },
      body,
    })
    expect(status).toContain(' 201 ')
    expect(server.mock.counts().users).toBe(1)
  })
})

describe('a server', () => {
  async function open(path?: string, origin = server.url) {
    const socket = new WebSocket(wsUrl(path, origin))
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve())
      socket.addEventListener('error', () => reject(new Error('The socket did not open.')))
    })
    return socket
  }
  const closeOf = (socket: WebSocket) =>
    new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))

  it('closes its WebSockets with itself', async () => {
    const own = await startServer()
    const socket = await open(undefined, own.url)
    const closed = closeOf(socket)
    await own.close()
    expect(await closed).toBe(1001)
  })

  it('closes a WebSocket that sends a message too large, and goes on', async () => {
    const socket = await open()
    const closed = closeOf(socket)
    socket.send('x'.repeat(1_000_001))
    expect(await closed).toBe(1009)
    expect(await open()).toBeDefined()
  })

  it('tells a world nothing of another', async () => {
    const [ada, eve] = [await open('/w/ada/__mock/chains/evm/1'), await open('/w/eve/__mock/chains/evm/1')]
    const heard: string[] = []
    for (const [name, socket] of Object.entries({ ada, eve })) {
      socket.addEventListener('message', ({ data }) => heard.push(`${name} ${String(data)}`))
      socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}')
    }
    await expect.poll(() => heard).toHaveLength(2)
    await server.worlds.get('ada')?.chain.mine()
    await expect.poll(() => heard).toHaveLength(3)
    expect(heard.at(-1)).toContain('ada {"jsonrpc":"2.0","method":"eth_subscription"')
  })
})
