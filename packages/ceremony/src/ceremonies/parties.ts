import { assert } from '../errors.ts'
import { holderOf, sizeOf, type KeySet } from '../keys/keySets.ts'
import { schemes, type Scheme } from '../keys/schemes.ts'

/** @throws {@link CeremonyError} `wrong_party_count`, `duplicate_party` */
function assertParties(keygenIds: readonly string[], count: number): void {
  assert(keygenIds.length === count, 'wrong_party_count')
  assert(new Set(keygenIds).size === count, 'duplicate_party')
}

/**
 * Checks the parties of a new key set, and that the coordinator is one of them.
 *
 * @throws {@link CeremonyError} `wrong_party_count`, `duplicate_party`, `not_a_party`, `invalid_plan`
 */
export function assertSchemeParties(scheme: Scheme, keygenIds: readonly string[], coordinator: string): void {
  assert(Object.hasOwn(schemes, scheme), 'invalid_plan', { detail: 'There is no such scheme.' })
  assertParties(keygenIds, schemes[scheme].total)
  assert(keygenIds.includes(coordinator), 'not_a_party')
}

/** Checks who uses a key. @throws {@link CeremonyError} `wrong_party_count`, `duplicate_party`, `not_a_party` */
export function assertThresholdParties(keySet: KeySet, keygenIds: readonly string[]): void {
  assertParties(keygenIds, sizeOf(keySet).threshold)
  keygenIds.forEach((keygenId) => holderOf(keySet, keygenId))
}

/** Indices of parties of a key set. */
export function indicesOf(keySet: KeySet, keygenIds: readonly string[]): readonly number[] {
  return keygenIds.map((keygenId) => holderOf(keySet, keygenId).index)
}
