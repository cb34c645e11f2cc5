import { join, step } from '../src/allCeremonies.ts'
import type { CeremonyResult } from '../src/ceremonies/ceremony.ts'
import type { Plan } from '../src/ceremonies/plans.ts'
import type { RandomBytes } from '../src/parties/identity.ts'
import type { Box } from '../src/parties/sealedMessages.ts'
import type { CeremonyState, PartySecrets } from '../src/party.ts'
import { seededBytes } from './seededBytes.ts'

export interface PlayOptions {
  readonly randomBytes?: RandomBytes | undefined
  /** Changes a box on its way. */
  readonly carry?: (box: Box) => Box
  /** Changes a state between two steps. */
  readonly keep?: (state: CeremonyState) => CeremonyState
}

/** As a store or a relay has it. */
const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** Plays a room to its end: every party in turn steps with the boxes that wait for it. Gives the results by party. */
export function play(plan: Plan, parties: readonly PartySecrets[], options: PlayOptions = {}) {
  const { randomBytes = seededBytes(`play ${plan.roomId}`), carry = (box) => box, keep = (state) => state } = options
  const states = new Map(parties.map((party) => [party.identity.keygenId, join(plan, party)]))
  const results: Record<string, CeremonyResult> = {}
  const sent: Box[] = []
  let waiting: Box[] = []
  let isStuck = false
  while (states.size > 0 && !isStuck) {
    isStuck = true
    for (const [keygenId, state] of states) {
      const mine = waiting.filter(({ to }) => to === keygenId)
      waiting = waiting.filter(({ to }) => to !== keygenId)
      const next = step(keep(throughJson(state)), mine, randomBytes)
      if (mine.length > 0 || next.boxes.length > 0 || next.result) isStuck = false
      sent.push(...next.boxes)
      waiting.push(...throughJson(next.boxes).map(carry))
      states.set(keygenId, next.state)
      if (next.result) {
        results[keygenId] = next.result
        states.delete(keygenId)
      }
    }
  }
  return { results, sent, waiting: [...states.keys()] }
}
