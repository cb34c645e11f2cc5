import { newRecord } from '@latchkey/base/newRecord'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestWorld } from '../../../test/support/world.ts'
import type { Room } from '../../store/roomRecords.ts'
import { transact } from '../../world/world.ts'
import type { Backend } from '../shared/backend.ts'
import { commitSpending, reserve, spentUnder } from './spending.ts'

const world = createTestWorld()
const [environmentId = ''] = [...world.store.reader.environments.all()].map(({ id }) => id)
const act = <T>(rule: (backend: Backend) => T): T => transact(world, rule) as T

/** Each test has a wallet of its own. */
let keySet: { readonly id: string; readonly environmentId: string }
beforeEach(() => {
  keySet = { id: act(({ newId }) => newId()), environmentId }
})

const addRoom = (fields: Partial<Room> = {}): Room =>
  act((backend) =>
    backend.store.rooms.put({
      ...newRecord(backend),
      environmentId,
      openerId: keySet.id,
      state: 'bound',
      type: 'threshold',
      expiresAt: backend.clock.isoIn(60_000),
      seats: [],
      boxes: [],
      posts: {},
      ...fields,
    }),
  )
const end = (room: Room) => act(({ store }) => store.rooms.put({ ...room, state: 'completed' }))
const charge = (room: Room, amount: bigint, transactionId?: string) =>
  act((backend) => reserve(backend, keySet, { room, charges: [{ ruleId: 'rule', amount }], transactionId }))
const chargeEach = (room: Room, ...ruleIds: readonly string[]) =>
  act((backend) => reserve(backend, keySet, { room, charges: ruleIds.map((ruleId) => ({ ruleId, amount: 5n })) }))
const commit = ({ id }: Room) => act((backend) => commitSpending(backend, keySet, id))
const spent = (transactionId?: string, ruleId = 'rule') =>
  act((backend) => spentUnder(backend, keySet, { ruleId, transactionId }))
const record = () => world.store.reader.policySpending.find('byKeySet', [keySet.id, 'rule'])

describe('a reservation', () => {
  it('counts while its room can end in a signature', () => {
    expect(spent()).toBe(0n)
    const [first, second] = [addRoom(), addRoom({ state: 'running' })]
    charge(first, 5n)
    charge(second, 7n)
    expect(spent()).toBe(12n)
    end(first)
    expect(spent()).toBe(7n)
  })

  it('does not count without its room, or in a room that has expired', () => {
    charge(addRoom({ expiresAt: world.clock.iso() }), 5n)
    charge({ ...addRoom(), id: 'no room' }, 7n)
    expect(spent()).toBe(0n)
  })

  it('is replaced by the next one of its room', () => {
    const room = addRoom()
    charge(room, 5n)
    charge(room, 7n)
    expect(spent()).toBe(7n)
  })

  it('is of one wallet and one rule', () => {
    charge(addRoom(), 5n)
    expect(spent(undefined, 'other')).toBe(0n)
    keySet = { ...keySet, id: 'other' }
    expect(spent()).toBe(0n)
  })

  it('is there for each rule that is charged', () => {
    chargeEach(addRoom(), 'rule', 'other')
    expect([spent(), spent(undefined, 'other')]).toEqual([5n, 5n])
  })

  it('is forgotten after its room, with its transaction', () => {
    const [first, second, third] = [addRoom(), addRoom(), addRoom()]
    charge(first, 5n, 'payment')
    charge(second, 7n, 'other payment')
    charge(third, 9n)
    expect(record()).toMatchObject({
      environmentId,
      keySetId: keySet.id,
      ruleId: 'rule',
      committed: '0',
      reserved: { [first.id]: '5', [second.id]: '7', [third.id]: '9' },
      transactions: { [first.id]: 'payment', [second.id]: 'other payment' },
    })
    end(first)
    charge(third, 10n)
    expect(record()?.reserved).toEqual({ [second.id]: '7', [third.id]: '10' })
    expect(record()?.transactions).toEqual({ [second.id]: 'other payment' })
  })
})

describe('the signatures of one transaction', () => {
  it('reserve its largest amount once', () => {
    charge(addRoom(), 5n, 'payment')
    charge(addRoom(), 7n, 'payment')
    charge(addRoom(), 6n, 'payment')
    expect(spent()).toBe(7n)
    charge(addRoom(), 10n, 'other payment')
    expect(spent()).toBe(17n)
  })

  it('do not count for another one of them', () => {
    const room = addRoom()
    charge(room, 5n, 'payment')
    charge(addRoom(), 7n, 'other payment')
    expect(spent('payment')).toBe(7n)
    commit(room)
    expect(spent('payment')).toBe(7n)
    expect(spent()).toBe(12n)
  })

  it('are spent once, by the largest amount', () => {
    const rooms = [addRoom(), addRoom(), addRoom()] as const
    charge(rooms[0], 5n, 'payment')
    commit(rooms[0])
    charge(rooms[1], 7n, 'payment')
    // Of the second signature, 5 are spent.
    expect(spent()).toBe(7n)
    commit(rooms[1])
    expect(record()).toMatchObject({ committed: '7', charged: { payment: '7' }, reserved: {}, transactions: {} })
    charge(rooms[2], 6n, 'payment')
    expect(spent()).toBe(7n)
    commit(rooms[2])
    expect(record()).toMatchObject({ committed: '7', charged: { payment: '7' } })
  })
})

describe('commitSpending', () => {
  it('turns the reservation of a room into what is spent, and leaves the others', () => {
    const [first, second] = [addRoom(), addRoom()]
    charge(first, 5n)
    charge(second, 7n)
    commit(first)
    end(first)
    expect(spent()).toBe(12n)
    expect(record()).toMatchObject({ committed: '5', reserved: { [second.id]: '7' } })
    expect(record()?.charged).toEqual({})
    end(second)
    expect(spent()).toBe(5n)
  })

  it('adds to what is spent', () => {
    for (const amount of [5n, 7n]) {
      const room = addRoom()
      charge(room, amount)
      commit(room)
    }
    expect(record()).toMatchObject({ committed: '12', reserved: {} })
  })

  it('keeps what other transactions have cost', () => {
    for (const payment of ['payment', 'other payment']) {
      const room = addRoom()
      charge(room, 5n, payment)
      commit(room)
    }
    expect(record()?.charged).toEqual({ payment: '5', 'other payment': '5' })
    expect(spent('payment')).toBe(5n)
  })

  it('does nothing for a room without a reservation', () => {
    charge(addRoom(), 5n)
    const before = record()
    commit(addRoom())
    expect(record()).toEqual(before)
  })

  it('does so under each rule', () => {
    const room = addRoom()
    chargeEach(addRoom(), 'first')
    chargeEach(room, 'other', 'rule')
    commit(room)
    end(room)
    expect([spent(), spent(undefined, 'other')]).toEqual([5n, 5n])
  })
})
