import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { isPromise } from './isPromise.ts'

describe('isPromise', () => {
  it('is true for promises, also those of another realm', () => {
    const foreign: unknown = runInNewContext('Promise.resolve(1)')
    expect(foreign).not.toBeInstanceOf(Promise)
    expect([Promise.resolve(1), foreign].map(isPromise)).toEqual([true, true])
  })

  it.each([undefined, null, 'then', 0, {}, JSON.parse('{"then":true}')])('is false for %j', (value) => {
    expect(isPromise(value)).toBe(false)
  })
})
