import type { Auth } from '../policies/pipeline.ts'
import type { CallOptions, Caller } from '../calls/createTransport.ts'
import type { SdkUser } from '../generated/operations/schemas.ts'
import type { Call } from '../calls/operation.ts'
import type { SessionReply, SignInReply } from './reply.ts'
import type { StorageAdapter } from './storage.ts'

/** `needsSecondFactor` while the sign-in waits for its second step. */
export type SessionState = 'signedOut' | 'needsSecondFactor' | 'signedIn'

/** The state of a session. */
export interface SessionSnapshot {
  readonly state: SessionState
  /** The user, from the latest reply; the same object until a new reply replaces it. */
  readonly user?: SdkUser
  /** When the present token expires, in milliseconds of this machine's clock. */
  readonly expiresAtMs?: number
}

/** The result of a step of signing in. */
export interface SignInOutcome {
  readonly state: SessionState
  readonly user: SdkUser
  /** For the header `x-mfa-auth-token` of further actions, where `createMfaToken` has asked for it. */
  readonly mfaToken?: string
}

/** How a session is set up. */
export interface SessionOptions {
  /** The transport or client to sign in through, with its `environmentId`. Its own credential is not used. */
  api: Caller
  /** Where the session is kept; see {@link localStorageAdapter}. @default localStorageAdapter() */
  storage?: StorageAdapter
  /**
   * Whether the environment keeps the token in a cookie that scripts cannot read. Calls are sent with
   * `credentials: 'include'` then, and the session knows the user and the time of expiry only.
   * @default false
   */
  cookies?: boolean
  /** The key in the storage. @default 'latchkey.session.' and the environment's id */
  key?: string
}

/** Ends a wait early. */
export interface Abortable {
  /** Ends the wait: it rejects with the signal's reason. */
  signal?: AbortSignal
}

/** Who is signed in, and the credential of the calls in their name. Make one with {@link createSession}. */
export interface Session extends SessionSnapshot {
  /** What the session signs in through. */
  readonly api: Caller
  /** For `createTransport({ auth: session.auth })` or `api.with({ auth: session.auth })`. */
  readonly auth: Auth
  /** Resolves once the storage has been read; a storage that answers at once has been. Never rejects. */
  readonly ready: Promise<void>
  /**
   * Calls the listener after each change: a sign-in, a sign-out or a refresh, here or in another tab. Listeners may
   * call the session.
   *
   * @returns A function that removes the listener.
   */
  onChange(listener: (snapshot: SessionSnapshot) => void): () => void
  /**
   * The present token, refreshed if it is about to expire; undefined when nobody is signed in or a cookie holds it.
   *
   * @throws what {@link Session.refresh} throws.
   */
  accessToken(options?: Abortable): Promise<string | undefined>
  /**
   * Gets new tokens for the session, once for all tabs. It does nothing when nobody is signed in.
   *
   * @throws {@link ApiError} with status 401 when the service has ended the session: it is signed out by then.
   * @throws {@link SignInError} `other_user` when the answer is another user's session: it is signed out by then, too.
   * @throws {@link ConnectionError}, {@link TimeoutError} and {@link ResponseParseError}: the session stays, and tries
   * again later.
   */
  refresh(options?: Abortable): Promise<void>
  /**
   * Begins a session with the tokens that a call answers; the sign-in helpers do so.
   *
   * @param call - Calls the operation with the options it is given.
   * @throws what the call throws.
   * @throws {@link ResponseParseError} when the reply holds no usable session; who is signed in stays.
   *
   * A sign-in that answers no token leaves it to a cookie. Where the browser does not send that, the first call,
   * `refresh` or `proceed` that needs it rejects with a {@link SignInError} `no_cookie`, and nobody is signed in.
   * @example await session.signIn((options) => externalAuth.signIn(api, { body: { jwt } }, options))
   */
  signIn(call: (options: CallOptions) => Call<SessionReply, unknown>, options?: Abortable): Promise<SignInOutcome>
  /**
   * Begins a session with the reply of a sign-in that was made elsewhere: on a server, or by `mock.signIn(user)` in a
   * test. The session is stored, announced to listeners and other tabs, and refreshed like any other.
   *
   * @param reply - Token, user and end, as each sign-in answers them.
   * @throws {@link TypeError} when the reply holds no token; with `cookies: true` it needs none.
   * @throws {@link ResponseParseError} when it holds no user of this environment.
   * @example await session.adopt(await mock.signIn(user))
   */
  adopt(reply: SignInReply): Promise<SignInOutcome>
  /**
   * Goes on with the tokens that a call of the signed-in user answers: `profile.update`, `walletSignIn.link`, `mfa.…`.
   * No refresh runs meanwhile. A reply without a token leaves the present one.
   *
   * @param call - Calls the operation with the options it is given.
   * @throws {@link SignInError} `no_session` when nobody is signed in, `session_ended` when it ended before the answer
   * came.
   * @example await session.proceed((options) => profile.update(api, { body: { firstName: 'Ada' } }, options))
   */
  proceed(call: (options: CallOptions) => Call<SessionReply, unknown>, options?: Abortable): Promise<SignInOutcome>
  /**
   * Signs out, at once and in all tabs, then has the service end the session.
   *
   * @param options - `revoke: false` leaves the session of the service as it is.
   * @throws {@link ConnectionError} and such when the service could not be reached. The session here has ended
   * nevertheless.
   */
  signOut(options?: Abortable & { revoke?: boolean }): Promise<void>
  /** Stops the timer and leaves the other tabs' channel. The stored session stays. */
  close(): void
}
