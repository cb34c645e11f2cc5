import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SessionRecord } from './record.ts'
import type { Setup } from './setup.ts'
import { createSlot } from './slot.ts'
import type { StorageAdapter } from './storage.ts'
import { createStore } from './store.ts'
import { createSharedStorage } from './test/sessionWorld.ts'

const now = Date.parse('2026-01-15T09:30:00.000Z')
const environmentId = '01900000-0000-7000-8000-000000000001'
const recordOf = (id: string): SessionRecord => ({
  v: 1,
  token: 'a.b.c',
  user: { id, sessionId: id, projectEnvironmentId: environmentId, verifiedCredentials: [] } as never,
  issuedAtMs: now,
  expiresAtMs: now + 3_600_000,
  serial: 1,
})
const [ada, bob] = [recordOf('ada'), recordOf('bob')]

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** A store whose storage answers each read when the test says so. */
function openStore() {
  const answers: ((text: string | null) => void)[] = []
  const storage: StorageAdapter = {
    ...createSharedStorage(),
    get: () => new Promise((resolve) => answers.push(resolve)),
  }
  const setup = { storage, key: 'key', environmentId } as Setup
  const store = createStore(
    setup,
    () => {},
    () => {},
  )
  const answer = async (record: SessionRecord | null) => {
    answers.shift()?.(record && JSON.stringify(record))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { store, answer }
}

describe('while the storage is read for the first time', () => {
  it('nobody is signed in, and listeners hear who is', async () => {
    const { store, answer } = openStore()
    const states: string[] = []
    store.add(({ state }) => states.push(state))
    expect(store.current).toBeUndefined()
    await answer(ada)
    expect([store.current, states]).toEqual([ada, ['signedIn']])
  })

  it('a sign-in and a sign-out are newer than its answer', async () => {
    for (const record of [bob, undefined]) {
      const { store, answer } = openStore()
      await store.keep(record)
      await answer(ada)
      expect(store.current).toBe(record)
    }
  })

  it('the session of another tab is newer than its answer', async () => {
    const { store, answer } = openStore()
    store.set(bob)
    await answer(ada)
    expect(store.current).toBe(bob)
  })
})

describe('while the storage is read again', () => {
  it('a sign-out is newer than its answer', async () => {
    const { store, answer } = openStore()
    await answer(ada)
    const reloaded = store.reload()
    await store.keep(undefined)
    await answer(ada)
    await reloaded
    expect(store.current).toBeUndefined()
  })
})

describe('a value of a storage', () => {
  it('is removed, and says whether it was', () => {
    const storage = createSharedStorage()
    const slot = createSlot(storage, 'key')
    expect([slot.write('value'), storage.values.get('key')]).toEqual([true, 'value'])
    expect([slot.write(null), storage.values.size]).toEqual([true, 0])
    const remove = () => {
      throw new DOMException('The storage is blocked.', 'SecurityError')
    }
    expect(createSlot({ ...storage, remove }, 'key').write(null)).toBe(false)
  })
})
