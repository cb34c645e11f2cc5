import { it } from 'vitest'
import { changedReplies, skipping, withClock } from './plants.ts'
import { expectToFind, expectToFollow, type Plant } from './runModel.ts'
import { webhooks } from './webhooks.ts'

it('messages to webhooks, their retries and redeliveries follow their model', () => expectToFollow(webhooks))

it.each<[fault: string, plant: Plant]>([
  ['retries that come late', withClock(0.9)],
  ['a redelivery that is not made', skipping(/\/redeliver$/, 200)],
  ['a webhook that cannot be disabled', skipping(/\/webhooks\/[\w-]+$/, 200, '{}')],
  [
    'a pending message that is shown as delivered',
    changedReplies(/\/messages$/, (text) => text.replaceAll('"pending"', '"delivered"')),
  ],
])('the model of webhooks finds %s', (_, plant) => expectToFind(webhooks, plant))
