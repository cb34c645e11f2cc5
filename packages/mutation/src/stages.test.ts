import { expect, it } from 'vitest'
import { orderOf, stagesOf } from './stages.ts'

const durations = new Map([
  ['a.test.ts#quick', 3],
  ['a.test.ts#slow', 900],
  ['b.test.ts#quick', 80],
])

it('slow tests run after the quick ones have passed', () => {
  expect(stagesOf(['a.test.ts#slow', 'a.test.ts#quick', 'b.test.ts#quick'], durations)).toEqual([
    ['a.test.ts#quick', 'b.test.ts#quick'],
    ['a.test.ts#slow'],
  ])
})

it('no stage is empty, since a run without a selection would be one of all tests', () => {
  expect(stagesOf(['a.test.ts#slow'], durations)).toEqual([['a.test.ts#slow']])
  expect(stagesOf([], durations)).toEqual([])
})

it('the first stage has the files whose names begin like that of the changed source, the next one the quick tests', () => {
  const files = { 'src/quick.test.ts': 1, 'src/slow.test.ts': 900, 'src/starknet.test.ts': 5000, 'src/sun.test.ts': 3 }
  const inOrder = (source: string) =>
    Object.entries(files)
      .map(([file, duration]) => ({ file, place: orderOf(file, { source, duration }) }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ file }) => file.slice(4, -8))
  expect(inOrder('starknetTypes')).toEqual(['starknet', 'quick', 'sun', 'slow'])
  expect(inOrder('slow')).toEqual(['slow', 'quick', 'sun', 'starknet'])
  expect(inOrder('suffix')).toEqual(['quick', 'sun', 'slow', 'starknet'])
})
