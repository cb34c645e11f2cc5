import type { ServedSocket } from '@latchkey/chains/rpc/sockets/connection'
import { expect, it, onTestFinished } from 'vitest'
import { requestInside } from '../../src/http/sockets.ts'
import { createMock, type MockOptions } from '../../src/mock/createMock.ts'

function open(socketLimits: MockOptions['socketLimits']) {
  const mock = createMock({ seed: 'crowd', socketLimits })
  onTestFinished(() => mock.close())
  /** A client of which nothing is read until a test says so. */
  return async () => {
    const client = { sent: [] as string[], closed: undefined as number | undefined, bufferedBytes: 0 }
    const connection = (await mock.openSocket(requestInside(`${mock.baseUrl}/__mock/chains/evm/1`), {
      send(text) {
        client.sent.push(text)
        client.bufferedBytes += text.length
      },
      close: (code) => void (client.closed = code),
      get bufferedBytes() {
        return client.bufferedBytes
      },
    })) as ServedSocket
    let asked = 0
    const ask = async (method: string, ...params: unknown[]) => {
      asked += 1
      const before = client.sent.length
      connection.receive(JSON.stringify({ jsonrpc: '2.0', id: asked, method, params }))
      await expect.poll(() => client.sent.length > before || client.closed !== undefined).toBe(true)
      return JSON.parse(client.sent.at(-1) ?? '{}') as { result?: string; error?: { code: number; message: string } }
    }
    return { client, ask, leave: () => connection.leave(1000, '') }
  }
}

it('bounds the subscriptions of all sockets, and gives those of a closed one back', async () => {
  const connect = open({ allSubscriptions: 3 })
  const [first, second] = [await connect(), await connect()]
  for (const { ask } of [first, first, second]) expect(await ask('eth_subscribe', 'newHeads')).toHaveProperty('result')
  expect(await second.ask('eth_subscribe', 'newHeads')).toMatchObject({
    error: { code: -32_005, message: 'too many subscriptions: all connections may have 3' },
  })
  first.leave()
  const { result } = await second.ask('eth_subscribe', 'newHeads')
  expect(await second.ask('eth_unsubscribe', result)).toMatchObject({ result: true })
  for (const { ask } of [second, second]) expect(await ask('eth_subscribe', 'newHeads')).toHaveProperty('result')
  expect(await second.ask('eth_subscribe', 'newHeads')).toHaveProperty('error')
})

it('bounds the bytes that wait for all clients, and closes the one for which the most waits', async () => {
  const connect = open({ allBufferedBytes: 2_000, bufferedBytes: 1_500 })
  const [greedy, modest, reading] = [await connect(), await connect(), await connect()]
  const version = () => 'web3_clientVersion'
  while (greedy.client.bufferedBytes < 1_200) await greedy.ask(version())
  while (modest.client.closed === undefined && greedy.client.closed === undefined) await modest.ask(version())
  expect([greedy.client.closed, modest.client.closed]).toEqual([1008, undefined])
  // Who reads is never closed, however much is sent.
  for (let i = 0; i < 40; i++) {
    await reading.ask(version())
    reading.client.bufferedBytes = 0
  }
  expect(reading.client.closed).toBeUndefined()
})
