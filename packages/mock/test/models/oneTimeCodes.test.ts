import { it } from 'vitest'
import { oneTimeCodes } from './oneTimeCodes.ts'
import { changedReplies, remembering, withClock } from './plants.ts'
import { expectToFind, expectToFollow, type Plant } from './runModel.ts'

it('one-time codes, and what is counted for an address, follow their model', () => expectToFollow(oneTimeCodes))

/** Takes the code of the latest message whatever was entered before. */
const withoutAttempts: Plant = (mock) => ({
  async fetch(input, init) {
    const reply = await mock.fetch(input, init)
    if (!String(input).endsWith('/signin') || reply.ok) return reply
    const { verificationToken } = JSON.parse(String(init?.body)) as { verificationToken: string }
    const isLatest = mock.outbox.email.list().at(-1)?.code === verificationToken
    return isLatest ? new Response(null) : reply
  },
})

it.each<[fault: string, plant: Plant]>([
  ['a code that can be tried for ever', withoutAttempts],
  ['codes that live twice as long', withClock(0.5)],
  ['a code that works twice', remembering(/\/signin$/)],
  [
    'another id for a code that is sent again',
    changedReplies(/\/retry$/, (text) => text.replace(/"[\da-f]{8}-/, '"00000000-')),
  ],
])('the model of one-time codes finds %s', (_, plant) => expectToFind(oneTimeCodes, plant))
