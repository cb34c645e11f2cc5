import { expect, it } from 'vitest'
import { stagesOf } from './stages.ts'

const durations = new Map([
  ['a.test.ts#quick', 3],
  ['a.test.ts#slow', 900],
  ['b.test.ts#quick', 80],
])

it('puts off slow tests until the quick ones have passed', () => {
  expect(stagesOf(['a.test.ts#slow', 'a.test.ts#quick', 'b.test.ts#quick'], durations)).toEqual([
    ['a.test.ts#quick', 'b.test.ts#quick'],
    ['a.test.ts#slow'],
  ])
})

it('has no empty stage, since a run without a selection would be one of all tests', () => {
  expect(stagesOf(['a.test.ts#slow'], durations)).toEqual([['a.test.ts#slow']])
  expect(stagesOf([], durations)).toEqual([])
})
