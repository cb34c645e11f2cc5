import { it } from 'vitest'
import { invites } from './invites.ts'
import { changedReplies, changedRequests, skipping } from './plants.ts'
import { expectToFind, expectToFollow, type Plant } from './runModel.ts'

it('invites, and the members whom they make, follow their model', () => expectToFollow(invites))

it.each<[fault: string, plant: Plant]>([
  ['an invite that is not taken back', skipping(/\/invites\/[\w-]+$/, 204)],
  ['another role than the invited one', changedRequests(/\/invites$/, (text) => text.replace('"viewer"', '"admin"'))],
  [
    'an accepted invite that is shown as pending',
    changedReplies(/\/invites$/, (text) => text.replaceAll('"accepted"', '"pending"')),
  ],
])('the model of invites finds %s', (_, plant) => expectToFind(invites, plant))
