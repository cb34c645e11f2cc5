import { describe, expect, it } from 'vitest'
import { isSameJson } from './sameJson.ts'

describe('isSameJson', () => {
  it.each([
    [
      { a: 1, b: [{ c: null }] },
      { b: [{ c: null }], a: 1 },
    ],
    [{ a: undefined }, {}],
    ['x', 'x'],
  ])('treats %j and %j as the same', (a, b) => {
    expect([isSameJson(a, b), isSameJson(b, a)]).toEqual([true, true])
  })

  it.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: null }, {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 2]],
    [[], {}],
    [{ constructor: 1 }, {}],
    [{}, { toString: 'x' }],
    ['1', 1],
  ])('distinguishes %j from %j', (a, b) => {
    expect([isSameJson(a, b), isSameJson(b, a)]).toEqual([false, false])
  })
})
