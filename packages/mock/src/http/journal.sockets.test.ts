import { afterEach, describe, expect, it } from 'vitest'
import { type MockServer, startServer } from '../hosts/server.ts'
import type { MockOptions } from '../mock/createMock.ts'

const now = '2026-01-15T09:30:00.000Z'
let server: MockServer
let node: MockServer | undefined
afterEach(async () => {
  await server.close()
  await node?.close()
  node = undefined
})

async function start(options: MockOptions = {}): Promise<void> {
  server = await startServer({ seed: 'sockets in the journal', now, frozen: true, ...options })
}

const path = '/__mock/chains/evm/1'
const wsUrl = (at = path) => server.url.replace('http', 'ws') + at

async function open(at?: string) {
  const socket = new WebSocket(wsUrl(at))
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  return {
    socket,
    ask(text: string): Promise<{ readonly result?: unknown }> {
      const reply = new Promise<string>((resolve) =>
        socket.addEventListener('message', ({ data }) => resolve(String(data)), { once: true }),
      )
      socket.send(text)
      return reply.then((data) => JSON.parse(data) as { result?: unknown })
    },
  }
}

const callOf = (method: string, params: unknown = [], id = 1) => ({ jsonrpc: '2.0', id, method, params })
const call = (method: string, params?: unknown) => JSON.stringify(callOf(method, params))
const sockets = () => server.mock.journal.list().filter(({ socket }) => socket !== undefined)
const steps = () => sockets().flatMap(({ socket }) => socket?.steps ?? [])
/** The latest step, once it is of this kind. */
const latest = async (step: string) => {
  await expect.poll(() => steps().at(-1)?.step).toBe(step)
  return steps().at(-1)
}
const refusedHandshake = async (at: string, headers: Record<string, string> = {}) => {
  const socket = new WebSocket(wsUrl(at), { headers } as never)
  await new Promise((resolve) => socket.addEventListener('error', resolve))
}

