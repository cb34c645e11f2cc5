import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect as connectTcp, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { MockOptions } from '../mock/createMock.ts'
import { type MockServer, startServer } from './server.ts'

let server: MockServer
let node: MockServer | undefined
afterEach(async () => {
  vi.unstubAllGlobals()
  await server.close()
  await node?.close()
  node = undefined
})

/** A node that answers each call over HTTP. It is closed after the test. */
async function startMuteNode(onUpgrade: (request: IncomingMessage, socket: Duplex) => void): Promise<{ url: string }> {
  const mute = createServer((_, response) => response.end('{"jsonrpc":"2.0","id":0,"result":"0x1"}'))
  mute.on('upgrade', onUpgrade)
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void mute.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(mute.address() as AddressInfo).port}` }
}

type Start = (socketLimits?: MockOptions['socketLimits']) => Promise<void>

const start: Start = async (socketLimits = {}) => {
  server = await startServer({ seed: 'socket limits', socketLimits })
}

/** Another server is the real node. Its own limits are the default ones. */
const startWithNode: Start = async (socketLimits) => {
  await start(socketLimits)
  node = await startServer({ seed: 'a node' })
  await server.mock.chain.attach(1, node.mock.chain.rpcUrl(1))
}

const path = '/__mock/chains/evm/1'

type Reply = { readonly id: number; readonly result?: string; readonly error?: { readonly code: number } }

/** Opens a socket. Its next message, and the end of it, are promised. */
function connect() {
  const socket = new WebSocket(server.url.replace('http', 'ws') + path)
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  const opened = new Promise((resolve) => socket.addEventListener('open', resolve))
  return {
    closed,
    send: async (text: string) => {
      await opened
      socket.send(text)
    },
    /** The reply to a text, or the code that the socket is closed with. */
    async ask(text: string): Promise<unknown> {
      const reply = new Promise((resolve) =>
        socket.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data))), { once: true }),
      )
      await Promise.race([opened, closed])
      if (socket.readyState === socket.OPEN) socket.send(text)
      return Promise.race([reply, closed])
    },
  }
}

const call = (method: string, params: readonly unknown[] = []) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const answered = { jsonrpc: '2.0', id: 1, result: '0x1' }

/** Begins a handshake by hand, so that nothing reads what the server sends. */
function shakeHands(version = '13'): Promise<Socket> {
  const { host, port } = new URL(server.url)
  const lines = [
    `GET ${path} HTTP/1.1`,
    `host: ${host}`,
    'connection: Upgrade',
    'upgrade: websocket',
    `sec-websocket-version: ${version}`,
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  return new Promise((resolve, reject) => {
    const socket = connectTcp(Number(port), '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    socket.once('error', reject)
    socket.once('readable', () => resolve(socket))
  })
}

/** A text frame whose mask is zero (RFC 6455, section 5.2). */
function frameOf(text: string): Buffer {
  const head = Buffer.alloc(14)
  head.writeUInt16BE(0x81_ff)
  head.writeBigUInt64BE(BigInt(text.length), 2)
  return Buffer.concat([head, Buffer.from(text)])
}

describe.each<[string, Start]>([
  ['a simulated chain', start],
  ['a real node', startWithNode],
])('the limits of WebSockets to %s', (_, start) => {
  it('close a socket beyond the limit, and let the next one in once another is closed', async () => {
    await start({ sockets: 2 })
    const [first, second] = [connect(), connect()]
    expect(await first.ask(call('eth_chainId'))).toEqual(answered)
    expect(await second.ask(call('eth_chainId'))).toEqual(answered)
    expect(await connect().closed).toBe(1013)
    await first.send('x'.repeat(1_000_001))
    expect(await first.closed).toBe(1009)
    expect(await connect().ask(call('eth_chainId'))).toEqual(answered)
  })

  it('give back the place of a handshake that fails', async () => {
    await start({ sockets: 1 })
    for (let i = 0; i < 3; i++) (await shakeHands('7')).destroy()
    await expect.poll(() => connect().ask(call('eth_chainId'))).toEqual(answered)
  })

  it('close a socket that never reads, and the server goes on', async () => {
    await start({ sockets: 1, bufferedBytes: 100_000 })
    const deaf = await shakeHands()
    // The reply repeats the id. The buffers of the operating system take the first megabytes.
    const question = JSON.stringify({ jsonrpc: '2.0', id: 'x'.repeat(900_000), method: 'eth_chainId' })
    for (let i = 0; i < 40; i++) deaf.write(frameOf(question))
    await expect.poll(() => connect().ask(call('eth_chainId'))).toEqual(answered)
    deaf.destroy()
  })

  it('refuse each of 10 000 subscriptions of a socket beyond its first 1 000', async () => {
    await start()
    const { ask } = connect()
    const batch = JSON.stringify(
      Array.from({ length: 100 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_subscribe', params: ['newHeads'] })),
    )
    const replies: Reply[] = []
    for (let i = 0; i < 100; i++) replies.push(...((await ask(batch)) as Reply[]))
    expect(new Set(replies.slice(0, 1_000).map(({ result }) => result)).size).toBe(1_000)
    const refused = replies.slice(1_000)
    expect(refused).toHaveLength(9_000)
    expect(refused.filter(({ error }) => error?.code !== -32_005)).toEqual([])
    expect(await connect().ask(call('eth_chainId'))).toEqual(answered)
  })

  it('close a socket that is silent, unless it has a subscription', async () => {
    // A busy machine takes its time until the subscription.
    await start({ silenceMs: 1_000 })
    const [silent, subscriber] = [connect(), connect()]
    expect(await subscriber.ask(call('eth_subscribe', ['syncing']))).toMatchObject({ id: 1 })
    expect(await silent.closed).toBe(1001)
    expect(await connect().closed).toBe(1001)
    expect(await subscriber.ask(call('eth_chainId'))).toEqual(answered)
  })

  it('close a socket whose messages are too long, in bytes, without a network as well', async () => {
    await start({ messageBytes: 200 })
    const { send, closed } = connect()
    await send('é'.repeat(101))
    expect(await closed).toBe(1009)
    const inside = server.mock.chain.socket(1)
    const code = new Promise((resolve) => inside.addEventListener('close', (event) => resolve(event)))
    inside.addEventListener('open', () => inside.send('é'.repeat(101)))
    expect(await code).toMatchObject({ code: 1009 })
  })

  it('close a socket with too many messages that wait for their replies', async () => {
    await start({ waitingMessages: 10 })
    const { send, closed } = connect()
    await Promise.all(Array.from({ length: 100 }, () => send(call('eth_chainId'))))
    expect(await closed).toBe(1008)
  })
})

describe('the limits of WebSockets', () => {
  it.each([
    [{ socket: 1 }, '`socketLimits` has no limit "socket". Did you mean "sockets"?'],
    [{ silenceMs: 0 }, '`socketLimits` takes a whole number of 1 or more as `silenceMs`, not 0.'],
  ])('are refused as %j', async (limits, sentence) => {
    await start()
    await expect(startServer({ socketLimits: limits as MockOptions['socketLimits'] })).rejects.toThrow(sentence)
  })
})

describe('a WebSocket to a real node', () => {
  it('counts as silent again once its subscription has ended', async () => {
    await startWithNode({ silenceMs: 1_000 })
    const { ask, closed } = connect()
    const { result } = (await ask(call('eth_subscribe', ['syncing']))) as Reply
    await setTimeout(1_500)
    expect(await ask(call('eth_unsubscribe', [result]))).toEqual({ jsonrpc: '2.0', id: 1, result: true })
    expect(await closed).toBe(1001)
  })

  it.each<[limits: MockOptions['socketLimits'], code: number]>([
    [{ waitingMessages: 5 }, 1008],
    [{ bufferedBytes: 300 }, 1013],
  ])('is closed with %j when the node answers nothing, by code %i', async (socketLimits, code) => {
    await start(socketLimits)
    const handshakes: Duplex[] = []
    const mute = await startMuteNode((_, socket) => handshakes.push(socket.resume()))
    await server.mock.chain.attach(1, mute.url)
    const { send, closed } = connect()
    for (let id = 0; id < 20; id++) {
      await send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_chainId' }))
      // One after the other, so that they wait for the node and not for each other.
      await setTimeout(5)
    }
    expect(await closed).toBe(code)
    await expect.poll(() => handshakes.map(({ readableEnded }) => readableEnded)).toEqual([true])
  })

  it('sends the credentials of its URL', async () => {
    await start()
    const sent: unknown[] = []
    const mute = await startMuteNode(({ headers, url }, socket) => {
      sent.push(headers.authorization, url)
      socket.destroy()
    })
    await server.mock.chain.attach(1, `${mute.url.replace('//', '//ada:p%C3%A4ss@')}/v3`)
    expect(await connect().closed).toBe(1014)
    expect(sent).toEqual([`Basic ${Buffer.from('ada:päss').toString('base64')}`, '/v3'])
  })

  it('is refused with a sentence where the platform has no client of WebSockets, and HTTP goes on', async () => {
    await startWithNode()
    vi.stubGlobal('WebSocket', undefined)
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': btoa('sixteen bytes :)'),
    }
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(server.url + path, { headers }, resolve).on('error', reject)
      sent.on('upgrade', () => reject(new Error('The socket was opened.'))).end()
    })
    const error =
      'The node of chain 1 has no WebSocket here, since this platform has no client of WebSockets. Node 22 has one.'
    expect([reply.statusCode, JSON.parse(await text(reply))]).toEqual([501, { error, code: 'internal_server_error' }])
    expect(JSON.stringify(server.mock.journal.list())).toContain(error)
    const body = call('eth_chainId')
    const post = await fetch(server.url + path, { method: 'POST', body })
    expect(await post.json()).toEqual(answered)
  })
})
