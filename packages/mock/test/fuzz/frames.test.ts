import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createMock } from '../../src/mock/createMock.ts'
import { mockOptions } from '../hosts/harness.ts'

const frames = process.env.LATCHKEY_TESTS === 'full' ? 100_000 : 4_000
/** How many frames a run sends at once. */
const perRun = 20
const { LATCHKEY_FUZZ_SEED: seed = '20260115', LATCHKEY_FUZZ_PATH: path = '' } = process.env

const methods = fc.oneof(
  fc.constantFrom('eth_subscribe', 'eth_unsubscribe', 'eth_call', 'eth_getLogs', 'eth_getBlockByNumber'),
  fc.constantFrom('accountSubscribe', 'logsSubscribe', 'programSubscribe', 'signatureSubscribe', 'blockSubscribe'),
  fc.constantFrom('slotSubscribe', 'rootSubscribe', 'slotUnsubscribe', 'getBalance'),
  fc.constantFrom('nothing', '__proto__', 'toString'),
)
const words = fc.constantFrom('newHeads', 'logs', 'newPendingTransactions', 'latest', '0x1', 'all', 'confirmed')
const values = fc.oneof(words, fc.jsonValue({ maxDepth: 2 }))
const call = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0'),
    id: fc.oneof(fc.nat(), fc.string()),
    method: methods,
    params: fc.array(values, { maxLength: 3 }),
  },
  { requiredKeys: ['method', 'jsonrpc'] },
)
const frame = fc.oneof(
  { weight: 6, arbitrary: call.map((each) => JSON.stringify(each)) },
  { weight: 1, arbitrary: fc.array(call, { maxLength: 4 }).map((batch) => JSON.stringify(batch)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string() },
)

it(
  `${frames} frames of any content are answered, and the chain goes on`,
  { timeout: 300_000 + 30 * frames },
  async () => {
    const mock = createMock({ ...mockOptions, signing: 'ES256' })
    const property = fc.asyncProperty(
      fc.constantFrom<number | string>(1, 'devnet'),
      fc.array(frame, { minLength: perRun, maxLength: perRun }),
      async (network, texts) => {
        const socket = mock.chain.socket(network)
        const replies: unknown[] = []
        socket.addEventListener('message', (event) => replies.push(JSON.parse((event as MessageEvent<string>).data)))
        await new Promise((resolve) => socket.addEventListener('open', resolve))
        for (const text of texts) socket.send(text)
        await mock.chain.mine()
        socket.send('{"jsonrpc":"2.0","id":"last","method":"nothing"}')
        await expect.poll(() => replies, { interval: 1 }).toContainEqual(expect.objectContaining({ id: 'last' }))
        expect(JSON.stringify(replies)).not.toContain('Internal error')
        socket.close()
      },
    )
    await fc.assert(property, { numRuns: frames / perRun, seed: Number(seed), path })
  },
)
