import { beforeEach, describe, expect, it } from 'vitest'
import { createTestWorld } from '../test/world.ts'
import type { Backend } from './backend.ts'
import { defaultIds } from './control/seedDefaults.ts'
import { createUser } from './domain/users.ts'
import { sleep } from './effects/clock.ts'
import { transact, type World, Written } from './world.ts'

const environmentId = defaultIds.sandbox
const addUser = (backend: Backend, email = 'ada@example.com') => createUser(backend, { environmentId, fields: { email } })
const kept = () => ({ users: world.store.reader.users.count('byCreatedAt', [environmentId]), events: world.store.reader.events.count('byCreatedAt', [environmentId]) })
let world: World
let before: ReturnType<typeof kept>

beforeEach(() => {
  world = createTestWorld()
  before = kept()
})

describe('a transaction that has written all it will', () => {
  it('gives the result once it is made, and is kept from then on', async () => {
    let resolve: (result: string) => void = expect.fail
    const running = transact(world, async (backend) => {
      addUser(backend)
      return new Written(new Promise<string>((done) => (resolve = done)))
    })
    await Promise.resolve()
    expect(kept()).toEqual(before)
    resolve('signed')
    expect(await running).toBe('signed')
    expect(kept()).toEqual({ users: before.users + 1, events: before.events + 1 })
  })

  it('writes its events while the result is being made', async () => {
    let seen: number | undefined
    await transact(world, (backend) => {
      addUser(backend)
      return new Written((async () => {
        await Promise.resolve()
        seen = backend.store.events.count('byCreatedAt', [environmentId])
      })())
    })
    expect(seen).toBe(before.events + 1)
  })

  it('keeps nothing when the result fails', async () => {
    const failing = transact(world, async (backend) => {
      addUser(backend)
      return new Written(Promise.reject(new TypeError('The key is gone.')))
    })
    await expect(failing).rejects.toThrow('The key is gone.')
    expect(kept()).toEqual(before)
    await transact(world, (backend) => addUser(backend))
    expect(kept().users).toBe(before.users + 1)
  })

  it('keeps nothing when its events fail, and tells that failure alone', async () => {
    const failing = transact(world, async (backend) => {
      addUser(backend)
      // A webhook that does not say what it listens to.
      backend.store.webhooks.put({ id: backend.newId(), createdAt: backend.clock.iso(), environmentId, isEnabled: true } as never)
      return new Written(Promise.reject(new RangeError('The result failed as well.')))
    })
    await expect(failing).rejects.toThrow("reading 'includes'")
    expect(kept()).toEqual(before)
  })

  it('lets the next one begin only when its result is there', async () => {
    const order: string[] = []
    const first = transact(world, () => new Written(sleep(5).then(() => order.push('first'))))
    const second = transact(world, () => order.push('second'))
    expect(order).toEqual([])
    await Promise.all([first, second])
    expect(order).toEqual(['first', 'second'])
  })
})
