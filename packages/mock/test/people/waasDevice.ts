import { createRandom } from '@latchkey/base/random'
import {
  type Box,
  type CeremonyResult,
  createIdentity,
  type Identity,
  join,
  type KeyShare,
  type PartySecrets,
  type Plan,
  protocol,
  step,
} from '@latchkey/ceremony'
import { expect } from 'vitest'
import type { Mock } from '../../src/mock/createMock.ts'

/** Where a device posts to: a mock, in any host. */
type RelayHost = Pick<Mock, 'fetch' | 'baseUrl'>

/** The relay's answer to any body. @param path - Id of the room and what to do there. */
export async function postToRelay(
  { fetch, baseUrl }: RelayHost,
  path: `${string}/${'join' | 'messages'}`,
  body: unknown,
) {
  const response = await fetch(`${baseUrl}/__mock/relay/rooms/${path}`, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** A source of chance that is not the mock's. */
export const chanceOf = (seed: string) => createRandom(seed).bytes

/** Identities of a user's parties. */
export function createParties(seed: string, count = 1): Identity[] {
  const randomBytes = chanceOf(`parties ${seed}`)
  return Array.from({ length: count }, () => createIdentity(randomBytes))
}

export const idsOf = (identities: readonly Identity[]) => identities.map(({ keygenId }) => keygenId)

/** The plan that the relay gives to parties which join. */
export async function joinAtRelay(mock: RelayHost, roomId: string, parties: readonly string[]): Promise<Plan> {
  const { status, body } = await postToRelay(mock, `${roomId}/join`, { protocol, parties })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.plan as Plan
}

/** Posts boxes, and returns the relay's answer. */
export const postBoxes = (mock: RelayHost, roomId: string, posted: { from: string; boxes: readonly Box[] }) =>
  postToRelay(mock, `${roomId}/messages`, { protocol, ...posted })

interface Play {
  readonly parties: readonly PartySecrets[]
  /** The parts of the plan that the client knows and the relay does not tell, such as the message. */
  readonly more?: Partial<Plan>
  readonly seed?: string
}

/** Plays the user's parties of a room to their end, over the relay. */
export async function playRoom(mock: RelayHost, roomId: string, { parties, more, seed = roomId }: Play) {
  const randomBytes = chanceOf(`play ${seed}`)
  const plan = {
    ...(await joinAtRelay(mock, roomId, idsOf(parties.map(({ identity }) => identity)))),
    ...more,
  } as Plan
  const turns = new Map(parties.map((party) => [party.identity.keygenId, step(join(plan, party), [], randomBytes)]))
  const results: Record<string, CeremonyResult> = {}
  const taken = new Set<string>()
  for (let round = 0; round < 12 && Object.keys(results).length < parties.length; round++) {
    for (const [keygenId, turn] of turns) {
      if (results[keygenId]) continue
      const { status, body } = await postBoxes(mock, roomId, { from: keygenId, boxes: turn.boxes })
      expect(status, JSON.stringify(body)).toBe(200)
      // An answer repeats what came since the last post with boxes.
      const newBoxes = (body.boxes as Box[]).filter((box) => !taken.has(JSON.stringify(box)))
      for (const box of newBoxes) taken.add(JSON.stringify(box))
      const next = step(turn.state, newBoxes, randomBytes)
      turns.set(keygenId, next)
      if (next.result) {
        results[keygenId] = next.result
        if (next.boxes.length > 0) await postBoxes(mock, roomId, { from: keygenId, boxes: next.boxes })
      }
    }
  }
  return { plan, results }
}

/** The shares that a play ended in, by party. */
export function sharesOf(results: Readonly<Record<string, CeremonyResult>>): Record<string, KeyShare> {
  const shares = Object.entries(results).map(([keygenId, result]) => {
    expect(result.kind).toBe('share')
    return [keygenId, (result as Extract<CeremonyResult, { kind: 'share' }>).share]
  })
  return Object.fromEntries(shares) as Record<string, KeyShare>
}
