import type { Ceremony, CeremonyResult, Memory } from './ceremonies/ceremony.ts'
import { readMessage, writeMessage, type Message } from './ceremonies/messages.ts'
import type { Plan } from './ceremonies/plans.ts'
import { assert, orFail } from './errors.ts'
import { digestOf } from './keys/canonical.ts'
import type { KeyShare } from './keys/keySets.ts'
import { publicKeyOfParty, type Identity, type RandomBytes } from './parties/identity.ts'
import { open, pairwiseKey, protocol, seal, type Box } from './parties/sealedMessages.ts'

/**
 * A party in the middle of a ceremony, as JSON. It holds secrets. Each state is valid for one {@link step}: store the
 * state that it returns before its boxes leave, and discard this one.
 */
export interface CeremonyState {
  readonly protocol: typeof protocol
  readonly plan: Plan
  readonly identity: Identity
  readonly share?: KeyShare | undefined
  readonly secret?: string | undefined
  /** The step that runs next. */
  readonly step: number
  readonly isFinished: boolean
  readonly memory: Memory
  /** Opened messages by step and sender. */
  readonly received: readonly Readonly<Record<string, Message>>[]
  /** The digest of the plan, which each sealed message names. */
  readonly planDigest: string
  /** Keys of boxes, by each party that this one sends to or hears from. */
  readonly pairwiseKeys: Readonly<Record<string, string>>
}

/** The secrets that a party brings to a room. */
export interface PartySecrets {
  readonly identity: Identity
  /** Its share of the plan's key set. A dealer of triples and a new party of a reshare have none. */
  readonly share?: KeyShare | undefined
  /** Dealers of a key only: hex of the 32 bytes of the key, a seed on ed25519. Without it the dealer makes a key. */
  readonly secret?: string | undefined
}

export interface StepResult {
  /** The state to keep. The one that was stepped is used up. */
  readonly state: CeremonyState
  /** Boxes to send. */
  readonly boxes: readonly Box[]
  /** Given once, when the ceremony is over for this party. */
  readonly result?: CeremonyResult | undefined
}

/** States that were stepped. A second step could use a nonce twice, which gives the key away. */
const usedStates = /* @__PURE__ */ new WeakSet<CeremonyState>()

/** The functions of a party in ceremonies. */
export interface Parties {
  /**
   * Lets a party take part in a ceremony.
   *
   * @param plan - What the room is for. It has to be the same for all parties. Each computes its own.
   * @returns The state before the first step. Step it with no boxes first.
   * @throws {@link CeremonyError} `invalid_plan`, `invalid_identity`, `duplicate_party`, `wrong_party_count`,
   * `not_a_party`, and for the share `share_missing`, `share_invalid`, `share_outdated`, `wrong_key_set`
   */
  join(plan: Plan, secrets: PartySecrets): CeremonyState
  /**
   * Takes the boxes that came, and goes as far as they allow.
   *
   * The boxes may come in any order, also before their step. While one is missing, the state waits.
   *
   * @param state - The state of {@link join} or of the last step. It is used up, unless the step throws.
   * @param boxes - Boxes for this party, those of earlier calls not among them.
   * @param randomBytes - All chance of the step.
   * @throws {@link CeremonyError} `state_used`, `ceremony_finished`, for a box `box_unexpected`, `box_replayed`,
   * `box_unreadable`, `plan_mismatch`, `message_malformed`, and what the ceremony finds wrong: `dealing_invalid`,
   * `acknowledgement_mismatch`, `signature_invalid`, `share_invalid`
   */
  step(state: CeremonyState, boxes: readonly Box[], randomBytes: RandomBytes): StepResult
}

function withMessage(
  state: CeremonyState,
  { step, from }: Pick<Box, 'step' | 'from'>,
  message: Message,
): CeremonyState {
  const received = Array.from({ length: Math.max(state.received.length, step + 1) }, (_, i) => state.received[i] ?? {})
  received[step] = { ...received[step], [from]: message }
  return { ...state, received }
}

/** Drops all secrets of a ceremony that is over. The identity stays. */
function finished({ protocol, plan, planDigest, identity, step }: CeremonyState): CeremonyState {
  return { protocol, plan, planDigest, identity, step, isFinished: true, memory: {}, received: [], pairwiseKeys: {} }
}

