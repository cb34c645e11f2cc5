import { it } from 'vitest'
import { remembering, withClock } from './plants.ts'
import { expectToFind, expectToFollow, type Plant } from './runModel.ts'
import { secondFactor } from './secondFactor.ts'

it('second factors by an authenticator app follow their model', () => expectToFollow(secondFactor))

/** Lets a session that has not proved its factor do what it may not. */
const withoutProof: Plant = ({ fetch }) => ({
  async fetch(input, init) {
    const reply = await fetch(input, init)
    return init?.method === 'PUT' && reply.status === 403 ? new Response('{}') : reply
  },
})

it.each<[fault: string, plant: Plant]>([
  ['a session that needs no proof', withoutProof],
  ['a code that works twice', remembering(/\/totp$/)],
  ['a lock that ends early', withClock(1.1)],
])('the model of second factors finds %s', (_, plant) => expectToFind(secondFactor, plant))
