import { describe, expect, it } from 'vitest'
import { remembered } from './remembered.ts'

/** A function with memory, and the texts for which it was really called. */
function createShout(limit: number) {
  const computed: string[] = []
  const shout = remembered(limit, (text) => {
    computed.push(text)
    return text.toUpperCase()
  })
  return { computed, shout }
}

describe('a remembered value', () => {
  it('is the computed value, and is computed once', () => {
    const { computed, shout } = createShout(2)
    expect(['a', 'b', 'a', 'b', 'a'].map(shout)).toEqual(['A', 'B', 'A', 'B', 'A'])
    expect(computed).toEqual(['a', 'b'])
  })

  it('is computed once even if it is an empty text', () => {
    const { computed, shout } = createShout(2)
    expect(['', ''].map(shout)).toEqual(['', ''])
    expect(computed).toEqual([''])
  })

  it('is removed beyond the limit, the oldest first, and computed again', () => {
    const { computed, shout } = createShout(2)
    expect(['a', 'b', 'c', 'b', 'c', 'a', 'c', 'b'].map(shout)).toEqual(['A', 'B', 'C', 'B', 'C', 'A', 'C', 'B'])
    expect(computed).toEqual(['a', 'b', 'c', 'a', 'b'])
  })
})
