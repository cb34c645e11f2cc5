import { describe, expect, it } from 'vitest'
import { eachInSteps, finish, finishInTurns, sortInSteps, type Steps } from './steps.ts'

const numbers = Array.from({ length: 23_000 }, (_, n) => ({ n, key: (n * 7919) % 101 }))
const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key

describe('finishInTurns', () => {
  it('lets others run between the steps, and returns the result', async () => {
    let pauses = 0
    const steps = eachInSteps(numbers, () => {})
    await finishInTurns(steps, async () => void (pauses += 1))
    expect(pauses).toBe(4)
  })

  it('rejects with the error of a step', async () => {
    function* failing(): Steps<void> {
      yield
      throw new TypeError('no')
    }
    await expect(finishInTurns(failing(), async () => {})).rejects.toThrow(new TypeError('no'))
  })
})

describe('eachInSteps', () => {
  it('visits each item once, in order', () => {
    const seen: number[] = []
    finish(eachInSteps(numbers, ({ n }, position) => seen.push(n - position)))
    expect(seen).toEqual(numbers.map(() => 0))
  })
})

describe('sortInSteps', () => {
  it('sorts as toSorted does, equal items in their order, and leaves the list as it was', () => {
    const before = [...numbers]
    expect(finish(sortInSteps(numbers, byKey))).toEqual(numbers.toSorted(byKey))
    expect(numbers).toEqual(before)
  })

  it('has several steps for a long list', () => {
    expect([...sortInSteps(numbers, byKey)]).toHaveLength(5)
  })
})
