import { decodeBase32 } from '@latchkey/base/base32'
import { findTotpStep, totpCode, totpStepAt } from '@latchkey/crypto/totp'
import type { MfaDevice } from '../../store/signInRecords.ts'
import type { Backend } from '../shared/backend.ts'

/** The time step of an accepted code. The caller stores it, so that the code is not accepted twice. */
export function acceptedStep(
  { clock }: Pick<Backend, 'clock'>,
  { secret = '', lastStep }: MfaDevice,
  code: string,
): number | undefined {
  return findTotpStep({ secret: readSecret(secret), code, epochMs: clock.now(), lastStep })
}

/**
 * The code that an authenticator app shows for a base32 secret, at an instant in epoch milliseconds.
 *
 * @throws TypeError for a text that is not base32
 */
export function codeAt(secret: string, epochMs: number): string {
  return totpCode(readSecret(secret), totpStepAt(epochMs))
}

function readSecret(secret: string): Uint8Array {
  const bytes = decodeBase32(secret)
  if (!bytes) throw new TypeError('Failed to read a TOTP secret: it is base32 in upper case, without padding.')
  return bytes
}
