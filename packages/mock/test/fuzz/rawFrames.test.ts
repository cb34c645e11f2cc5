import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { askOverSocket } from '../support/askOverSocket.ts'

const frames = process.env.LATCHKEY_TESTS === 'full' ? 100_000 : 2_000
/** How many frames a connection sends. */
const perConnection = 20
const { LATCHKEY_FUZZ_SEED: seed = '20260115', LATCHKEY_FUZZ_PATH: path = '' } = process.env

let server: MockServer
beforeAll(async () => {
  server = await startServer({ seed: 'raw frames', socketLimits: { messageBytes: 1_000 } })
})
afterAll(() => server.close())

/** A frame of RFC 6455, section 5.2, with anything in its fields. Its length can be another than it says. */
const frame = fc
  .record({
    start: fc.oneof({ weight: 3, arbitrary: fc.constant(0x81) }, fc.integer({ min: 0, max: 0xff })),
    isMasked: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.boolean()),
    length: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.nat({ max: 127 })),
    mask: fc.uint8Array({ minLength: 4, maxLength: 4 }),
    payload: fc.oneof(
      fc.uint8Array({ maxLength: 125 }),
      fc
        .constantFrom(
          '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}',
          '{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}',
          '{"jsonrpc":"2.0","id":1,"method":"anvil_setBalance","params":["0x0","0x1"]}',
        )
        .map((text) => new TextEncoder().encode(text)),
    ),
  })
  .map(({ start, isMasked, length, mask, payload }) =>
    Buffer.from([
      start,
      (isMasked ? 0x80 : 0) | (length ?? payload.length),
      ...(isMasked ? mask : []),
      ...payload.map((byte, index) => (isMasked ? byte ^ (mask[index % 4] ?? 0) : byte)),
    ]),
  )

/** Opens a socket by hand. */
function shakeHands(): Promise<Socket> {
  const { host, port } = new URL(server.url)
  const lines = [
    'GET /__mock/chains/evm/1 HTTP/1.1',
    `host: ${host}`,
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    socket.once('error', reject)
    socket.once('data', () => resolve(socket))
  })
}

it(`${frames} frames of any bytes end no more than their own socket`, { timeout: 300_000 + 30 * frames }, async () => {
  const property = fc.asyncProperty(
    fc.array(frame, { minLength: perConnection, maxLength: perConnection }),
    async (written) => {
      const socket = await shakeHands()
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.on('error', () => undefined)
      socket.resume()
      for (const each of written) socket.write(each)
      socket.end()
      await closed
      const other = new WebSocket(`${server.url.replace('http', 'ws')}/__mock/chains/evm/1`)
      expect(await askOverSocket(other, '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}')).toMatchObject({
        result: '0x1',
      })
      await expect.poll(() => server.mock.chain.sockets(), { interval: 1 }).toEqual([])
    },
  )
  await fc.assert(property, { numRuns: frames / perConnection, seed: Number(seed), path })
})