describe('a WebSocket in the journal', () => {
  it('is one entry with its calls, their answers, and how it was closed', async () => {
    await start()
    const { socket, ask } = await open()
    await ask(call('eth_chainId'))
    await ask(call('eth_getBalance', ['0x0']))
    await ask(JSON.stringify([callOf('eth_blockNumber'), callOf('eth_nothing', [], 2)]))
    await ask('{')
    socket.close(4001, 'The page was left.')
    await latest('closed')
    expect(sockets()).toEqual([
      {
        requestId: expect.stringMatching(/^sock_/),
        at: now,
        method: 'GET',
        path,
        status: 101,
        params: {},
        query: {},
        socket: {
          isOpen: false,
          calls: 5,
          steps: [
            { at: now, step: 'opened' },
            { step: 'called', method: 'eth_chainId', params: '[]', result: '"0x1"' },
            {
              step: 'called',
              method: 'eth_getBalance',
              params: '["0x0"]',
              error: expect.objectContaining({ code: -32_602 }),
            },
            { step: 'called', method: 'eth_blockNumber', result: expect.stringMatching(/^"0x/) },
            { step: 'called', method: 'eth_nothing', error: expect.objectContaining({ code: -32_601 }) },
            { step: 'called', error: { code: -32_700, message: 'The body is not valid JSON.' } },
            { step: 'closed', code: 4001, reason: 'The page was left.', by: 'client' },
          ].map((step) => expect.objectContaining(step)),
        },
      },
    ])
    expect(steps()[1]?.durationMs).toBeGreaterThanOrEqual(0)
  })

  it('says why the mock closed it', async () => {
    await start({ socketLimits: { sockets: 1, messageBytes: 100 } })
    const { socket } = await open()
    await open()
    expect(await latest('closed')).toMatchObject({
      code: 1013,
      by: 'mock',
      reason: 'A mock has at most 1 open sockets.',
    })
    server.mock.journal.clear()
    socket.send('x'.repeat(101))
    expect(await latest('closed')).toMatchObject({ code: 1009, by: 'mock', reason: 'The message is too long.' })
    const inside = server.mock.chain.socket(1)
    await new Promise((resolve) => inside.addEventListener('open', resolve))
    server.mock.close()
    expect(await latest('closed')).toMatchObject({ code: 1001, by: 'mock', reason: 'The mock was closed.' })
  })

  it('shows refused handshakes by URL and reason, with the page that wanted the socket', async () => {
    await start()
    await refusedHandshake('/__mock/chains/evm/123456')
    for (const origin of ['https://evil.example', 'https://eve.example']) await refusedHandshake(path, { origin })
    expect(sockets().map(({ status, reply, ...entry }) => [entry.path, status, reply, entry.socket])).toEqual([
      [
        '/__mock/chains/evm/123456',
        404,
        { error: 'The service has no chain at this URL.' },
        { isOpen: false, calls: 0, steps: [{ at: now, step: 'refused' }] },
      ],
      [
        path,
        403,
        { error: expect.stringContaining('Pages of this origin may not call this URL.') },
        {
          isOpen: false,
          calls: 0,
          steps: ['https://evil.example', 'https://eve.example'].map((origin) => ({
            at: now,
            step: 'refused',
            origin,
          })),
        },
      ],
    ])
  })

  it('has no more than 100 entries for handshakes that are refused at ever other URLs', async () => {
    await start()
    for (let i = 0; i < 130; i++) await refusedHandshake(`/__mock/chains/evm/${100_000 + i}`)
    expect(sockets()).toHaveLength(101)
    expect(sockets().at(-1)?.socket?.steps).toHaveLength(30)
  })

  it('keeps the latest 50 steps, the beginning of long texts, and all after the journal is emptied', async () => {
    await start()
    const { ask } = await open()
    for (let i = 0; i < 60; i++) await ask(call('web3_sha3', [`0x${String(i).padStart(4_000, '0')}`]))
    const [entry] = sockets()
    expect(entry?.socket?.calls).toBe(60)
    expect(entry?.socket?.steps).toHaveLength(50)
    expect(JSON.stringify(entry).length).toBeLessThan(50 * 1_000)
    server.mock.journal.clear()
    expect(sockets()).toEqual([])
    await ask(call('eth_chainId'))
    expect(sockets()).toMatchObject([
      { requestId: entry?.requestId, socket: { isOpen: true, calls: 61, steps: [{ method: 'eth_chainId' }] } },
    ])
  })

  it('hides passwords of keys, secrets by their name, and all of a URL but its host', async () => {
    await start()
    const { ask } = await open()
    await ask(call('personal_unlockAccount', ['0x0', 'correct-horse']))
    await ask(call('eth_call', [{ password: 'battery-staple', urls: ['https://ada:pass@node.example/v3/key?x=1'] }]))
    await ask(call('anvil_reset', [{ forking: { jsonRpcUrl: 'https://node.example/v3/key' } }]))
    const journal = JSON.stringify(sockets())
    expect(journal).toContain('https://node.example')
    expect(journal).not.toMatch(/horse|staple|ada:|v3|key/)
  })

  it('tells watchers of the journal of each step', async () => {
    await start()
    const heard: unknown[] = []
    server.mock.journal.watch(({ socket }) => heard.push([socket?.isOpen, socket?.steps.at(-1)?.step]))
    const { socket, ask } = await open()
    await ask(call('eth_chainId'))
    socket.close()
    await latest('closed')
    expect(heard).toEqual([
      [true, 'opened'],
      [true, 'called'],
      [false, 'closed'],
    ])
  })

  it('cannot be sent again', async () => {
    await start()
    await open()
    const { requestId = '' } = sockets()[0] ?? {}
    await expect(server.mock.journal.sendAgain(requestId)).rejects.toThrow(`the journal has no request "${requestId}".`)
  })

  it('has the calls that a real node answers, and those that may not reach it', async () => {
    await start()
    node = await startServer({ seed: 'a node', now })
    await server.mock.chain.attach(1, node.mock.chain.rpcUrl(1))
    const { ask } = await open()
    await ask(call('eth_chainId'))
    await ask(call('eth_nothing'))
    const { result } = await ask(call('eth_subscribe', ['newHeads']))
    expect(server.mock.chain.sockets()).toMatchObject([{ calls: 3, subscriptions: [{ id: result }] }])
    await ask(call('eth_unsubscribe', [result]))
    await ask(call('eth_sendTransaction', [{}]))
    expect(steps()).toMatchObject([
      { step: 'opened' },
      { method: 'eth_chainId', result: '"0x1"' },
      { method: 'eth_nothing', error: { code: -32_601 } },
      { method: 'eth_subscribe', params: '["newHeads"]', result: JSON.stringify(result) },
      { method: 'eth_unsubscribe', result: 'true' },
      { method: 'eth_sendTransaction', error: { code: expect.any(Number) } },
    ])
    expect(server.mock.chain.sockets()).toMatchObject([{ calls: 5, subscriptions: [] }])
  })
})

describe('chain.sockets()', () => {
  it('lists the open WebSockets with their subscriptions, also over HTTP', async () => {
    await start()
    const { socket, ask } = await open()
    const { result } = await ask(
      call('eth_subscribe', ['logs', { address: '0x0000000000000000000000000000000000000001' }]),
    )
    const { ask: askSolana } = await open('/__mock/chains/solana/devnet')
    await askSolana(call('slotSubscribe'))
    const listed = server.mock.chain.sockets()
    expect(listed).toEqual([
      {
        socketId: sockets()[0]?.requestId,
        chain: 'EVM',
        network: '1',
        openedAt: now,
        calls: 1,
        subscriptions: [
          {
            id: result,
            method: 'eth_subscribe',
            params: '["logs",{"address":"0x0000000000000000000000000000000000000001"}]',
          },
        ],
      },
      expect.objectContaining({
        chain: 'SOL',
        network: 'devnet',
        subscriptions: [{ id: expect.any(Number), method: 'slotSubscribe', params: '[]' }],
      }),
    ])
    const response = await fetch(`${server.url}/__mock/v1/chain/sockets`)
    expect(await response.json()).toEqual({ sockets: listed })
    socket.close()
    await expect.poll(() => server.mock.chain.sockets().map(({ chain }) => chain)).toEqual(['SOL'])
  })
})
