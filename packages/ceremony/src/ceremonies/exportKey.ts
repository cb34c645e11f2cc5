import { CeremonyError, assert, orFail } from '../errors.ts'
import { assertDerivation, deriveKey, publicKeyOf } from '../keys/derivation.ts'
import { deriveScalar } from '../keys/derivedShares.ts'
import { groups } from '../keys/groups.ts'
import { assertShareOf, holderOf } from '../keys/keySets.ts'
import { publicKeyOfSeed, seedOfHalves } from '../keys/seeds.ts'
import { interpolate } from '../keys/sharing.ts'
import { nobody, type Ceremony, type CeremonyResult, type Turn } from './ceremony.ts'
import { textOf, textsOf } from './messages.ts'
import { assertThresholdParties } from './parties.ts'
import type { ExportPlan } from './plans.ts'

const holdersOf = ({ holders }: ExportPlan) => holders

/** Holders whose share is not the one that the key set has a verifying share for. */
function assertShares({ plan, received }: Turn<ExportPlan>): void {
  const { commit, scalarOf } = groups[plan.keySet.curve]
  for (const holder of plan.holders) {
    const share = textOf(received[0]?.[holder], 'signingShare')
    const point = orFail(
      'share_invalid',
      () => commit(scalarOf(share)),
      () => [holder],
    )
    const isOfHolder = point === holderOf(plan.keySet, holder).verifyingShare
    assert(isOfHolder, 'share_invalid', { parties: [holder] })
  }
}

/** Puts a value together from what each holder sent. */
function combine(
  { plan, received }: Turn<ExportPlan>,
  read: (message: Turn<ExportPlan>['received'][0][string]) => string,
) {
  const { Fn, scalarOf } = groups[plan.keySet.curve]
  const shares = plan.holders.map((holder) => {
    const message = received[0]?.[holder]
    if (!message) throw new CeremonyError('message_malformed', { parties: [holder] })
    return [holderOf(plan.keySet, holder).index, scalarOf(read(message))] as const
  })
  return interpolate(Fn, shares)
}

function seedOf(turn: Turn<ExportPlan>): string {
  const halves = [0, 1].map((half) => combine(turn, (message) => textsOf(message, 'seedShares', 2)[half] ?? ''))
  const seed = orFail('share_invalid', () => seedOfHalves(halves))
  assert(publicKeyOfSeed(seed) === turn.plan.keySet.groupKey, 'share_invalid', { detail: 'The seed is another one.' })
  return seed
}

function resultOf(turn: Turn<ExportPlan>): CeremonyResult {
  const { keySet } = turn.plan
  assertShares(turn)
  const publicKey = publicKeyOf(keySet, turn.plan)
  if (keySet.curve === 'ed25519') return { kind: 'privateKey', privateKey: seedOf(turn), publicKey }
  const groupSecret = combine(turn, (message) => textOf(message, 'signingShare'))
  const privateKey = groups[keySet.curve].hexOf(deriveScalar(keySet, deriveKey(keySet, turn.plan), groupSecret))
  return { kind: 'privateKey', privateKey, publicKey }
}

/** The holders seal their shares to the recipient, which puts the key together. The shares stay good. */
export const exportKey: Ceremony<ExportPlan> = {
  participants: ({ holders, recipient }) => [...new Set([...holders, recipient])],
  assertPlan(plan) {
    assertThresholdParties(plan.keySet, plan.holders)
    holderOf(plan.keySet, plan.recipient)
    assertDerivation(plan.keySet, plan)
  },
  assertParty({ keySet, holders }, { keygenId, share }) {
    if (holders.includes(keygenId)) assertShareOf(groups[keySet.curve], { keySet, keygenId }, share)
  },
  steps: () => [
    {
      from: holdersOf,
      to: ({ recipient }) => [recipient],
      run({ plan, keygenId, share }) {
        const result: CeremonyResult | undefined = keygenId === plan.recipient ? undefined : { kind: 'done' }
        if (!plan.holders.includes(keygenId)) return { result }
        assert(share, 'share_missing')
        const { signingShare, seedShares = [] } = share
        return { message: () => ({ signingShare, seedShares }), result }
      },
    },
    { from: nobody, to: nobody, run: (turn) => ({ result: resultOf(turn) }) },
  ],
}
