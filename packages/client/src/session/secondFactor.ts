import {
  authenticateEmail,
  authenticatePasskey,
  authenticateRecoveryCode,
  authenticateTotp,
  listMethods,
} from '../generated/operations/mfa.ts'
import { getAuthenticationOptions } from '../generated/operations/passkeys.ts'
import type {
  EmailVerificationMfaRequest,
  MfaAuthRecoveryDevicePostRequest,
  MfaAuthTotpDevicePostRequest,
  MfaMethodsResponse,
} from '../generated/operations/schemas.ts'
import type { PasskeyOptions } from './passkey.ts'
import { answerPasskey } from './passkeyAnswer.ts'
import { toAnswer } from './passkeyJson.ts'
import type { Abortable, Session, SignInOutcome } from './session.ts'
import { readTyped } from './typedText.ts'
import { assertSession } from './view.ts'

/**
 * Lists the user's second factors. A session in the state `needsSecondFactor` may call it.
 *
 * @throws {@link ApiError} as `mfa.listMethods`.
 * @example const { devices, passkeys } = await listSecondFactors(session)
 */
export function listSecondFactors(session: Session, { signal }: Abortable = {}): Promise<MfaMethodsResponse> {
  assertSession(session, 'list second factors')
  return listMethods(session.api, {}, { auth: session.auth, signal })
}

/**
 * Proves the second factor with a code of an authenticator app, as the person enters it: spaces and hyphens are
 * removed.
 *
 * @throws {@link ApiError} as `mfa.authenticateTotp`.
 * @example if (session.state === 'needsSecondFactor') await proveTotp(session, { code: '123456' })
 */
export function proveTotp(
  session: Session,
  body: MfaAuthTotpDevicePostRequest,
  options?: Abortable,
): Promise<SignInOutcome> {
  assertSession(session, 'prove a second factor')
  const typed = readTyped(body)
  return session.proceed((choice) => authenticateTotp(session.api, { body: typed }, choice), options)
}

/**
 * Proves the second factor with one of the recovery codes. Each code works once.
 *
 * @throws {@link ApiError} as `mfa.authenticateRecoveryCode`.
 * @example await proveRecoveryCode(session, { code })
 */
export function proveRecoveryCode(
  session: Session,
  body: MfaAuthRecoveryDevicePostRequest,
  options?: Abortable,
): Promise<SignInOutcome> {
  assertSession(session, 'prove a second factor')
  const typed = readTyped(body)
  return session.proceed((choice) => authenticateRecoveryCode(session.api, { body: typed }, choice), options)
}

/**
 * Proves the second factor with a code that {@link sendEmailCode} sent to another address of the user.
 *
 * @throws {@link ApiError} as `mfa.authenticateEmail`.
 * @example await proveEmail(session, { verificationUUID, verificationToken: '123456' })
 */
export function proveEmail(
  session: Session,
  body: EmailVerificationMfaRequest,
  options?: Abortable,
): Promise<SignInOutcome> {
  assertSession(session, 'prove a second factor')
  const typed = readTyped(body)
  return session.proceed((choice) => authenticateEmail(session.api, { body: typed }, choice), options)
}

/**
 * Proves the second factor with one of the user's passkeys.
 *
 * @throws {@link SignInError} as {@link askForPasskey}: `cancelled`, `invalid_domain`, `not_supported`, `no_passkey`,
 *   `superseded`, `request_pending`.
 * @throws {@link ApiError} as `mfa.authenticatePasskey`.
 * @example if (session.state === 'needsSecondFactor') await provePasskey(session)
 */
export async function provePasskey(session: Session, options: PasskeyOptions = {}): Promise<SignInOutcome> {
  assertSession(session, 'prove a second factor')
  const { relatedOriginRpId, createMfaToken } = options
  const answer = await answerPasskey(
    (signal) => getAuthenticationOptions(session.api, { query: { relatedOriginRpId } }, { auth: session.auth, signal }),
    options,
  )
  const body = { ...toAnswer(answer), createMfaToken }
  return session.proceed((choice) => authenticatePasskey(session.api, { body }, choice), options)
}
