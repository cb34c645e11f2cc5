import { describe, expect, it } from 'vitest'
import { type KeyedStorage, listedShares, memoryShares } from './storage.ts'

describe('memoryShares()', () => {
  it('gives what was set, lists keys by their beginning, and forgets what was removed', async () => {
    const storage = memoryShares()
    await storage.set('wallet.1', 'one')
    await storage.set('wallet.2', 'two')
    await storage.set('ceremony.1', 'three')
    await storage.remove('wallet.2')
    expect(await storage.get('wallet.1')).toBe('one')
    expect(await storage.get('wallet.2')).toBeUndefined()
    expect(await storage.keys('wallet.')).toEqual(['wallet.1'])
  })

  it('shares nothing with another one', async () => {
    await memoryShares().set('wallet.1', 'one')
    expect(await memoryShares().keys('')).toEqual([])
  })
})

describe('listedShares()', () => {
  /** The secure storage of a phone, which answers later and takes only certain keys. */
  function createSecureStore() {
    const values = new Map<string, string>()
    const use = async <T>(key: string, work: () => T) => {
      await new Promise((resolve) => setTimeout(resolve))
      if (!/^[\w.-]+$/.test(key)) throw new Error(`Invalid key: ${key}`)
      return work()
    }
    const storage: KeyedStorage = {
      get: (key) => use(key, () => values.get(key) ?? null),
      set: (key, value) => use(key, () => values.set(key, value)),
      remove: (key) => use(key, () => values.delete(key)),
    }
    return { storage, values }
  }

  it('lists keys for a storage that cannot, also for another one of the same storage', async () => {
    const { storage } = createSecureStore()
    const shares = listedShares(storage)
    await shares.set('wallet.1', 'one')
    await shares.set('wallet.1', 'another')
    await shares.set('ceremony.1', 'three')
    const restarted = listedShares(storage)
    expect(await restarted.keys('wallet.')).toEqual(['wallet.1'])
    expect(await restarted.get('wallet.1')).toBe('another')
    await restarted.remove('wallet.1')
    expect([await restarted.keys(''), await restarted.get('wallet.1')]).toEqual([['ceremony.1'], null])
  })

  it('loses no key of those that are written at once', async () => {
    const shares = listedShares(createSecureStore().storage)
    await Promise.all(['a', 'b', 'c'].map((key) => shares.set(key, key)))
    expect(await shares.keys('')).toEqual(['a', 'b', 'c'])
  })

  it('keeps the key of an entry that could not be removed', async () => {
    const { storage } = createSecureStore()
    const shares = listedShares({ ...storage, remove: () => Promise.reject(new Error('The device is locked.')) })
    await shares.set('wallet.1', 'one')
    await expect((async () => shares.remove('wallet.1'))()).rejects.toThrow('The device is locked.')
    expect(await shares.keys('')).toEqual(['wallet.1'])
  })

  it('has no entry without a key, also when the app ends while it writes', async () => {
    const { storage, values } = createSecureStore()
    const shares = listedShares({
      ...storage,
      set: (key, value) => (key.startsWith('wallet') ? Promise.reject(new Error('killed')) : storage.set(key, value)),
    })
    await expect((async () => shares.set('wallet.1', 'one'))()).rejects.toThrow('killed')
    expect([[...values.keys()], await shares.keys('')]).toEqual([['latchkey.shares'], ['wallet.1']])
  })
})
