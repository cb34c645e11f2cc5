import { describe, expect, it } from 'vitest'
import { createCache } from './cache.ts'

describe('a cache', () => {
  it('creates a value once', () => {
    const cache = createCache<object>(2)
    const value = cache.getOrCreate('a', () => ({}))
    expect(cache.getOrCreate('a', () => ({}))).toBe(value)
  })

  it('forgets the oldest value when it is full', () => {
    const cache = createCache<number>(2)
    for (const [number, name] of ['a', 'b', 'c'].entries()) cache.getOrCreate(name, () => number)
    expect(['b', 'c', 'a'].map((name) => cache.getOrCreate(name, () => 9))).toEqual([1, 2, 9])
  })

  it('keeps nothing of a value that could not be created', () => {
    const cache = createCache<number>(1)
    cache.getOrCreate('a', () => 1)
    const fail = () => {
      throw new Error('no value')
    }
    expect(() => cache.getOrCreate('b', fail)).toThrow('no value')
    expect(cache.getOrCreate('a', () => 2)).toBe(1)
  })
})
