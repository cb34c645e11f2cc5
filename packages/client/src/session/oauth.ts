import { encodeBase64url } from '@latchkey/device/base64url'
import { sha256 } from '@latchkey/device/digest'
import { checkSso } from '../generated/operations/emailSignIn.ts'
import { getLoginUrl, type GetLoginUrlInput, initialize, signIn, verify } from '../generated/operations/oauth.ts'
import { abortable } from '../shared/abortable.ts'
import { assertObject } from '../shared/assertArgument.ts'
import { SignInError } from '../shared/signInError.ts'
import { readOAuthAnswer, toRedirectUrl } from './oauthAnswer.ts'
import { exchangeOnce } from './once.ts'
import { randomText } from './randomText.ts'
import type { Abortable, Session, SignInOutcome } from './session.ts'
import { createSlot, type Slot } from './slot.ts'
import { sessionStorageAdapter, type StorageAdapter } from './storage.ts'
import { readTyped } from './typedText.ts'
import { assertSession } from './view.ts'

/** Name of a provider in the API, such as `google`. */
export type OAuthProvider = GetLoginUrlInput['providerType']

/** The parameters of the provider's page. */
export interface OAuthRequestOptions extends Abortable {
  /** Name of the provider in the API, such as `google`. */
  provider: OAuthProvider
  /** The account that the provider's page suggests. */
  loginHint?: string | undefined
  /**
   * The question of the provider's page to the person. In a separate window the page always asks, see
   * {@link signInWithPopup}.
   *
   * @default the provider decides
   */
  prompt?: 'none' | 'consent' | 'login' | 'select_account' | undefined
}

/** Options of {@link startOAuth}. */
export interface RedirectOptions extends Abortable {
  /**
   * The URL to return to: at one of the environment's origins, or one of its deep links. It may be the page's own URL,
   * even with an earlier answer in it. If your URL has parameters with the names of an answer, such as `state`, {@link
   * withoutOAuthAnswer} restores them.
   */
  redirectUrl: string
  /** The function that opens the provider's page, such as one of a native app. @default location.assign */
  navigate?: ((url: string) => unknown) | undefined
  /** Whether to add the account to the user who is signed in. @default false */
  link?: boolean | undefined
  /** Storage of the state and the code verifier; it has to outlive the page. @default sessionStorageAdapter() */
  storage?: StorageAdapter | undefined
}

/** The data that the return of the person needs. */
export interface OAuthAttempt {
  readonly provider: OAuthProvider
  readonly state: string
  readonly codeVerifier: string
  readonly link?: boolean | undefined
  readonly ssoProviderId?: string | undefined
}

/**
 * Opens the provider's sign-in page in place of the app, with the authorization code flow, state and PKCE (RFC 7636,
 * S256). Call {@link finishOAuth} on the page that the browser returns to.
 *
 * @throws {@link ApiError} as `oauth.initialize` and `oauth.getLoginUrl`.
 * @throws {@link SignInError} `storage_blocked` when the storage cannot store the state and the code verifier.
 * @example await startOAuth(session, { provider: 'google', redirectUrl: `${location.origin}/signed-in` })
 */
export async function startOAuth(session: Session, options: OAuthRequestOptions & RedirectOptions): Promise<void> {
  assertSession(session, 'sign in')
  assertObject(options, 'options', '{ provider, redirectUrl }')
  const { attempt, url } = await beginOAuth(session, options, { redirectUrl: toRedirectUrl(options.redirectUrl) })
  await leave(attempt, url, options)
}

/**
 * Opens the identity provider of a company in place of the app, if the domain of the e-mail address has one.
 *
 * @returns Whether the domain has one; if not, continue with {@link sendEmailCode}.
 * @throws {@link ApiError} as `emailSignIn.checkSso` and `oauth.initialize`.
 * @throws {@link SignInError} `storage_blocked` when the storage cannot store the state and the code verifier.
 * @example if (!(await startSso(session, { email, redirectUrl }))) await sendEmailCode(session, { email })
 */
export async function startSso(session: Session, options: RedirectOptions & { email: string }): Promise<boolean> {
  assertSession(session, 'sign in')
  assertObject(options, 'options', '{ email, redirectUrl }')
  const { api } = session
  const { email, signal } = options
  const redirectUrl = toRedirectUrl(options.redirectUrl)
  const {
    type,
    provider,
    ssoAuthUrl,
    id: ssoProviderId,
  } = await checkSso(api, { body: readTyped({ email }) }, { auth: null, signal })
  if (type !== 'sso' || !provider || !ssoAuthUrl) return false
  const attempt = { ...newAttempt(provider as OAuthProvider), ssoProviderId }
  await initialize(
    api,
    { providerType: attempt.provider, body: { state: attempt.state, redirectUrl, ssoProviderId } },
    { auth: null, signal },
  )
  const url = new URL(ssoAuthUrl)
  for (const [name, value] of Object.entries(await challengeOf(attempt))) url.searchParams.set(name, value)
  await leave(attempt, url.href, options)
  return true
}

