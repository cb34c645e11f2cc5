import { assert } from '../errors.ts'
import type { Ceremony } from './ceremony.ts'
import { deal } from './deal.ts'
import { exportKey } from './exportKey.ts'
import { keygen } from './keygen.ts'
import type { Plan, PlanKind, SignPlan } from './plans.ts'
import { refresh } from './refresh.ts'
import { reshare } from './reshare.ts'
import { signEcdsa } from './signEcdsa.ts'
import { signSchnorr } from './signSchnorr.ts'

const ceremonies: { readonly [Kind in PlanKind]: (plan: Plan) => Ceremony<Extract<Plan, { kind: Kind }>> } = {
  keygen: () => keygen,
  deal: () => deal,
  sign: (plan) => ((plan as SignPlan).keySet.curve === 'secp256k1-ecdsa' ? signEcdsa : signSchnorr),
  refresh: () => refresh,
  reshare: () => reshare,
  export: () => exportKey,
}

/** The ceremony of a plan. @throws {@link CeremonyError} `invalid_plan`, since plans come from JSON too */
export function ceremonyOf(plan: Plan): Ceremony<Plan> {
  assert(Object.hasOwn(ceremonies, plan.kind), 'invalid_plan', { detail: 'There is no ceremony of this kind.' })
  return ceremonies[plan.kind](plan) as Ceremony<Plan>
}
