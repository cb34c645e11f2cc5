import { it } from 'vitest'
import { accountsModel } from './accounts.ts'
import { changedReplies, skipping } from './plants.ts'
import { expectToFind, expectToFollow, type Plant } from './runModel.ts'

it('signing in, linking and merging follow their model', () => expectToFollow(accountsModel))

it.each<[fault: string, plant: Plant]>([
  ['a user who is not deleted', skipping(/\/users\/[\w-]+$/, 204)],
  ['a merge that is confirmed and not made', skipping(/\/verify\/merge$/, 200, '{}')],
  [
    'a person who is new each time',
    changedReplies(/\/signin$/, (text) => text.replace('"newUser":false', '"newUser":true')),
  ],
])('the model of accounts finds %s', (_, plant) => expectToFind(accountsModel, plant))
