import type { components } from '@latchkey/types'
import { consumeVerification } from '../../contacts/verifications.ts'
import { assertNotLocked, clearAttempts, refuseCode } from '../../secondFactor/mfaAttempts.ts'
import { devicesOf } from '../../secondFactor/mfaDevices.ts'
import { secondFactorEmails, takesRecoveryCodes } from '../../secondFactor/mfaPolicy.ts'
import { takeRecoveryCode } from '../../secondFactor/recoveryCodes.ts'
import { acceptedStep } from '../../secondFactor/totpDevices.ts'
import type { Backend } from '../../shared/backend.ts'
import type { UserCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { assertMethod } from './mfaEnrolment.ts'
import { upgradeSession } from './mfaSessions.ts'
import type { SignInOutcome } from './signIn.ts'

type Schemas = components['schemas']

/**
 * Proves the second factor by a code of an authenticator app; without a device's id, of any of the user's apps.
 *
 * @throws {@link DomainError} `mfaInvalidRequest`, `mfaDeviceNotFound`, `mfaInvalidCode`, `tooManyMfaAttempts`, and the
 * refusal of a gate or an allowlist
 */
export async function proveTotp(
  backend: Backend,
  caller: UserCaller,
  { id, code, createMfaToken }: Schemas['MfaAuthTotpDevicePostRequest'],
): Promise<SignInOutcome> {
  const { user } = caller
  assertMethod(backend, user, 'totp')
  assertNotLocked(backend, user.id)
  const devices = devicesOf(backend, user.id).filter(
    (device) => device.type === 'totp' && device.verifiedAt !== undefined && (id === undefined || device.id === id),
  )
  assert(devices.length > 0, 'mfaDeviceNotFound')
  for (const device of devices) {
    const lastStep = acceptedStep(backend, device, code)
    if (lastStep === undefined) continue
    backend.store.mfaDevices.put({ ...device, lastStep })
    clearAttempts(backend, user.id)
    return upgradeSession(backend, caller, createMfaToken)
  }
  return refuseCode(backend, user)
}

/**
 * Proves the second factor by a code that was sent to one of the user's e-mail addresses. The address that the session
 * began with is refused, because it would be the same factor twice.
 *
 * @throws {@link DomainError} `mfaInvalidRequest`, `invalidEmailVerification`, `wrongEmailCode`,
 * `tooManyEmailAttempts`, and the refusal of a gate or an allowlist
 */
export async function proveEmail(
  backend: Backend,
  caller: UserCaller,
  body: Schemas['EmailVerificationMfaRequest'],
): Promise<SignInOutcome> {
  const { user, session } = caller
  const { environmentId } = user
  assertMethod(backend, user, 'email')
  const emails = secondFactorEmails(backend, user, session)
  const isForeign = {
    message:
      'The code has to go to a verified e-mail address of the user, and not to the one that this session began with.',
  }
  assert(emails.length > 0, 'mfaInvalidRequest', isForeign)
  const { key } = consumeVerification(backend, environmentId, {
    channel: 'email',
    verificationId: body.verificationUUID,
    code: body.verificationToken,
    userId: user.id,
  })
  assert(
    emails.some((credential) => credential.key === key),
    'mfaInvalidRequest',
    isForeign,
  )
  return upgradeSession(backend, caller, body.createMfaToken)
}

/**
 * Proves the second factor by a recovery code, which is used up.
 *
 * @throws {@link DomainError} `mfaInvalidRequest`, `mfaInvalidCode`, `tooManyMfaAttempts`, and the refusal of a gate or
 * an allowlist
 */
export async function proveRecoveryCode(
  backend: Backend,
  caller: UserCaller,
  { code, createMfaToken }: Schemas['MfaAuthRecoveryDevicePostRequest'],
): Promise<SignInOutcome> {
  const { user } = caller
  assert(takesRecoveryCodes(backend, user), 'mfaInvalidRequest', {
    message: 'The user has no second factor that recovery codes stand in for.',
  })
  assertNotLocked(backend, user.id)
  if (!takeRecoveryCode(backend, user.id, code)) refuseCode(backend, user)
  clearAttempts(backend, user.id)
  return upgradeSession(backend, caller, createMfaToken)
}
