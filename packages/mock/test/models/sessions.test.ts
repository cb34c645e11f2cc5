import { it } from 'vitest'
import { changedReplies, skipping, withClock } from './plants.ts'
import { expectToFind, expectToFollow, type Plant } from './runModel.ts'
import { sessions } from './sessions.ts'

it('sessions, refreshes and sign-outs follow their model', () => expectToFollow(sessions))

/** Lets a token that a refresh has replaced stand for the new one. */
const withoutRetirement: Plant = ({ fetch }) => {
  const current = new Map<string, string>()
  return {
    async fetch(input, init) {
      const headers = new Headers(init?.headers)
      const sent = headers.get('authorization')?.slice('Bearer '.length) ?? ''
      headers.set('authorization', `Bearer ${current.get(sent) ?? sent}`)
      const reply = await fetch(input, { ...init, headers })
      if (String(input).endsWith('/refresh') && reply.ok) {
        const { jwt } = (await reply.clone().json()) as { jwt: string }
        for (const [former] of current) current.set(former, jwt)
        current.set(sent, jwt)
      }
      return reply
    },
  }
}

it.each<[fault: string, plant: Plant]>([
  ['a token that a refresh does not retire', withoutRetirement],
  ['a sign-out that ends nothing', skipping(/\/revoke$/, 204)],
  [
    'sessions that are shown as ended',
    changedReplies(/\/sessions$/, (text) =>
      text.replaceAll('"revokedAt":null', '"revokedAt":"2026-01-15T09:30:00.000Z"'),
    ),
  ],
  ['tokens that live twice as long', withClock(0.5)],
])('the model of sessions finds %s', (_, plant) => expectToFind(sessions, plant))
