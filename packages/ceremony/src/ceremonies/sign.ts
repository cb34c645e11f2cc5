import { assert } from '../errors.ts'
import { assertDerivation } from '../keys/derivation.ts'
import type { Curve, Group } from '../keys/group.ts'
import { assertShareOf } from '../keys/keySets.ts'
import type { Ceremony, Step } from './ceremony.ts'
import { assertThresholdParties } from './parties.ts'
import type { SignPlan } from './plans.ts'

/** The differences between ECDSA over dealt triples and FROST. */
interface Signing {
  readonly hasDealer: boolean
  /** The form of a message's hex. */
  readonly message: RegExp
  groupOf(curve: Curve): Group
  readonly steps: readonly Step<SignPlan>[]
}

export const createSigning = ({ hasDealer, message, groupOf, steps }: Signing): Ceremony<SignPlan> => ({
  participants: ({ signers, dealer }) => (dealer === undefined ? signers : [...signers, dealer]),
  assertPlan(plan) {
    const { keySet, signers, coordinator, dealer } = plan
    assertThresholdParties(keySet, signers)
    assert(signers.includes(coordinator), 'not_a_party')
    assert(hasDealer === (dealer !== undefined), 'invalid_plan', { detail: 'ECDSA needs a dealer, and only ECDSA.' })
    assert(dealer === undefined || !signers.includes(dealer), 'duplicate_party')
    assert(message.test(plan.message), 'invalid_plan', { detail: 'The message is hex, and a digest for ECDSA.' })
    assertDerivation(keySet, plan)
  },
  assertParty({ keySet, dealer }, { keygenId, share }) {
    if (keygenId !== dealer) assertShareOf(groupOf(keySet.curve), { keySet, keygenId }, share)
  },
  steps: () => steps,
})
