import { sleep } from '@latchkey/base/clock'
import { newRecord } from '@latchkey/base/newRecord'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestWorld } from '../../test/support/world.ts'
import { createUser } from '../domain/flows/users/users.ts'
import type { Backend } from '../domain/shared/backend.ts'
import { DomainError } from '../domain/shared/errors.ts'
import { defaultIds } from './seedDefaults.ts'
import { transact, type World } from './world.ts'

const environmentId = defaultIds.sandbox
const addUser = (backend: Backend, email = 'ada@example.com') => createUser(backend, environmentId, { email })
const counts = () => ({
  users: world.store.reader.users.count('byCreatedAt', [environmentId]),
  events: world.store.reader.events.count('byCreatedAt', [environmentId]),
})
let world: World
let before: ReturnType<typeof counts>

beforeEach(() => {
  world = createTestWorld()
  before = counts()
})
afterEach(() => vi.restoreAllMocks())

describe('an asynchronous transaction', () => {
  it('is committed with its events once its work is done', async () => {
    let resolve: (result: string) => void = expect.fail
    const running = transact(world, async (backend) => {
      addUser(backend)
      return new Promise<string>((done) => (resolve = done))
    })
    await Promise.resolve()
    expect(counts()).toEqual(before)
    resolve('signed')
    expect(await running).toBe('signed')
    expect(counts()).toEqual({ users: before.users + 1, events: before.events + 1 })
  })

  it('commits nothing when its work fails', async () => {
    const failing = transact(world, async (backend) => {
      addUser(backend)
      await sleep(1)
      throw new TypeError('The key is gone.')
    })
    await expect(failing).rejects.toThrow('The key is gone.')
    expect(counts()).toEqual(before)
    await transact(world, (backend) => addUser(backend))
    expect(counts().users).toBe(before.users + 1)
  })

  it('commits nothing when its events fail', async () => {
    const failing = transact(world, async (backend) => {
      addUser(backend)
      // From here on only the events need ids.
      vi.spyOn(world.random, 'uuid').mockImplementation(() => {
        throw new TypeError('There are no ids left.')
      })
    })
    await expect(failing).rejects.toThrow('There are no ids left.')
    expect(counts()).toEqual(before)
  })

  it('begins only when the transaction before it has ended', async () => {
    const order: string[] = []
    const first = transact(world, () => sleep(5).then(() => order.push('first')))
    const second = transact(world, () => order.push('second'))
    expect(order).toEqual([])
    await Promise.all([first, second])
    expect(order).toEqual(['first', 'second'])
  })
})

