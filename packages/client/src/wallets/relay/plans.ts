import type { DealPlan, ExportPlan, KeygenPlan, RefreshPlan, ResharePlan, Scheme } from '@latchkey/ceremony'
import { CeremonyError } from '../../shared/ceremonyError.ts'
import type { OpenedRoom } from '../engine.ts'
import type { KeyKind } from './keyKinds.ts'
import { checkKeySet, PlanCheck, servicesOf, type ExistingKey } from './planCheck.ts'

/** A new key, and who gets a share. */
interface NewKey {
  readonly kind: KeyKind
  readonly scheme: Scheme
  /** Ids of this client's parties. */
  readonly clients: readonly string[]
}

function checkNewKey(check: PlanCheck<KeygenPlan | DealPlan>, { kind, scheme, clients }: NewKey): void {
  const { plan, room } = check
  check.same('curve', plan.curve, kind.curve)
  check.same('scheme', plan.scheme, scheme)
  check.sameParties('parties', plan.parties, [...clients, ...room.serverKeygenIds])
  if (room.walletId !== undefined) check.same('walletId', plan.walletId, room.walletId)
  check.ofService('coordinator', plan.coordinator, room.serverKeygenIds)
}

/** The plan of a new key: made together, or on ed25519 dealt by a party of the service. */
export function keygenPlan(room: OpenedRoom, plan: unknown, newKey: NewKey): KeygenPlan | DealPlan {
  if (newKey.kind.curve !== 'ed25519') {
    const check = new PlanCheck<KeygenPlan>(room, plan, 'keygen')
    checkNewKey(check, newKey)
    return check.plan
  }
  const check = new PlanCheck<DealPlan>(room, plan, 'deal')
  checkNewKey(check, newKey)
  check.ofService('dealer', check.plan.dealer, room.serverKeygenIds)
  return check.plan
}

/** The plan of an import: the first party of this client deals. */
export function importPlan(room: OpenedRoom, plan: unknown, newKey: NewKey): DealPlan {
  const check = new PlanCheck<DealPlan>(room, plan, 'deal')
  checkNewKey(check, newKey)
  check.same('dealer', check.plan.dealer, newKey.clients[0])
  return check.plan
}

export function shareMissing(room: string): CeremonyError {
  return new CeremonyError('share_missing', 'A refresh needs all shares of the user on this device.', { room })
}

export function refreshPlan(room: OpenedRoom, plan: unknown, { keySet, clientIds }: ExistingKey): RefreshPlan {
  const check = new PlanCheck<RefreshPlan>(room, plan, 'refresh')
  checkKeySet(check, keySet)
  // The service says whose shares are the user's. Without the environment's own server, a delegation ends.
  const users = keySet.parties.map(({ keygenId }) => keygenId).filter((id) => !room.serverKeygenIds.includes(id))
  const absent = users.filter((id) => !clientIds.includes(id))
  const planned: unknown = check.plan.absent ?? []
  check.that(Array.isArray(planned), 'absent')
  if (absent.some((id) => !(planned as readonly unknown[]).includes(id))) throw shareMissing(room.roomId)
  check.sameParties('absent', planned, absent)
  check.ofService('coordinator', check.plan.coordinator, servicesOf(room, keySet, clientIds))
  return { ...check.plan, keySet }
}

/** The plan of a reshare to this client's new parties and those of the service. */
export function resharePlan(
  room: OpenedRoom,
  plan: unknown,
  { keySet, clientIds, scheme, clients }: ExistingKey & Omit<NewKey, 'kind'>,
): ResharePlan {
  const check = new PlanCheck<ResharePlan>(room, plan, 'reshare')
  const newServices = room.newServerKeygenIds ?? room.serverKeygenIds
  checkKeySet(check, keySet)
  check.users('holders', clientIds, servicesOf(room, keySet, clientIds))
  check.same('scheme', check.plan.scheme, scheme)
  check.sameParties('parties', check.plan.parties, [...clients, ...newServices])
  check.ofService('coordinator', check.plan.coordinator, newServices)
  return { ...check.plan, keySet }
}

export function exportPlan(
  room: OpenedRoom,
  plan: unknown,
  { keySet, derivation, clientIds, recipient }: ExistingKey & { recipient: string },
): ExportPlan {
  const check = new PlanCheck<ExportPlan>(room, plan, 'export')
  checkKeySet(check, keySet)
  check.users('holders', clientIds, servicesOf(room, keySet, clientIds))
  check.same('recipient', check.plan.recipient, recipient)
  check.derivation(check.plan, derivation)
  return { ...check.plan, keySet }
}
