import type { Derivation, ExportPlan, KeySet, Plan, RefreshPlan, ResharePlan, SignPlan } from '@latchkey/ceremony'
import { CeremonyError } from '../../shared/ceremonyError.ts'
import type { OpenedRoom } from '../engine.ts'

/**
 * The check of a relay's plan: it has to be the one that the client asked for. The relay chooses only which of the
 * service's parties take part.
 */
export class PlanCheck<P extends Plan> {
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
    throw new CeremonyError('plan_refused', `The relay's plan has another "${field}" than this device asked for.`, {
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

  /** Parties that use the key: those of this client, and parties of the service. */
  users(field: 'signers' | 'holders', clientIds: readonly string[], services: readonly string[]): void {
    const actual: unknown = Object(this.plan)[field]
    this.that(Array.isArray(actual), field)
    const others = (actual as readonly string[]).filter((id) => !clientIds.includes(id))
    this.that(others.length > 0 && others.every((id) => services.includes(id)), field)
  }

  derivation({ path = [], taproot = false }: Derivation, expected: Derivation): void {
    this.same('path', path, expected.path ?? [])
    this.same('taproot', taproot, expected.taproot ?? false)
  }
}

/** The parties of the service in a key set, as far as the room and the user's own parties show them. */
export function servicesOf(
  { serverKeygenIds }: OpenedRoom,
  keySet: KeySet,
  clientIds: readonly string[],
): readonly string[] {
  if (serverKeygenIds.length > 0) return serverKeygenIds
  return keySet.parties.map(({ keygenId }) => keygenId).filter((id) => !clientIds.includes(id))
}

/** A key that exists. */
export interface ExistingKey {
  readonly keySet: KeySet
  readonly derivation: Derivation
  /** Ids of this client's parties that take part. */
  readonly clientIds: readonly string[]
}

/**
 * Refuses another key set than the relay's, and with `share_outdated` a share of another generation of the same key.
 */
export function checkKeySet(check: PlanCheck<SignPlan | RefreshPlan | ResharePlan | ExportPlan>, keySet: KeySet): void {
  const { plan, room } = check
  const { groupKey, generation } = Object(plan.keySet) as Partial<KeySet>
  if (groupKey === keySet.groupKey && generation !== keySet.generation) {
    throw new CeremonyError('share_outdated', 'The share on this device is outdated: it was renewed elsewhere.', {
      room: room.roomId,
    })
  }
  check.same('keySet', groupKey, keySet.groupKey)
}
