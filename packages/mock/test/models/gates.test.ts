import { it } from 'vitest'
import { gates } from './gates.ts'
import { changedReplies, changedRequests, skipping } from './plants.ts'
import { expectToFind, expectToFollow, type Plant } from './runModel.ts'

it('what gates and allowlists decide follows their model', () => expectToFollow(gates))

it.each<[fault: string, plant: Plant]>([
  [
    'a gate that holds already with one token less',
    changedRequests(/\/gates$/, (text) => text.replace(/"amount":3/, '"amount":2')),
  ],
  ['an entry that is not deleted', skipping(/\/allowlistEntries\//, 204)],
  [
    'a second enabling that counts',
    changedReplies(/\/enable$/, (text) =>
      text.replace(/"enabledAt":"[^"]+"/, '"enabledAt":"2026-01-15T09:30:00.000Z"'),
    ),
  ],
  [
    'a scope that is left out',
    changedReplies(/\/signin$|\/refresh$/, (text) => text.replace('user:basic holders', 'user:basic')),
  ],
])('the model of gates finds %s', (_, plant) => expectToFind(gates, plant))
