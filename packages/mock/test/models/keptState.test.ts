import { it } from 'vitest'
import { keptState } from './keptState.ts'
import { changedReplies, skipping } from './plants.ts'
import { expectToFind, expectToFollow, type Plant } from './runModel.ts'

it('a state that is kept is the same after each step, whatever could not be written', () => expectToFollow(keptState))

/** Forgets only in memory. */
const withExport =
  (change: (text: string) => string): Plant =>
  (mock) => ({ mock: { ...mock, export: () => JSON.parse(change(JSON.stringify(mock.export()))) as never } })

it.each<[fault: string, plant: Plant]>([
  ['a field that is not kept', withExport((text) => text.replace('"firstName":"Ada"', '"firstName":"Eve"'))],
  ['a clock that is not kept', withExport((text) => text.replace(/"now":\d+/, '"now":0'))],
  ['a user who is deleted only in the reply', skipping(/\/users\/[\w-]+$/, 204)],
  [
    'a user who is created only in the reply',
    changedReplies(/\/users$/, (text) => text.replace(/"id":"[^"]+"/, '"id":"none"')),
  ],
])('the model of the kept state finds %s', (_, plant) => expectToFind(keptState, plant))
