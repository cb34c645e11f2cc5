import { assert } from '../errors.ts'
import { assertDerivation } from '../keys/derivation.ts'
import { assertShareOf } from '../keys/keySets.ts'
import type { Ceremony } from './ceremony.ts'
import { assertThresholdParties } from './parties.ts'
import type { SignPlan } from './plans.ts'
import { signEcdsa } from './signEcdsa.ts'
import { signSchnorr } from './signSchnorr.ts'

const isEcdsa = ({ keySet }: SignPlan) => keySet.curve === 'secp256k1-ecdsa'

/** Signing: ECDSA over dealt triples, or FROST. */
export const sign: Ceremony<SignPlan> = {
  participants: ({ signers, dealer }) => (dealer === undefined ? signers : [...signers, dealer]),
  assertPlan(plan) {
    const { keySet, signers, coordinator, message, dealer } = plan
    assertThresholdParties(keySet, signers)
    assert(signers.includes(coordinator), 'not_a_party')
    assert(isEcdsa(plan) === (dealer !== undefined), 'invalid_plan', {
      detail: 'ECDSA needs a dealer, and only ECDSA.',
    })
    assert(dealer === undefined || !signers.includes(dealer), 'duplicate_party')
    const isMessage = isEcdsa(plan) ? /^[0-9a-f]{64}$/ : /^([0-9a-f]{2})*$/
    assert(isMessage.test(message), 'invalid_plan', { detail: 'The message is hex, and a digest for ECDSA.' })
    assertDerivation(keySet, plan)
  },
  assertParty({ keySet, dealer }, { keygenId, share }) {
    if (keygenId !== dealer) assertShareOf(keySet, share, keygenId)
  },
  steps: (plan) => (isEcdsa(plan) ? signEcdsa : signSchnorr),
}
