import type {
  SmsVerificationCreateRequest,
  SmsVerificationCreateResponse,
  SmsVerificationRetryRequest,
  SmsVerificationVerifyRequest,
} from '../generated/operations/schemas.ts'
import { create, retry, signIn, verify } from '../generated/operations/smsSignIn.ts'
import type { Abortable, Session, SignInOutcome } from './session.ts'
import { readTyped } from './typedText.ts'

/**
 * Sends a one-time code by text message.
 *
 * @returns The verification. Send its `verificationUUID` with the code.
 * @throws {@link ApiError} as `smsSignIn.create`.
 * @example await sendSmsCode(session, { phoneCountryCode: '1', phoneNumber: '2025550123', isoCountryCode: 'US' })
 */
export function sendSmsCode(
  { api }: Session,
  body: SmsVerificationCreateRequest,
  { signal }: Abortable = {},
): Promise<SmsVerificationCreateResponse> {
  return create(api, { body }, { auth: null, signal })
}

/**
 * Sends a new code for the same verification; the previous code stops working.
 *
 * @throws {@link ApiError} as `smsSignIn.retry`.
 */
export function resendSmsCode(
  { api }: Session,
  body: SmsVerificationRetryRequest,
  { signal }: Abortable = {},
): Promise<SmsVerificationCreateResponse> {
  return retry(api, { body }, { auth: null, signal })
}

/**
 * Signs in with the code that was sent, as the person enters it: spaces and hyphens are left out.
 *
 * @throws {@link ApiError} as `smsSignIn.signIn`.
 */
export function signInWithSmsCode(
  session: Session,
  body: SmsVerificationVerifyRequest,
  options?: Abortable,
): Promise<SignInOutcome> {
  return session.signIn((choice) => signIn(session.api, { body: readTyped(body) }, choice), options)
}

/**
 * Adds the number to the user who is signed in.
 *
 * @throws {@link ApiError} as `smsSignIn.verify`.
 */
export function linkPhone(
  session: Session,
  body: SmsVerificationVerifyRequest,
  options?: Abortable,
): Promise<SignInOutcome> {
  return session.proceed((choice) => verify(session.api, { body: readTyped(body) }, choice), options)
}
