import type { DealPlan, Derivation, ExportPlan, KeygenPlan, KeySet, Plan, RefreshPlan } from '@latchkey/ceremony'
import type { ResharePlan, Scheme, SignPlan } from '@latchkey/ceremony'
import { CeremonyError } from '../../shared/ceremonyError.ts'
import type { OpenedRoom } from '../engine.ts'
import type { KeyKind } from './keyKinds.ts'

/**
 * What a client asked for is known to it, so a relay cannot choose it: each function here takes the relay's plan only if
 * it is the one that was asked for. Left to the relay is who of the service's parties takes part.
 */
class PlanCheck<P extends Plan> {
  readonly room: OpenedRoom
  readonly plan: P

  constructor(room: OpenedRoom, plan: unknown, kind: P['kind']) {
    this.room = room
    this.plan = Object(plan) as P
    this.same('kind', this.plan.kind, kind)
    this.same('roomId', this.plan.roomId, room.roomId)
  }

  that(isAsAsked: boolean, field: string): void {
    if (isAsAsked) return
    const { roomId } = this.room
    throw new CeremonyError('plan_refused', `The relay's plan has another "${field}" than was asked for.`, {
      room: roomId,
    })
  }

  same(field: string, actual: unknown, expected: unknown): void {
    this.that(JSON.stringify(actual) === JSON.stringify(expected), field)
  }

  /** The same ids in any order, each of them once. */
  sameParties(field: string, actual: unknown, expected: readonly string[]): void {
    this.that(Array.isArray(actual), field)
    this.same(field, [...(actual as string[])].sort(), [...expected].sort())
  }

  /** A party of the service. */
  ofService(field: string, keygenId: unknown, services: readonly string[]): void {
    this.that(services.includes(keygenId as string), field)
  }

  /** Parties that use the key: those that live here, and parties of the service. */
  users(field: 'signers' | 'holders', here: readonly string[], services: readonly string[]): void {
    const actual: unknown = Object(this.plan)[field]
    this.that(Array.isArray(actual), field)
    const others = (actual as readonly string[]).filter((id) => !here.includes(id))
    this.that(others.length > 0 && others.every((id) => services.includes(id)), field)
  }

  derivation({ path = [], taproot = false }: Derivation, expected: Derivation): void {
    this.same('path', path, expected.path ?? [])
    this.same('taproot', taproot, expected.taproot ?? false)
  }
}

/** The parties of the service in a key set, as far as the room and the user's own parties tell. */
function servicesOf({ serverKeygenIds }: OpenedRoom, keySet: KeySet, here: readonly string[]): readonly string[] {
  if (serverKeygenIds.length > 0) return serverKeygenIds
  return keySet.parties.map(({ keygenId }) => keygenId).filter((id) => !here.includes(id))
}

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

/** A key that exists. */
interface ExistingKey {
  readonly keySet: KeySet
  readonly derivation: Derivation
  /** Ids of this client's parties that take part. */
  readonly here: readonly string[]
}

/** A share of another generation is not of the relay's key set, and everything else of it is. */
function checkKeySet(check: PlanCheck<SignPlan | RefreshPlan | ResharePlan | ExportPlan>, keySet: KeySet): void {
  const { plan, room } = check
  const { groupKey, generation } = Object(plan.keySet) as Partial<KeySet>
  if (groupKey === keySet.groupKey && generation !== keySet.generation) {
    throw new CeremonyError('share_outdated', 'The share on this device was renewed elsewhere.', { room: room.roomId })
  }
  check.same('keySet', groupKey, keySet.groupKey)
}

/** The plan of a signature, with the message that this client asked for. */
export function signPlan(room: OpenedRoom, plan: unknown, key: ExistingKey & { message: string }): SignPlan {
  const { keySet, derivation, here, message } = key
  const check = new PlanCheck<SignPlan>(room, plan, 'sign')
  checkKeySet(check, keySet)
  const services = servicesOf(room, keySet, here)
  check.users('signers', here, services)
  check.ofService('coordinator', check.plan.coordinator, services)
  check.derivation(check.plan, derivation)
  return { ...check.plan, keySet, message }
}

export function shareMissing(room: string): CeremonyError {
  return new CeremonyError('share_missing', 'A refresh needs all shares of the user on this device.', { room })
}

export function refreshPlan(room: OpenedRoom, plan: unknown, { keySet, here }: ExistingKey): RefreshPlan {
  const check = new PlanCheck<RefreshPlan>(room, plan, 'refresh')
  checkKeySet(check, keySet)
  // The service says whose shares are the user's. Without the environment's own server, a delegation ends.
  const users = keySet.parties.map(({ keygenId }) => keygenId).filter((id) => !room.serverKeygenIds.includes(id))
  const absent = users.filter((id) => !here.includes(id))
  const planned: unknown = check.plan.absent ?? []
  check.that(Array.isArray(planned), 'absent')
  if (absent.some((id) => !(planned as readonly unknown[]).includes(id))) throw shareMissing(room.roomId)
  check.sameParties('absent', planned, absent)
  check.ofService('coordinator', check.plan.coordinator, servicesOf(room, keySet, here))
  return { ...check.plan, keySet }
}

/** The plan of a reshare to this client's new parties and those of the service. */
export function resharePlan(
  room: OpenedRoom,
  plan: unknown,
  { keySet, here, scheme, clients }: ExistingKey & Omit<NewKey, 'kind'>,
): ResharePlan {
  const check = new PlanCheck<ResharePlan>(room, plan, 'reshare')
  const newServices = room.newServerKeygenIds ?? room.serverKeygenIds
  checkKeySet(check, keySet)
  check.users('holders', here, servicesOf(room, keySet, here))
  check.same('scheme', check.plan.scheme, scheme)
  check.sameParties('parties', check.plan.parties, [...clients, ...newServices])
  check.ofService('coordinator', check.plan.coordinator, newServices)
  return { ...check.plan, keySet }
}

export function exportPlan(
  room: OpenedRoom,
  plan: unknown,
  { keySet, derivation, here, recipient }: ExistingKey & { recipient: string },
): ExportPlan {
  const check = new PlanCheck<ExportPlan>(room, plan, 'export')
  checkKeySet(check, keySet)
  check.users('holders', here, servicesOf(room, keySet, here))
  check.same('recipient', check.plan.recipient, recipient)
  check.derivation(check.plan, derivation)
  return { ...check.plan, keySet }
}
