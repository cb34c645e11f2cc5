import { bytesToHex } from '@noble/hashes/utils.js'
import { assert, orFail } from '../errors.ts'
import { groups } from '../keys/groups.ts'
import { chainCodeOf, type KeyShare } from '../keys/keySets.ts'
import { schemes } from '../keys/schemes.ts'
import { halvesOfSeed, scalarOfSeed } from '../keys/seeds.ts'
import { assertDealt, commitmentsTo, committedTerms, randomPolynomials, shareAt } from '../keys/sharing.ts'
import { acknowledge } from './acknowledgement.ts'
import type { Ceremony, Outcome, Turn } from './ceremony.ts'
import { textOf, textsOf } from './messages.ts'
import { assertSchemeParties } from './parties.ts'
import type { DealPlan } from './plans.ts'

const partiesOf = ({ parties }: DealPlan) => parties

/** The key that is dealt: hex of the scalar, and of the seed that it comes from. */
function keyOf({ plan, secret, randomBytes }: Turn<DealPlan>): { scalar: bigint; seed?: string } {
  const { randomScalar, scalarOf } = groups[plan.curve]
  if (plan.curve !== 'ed25519') return { scalar: secret ? scalarOf(secret) : randomScalar(randomBytes) }
  const seed = secret ?? bytesToHex(randomBytes(32))
  return { scalar: scalarOf(scalarOfSeed(seed)), seed }
}

/** Shares the key, and the seed beside it. */
function dealKey(turn: Turn<DealPlan>): Outcome {
  const { plan, randomBytes } = turn
  const group = groups[plan.curve]
  const { threshold } = schemes[plan.scheme]
  const { scalar, seed } = keyOf(turn)
  const polynomialOf = randomPolynomials(group, threshold, randomBytes)
  const polynomial = polynomialOf(scalar)
  const commitments = commitmentsTo(group, polynomial)
  const halves = seed ? halvesOfSeed(seed).map(polynomialOf) : []
  return {
    message(to) {
      const shareOf = (coefficients: readonly bigint[]) =>
        group.hexOf(shareAt(group.Fn, coefficients, plan.parties.indexOf(to) + 1))
      return { commitments, signingShare: shareOf(polynomial), seedShares: halves.map(shareOf) }
    },
  }
}

/** Checks a dealt share, and computes the key set from the dealer's commitments. */
function makeShare({ plan, keygenId, received }: Turn<DealPlan>): KeyShare {
  const { curve, scheme, dealer } = plan
  const group = groups[curve]
  const { threshold } = schemes[scheme]
  const message = received[0]?.[dealer]
  const commitments = textsOf(message, 'commitments', threshold)
  const signingShare = textOf(message, 'signingShare')
  const seedShares = textsOf(message, 'seedShares', curve === 'ed25519' ? 2 : 0)
  const index = plan.parties.indexOf(keygenId) + 1
  assertDealt(group, { dealer, share: group.scalarOf(signingShare), index, commitments, threshold })
  const parties = plan.parties.map((party, i) => ({
    keygenId: party,
    index: i + 1,
    verifyingShare: group.combine(committedTerms(group.Fn, { commitments, index: i + 1 })),
  }))
  const [groupKey = ''] = commitments
  const chainCode = chainCodeOf(curve, groupKey, plan.walletId)
  const keySet = { curve, scheme, generation: 1, groupKey, chainCode, parties }
  return { keySet, keygenId, signingShare, ...(seedShares.length > 0 && { seedShares }) }
}

/**
 * Key generation with a trusted dealer (RFC 9591, appendix C). For a key that exists, and for ed25519, whose exported
 * key has to be a seed.
 */
export const deal: Ceremony<DealPlan> = {
  participants: partiesOf,
  assertPlan({ curve, scheme, parties, dealer, coordinator }) {
    assert(Object.hasOwn(groups, curve), 'invalid_plan', { detail: 'There is no such curve.' })
    assertSchemeParties(scheme, parties, coordinator)
    assert(parties.includes(dealer), 'not_a_party')
  },
  assertParty({ curve, dealer }, { keygenId, secret }) {
    if (secret === undefined) return
    assert(keygenId === dealer, 'invalid_plan', { detail: 'Only the dealer brings a key.' })
    assert(/^[0-9a-f]{64}$/.test(secret), 'invalid_private_key_format')
    if (curve === 'ed25519') return
    orFail('invalid_private_key_format', () => groups[curve].commit(groups[curve].scalarOf(secret)))
  },
  steps: () => [
    {
      from: ({ dealer }) => [dealer],
      to: partiesOf,
      run: (turn) => (turn.keygenId === turn.plan.dealer ? dealKey(turn) : {}),
    },
    ...acknowledge({ holders: partiesOf, participants: partiesOf }, makeShare),
  ],
}
