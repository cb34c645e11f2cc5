import { it } from 'vitest'
import { changedReplies, skipping, withClock } from './plants.ts'
import { expectToFind, expectToFollow, type Plant } from './runModel.ts'
import { tokens } from './tokens.ts'

it('API tokens, their scopes, and the roles of members follow their model', () => expectToFollow(tokens))

it.each<[fault: string, plant: Plant]>([
  ['a token that goes on when it is deleted', skipping(/\/tokens\/[\w-]+$/, 204)],
  ['a refusal that is shown as a success', changedReplies(/\/gates$/, () => '{"gates":[]}', 200)],
  ['tokens that expire too late', withClock(0.9)],
  ['a role that stays as it was', skipping(/\/members\/[\w-]+$/, 200, '{}')],
])('the model of tokens finds %s', (_, plant) => expectToFind(tokens, plant))
