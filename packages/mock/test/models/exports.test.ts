import { it } from 'vitest'
import { exports } from './exports.ts'
import { changedReplies, remembering, withClock } from './plants.ts'
import { expectToFind, expectToFollow, type Plant } from './runModel.ts'

it('exports and their files follow their model', () => expectToFollow(exports))

it.each<[fault: string, plant: Plant]>([
  ['an export that is late', withClock(0.5)],
  [
    'a file that lacks a row',
    changedReplies(/files|csv|signature|token/, (text) => text.replace(/\r\n[^\r]+\r\n$/, '\r\n')),
  ],
  ['a link that is good for ever', remembering(/signature|files|token=/)],
  [
    'a failure that is shown as completed',
    changedReplies(/\/exports$/, (text) => text.replaceAll('"failed"', '"completed"')),
  ],
])('the model of exports finds %s', (_, plant) => expectToFind(exports, plant))
