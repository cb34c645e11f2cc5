import type { SignPlan } from '@latchkey/ceremony'
import type { OpenedRoom } from '../engine.ts'
import { checkKeySet, PlanCheck, servicesOf, type ExistingKey } from './planCheck.ts'

/** The plan of a signature, with the message that this client asked for. */
export function signPlan(room: OpenedRoom, plan: unknown, key: ExistingKey & { message: string }): SignPlan {
  const { keySet, derivation, clientIds, message } = key
  const check = new PlanCheck<SignPlan>(room, plan, 'sign')
  checkKeySet(check, keySet)
  const services = servicesOf(room, keySet, clientIds)
  check.users('signers', clientIds, services)
  check.ofService('coordinator', check.plan.coordinator, services)
  check.derivation(check.plan, derivation)
  return { ...check.plan, keySet, message }
}
