import { assert } from '../errors.ts'
import { groups } from '../keys/groups.ts'
import { assertShareOf, holderOf, sizeOf, type KeyShare } from '../keys/keySets.ts'
import { assertDealt, commitmentsTo, committedTerms, randomPolynomials, shareAt, sum } from '../keys/sharing.ts'
import { acknowledge } from './acknowledgement.ts'
import type { Ceremony, Turn } from './ceremony.ts'
import { textOf, textsOf } from './messages.ts'
import { assertSchemeParties } from './parties.ts'
import type { RefreshPlan } from './plans.ts'

const allOf = ({ keySet }: RefreshPlan) => keySet.parties.map(({ keygenId }) => keygenId)

const partiesOf = (plan: RefreshPlan) => allOf(plan).filter((keygenId) => !plan.absent?.includes(keygenId))

/** @throws {@link CeremonyError} `invalid_plan` unless those who are present can use the key */
function assertPlan(plan: RefreshPlan): void {
  const { keySet, coordinator, absent = [] } = plan
  assertSchemeParties(keySet.scheme, allOf(plan), coordinator)
  absent.forEach((keygenId) => holderOf(keySet, keygenId))
  assert(partiesOf(plan).includes(coordinator), 'not_a_party')
  assert(partiesOf(plan).length >= sizeOf(keySet).threshold, 'invalid_plan', { detail: 'Too few parties are present.' })
}

/** Adds what everybody dealt to the share, and to the verifying shares. */
function makeShare({ plan, keygenId, share, received }: Turn<RefreshPlan>): KeyShare {
  assert(share, 'share_missing')
  const { keySet } = plan
  const group = groups[keySet.curve]
  const { Fn, hexOf, scalarOf } = group
  const { threshold } = sizeOf(keySet)
  const { index } = holderOf(keySet, keygenId)
  const dealings = partiesOf(plan).map((dealer) => {
    const message = received[0]?.[dealer]
    const commitments = textsOf(message, 'commitments', threshold - 1)
    const dealt = scalarOf(textOf(message, 'signingShare'))
    assertDealt(group, { dealer, share: dealt, index, commitments, threshold }, 1)
    return { commitments, dealt, seedShares: textsOf(message, 'seedShares', share.seedShares?.length ?? 0) }
  })
  const parties = keySet.parties.map((party) => {
    const terms = dealings.flatMap(({ commitments }) => committedTerms(Fn, { commitments, index: party.index }, 1))
    return { ...party, verifyingShare: group.combine([[party.verifyingShare, Fn.ONE], ...terms]) }
  })
  const add = (before: string, dealt: readonly bigint[]) => hexOf(sum(Fn, [scalarOf(before), ...dealt]))
  const seedShares = share.seedShares?.map((before, i) =>
    add(
      before,
      dealings.map(({ seedShares }) => scalarOf(seedShares[i] ?? '')),
    ),
  )
  return {
    keySet: { ...keySet, generation: keySet.generation + 1, parties },
    keygenId,
    signingShare: add(
      share.signingShare,
      dealings.map(({ dealt }) => dealt),
    ),
    ...(seedShares && { seedShares }),
  }
}

/**
 * Proactive refresh (Herzberg and others 1995): everybody deals a sharing of zero, and adds what it gets. Nobody has
 * what is dealt for a party that is absent, so its new share exists nowhere.
 */
export const refresh: Ceremony<RefreshPlan> = {
  participants: partiesOf,
  assertPlan,
  assertParty: ({ keySet }, { keygenId, share }) => assertShareOf(groups[keySet.curve], { keySet, keygenId }, share),
  steps: () => [
    {
      from: partiesOf,
      to: partiesOf,
      run({ plan, share, randomBytes }) {
        const group = groups[plan.keySet.curve]
        const { threshold } = sizeOf(plan.keySet)
        const polynomialOf = randomPolynomials(group, threshold, randomBytes)
        const zero = () => polynomialOf(0n)
        const polynomial = zero()
        const commitments = commitmentsTo(group, polynomial)
        const halves = (share?.seedShares ?? []).map(zero)
        return {
          message(to) {
            const shareOf = (coefficients: readonly bigint[]) =>
              group.hexOf(shareAt(group.Fn, coefficients, holderOf(plan.keySet, to).index))
            return { commitments, signingShare: shareOf(polynomial), seedShares: halves.map(shareOf) }
          },
        }
      },
    },
    ...acknowledge({ holders: partiesOf, participants: partiesOf }, makeShare),
  ],
}
