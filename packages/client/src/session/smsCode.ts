import type {
  SmsVerificationCreateRequest,
  SmsVerificationCreateResponse,
  SmsVerificationRetryRequest,
  SmsVerificationVerifyRequest,
} from '../generated/operations/schemas.ts'
import { create, retry, signIn, verify } from '../generated/operations/smsSignIn.ts'
import { exchangeOnce } from './once.ts'
import type { Abortable, Session, SignInOutcome } from './session.ts'
import { readTyped } from './typedText.ts'
import { assertSession } from './view.ts'

/**
 * Sends a one-time code by text message.
 *
 * @returns The verification. Send its `verificationUUID` with the code.
 * @throws {@link ApiError} as `smsSignIn.create`.
 * @example await sendSmsCode(session, { phoneCountryCode: '1', phoneNumber: '2025550123', isoCountryCode: 'US' })
 */
export function sendSmsCode(
  session: Session,
  body: SmsVerificationCreateRequest,
  { signal }: Abortable = {},
): Promise<SmsVerificationCreateResponse> {
  assertSession(session, 'send a code')
  return create(session.api, { body: readTyped(body) }, { auth: null, signal })
}

/**
 * Sends a new code for the same verification; the previous code stops working.
 *
 * @throws {@link ApiError} as `smsSignIn.retry`.
 * @example
 * const number = { phoneCountryCode: '1', phoneNumber: '2025550123', isoCountryCode: 'US' }
 * await resendSmsCode(session, { ...number, verificationUUID })
 */
export function resendSmsCode(
  session: Session,
  body: SmsVerificationRetryRequest,
  { signal }: Abortable = {},
): Promise<SmsVerificationCreateResponse> {
  assertSession(session, 'send a code')
  return retry(session.api, { body: readTyped(body) }, { auth: null, signal })
}

/**
 * Signs in with the code that {@link sendSmsCode} sent, as the person enters it: spaces and hyphens are removed. If a
 * second call with the same code comes while the first one runs, as in React's StrictMode, both get the result of the
 * first.
 *
 * @throws {@link ApiError} as `smsSignIn.signIn`.
 * @example await signInWithSmsCode(session, { verificationUUID, verificationToken: '123456' })
 */
export function signInWithSmsCode(
  session: Session,
  body: SmsVerificationVerifyRequest,
  options: Abortable = {},
): Promise<SignInOutcome> {
  const typed = readTyped(body)
  return exchangeOnce(session, `sms ${JSON.stringify(typed)}`, options, () =>
    session.signIn((choice) => signIn(session.api, { body: typed }, choice)),
  )
}

/**
 * Adds the number to the user who is signed in.
 *
 * @throws {@link ApiError} as `smsSignIn.verify`.
 * @throws {@link SignInError} `no_session` when nobody is signed in.
 * @example await linkPhone(session, { verificationUUID, verificationToken: '123456' })
 */
export function linkPhone(
  session: Session,
  body: SmsVerificationVerifyRequest,
  options: Abortable = {},
): Promise<SignInOutcome> {
  const typed = readTyped(body)
  return exchangeOnce(session, `link sms ${JSON.stringify(typed)}`, options, () =>
    session.proceed((choice) => verify(session.api, { body: typed }, choice)),
  )
}
