import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../mock/createMock.ts'

let mock: Mock
beforeEach(() => (mock = createMock({ seed: 'sockets', now: '2026-01-15T09:30:00.000Z' })))

const ada = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

/** An open socket, and what it has received. */
async function connect(network: number | string = 1) {
  const socket = mock.chain.socket(network)
  const received: Record<string, unknown>[] = []
  socket.addEventListener('message', (event) =>
    received.push(JSON.parse((event as MessageEvent<string>).data) as Record<string, unknown>),
  )
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  let lastId = 0
  return {
    socket,
    received,
    async ask(method: string, ...params: unknown[]) {
      const id = ++lastId
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      return new Promise<{ result?: unknown; error?: { code: number; message: string } }>((resolve) =>
        socket.addEventListener('message', function listen() {
          const reply = received.at(-1)
          if (reply?.id !== id) return
          socket.removeEventListener('message', listen)
          resolve(reply)
        }),
      )
    },
    /** The results of a subscription so far. */
    resultsOf: (subscription: unknown) =>
      received.flatMap(({ params }) => {
        const { subscription: id, result } = (params ?? {}) as { subscription?: unknown; result?: unknown }
        return id === subscription ? [result] : []
      }),
  }
}

/** Long enough for news that must not come. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 30))

const closeOf = (socket: EventTarget) =>
  new Promise((resolve) => socket.addEventListener('close', resolve, { once: true }))

describe('a socket of an EVM chain', () => {
  it('answers what the chain answers over HTTP, and batches in their order', async () => {
    const { socket, ask, received } = await connect()
    await mock.chain.fund(ada, { ether: '2' }, 1)
    expect((await ask('eth_getBalance', ada, 'latest')).result).toBe('0x1bc16d674ec80000')
    socket.send('[{"jsonrpc":"2.0","id":"a","method":"eth_chainId"},{"jsonrpc":"2.0","id":"b","method":"eth_nothing"}]')
    await expect.poll(() => received.at(-1)).toBeInstanceOf(Array)
    expect(received.at(-1)).toMatchObject([
      { id: 'a', result: '0x1' },
      { id: 'b', error: { code: -32_601 } },
    ])
  })

  it('tells of each new block, and of none of another chain or after the subscription has ended', async () => {
    const { ask, resultsOf } = await connect()
    const { result: id } = await ask('eth_subscribe', 'newHeads')
    await mock.chain.mine({ blocks: 2 })
    await mock.chain.mine({ networkId: 137 })
    await expect.poll(() => resultsOf(id)).toMatchObject([{ number: '0x1' }, { number: '0x2' }])
    expect(Object.keys(resultsOf(id)[0] as object)).not.toContain('transactions')
    expect((await ask('eth_unsubscribe', id)).result).toBe(true)
    await mock.chain.mine()
    await settle()
    expect(resultsOf(id)).toHaveLength(2)
    expect((await ask('eth_unsubscribe', id)).error).toEqual({ code: -32_000, message: 'subscription not found' })
  })

  it('announces each transaction once, by its hash or as a whole where a client asks for that', async () => {
    const wallet = privateKeyToAccount(`0x${'17'.repeat(32)}`)
    await mock.chain.fund(wallet.address, { ether: '1' }, 1)
    await mock.chain.setAutomine(false)
    const { ask, resultsOf } = await connect()
    const [hashes, bodies] = [
      (await ask('eth_subscribe', 'newPendingTransactions')).result,
      (await ask('eth_subscribe', 'newPendingTransactions', true)).result,
    ]
    const fields = { chainId: 1, nonce: 0, to: ada, value: 5n, gas: 21_000n, maxFeePerGas: 3_000_000_000n } as const
    const raw = await wallet.signTransaction({ ...fields, type: 'eip1559', maxPriorityFeePerGas: 1n })
    const { result: hash } = await ask('eth_sendRawTransaction', raw)
    await expect.poll(() => resultsOf(bodies)).toHaveLength(1)
    expect(resultsOf(bodies)).toMatchObject([
      { hash, from: wallet.address.toLowerCase(), value: '0x5', blockHash: null },
    ])
    expect(resultsOf(hashes)).toEqual([hash])
    await mock.chain.mine()
    await settle()
    expect([resultsOf(bodies).length, resultsOf(hashes)]).toEqual([1, [hash]])
  })

  it('tells of the blocks that replace others', async () => {
    await mock.chain.mine({ blocks: 3 })
    const { ask, resultsOf } = await connect()
    const { result: id } = await ask('eth_subscribe', 'newHeads')
    await mock.chain.mine()
    await mock.chain.reorg(2)
    await expect
      .poll(() => resultsOf(id).map((head) => Number((head as { number: string }).number)))
      .toEqual([4, 3, 4, 5])
  })

  it.each([
    ['eth_subscribe', ['nothing'], [-32_601, 'no "nothing" subscription in eth namespace']],
    ['eth_subscribe', [], [-32_601, 'no "undefined" subscription in eth namespace']],
    ['eth_subscribe', ['logs', { address: 'ada' }], [-32_602, 'address']],
    ['eth_subscribe', ['newPendingTransactions', 'yes'], [-32_602, 'true or false']],
    ['eth_unsubscribe', ['0x1'], [-32_000, 'subscription not found']],
    ['accountSubscribe', [], [-32_601, 'does not exist']],
  ] as const)('refuses %s of %j', async (method, params, [code, sentence]) => {
    const { ask } = await connect()
    const { error } = await ask(method, ...params)
    expect(error).toMatchObject({ code })
    expect(error?.message).toContain(sentence)
  })

  it('refuses texts that are no JSON, and goes on', async () => {
    const { socket, ask, received } = await connect()
    socket.send('{')
    socket.send('{"id":"a"}')
    expect((await ask('eth_chainId')).result).toBe('0x1')
    expect(received.slice(0, 2)).toMatchObject([{ error: { code: -32_700 } }, { error: { code: -32_600 } }])
  })

  it('takes a thousand subscriptions, and refuses one more', async () => {
    const { ask } = await connect()
    for (let i = 0; i < 1_000; i++) await ask('eth_subscribe', 'syncing')
    expect((await ask('eth_subscribe', 'syncing')).error).toMatchObject({ code: -32_005 })
    expect((await ask('eth_unsubscribe', `0x${'1'.padStart(32, '0')}`)).result).toBe(true)
    expect((await ask('eth_subscribe', 'syncing')).result).toBeDefined()
  })
})

describe('a socket', () => {
  it('fails for a chain that the service does not have', async () => {
    const socket = mock.chain.socket(123_456)
    expect(await closeOf(socket)).toMatchObject({ code: 1006 })
  })

  it('is closed with the mock', async () => {
    const { socket } = await connect()
    const closed = closeOf(socket)
    mock.close()
    expect(await closed).toMatchObject({ code: 1001, reason: 'The mock was closed.' })
    expect(socket.readyState).toBe(socket.CLOSED)
  })

  it('hears nothing of a fork', async () => {
    const { ask, resultsOf } = await connect()
    const { result: id } = await ask('eth_subscribe', 'newHeads')
    await mock.fork().chain.mine()
    await settle()
    expect(resultsOf(id)).toEqual([])
  })
})
