import { describe, expect, it } from 'vitest'
import { createIdentities, makeWallet, partiesAt, signPlan, tripleDealer } from '../test/keys.ts'
import { play } from '../test/play.ts'
import { seededBytes } from '../test/seededBytes.ts'
import { join, step } from './allCeremonies.ts'
import type { KeygenPlan, Plan } from './ceremonies/plans.ts'
import { digestOf } from './keys/canonical.ts'
import type { Identity } from './parties/identity.ts'
import { pairwiseKey, seal, type Box } from './parties/sealedMessages.ts'
import type { CeremonyState } from './party.ts'

const randomBytes = seededBytes('party')
const identities = createIdentities(3, 'party')
const [ada, ben, cyd] = identities as [Identity, Identity, Identity]
const plan: KeygenPlan = {
  kind: 'keygen',
  roomId: 'room',
  curve: 'secp256k1-ecdsa',
  scheme: 'TWO_OF_THREE',
  parties: identities.map(({ keygenId }) => keygenId),
  walletId: 'wallet',
  coordinator: ada.keygenId,
}
const refusal = (code: string, parties?: readonly string[]) =>
  expect.objectContaining({ code, ...(parties && { parties }) })
const boxesFor = ({ keygenId }: Identity, boxes: readonly Box[]) => boxes.filter(({ to }) => to === keygenId)
const opened = (plan: Plan, identity: Identity) => step(join(plan, { identity }), [], randomBytes)
const copy = (state: CeremonyState) => JSON.parse(JSON.stringify(state)) as CeremonyState

describe('join', () => {
  it.each<[string, Partial<KeygenPlan>, string]>([
    ['a party twice', { parties: [ada.keygenId, ben.keygenId, ben.keygenId] }, 'duplicate_party'],
    ['a party too few', { parties: [ada.keygenId, ben.keygenId] }, 'wrong_party_count'],
    ['a party too many', { parties: [...plan.parties, tripleDealer.keygenId] }, 'wrong_party_count'],
    [
      'parties without the one that joins',
      { parties: [ben.keygenId, cyd.keygenId, tripleDealer.keygenId], coordinator: ben.keygenId },
      'not_a_party',
    ],
    ['an invalid party id', { parties: [ada.keygenId, ben.keygenId, 'cyd'] }, 'invalid_identity'],
    ['a coordinator that is no party', { coordinator: tripleDealer.keygenId }, 'not_a_party'],
    ['an unknown scheme', { scheme: 'toString' as KeygenPlan['scheme'] }, 'invalid_plan'],
    ['an unknown curve', { curve: 'ed25519' as KeygenPlan['curve'] }, 'invalid_plan'],
    ['an unknown kind', { kind: 'toString' as KeygenPlan['kind'] }, 'invalid_plan'],
  ])('refuses a plan with %s', (_, change, code) => {
    expect(() => join({ ...plan, ...change }, { identity: ada })).toThrow(refusal(code))
  })

  it('begins at the first step, with nothing received, and hashes the plan for its purpose', () => {
    const planDigest = digestOf('plan', plan)
    expect(join(plan, { identity: ada })).toMatchObject({ step: 0, received: [], memory: {}, planDigest })
  })

  it('reads the ids of all parties first, whoever joins', () => {
    const parties = [ben.keygenId, cyd.keygenId, 'dan']
    expect(() => join({ ...plan, parties }, { identity: ada })).toThrow(refusal('invalid_identity'))
  })

  it('refuses a party of small order', () => {
    const smallOrder = '1'.repeat(32)
    const parties = [ada.keygenId, ben.keygenId, smallOrder]
    expect(() => join({ ...plan, parties }, { identity: ada })).toThrow(refusal('invalid_identity'))
  })

  it('computes a key for each party that it sends to or hears from, and for no other', () => {
    const dealt: Plan = { ...plan, kind: 'deal', dealer: ada.keygenId }
    const peersIn = (plan: Plan) => Object.keys(join(plan, { identity: cyd }).pairwiseKeys)
    expect(peersIn(plan)).toEqual([ada.keygenId, ben.keygenId])
    expect(peersIn(dealt)).toEqual([ada.keygenId])
  })

  it('refuses a share that is wrong each time it comes', () => {
    const wallet = makeWallet('secp256k1-ecdsa', 'TWO_OF_TWO')
    const signers = partiesAt(wallet, [1, 2])
    const [{ identity, share }] = signers as [(typeof signers)[0]]
    const wrong = { ...share, signingShare: '11'.repeat(32) }
    const joinWith = (candidate: typeof share) => () =>
      join(signPlan(wallet, signers, { message: '5a'.repeat(32) }), { identity, share: candidate })
    expect(joinWith(wrong)).toThrow(refusal('share_invalid'))
    expect(joinWith(share)).not.toThrow()
    expect(joinWith(wrong)).toThrow(refusal('share_invalid'))
  })
})

