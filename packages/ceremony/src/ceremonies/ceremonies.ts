import { assert } from '../errors.ts'
import type { Ceremony } from './ceremony.ts'
import { deal } from './deal.ts'
import { exportKey } from './exportKey.ts'
import { keygen } from './keygen.ts'
import type { Plan, PlanKind } from './plans.ts'
import { refresh } from './refresh.ts'
import { reshare } from './reshare.ts'
import { sign } from './sign.ts'

const ceremonies: { readonly [Kind in PlanKind]: Ceremony<Extract<Plan, { kind: Kind }>> } = {
  keygen,
  deal,
  sign,
  refresh,
  reshare,
  export: exportKey,
}

/** The ceremony of a plan. @throws {@link CeremonyError} `invalid_plan`, since plans come from JSON too */
export function ceremonyOf(plan: Plan): Ceremony<Plan> {
  assert(Object.hasOwn(ceremonies, plan.kind), 'invalid_plan', { detail: 'There is no ceremony of this kind.' })
  return ceremonies[plan.kind] as Ceremony<Plan>
}
