import { create, getProvider, retry, signIn, verify } from '../generated/operations/emailSignIn.ts'
import type {
  EmailProviderResponse,
  EmailVerificationCreateRequest,
  EmailVerificationCreateResponse,
  EmailVerificationRetryRequest,
  EmailVerificationVerifyRequest,
} from '../generated/operations/schemas.ts'
import { exchangeOnce } from './once.ts'
import { parseUrl } from './parseUrl.ts'
import type { Abortable, Session, SignInOutcome } from './session.ts'
import { readTyped } from './typedText.ts'
import { assertSession } from './view.ts'

/** The environment's provider of e-mail sign-ins, see `emailSignIn.getProvider`. */
export function getEmailProvider(
  session: Session,
  email: string,
  { signal }: Abortable = {},
): Promise<EmailProviderResponse> {
  assertSession(session, 'read the provider')
  return getProvider(session.api, { query: readTyped({ email }) }, { auth: null, signal })
}

/**
 * Sends a one-time code by e-mail. Spaces around the address, which keyboards of phones add, are left out.
 *
 * @returns The verification. Send its `verificationUUID` with the code.
 * @throws {@link ApiError} as `emailSignIn.create`.
 * @example const { verificationUUID } = await sendEmailCode(session, { email: 'ada@example.com' })
 */
export function sendEmailCode(
  session: Session,
  body: EmailVerificationCreateRequest,
  { signal }: Abortable = {},
): Promise<EmailVerificationCreateResponse> {
  assertSession(session, 'send a code')
  return create(session.api, { body: readTyped(body) }, { auth: null, signal })
}

/**
 * Sends a new code for the same verification; the previous code stops working.
 *
 * @throws {@link ApiError} as `emailSignIn.retry`.
 */
export function resendEmailCode(
  session: Session,
  body: EmailVerificationRetryRequest,
  { signal }: Abortable = {},
): Promise<EmailVerificationCreateResponse> {
  assertSession(session, 'send a code')
  return retry(session.api, { body: readTyped(body) }, { auth: null, signal })
}

/**
 * Signs in with the code that was sent. A second call with the same code while the first one runs, such as by React's
 * StrictMode, gets its result.
 *
 * @param body - The verification's id and the six digits as `verificationToken`, as {@link readEmailLink} gives them, or
 *   as the person enters them: spaces and hyphens are left out.
 * @throws {@link ApiError} as `emailSignIn.signIn`.
 * @example await signInWithEmailCode(session, { verificationUUID, verificationToken: '123456' })
 */
export function signInWithEmailCode(
  session: Session,
  body: EmailVerificationVerifyRequest,
  options: Abortable = {},
): Promise<SignInOutcome> {
  const typed = readTyped(body)
  return exchangeOnce(session, `email ${JSON.stringify(typed)}`, options, () =>
    session.signIn((choice) => signIn(session.api, { body: typed }, choice)),
  )
}

/**
 * Adds the address to the user who is signed in.
 *
 * @throws {@link ApiError} as `emailSignIn.verify`.
 */
export function linkEmail(
  session: Session,
  body: EmailVerificationVerifyRequest,
  options: Abortable = {},
): Promise<SignInOutcome> {
  const typed = readTyped(body)
  return exchangeOnce(session, `link email ${JSON.stringify(typed)}`, options, () =>
    session.proceed((choice) => verify(session.api, { body: typed }, choice)),
  )
}

/**
 * Reads the link of the e-mail, whose fragment has the verification and the code. A router may have made a path of the
 * fragment, or put it behind one: `#/verificationUUID=…`, `#/sign-in?verificationUUID=…`.
 *
 * @returns The body for {@link signInWithEmailCode}; undefined for any other URL.
 */
export function readEmailLink(
  url: string | URL,
): Pick<EmailVerificationVerifyRequest, 'verificationUUID' | 'verificationToken'> | undefined {
  const fragment = new URLSearchParams(parseUrl(url).hash.replace(/^#(?:.*\?|!?\/+)?/, ''))
  const verificationUUID = fragment.get('verificationUUID')
  const verificationToken = fragment.get('verificationToken')
  return verificationUUID && verificationToken ? { verificationUUID, verificationToken } : undefined
}
