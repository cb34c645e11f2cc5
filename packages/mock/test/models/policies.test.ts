import { it } from 'vitest'
import { changedRequests } from './plants.ts'
import { policies } from './policies.ts'
import { expectToFind, expectToFollow, type Plant } from './runModel.ts'

it('what policies allow follows their model', () => expectToFollow(policies))

/** Does one kind of call only in the reply. */
const withoutDeletion: Plant = ({ fetch }) => ({
  fetch: async (input, init) => (init?.method === 'DELETE' ? new Response('{}') : fetch(input, init)),
})

it.each<[fault: string, plant: Plant]>([
  ['a rule that goes on when it is deleted', withoutDeletion],
  [
    'a limit that is one too high',
    changedRequests(/\/policies$/, (text) => text.replace('"maxPerCall":"2"', '"maxPerCall":"3"')),
  ],
  [
    'a rule that does not deny',
    changedRequests(/\/policies$/, (text) => text.replace('"ruleType":"deny"', '"ruleType":"allow"')),
  ],
])('the model of policies finds %s', (_, plant) => expectToFind(policies, plant))