/**
 * Creates the functions of a party in some of the ceremonies.
 *
 * @param ceremonyOf - Finds the ceremony of a plan. It throws for one that is not among them.
 */
export function createParties(ceremonyOf: (plan: Plan) => Ceremony<Plan>): Parties {
  return { join, step }

  function join(plan: Plan, { identity, share, secret }: PartySecrets): CeremonyState {
    const ceremony = ceremonyOf(plan)
    const participants = ceremony.participants(plan)
    participants.forEach(publicKeyOfParty)
    ceremony.assertPlan(plan)
    assert(participants.includes(identity.keygenId), 'not_a_party')
    ceremony.assertParty?.(plan, { keygenId: identity.keygenId, share, secret })
    const keys = peersOf(plan, identity.keygenId).map((peer) => [peer, pairwiseKey(identity, peer)])
    return {
      protocol,
      plan,
      identity,
      share,
      secret,
      step: 0,
      isFinished: false,
      memory: {},
      received: [],
      planDigest: digestOf('plan', plan),
      pairwiseKeys: Object.fromEntries(keys),
    }
  }

  /** The parties that a party sends to or hears from. */
  function peersOf(plan: Plan, keygenId: string): string[] {
    const peers = ceremonyOf(plan)
      .steps(plan)
      .flatMap(({ from, to }) => [
        ...(from(plan).includes(keygenId) ? to(plan) : []),
        ...(to(plan).includes(keygenId) ? from(plan) : []),
      ])
    return [...new Set(peers)].filter((peer) => peer !== keygenId)
  }

  /** Whose messages of a step a party gets. */
  function sendersTo({ plan, identity }: CeremonyState, step: number): readonly string[] {
    const definition = ceremonyOf(plan).steps(plan)[step]
    return definition?.to(plan).includes(identity.keygenId) ? definition.from(plan) : []
  }

  /** Opens a box and takes its message. A box may come before its step, but not twice. */
  function take(state: CeremonyState, box: Box): CeremonyState {
    const { step, from } = box
    const isMine = box.to === state.identity.keygenId && from !== box.to
    assert(isMine && sendersTo(state, step).includes(from), 'box_unexpected', { parties: [from] })
    assert(!state.received[step]?.[from], 'box_replayed', { parties: [from] })
    const text = open(state.pairwiseKeys[from] ?? '', state.plan.roomId, box)
    return withMessage(state, box, readMessage(state.planDigest, text, from))
  }

  /** Runs the step that is next, whose messages are all there. */
  function run(before: CeremonyState, randomBytes: RandomBytes): StepResult {
    const { plan, planDigest, pairwiseKeys, identity, share, secret, memory, received, step } = before
    const definition = ceremonyOf(plan).steps(plan)[step]
    assert(definition, 'invalid_plan')
    const { keygenId } = identity
    const turn = { plan, keygenId, share, secret, memory, received, randomBytes }
    const outcome = orFail('message_malformed', () => definition.run(turn))

    let state: CeremonyState = { ...before, step: step + 1, memory: outcome.memory ?? memory }
    const boxes: Box[] = []
    const recipients = definition.from(plan).includes(keygenId) ? definition.to(plan) : []
    for (const to of recipients) {
      const message = outcome.message?.(to) ?? {}
      const address = { step, from: keygenId, to }
      if (to === keygenId) {
        state = withMessage(state, address, message)
      } else {
        const text = writeMessage(planDigest, message)
        boxes.push(seal(pairwiseKeys[to] ?? '', { address, roomId: plan.roomId, text }, randomBytes))
      }
    }
    return { state, boxes, result: outcome.result }
  }

  function step(state: CeremonyState, boxes: readonly Box[], randomBytes: RandomBytes): StepResult {
    assert(!usedStates.has(state), 'state_used')
    assert(!state.isFinished, 'ceremony_finished')
    let next = boxes.reduce(take, state)
    const outgoing: Box[] = []
    let result: CeremonyResult | undefined
    while (!result && sendersTo(next, next.step - 1).every((from) => next.received[next.step - 1]?.[from])) {
      const outcome = run(next, randomBytes)
      next = outcome.state
      outgoing.push(...outcome.boxes)
      result = outcome.result
    }
    if (next !== state) usedStates.add(state)
    return { state: result ? finished(next) : next, boxes: outgoing, result }
  }
}