/**
 * Finishes the sign-in on the page that the browser returns to. The provider's answer works once, and only in the
 * browser that started the sign-in. If a second call comes while the first one runs, as in React's StrictMode, both get
 * the result of the first.
 *
 * @param url - The page's URL.
 * @returns The result of the step; undefined if the URL is not an answer to a sign-in of this package. Afterwards, put
 *   {@link withoutOAuthAnswer} into the address bar.
 * @throws {@link SignInError} with the provider's error code as `reason`, such as `access_denied`, and its
 *   `error_description` as `description`; the code is `state_expired` if the person was at the provider for too long.
 * @throws {@link SignInError} `state_unknown` if this browser did not start the sign-in, or the answer was used before.
 * @throws {@link ApiError} as `oauth.signIn`, or as `oauth.verify` with `link`.
 * @example
 * const signedIn = await finishOAuth(session, location.href)
 * history.replaceState(null, '', withoutOAuthAnswer(location.href))
 */
export async function finishOAuth(
  session: Session,
  url: string | URL,
  { storage = sessionStorageAdapter(), signal }: Abortable & Pick<RedirectOptions, 'storage'> = {},
): Promise<SignInOutcome | undefined> {
  assertSession(session, 'sign in')
  const answer = readOAuthAnswer(url)
  if (!answer) return undefined
  const { state, ...result } = answer
  return exchangeOnce(session, `oauth ${state}`, { signal }, async () =>
    exchangeOAuth(session, await takeAttempt(storage, state), result),
  )
}

/** Removes what the sign-in has stored, so that its answer works once. @throws {@link SignInError} `state_unknown` */
async function takeAttempt(storage: StorageAdapter, state: string): Promise<OAuthAttempt> {
  const slot = slotOf(storage, state)
  const attempt = parseAttempt(await slot.read(), state)
  await slot.write(null)
  if (attempt) return attempt
  throw new SignInError('state_unknown', 'This answer belongs to no sign-in that was started here, or was used before.')
}

/** Registers a state and requests the URL of the provider's page. */
export async function beginOAuth(
  { api }: Session,
  { provider, loginHint, prompt, signal }: OAuthRequestOptions,
  returnAddress: { redirectUrl?: string },
): Promise<{ attempt: OAuthAttempt; url: string }> {
  const attempt = newAttempt(provider)
  const choice = { auth: null, signal }
  await initialize(api, { providerType: provider, body: { state: attempt.state, ...returnAddress } }, choice)
  const query = { ...(await challengeOf(attempt)), login_hint: loginHint, prompt }
  const { url } = await getLoginUrl(api, { providerType: provider, query }, choice)
  return { attempt, url }
}

/** Sends the provider's answer to the service. */
export async function exchangeOAuth(
  session: Session,
  { provider, state, codeVerifier, link, ssoProviderId }: OAuthAttempt,
  answer: {
    code?: string | undefined
    error?: string | undefined
    description?: string | undefined
    signal?: AbortSignal | undefined
  },
): Promise<SignInOutcome> {
  const { code, signal } = answer
  const [error, description] = [printable(answer.error), printable(answer.description)]
  if (error || !code) {
    const reason = error || 'no_code'
    throw new SignInError(
      reason,
      `${provider} did not sign anybody in: ${reason}${description && ` (${description})`}.`,
      {
        description,
      },
    )
  }
  const input = { providerType: provider, body: { code, state, codeVerifier, ssoProviderId } }
  return link
    ? session.proceed((choice) => verify(session.api, input, choice), { signal })
    : session.signIn((choice) => signIn(session.api, input, choice), { signal })
}

/** Cleans a text of the URL, which anybody can write: no control characters, and short enough for a log line. */
function printable(text = ''): string {
  return text.replace(/\p{C}+/gu, ' ').slice(0, 200)
}

function newAttempt(provider: OAuthProvider): OAuthAttempt {
  return { provider, state: randomText(), codeVerifier: randomText() }
}

async function challengeOf({
  state,
  codeVerifier,
}: OAuthAttempt): Promise<{ state: string; code_challenge: string; code_challenge_method: 'S256' }> {
  const digest = await sha256(new TextEncoder().encode(codeVerifier))
  return { state, code_challenge: encodeBase64url(digest), code_challenge_method: 'S256' }
}

async function leave(
  attempt: OAuthAttempt,
  url: string,
  { link, storage = sessionStorageAdapter(), navigate, signal }: RedirectOptions,
): Promise<void> {
  const text = JSON.stringify({ ...attempt, link })
  const isKept = await abortable(signal, async () => slotOf(storage, attempt.state).write(text, attemptMs))
  if (!isKept)
    throw new SignInError(
      'storage_blocked',
      'The browser stores nothing for this site, so the answer would be lost. Allow storage, or sign in by a popup.',
    )
  await abortable(signal, async () => (navigate ? navigate(url) : location.assign(url)))
}

/** Ignores an entry that is broken or belongs to another state. */
function parseAttempt(text: string | null | undefined, state: string): OAuthAttempt | undefined {
  try {
    const attempt = JSON.parse(text ?? '') as OAuthAttempt | null
    return attempt?.state === state ? attempt : undefined
  } catch {
    return undefined
  }
}

/** How long the service remembers where the person of a state goes. The state itself lasts for ten minutes. */
const attemptMs = 86_400_000

function slotOf(storage: StorageAdapter, state: string): Slot {
  return createSlot(storage, `latchkey.oauth.${state}`)
}
