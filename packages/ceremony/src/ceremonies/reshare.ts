import { assert } from '../errors.ts'
import { groups } from '../keys/groups.ts'
import { assertShareOf, holderOf, type KeyShare } from '../keys/keySets.ts'
import { schemes } from '../keys/schemes.ts'
import {
  assertDealt,
  commitmentsTo,
  committedTerms,
  lagrange,
  randomPolynomials,
  shareAt,
  sum,
} from '../keys/sharing.ts'
import { acknowledge } from './acknowledgement.ts'
import type { Ceremony, Outcome, Turn } from './ceremony.ts'
import { textOf, textsOf } from './messages.ts'
import { assertSchemeParties, assertThresholdParties, indicesOf } from './parties.ts'
import type { ResharePlan } from './plans.ts'

const partiesOf = ({ parties }: ResharePlan) => parties
const holdersOf = ({ holders }: ResharePlan) => holders
const participantsOf = ({ holders, parties }: ResharePlan) => [...new Set([...holders, ...parties])]

/** How much of the key a holder's share is. */
function weightOf({ keySet, holders }: ResharePlan, holder: string): bigint {
  return lagrange(groups[keySet.curve].Fn, holderOf(keySet, holder).index, indicesOf(keySet, holders))
}

/** A holder deals its weighted share, and its weighted shares of the seed. */
function dealWeighted({ plan, keygenId, share, randomBytes }: Turn<ResharePlan>): Outcome {
  if (!plan.holders.includes(keygenId)) return {}
  assert(share, 'share_missing')
  const group = groups[plan.keySet.curve]
  const weight = weightOf(plan, keygenId)
  const withSecret = randomPolynomials(group, schemes[plan.scheme].threshold, randomBytes)
  const polynomialOf = (hex: string) => withSecret(group.Fn.mul(weight, group.scalarOf(hex)))
  const polynomial = polynomialOf(share.signingShare)
  const commitments = commitmentsTo(group, polynomial)
  const seeds = (share.seedShares ?? []).map(polynomialOf)
  return {
    message(to) {
      const shareOf = (coefficients: readonly bigint[]) =>
        group.hexOf(shareAt(group.Fn, coefficients, plan.parties.indexOf(to) + 1))
      return { commitments, signingShare: shareOf(polynomial), seedShares: seeds.map(shareOf) }
    },
  }
}

/** Checks what the holders dealt, and that each dealt its own weighted share and nothing else. */
function makeShare({ plan, keygenId, received }: Turn<ResharePlan>): KeyShare {
  const { keySet, holders, scheme } = plan
  const group = groups[keySet.curve]
  const { Fn, hexOf, scalarOf } = group
  const { threshold } = schemes[scheme]
  const index = plan.parties.indexOf(keygenId) + 1
  const dealings = holders.map((dealer) => {
    const message = received[0]?.[dealer]
    const commitments = textsOf(message, 'commitments', threshold)
    const dealt = scalarOf(textOf(message, 'signingShare'))
    assertDealt(group, { dealer, share: dealt, index, commitments, threshold })
    const weighted = group.combine([[holderOf(keySet, dealer).verifyingShare, weightOf(plan, dealer)]])
    assert(commitments[0] === weighted, 'dealing_invalid', { parties: [dealer] })
    return { commitments, dealt, seedShares: textsOf(message, 'seedShares', keySet.curve === 'ed25519' ? 2 : 0) }
  })
  const parties = plan.parties.map((party, i) => ({
    keygenId: party,
    index: i + 1,
    verifyingShare: group.combine(
      dealings.flatMap(({ commitments }) => committedTerms(Fn, { commitments, index: i + 1 })),
    ),
  }))
  const seedShares = (dealings[0]?.seedShares ?? []).map((_, i) =>
    hexOf(
      sum(
        Fn,
        dealings.map(({ seedShares }) => scalarOf(seedShares[i] ?? '')),
      ),
    ),
  )
  const signingShare = hexOf(
    sum(
      Fn,
      dealings.map(({ dealt }) => dealt),
    ),
  )
  const newKeySet = { ...keySet, scheme, generation: keySet.generation + 1, parties }
  return { keySet: newKeySet, keygenId, signingShare, ...(seedShares.length > 0 && { seedShares }) }
}

/** Redistribution of shares (Desmedt and Jajodia 1997, checked as in Wong, Wang and Wing 2002). The key stays. */
export const reshare: Ceremony<ResharePlan> = {
  participants: participantsOf,
  assertPlan({ keySet, holders, scheme, parties, coordinator }) {
    assertThresholdParties(keySet, holders)
    assertSchemeParties(scheme, parties, coordinator)
  },
  assertParty({ keySet, holders }, { keygenId, share }) {
    if (holders.includes(keygenId)) assertShareOf(groups[keySet.curve], { keySet, keygenId }, share)
  },
  steps: () => [
    { from: holdersOf, to: partiesOf, run: dealWeighted },
    ...acknowledge({ holders: partiesOf, participants: participantsOf }, makeShare),
  ],
}