describe('a write outside undo', () => {
  const refusal = new DomainError('forbidden')
  let sessionId: string
  let userId: string

  beforeEach(async () => {
    const session = await transact(world, (backend) =>
      backend.store.sessions.insert({
        ...newRecord(backend),
        environmentId,
        userId: addUser(backend, 'grace@example.com').id,
        expiresAt: backend.clock.isoIn(60_000),
        audience: world.baseUrl,
        tokenId: 'a token id',
      }),
    )
    sessionId = session.id
    userId = session.userId
    before = counts()
  })

  /** Ends the session: a write with an event, and the same however often it runs. */
  const endSession = (backend: Backend) =>
    backend.outsideUndo(({ store, clock }) => {
      const session = store.sessions.get(sessionId)
      if (session) store.sessions.put({ ...session, revokedAt: clock.iso() })
    })
  /** Counts the failures: a write that shows how often it has run. */
  const count = (backend: Backend) =>
    backend.outsideUndo((again) => {
      const attempts = again.store.mfaAttempts.find('byUser', [userId])
      const failures = (attempts?.failures ?? 0) + 1
      again.store.mfaAttempts.put({ ...(attempts ?? newRecord(again)), environmentId, userId, failures })
    })
  const failures = () => world.store.reader.mfaAttempts.find('byUser', [userId])?.failures
  const isEnded = () => world.store.reader.sessions.get(sessionId)?.revokedAt !== undefined
  const newEvents = () =>
    world.store.reader.events
      .page('byCreatedAt', [environmentId], { offset: before.events, limit: 10 })
      .map(({ eventName, userId: actor }) => [eventName, actor])

  it.each<[how: string, wait: () => undefined | Promise<void>]>([
    ['at once', () => undefined],
    ['later', () => sleep(1)],
  ])('stays with its event when the work fails %s, and no other write does', async (_, wait) => {
    const work = (backend: Backend): undefined | Promise<void> => {
      backend.actorUserId = userId
      addUser(backend)
      count(backend)
      endSession(backend)
      backend.store.sessions.put({ ...backend.store.sessions.get(sessionId)!, userAgent: 'is undone' })
      const waiting = wait()
      if (!waiting) throw refusal
      return waiting.then(() => {
        throw refusal
      })
    }
    await expect((async () => transact(world, work))()).rejects.toBe(refusal)
    expect(counts()).toEqual({ users: before.users, events: before.events + 1 })
    expect(newEvents()).toEqual([['user.session.revoked', userId]])
    expect([failures(), isEnded()]).toEqual([1, true])
    expect(world.store.reader.sessions.get(sessionId)?.userAgent).toBeUndefined()
  })

  it('is seen by the rest of the work, and is committed once when the work succeeds', async () => {
    const seen = await transact(world, async (backend) => {
      count(backend)
      endSession(backend)
      await sleep(1)
      addUser(backend)
      return backend.store.sessions.get(sessionId)?.revokedAt !== undefined
    })
    expect([seen, failures(), isEnded()]).toEqual([true, 1, true])
    expect(counts()).toEqual({ users: before.users + 1, events: before.events + 2 })
  })

  it('runs again in the order of the calls', () => {
    const text: string[] = []
    const note = (backend: Backend, word: string) =>
      backend.outsideUndo(() => {
        text.push(word)
      })
    const work = (backend: Backend) => {
      for (const word of ['first', 'second', 'third']) note(backend, word)
      throw refusal
    }
    expect(() => transact(world, work)).toThrow(refusal)
    expect(text).toEqual(['first', 'second', 'third', 'first', 'second', 'third'])
  })

  it('stays once when an attempt around it fails and the rest of the work succeeds', () => {
    transact(world, (backend) => {
      const attempt = () =>
        backend.attempt(() => {
          addUser(backend)
          count(backend)
          throw refusal
        })
      count(backend)
      expect(attempt).toThrow(refusal)
      expect(() => backend.attempt(attempt)).toThrow(refusal)
      endSession(backend)
    })
    expect([failures(), isEnded()]).toEqual([3, true])
    expect(counts()).toEqual({ users: before.users, events: before.events + 1 })
  })

  it('stays once when an attempt around it fails and the rest of the work fails, too', () => {
    const work = (backend: Backend) =>
      backend.attempt(() => {
        addUser(backend)
        count(backend)
        endSession(backend)
        throw refusal
      })
    expect(() => transact(world, work)).toThrow(refusal)
    expect([failures(), isEnded()]).toEqual([1, true])
    expect(counts()).toEqual({ users: before.users, events: before.events + 1 })
  })

  it('stays once when the events of the work cannot be written', async () => {
    const failing = transact(world, async (backend) => {
      addUser(backend)
      count(backend)
      endSession(backend)
      vi.spyOn(world.random, 'uuid').mockImplementationOnce(() => {
        throw new TypeError('There are no ids left.')
      })
    })
    await expect(failing).rejects.toThrow('There are no ids left.')
    expect([failures(), isEnded()]).toEqual([1, true])
    expect(counts()).toEqual({ users: before.users, events: before.events + 1 })
  })

  it.each([
    ['succeeds', undefined],
    ['fails', refusal],
  ])('counts once, on the new state, when the state is replaced before the work %s', async (_, error) => {
    const snapshot = world.store.snapshot()
    let runs = 0
    const running = transact(world, async (backend) => {
      runs++
      count(backend)
      endSession(backend)
      await sleep(1)
      if (error) throw error
    })
    world.store.restore(snapshot)
    await (error ? expect(running).rejects.toBe(error) : running)
    expect([runs, failures(), isEnded()]).toEqual([2, 1, true])
    expect(counts()).toEqual({ users: before.users, events: before.events + 1 })
  })

  it('is seen by the next transaction', async () => {
    const failing = transact(world, async (backend) => {
      count(backend)
      await sleep(1)
      throw refusal
    })
    const seen = transact(world, ({ store }) => store.mfaAttempts.find('byUser', [userId])?.failures)
    await expect(failing).rejects.toBe(refusal)
    expect(await seen).toBe(1)
  })

  it('is reported when its repetition fails, and the work fails with its own error', () => {
    const faults: unknown[] = []
    world.report = (cause) => faults.push(cause)
    let runs = 0
    const work = (backend: Backend) => {
      backend.outsideUndo(() => {
        if (++runs === 2) throw new RangeError('It is written already.')
      })
      throw refusal
    }
    expect(() => transact(world, work)).toThrow(refusal)
    expect(faults).toEqual([new RangeError('It is written already.')])
  })
})

describe('a transaction whose onCommit fails', () => {
  const works: [name: string, work: (backend: Backend) => string | Promise<string>][] = [
    ['at once', (backend) => addUser(backend).id],
    ['later', async (backend) => addUser(backend).id],
  ]

  it.each(works)('is committed and returns its result when it ends %s', async (_, work) => {
    const faults: unknown[] = []
    world.report = (cause) => faults.push(cause)
    world.onCommit = () => {
      throw new RangeError('The next job cannot be read.')
    }
    const id = await transact(world, work)
    expect(world.store.reader.users.get(id)).toMatchObject({ environmentId })
    expect(counts()).toEqual({ users: before.users + 1, events: before.events + 1 })
    expect(faults).toEqual([new RangeError('The next job cannot be read.')])
    world.onCommit = () => undefined
    await transact(world, (backend) => addUser(backend, 'grace@example.com'))
    expect(counts().users).toBe(before.users + 2)
  })
})

describe('transactions that begin at different times', () => {
  it('follow each other also when one is added while another runs and a third one waits', async () => {
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
    expect(counts().users).toBe(before.users + 4)
  })
})
