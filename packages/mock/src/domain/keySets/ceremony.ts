import type { CeremonyErrorCode } from '@latchkey/ceremony'
import { DomainError } from '../shared/errors.ts'

type Ceremony = typeof import('@latchkey/ceremony')

let ceremony: Promise<Ceremony> | undefined

/** The maths of the parties. It is loaded with the first room. */
export function loadCeremony(): Promise<Ceremony> {
  ceremony ??= import('@latchkey/ceremony')
  return ceremony
}

/** The errors of a malformed plan or party id; all others mean that a proof failed. */
const malformed: ReadonlySet<CeremonyErrorCode> = new Set(['invalid_identity', 'duplicate_party'])

/**
 * Runs a part of a ceremony. The sentences of its errors never carry a key, a share or a message, so the client sees
 * them.
 *
 * @throws {@link DomainError} `validationFailed` for a party id that is not one, otherwise `ceremonyRefused`
 */
export function inCeremony<T>({ CeremonyError }: Ceremony, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof CeremonyError)) throw error
    throw new DomainError(malformed.has(error.code) ? 'validationFailed' : 'ceremonyRefused', {
      message: error.message,
    })
  }
}
