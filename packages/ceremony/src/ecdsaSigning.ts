import type { Ceremony } from './ceremonies/ceremony.ts'
import type { Plan } from './ceremonies/plans.ts'
import { signEcdsa } from './ceremonies/signEcdsa.ts'
import { assert } from './errors.ts'
import { createParties } from './party.ts'

/** Signing only by ECDSA, for a page that has loaded no other ceremony: it takes two thirds of the bytes. */
export const { join, step } = /* @__PURE__ */ createParties((plan) => {
  const isEcdsa = plan.kind === 'sign' && plan.keySet.curve === 'secp256k1-ecdsa'
  assert(isEcdsa, 'invalid_plan', { detail: 'The plan is not one of signing by ECDSA.' })
  return signEcdsa as Ceremony<Plan>
})
