import { setImmediate } from 'node:timers/promises'
import { createMock } from '@latchkey/mock'
import { type Row, size } from '../row.ts'
import { sandboxOf } from '../sandbox.ts'

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
  return [size('memory per user with credential, wallet and session', (heapUsed() - before) / count, { limit: 3_600 })]
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

const bound = 1_000
const early = 10_000
const late = 1_000_000

/**
 * Measures the heap after many requests that leave no more records than there were: reads, updates and refusals. The
 * journal, the outbox and the events are bounded.
 */
export async function longRun(): Promise<Row[]> {
  const mock = createMock({ journalLimit: bound, outboxLimit: bound, eventLimit: bound })
  const user = await mock.create.user({ email: 'ada@example.com' })
  const { users, headers, page } = sandboxOf(mock)
  const url = `${users}/${user.id}`
  const json = { ...headers, 'content-type': 'application/json' }
  const kinds = [
    () => mock.fetch(url, { headers }),
    (i: number) => mock.fetch(url, { method: 'PUT', headers: json, body: JSON.stringify({ firstName: `Ada ${i}` }) }),
    page('createdAt-desc'),
    () => mock.fetch(url),
    () => mock.fetch(users, { method: 'POST', headers: json, body: '{"email":"ada@example.com"}' }),
  ]
  const send = async (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      await kinds[i % kinds.length]?.(i)
      // A weak reference holds its object until the turn of the event loop ends.
      if (i % 1_000 === 0) await setImmediate()
    }
    return heapUsed()
  }
  const before = await send(0, early)
  const after = await send(early, late)
  return [
    size('heap after 1 000 000 requests, beyond that after 10 000', Math.max(0, after - before), { limit: 5_000_000 }),
  ]
}

/** Bytes of the heap that are in use after a collection. */
export function heapUsed(): number {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