describe('step', () => {
  const ofAda = opened(plan, ada)
  const ofBen = opened(plan, ben)
  const ofCyd = opened(plan, cyd)
  const [fromBen] = boxesFor(ada, ofBen.boxes) as [Box]
  const [fromCyd] = boxesFor(ada, ofCyd.boxes) as [Box]
  const waiting = () => copy(ofAda.state)

  it('waits while a box is missing, with boxes in any order', () => {
    const half = step(waiting(), [fromCyd], randomBytes)
    expect(half).toMatchObject({ boxes: [], result: undefined, state: { step: 1 } })
    const whole = step(half.state, [fromBen], randomBytes)
    expect(whole.boxes.map(({ step, to }) => [step, to])).toEqual([
      [1, ben.keygenId],
      [1, cyd.keygenId],
    ])
  })

  it('changes nothing when there is nothing new', () => {
    const state = waiting()
    expect(step(state, [], randomBytes)).toEqual({ state, boxes: [], result: undefined })
    expect(step(state, [fromBen, fromCyd], randomBytes).boxes).toHaveLength(2)
  })

  it('takes a box of the next step before the last one of this', () => {
    const benNext = step(copy(ofBen.state), boxesFor(ben, [...ofAda.boxes, ...ofCyd.boxes]), randomBytes)
    const early = step(waiting(), [fromBen, ...boxesFor(ada, benNext.boxes)], randomBytes)
    expect(early.state.step).toBe(1)
    const onTime = step(early.state, [fromCyd], randomBytes)
    expect(onTime.state).toMatchObject({ step: 2 })
    const cydNext = step(copy(ofCyd.state), boxesFor(cyd, [...ofAda.boxes, ...ofBen.boxes]), randomBytes)
    expect(step(onTime.state, boxesFor(ada, cydNext.boxes), randomBytes).state).toMatchObject({ step: 3 })
  })

  it('refuses a box that it took before, in this step and later', () => {
    const replayed = refusal('box_replayed', [ben.keygenId])
    expect(() => step(waiting(), [fromBen, fromBen], randomBytes)).toThrow(replayed)
    const half = step(waiting(), [fromBen], randomBytes)
    expect(() => step(copy(half.state), [fromBen], randomBytes)).toThrow(replayed)
    const whole = step(half.state, [fromCyd], randomBytes)
    expect(() => step(whole.state, [fromCyd], randomBytes)).toThrow(refusal('box_replayed', [cyd.keygenId]))
  })

  it('refuses a second box of a party and step, so a state that is used twice gets nowhere', () => {
    const [again] = boxesFor(ada, opened(plan, ben).boxes) as [Box]
    const half = step(waiting(), [fromBen], randomBytes)
    expect(again).not.toEqual(fromBen)
    expect(() => step(half.state, [again], randomBytes)).toThrow(refusal('box_replayed'))
  })

  it('refuses a state that was stepped before', () => {
    const state = waiting()
    step(state, [fromBen], randomBytes)
    expect(() => step(state, [fromCyd], randomBytes)).toThrow(refusal('state_used'))
  })

  it('leaves a state as it was when it refuses', () => {
    const state = waiting()
    const before = copy(state)
    const tampered = { ...fromBen, sealed: fromCyd.sealed }
    expect(() => step(state, [fromCyd, tampered], randomBytes)).toThrow(refusal('box_unreadable'))
    expect(state).toEqual(before)
    expect(step(state, [fromBen, fromCyd], randomBytes).boxes).toHaveLength(2)
  })

  it.each([
    ['another room', () => boxesFor(ada, opened({ ...plan, roomId: 'other' }, ben).boxes), 'box_unreadable'],
    [
      'another party',
      () => boxesFor(ada, ofCyd.boxes).map((box) => ({ ...box, from: ben.keygenId })),
      'box_unreadable',
    ],
    ['another step', () => [{ ...fromBen, step: 1 }], 'box_unreadable'],
    ['another plan', () => boxesFor(ada, opened({ ...plan, walletId: 'other' }, ben).boxes), 'plan_mismatch'],
    ['another recipient', () => boxesFor(cyd, ofBen.boxes), 'box_unexpected'],
    ['a step that does not exist', () => [{ ...fromBen, step: 9 }], 'box_unexpected'],
    ['a step before the first', () => [{ ...fromBen, step: -1 }], 'box_unexpected'],
    ['a stranger', () => [{ ...fromBen, from: tripleDealer.keygenId }], 'box_unexpected'],
    ['the party itself', () => [{ ...fromBen, from: ada.keygenId }], 'box_unexpected'],
  ])('refuses a box of %s', (_, boxes, code) => {
    expect(() => step(waiting(), boxes(), randomBytes)).toThrow(refusal(code))
  })

  it('says whose box it did not expect', () => {
    const box = { ...fromBen, from: tripleDealer.keygenId }
    expect(() => step(waiting(), [box], randomBytes)).toThrow(refusal('box_unexpected', [box.from]))
  })

  it.each(['', 'null', '{}', '[]', '["x"]'])('refuses a sealed text that is no message: %j', (text) => {
    const { step: number, from, to } = fromBen
    const box = seal(
      pairwiseKey(ben, to),
      { roomId: plan.roomId, address: { step: number, from, to }, text },
      randomBytes,
    )
    expect(() => step(waiting(), [box], randomBytes)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^(message_malformed|plan_mismatch)$/) }),
    )
  })

  it('ends with a state that has no secrets and takes nothing more', () => {
    const wallet = makeWallet('secp256k1-ecdsa', 'TWO_OF_TWO')
    const signers = partiesAt(wallet, [1, 2])
    const plan = signPlan(wallet, signers, { message: '5a'.repeat(32) })
    const dealt = step(join(plan, { identity: tripleDealer }), [], randomBytes)
    expect(dealt.result).toEqual({ kind: 'done' })
    expect(dealt.state).toMatchObject({ isFinished: true, memory: {}, received: [], pairwiseKeys: {} })
    expect(dealt.state.share ?? dealt.state.secret).toBeUndefined()
    expect(() => step(dealt.state, [], randomBytes)).toThrow(refusal('ceremony_finished'))
  })

  it('takes all chance from its caller: the same bytes give the same boxes and the same result', () => {
    const wallets = [makeWallet('secp256k1-ecdsa', 'TWO_OF_TWO'), makeWallet('ed25519', 'TWO_OF_TWO')] as const
    const plays = wallets.flatMap((wallet) => {
      const { keySet, parties } = wallet
      const ids = keySet.parties.map(({ keygenId }) => keygenId)
      const [recipient = ''] = ids
      const signPlanOf = signPlan(wallet, parties, { message: '5a'.repeat(32) })
      const withDealer = signPlanOf.dealer ? [{ identity: tripleDealer }, ...parties] : parties
      return [
        () => play(signPlanOf, withDealer),
        () => play({ kind: 'refresh', roomId: 'room', keySet, coordinator: recipient }, parties),
        () =>
          play(
            {
              kind: 'reshare',
              roomId: 'room',
              keySet,
              holders: ids,
              scheme: 'TWO_OF_TWO',
              parties: ids,
              coordinator: recipient,
            },
            parties,
          ),
        () => play({ kind: 'export', roomId: 'room', keySet, holders: ids, recipient }, parties),
      ]
    })
    const [dealer = ''] = plan.parties
    const newcomers = identities.map((identity) => ({ identity }))
    const all = [
      () => play(plan, newcomers),
      () => play({ ...plan, kind: 'deal', curve: 'ed25519', dealer }, newcomers),
      () => play({ ...plan, kind: 'deal', dealer }, newcomers),
      ...plays,
    ]
    for (const run of all) expect(run()).toEqual(run())
  })

  it('shows no secret in what it refuses', () => {
    const [secret] = [ben.secretKey]
    const tampered = { ...fromBen, step: 1 }
    expect.assertions(2)
    try {
      step(waiting(), [tampered], randomBytes)
    } catch (error) {
      expect(String(error)).toBe(
        'CeremonyError: The box does not open. It was changed, or sealed for another room, step or party.',
      )
      expect(JSON.stringify(error)).not.toContain(secret)
    }
  })
})
