import type { ServiceFailure } from '@latchkey/device/provider'
import { isCeremonyError } from '../../shared/ceremonyError.ts'
import { isApiError, kindOf, sentenceOf } from '../../shared/errors.ts'

const kinds: ReadonlyMap<unknown, 'signedOut' | 'unanswered'> = new Map([
  ['AuthError', 'signedOut'],
  ['ConnectionError', 'unanswered'],
  ['TimeoutError', 'unanswered'],
  ['ResponseParseError', 'unanswered'],
])

/** Reads an error of a wallet for its provider. */
export function failureOf(error: unknown): ServiceFailure | undefined {
  if (isApiError(error)) {
    const { status, code, body } = error
    return { kind: 'refused', status, code, sentence: sentenceOf(body) }
  }
  if (isCeremonyError(error)) return { kind: 'unsigned', reason: error.reason, sentence: error.message }
  const kind = kinds.get(kindOf(error))
  return kind && { kind, sentence: (error as Error).message }
}
