import { create, getProvider, retry, signIn, verify } from '../generated/operations/emailSignIn.ts'
import type {
  EmailProviderResponse,
  EmailVerificationCreateRequest,
  EmailVerificationCreateResponse,
  EmailVerificationRetryRequest,
  EmailVerificationVerifyRequest,
} from '../generated/operations/schemas.ts'
import type { Abortable, Session, SignInOutcome } from './session.ts'
import { readTyped } from './typedText.ts'

/** The environment's provider of e-mail sign-ins, see `emailSignIn.getProvider`. */
export function getEmailProvider(
  { api }: Session,
  email: string,
  { signal }: Abortable = {},
): Promise<EmailProviderResponse> {
  return getProvider(api, { query: readTyped({ email }) }, { auth: null, signal })
}

/**
 * Sends a one-time code by e-mail. Spaces around the address, which keyboards of phones add, are left out.
 *
 * @returns The verification. Send its `verificationUUID` with the code.
 * @throws {@link ApiError} as `emailSignIn.create`.
 * @example const { verificationUUID } = await sendEmailCode(session, { email: 'ada@example.com' })
 */
export function sendEmailCode(
  { api }: Session,
  body: EmailVerificationCreateRequest,
  { signal }: Abortable = {},
): Promise<EmailVerificationCreateResponse> {
  return create(api, { body: readTyped(body) }, { auth: null, signal })
}

/**
 * Sends a new code for the same verification; the previous code stops working.
 *
 * @throws {@link ApiError} as `emailSignIn.retry`.
 */
export function resendEmailCode(
  { api }: Session,
  body: EmailVerificationRetryRequest,
  { signal }: Abortable = {},
): Promise<EmailVerificationCreateResponse> {
  return retry(api, { body: readTyped(body) }, { auth: null, signal })
}

/**
 * Signs in with the code that was sent.
 *
 * @param body - The verification's id and the six digits as `verificationToken`, as {@link readEmailLink} gives them, or
 *   as the person enters them: spaces and hyphens are left out.
 * @throws {@link ApiError} as `emailSignIn.signIn`.
 * @example await signInWithEmailCode(session, { verificationUUID, verificationToken: '123456' })
 */
export function signInWithEmailCode(
  session: Session,
  body: EmailVerificationVerifyRequest,
  options?: Abortable,
): Promise<SignInOutcome> {
  return session.signIn((choice) => signIn(session.api, { body: readTyped(body) }, choice), options)
}

/**
 * Adds the address to the user who is signed in.
 *
 * @throws {@link ApiError} as `emailSignIn.verify`.
 */
export function linkEmail(
  session: Session,
  body: EmailVerificationVerifyRequest,
  options?: Abortable,
): Promise<SignInOutcome> {
  return session.proceed((choice) => verify(session.api, { body: readTyped(body) }, choice), options)
}

/**
 * Reads the link of the e-mail, whose fragment has the verification and the code.
 *
 * @returns The body for {@link signInWithEmailCode}; undefined for any other URL.
 */
export function readEmailLink(
  url: string | URL,
): Pick<EmailVerificationVerifyRequest, 'verificationUUID' | 'verificationToken'> | undefined {
  const fragment = new URLSearchParams(new URL(url).hash.slice(1))
  const verificationUUID = fragment.get('verificationUUID')
  const verificationToken = fragment.get('verificationToken')
  return verificationUUID && verificationToken ? { verificationUUID, verificationToken } : undefined
}
