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

/**
 * Gets the provider with which people sign in by e-mail: `emailOnly` sends codes, and `magicLink` is the embedded
 * wallet provider, which sends its own links.
 *
 * @throws {@link ApiError} as `emailSignIn.getProvider`.
 * @example const { emailProvider } = await getEmailProvider(session, 'ada@example.com')
 */
export function getEmailProvider(
  session: Session,
  email: string,
  { signal }: Abortable = {},
): Promise<EmailProviderResponse> {
  assertSession(session, 'read the provider')
  return getProvider(session.api, { query: readTyped({ email }) }, { auth: null, signal })
}

/**
 * Sends a one-time code by e-mail. It removes spaces around the address, which keyboards of phones add.
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
 * @example await resendEmailCode(session, { email: 'ada@example.com', verificationUUID })
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
 * Signs in with the code that {@link sendEmailCode} sent. If a second call with the same code comes while the first one
 * runs, as in React's StrictMode, both get the result of the first.
 *
 * @param body - The verification's id, and the six digits as `verificationToken`: as {@link readEmailLink} returns
 *   them, or as the person enters them. Spaces and hyphens are removed.
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
 * @throws {@link SignInError} `no_session` when nobody is signed in.
 * @example await linkEmail(session, { verificationUUID, verificationToken: '123456' })
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
 * Reads the link of the e-mail, whose fragment has the verification and the code. It also reads the forms into which
 * routers change the fragment: `#/verificationUUID=…` and `#/sign-in?verificationUUID=…`.
 *
 * @returns The body for {@link signInWithEmailCode}; undefined for any other URL.
 * @throws {@link TypeError} when `url` is not an absolute URL.
 * @example
 * const link = readEmailLink(location.href)
 * if (link) await signInWithEmailCode(session, link)
 */
export function readEmailLink(
  url: string | URL,
): Pick<EmailVerificationVerifyRequest, 'verificationUUID' | 'verificationToken'> | undefined {
  const fragment = new URLSearchParams(parseUrl(url).hash.replace(/^#(?:.*\?|!?\/+)?/, ''))
  const verificationUUID = fragment.get('verificationUUID')
  const verificationToken = fragment.get('verificationToken')
  return verificationUUID && verificationToken ? { verificationUUID, verificationToken } : undefined
}
