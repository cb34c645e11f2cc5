import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestWorld } from '../test/world.ts'
import type { Backend } from './backend.ts'
import { defaultIds } from './control/seedDefaults.ts'
import { createUser } from './domain/users/users.ts'
import { sleep } from './effects/clock.ts'
import { transact, type World } from './world.ts'

const environmentId = defaultIds.sandbox
const addUser = (backend: Backend, email = 'ada@example.com') =>
  createUser(backend, { environmentId, fields: { email } })
const kept = () => ({
  users: world.store.reader.users.count('byCreatedAt', [environmentId]),
  events: world.store.reader.events.count('byCreatedAt', [environmentId]),
})
let world: World
let before: ReturnType<typeof kept>

beforeEach(() => {
  world = createTestWorld()
  before = kept()
})
afterEach(() => vi.restoreAllMocks())

describe('a transaction that takes time', () => {
  it('is kept with its events once its work is done', async () => {
    let resolve: (result: string) => void = expect.fail
    const running = transact(world, async (backend) => {
      addUser(backend)
      return new Promise<string>((done) => (resolve = done))
    })
    await Promise.resolve()
    expect(kept()).toEqual(before)
    resolve('signed')
    expect(await running).toBe('signed')
    expect(kept()).toEqual({ users: before.users + 1, events: before.events + 1 })
  })

  it('keeps nothing when its work fails', async () => {
    const failing = transact(world, async (backend) => {
      addUser(backend)
      await sleep(1)
      throw new TypeError('The key is gone.')
    })
    await expect(failing).rejects.toThrow('The key is gone.')
    expect(kept()).toEqual(before)
    await transact(world, (backend) => addUser(backend))
    expect(kept().users).toBe(before.users + 1)
  })

  it('keeps nothing when its events fail', async () => {
    const failing = transact(world, async (backend) => {
      addUser(backend)
      // From here on only the events need ids.
      vi.spyOn(world.random, 'uuid').mockImplementation(() => {
        throw new TypeError('There are no ids left.')
      })
    })
    await expect(failing).rejects.toThrow('There are no ids left.')
    expect(kept()).toEqual(before)
  })

  it('lets the next one begin only when it has ended', async () => {
    const order: string[] = []
    const first = transact(world, () => sleep(5).then(() => order.push('first')))
    const second = transact(world, () => order.push('second'))
    expect(order).toEqual([])
    await Promise.all([first, second])
    expect(order).toEqual(['first', 'second'])
  })
})

describe('a transaction whose commit is told to one who fails', () => {
  const works: [name: string, work: (backend: Backend) => string | Promise<string>][] = [
    ['at once', (backend) => addUser(backend).id],
    ['later', async (backend) => addUser(backend).id],
  ]

  it.each(works)('is kept and gives its result all the same, when it is done %s', async (_, work) => {
    const faults: unknown[] = []
    world.report = (cause) => faults.push(cause)
    world.onCommit = () => {
      throw new RangeError('The next job cannot be read.')
    }
    const id = await transact(world, work)
    expect(world.store.reader.users.get(id)).toMatchObject({ environmentId })
    expect(kept()).toEqual({ users: before.users + 1, events: before.events + 1 })
    expect(faults).toEqual([new RangeError('The next job cannot be read.')])
    world.onCommit = () => undefined
    await transact(world, (backend) => addUser(backend, 'grace@example.com'))
    expect(kept().users).toBe(before.users + 2)
  })
})

describe('transactions that are asked for at different times', () => {
  it('follow each other also when one is asked for while another runs and a third one waits', async () => {
    const order: string[] = []
    const ask = (name: string) =>
      transact(world, async (backend) => {
        order.push(`${name} begins`)
        addUser(backend, `${name}@example.com`)
        await sleep(1)
        order.push(`${name} ends`)
        return name
      })
    const first = [ask('a'), ask('b'), ask('c')]
    await vi.waitFor(() => expect(order).toContain('b begins'), { interval: 0 })
    const last = ask('d')
    expect(await Promise.all([...first, last])).toEqual(['a', 'b', 'c', 'd'])
    expect(order).toEqual(['a', 'b', 'c', 'd'].flatMap((name) => [`${name} begins`, `${name} ends`]))
    expect(kept().users).toBe(before.users + 4)
  })
})
