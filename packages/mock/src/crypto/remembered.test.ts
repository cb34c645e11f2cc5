import { describe, expect, it } from 'vitest'
import { remembered } from './remembered.ts'

/** Notes each text that is really made. */
function noting(limit: number) {
  const made: string[] = []
  const shout = remembered(limit, (text) => {
    made.push(text)
    return text.toUpperCase()
  })
  return { made, shout }
}

describe('what is remembered', () => {
  it('is the same as what was made, and made once', () => {
    const { made, shout } = noting(2)
    expect(['a', 'b', 'a', 'b', 'a'].map(shout)).toEqual(['A', 'B', 'A', 'B', 'A'])
    expect(made).toEqual(['a', 'b'])
  })

  it('is made once when it is empty, too', () => {
    const { made, shout } = noting(2)
    expect(['', ''].map(shout)).toEqual(['', ''])
    expect(made).toEqual([''])
  })

  it('is no more than the limit: the first one made gives way, and is made again', () => {
    const { made, shout } = noting(2)
    expect(['a', 'b', 'c', 'b', 'c', 'a', 'c', 'b'].map(shout)).toEqual(['A', 'B', 'C', 'B', 'C', 'A', 'C', 'B'])
    expect(made).toEqual(['a', 'b', 'c', 'a', 'b'])
  })
})
