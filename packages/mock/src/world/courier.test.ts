import { beforeEach, describe, expect, it } from 'vitest'
import { createTestWorld } from '../../test/support/world.ts'
import type { Letter, Receipt } from '../effects/messageReceiver.ts'
import type { OutboxMessage } from '../store/outsideRecords.ts'
import { type CourierOptions, createCourier } from './courier.ts'
import { writeLetter } from './writeLetter.ts'

/** The ids of messages, in the order in which the receiver got them. */
let received: string[]
let answer: (letter: Letter) => Receipt | Promise<Receipt>

beforeEach(() => {
  received = []
  answer = () => ({ outcome: 'delivered', reply: '250 OK' })
})

const start = (options: Partial<CourierOptions> = {}) =>
  createCourier({
    receiverOf: (channel) => ({
      channel,
      prepare: async () => undefined,
      async send(letter) {
        received.push(letter.id)
        return answer(letter)
      },
    }),
    write: (message) => writeLetter(createTestWorld(), message),
    changed: () => undefined,
    noteUse: () => undefined,
    report: (cause) => {
      throw cause
    },
    limit: 100,
    retriesAfterMs: [1, 1],
    ...options,
  })

const message = (id: string, to: string): OutboxMessage => ({
  id,
  createdAt: '2026-01-15T09:30:00.000Z',
  channel: 'email',
  to,
  text: 'Hello',
})

describe('a courier', () => {
  it('gives up after its retries', async () => {
    answer = () => ({ outcome: 'failed', reply: '451 later' })
    const courier = start()
    courier.take([message('a', 'ada@example.com')])
    await expect.poll(() => courier.deliveryOf('a')?.status).toBe('refused')
    expect(courier.deliveryOf('a')).toEqual({ status: 'refused', attempts: 3, reply: '451 later' })
    expect(received).toEqual(['a', 'a', 'a'])
  })

  it('sends to one address in order, and lets a slow one hold up no other', async () => {
    let deliver: (receipt: Receipt) => void = () => undefined
    answer = ({ id }) =>
      id === 'a1' ? new Promise((resolve) => (deliver = resolve)) : { outcome: 'delivered', reply: '250 OK' }
    const courier = start()
    courier.take([
      message('a1', 'ada@example.com'),
      message('a2', 'ada@example.com'),
      message('b1', 'bob@example.com'),
      message('b2', 'bob@example.com'),
    ])
    await expect.poll(() => courier.deliveryOf('b2')?.status).toBe('delivered')
    expect(received).toEqual(['a1', 'b1', 'b2'])
    deliver({ outcome: 'delivered', reply: '250 OK' })
    await expect.poll(() => courier.deliveryOf('a2')?.status).toBe('delivered')
    expect(received).toEqual(['a1', 'b1', 'b2', 'a2'])
  })

  it('has five messages on their way at most', async () => {
    answer = () => new Promise(() => undefined)
    const courier = start()
    courier.take(Array.from({ length: 8 }, (_, index) => message(`${index}`, `${index}@example.com`)))
    await expect.poll(() => received.length).toBe(5)
    expect(courier.deliveryOf('7')).toEqual({ status: 'waiting', attempts: 0 })
  })

  it('remembers the latest deliveries, and gives those that have ended to a fork', async () => {
    answer = ({ to }) =>
      to.startsWith('slow') ? new Promise(() => undefined) : { outcome: 'delivered', reply: '250 OK' }
    const courier = start({ limit: 2 })
    for (const id of ['a', 'b', 'c']) courier.take([message(id, `${id}@example.com`)])
    await expect.poll(() => courier.deliveryOf('c')?.status).toBe('delivered')
    courier.take([message('d', 'slow@example.com')])
    expect(courier.deliveryOf('a')).toBeUndefined()
    const fork = start({ ended: courier.ended() })
    expect([fork.deliveryOf('c')?.status, fork.deliveryOf('d')]).toEqual(['delivered', undefined])
  })

  it('sends nothing more after it was closed', async () => {
    answer = () => ({ outcome: 'failed', reply: '451 later' })
    // Closed as soon as the first attempt has failed, before the second one is due.
    const courier = start({ retriesAfterMs: [1], changed: () => courier.close() })
    courier.take([message('a', 'ada@example.com')])
    await expect.poll(() => courier.deliveryOf('a')?.attempts).toBe(1)
    courier.take([message('b', 'bob@example.com')])
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(received).toEqual(['a'])
  })
})
