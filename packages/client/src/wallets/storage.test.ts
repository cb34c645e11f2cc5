import { describe, expect, it } from 'vitest'
import { memoryShares } from './storage.ts'

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
