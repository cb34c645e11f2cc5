import { setImmediate } from 'node:timers/promises'
import { createMock } from '@latchkey/mock'
import { type Row, size } from '../row.ts'

const count = 4_000

/** Measures the memory of a user with a credential, a wallet and a session. The journal keeps nothing here. */
export async function memory(): Promise<Row[]> {
  const mock = createMock({ signing: 'ES256', journalLimit: 0 })
  const add = async (i: number) => {
    const user = await mock.create.user({ email: `user-${i}@example.com`, firstName: 'Ada' })
    await mock.create.wallet(user.id, {
      publicWalletAddress: `0x${i.toString(16).padStart(40, '0')}`,
      chain: 'EVM',
    })
    await mock.signIn(user)
  }
  for (let i = 0; i < 500; i++) await add(i)
  const before = heapUsed()
  for (let i = 500; i < 500 + count; i++) await add(i)
  return [size('memory per user with credential, wallet and session', (heapUsed() - before) / count, { limit: 3_000 })]
}

const mocks = 10_000

/** Measures the rest of mocks that nobody holds any more: their heap, and the timers of their jobs. */
export async function droppedMocks(): Promise<Row[]> {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const drop = async (count: number) => {
    for (let i = 0; i < count; i++) {
      createMock()
      // A weak reference, such as that to a journal, holds its object until the turn of the event loop ends.
      if (i % 100 === 99) await setImmediate()
    }
  }
  await drop(500)
  const before = { heap: heapUsed(), timers: timers() }
  await drop(mocks)
  const added = timers() - before.timers
  const left = size('10 000 mocks, created and dropped', Math.max(0, heapUsed() - before.heap), {
    limit: 1_000_000,
    peer: `${added} timers`,
  })
  return [{ ...left, reached: left.reached && added <= 0 }]
}

/** Bytes of the heap that are in use after a collection. */
export function heapUsed(): number {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
