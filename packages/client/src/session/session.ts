import type { CallOptions, Caller } from '../calls/createTransport.ts'
import type { Call } from '../calls/operation.ts'
import type { SdkUser } from '../generated/operations/schemas.ts'
import type { Auth } from '../policies/pipeline.ts'
import type { SessionReply, SignInReply } from './reply.ts'
import type { StorageAdapter } from './storage.ts'

/** `needsSecondFactor` while the sign-in waits for its second step. */
export type SessionState = 'signedOut' | 'needsSecondFactor' | 'signedIn'

/** The state of a session, as {@link Session.onChange} reports it. */
export interface SessionSnapshot {
  readonly state: SessionState
  /** The user of the latest reply; the same object until a new reply replaces it. */
  readonly user?: SdkUser | undefined
  /** When the present token expires, in milliseconds since 1970 by this machine's clock. */
  readonly expiresAtMs?: number | undefined
  /**
   * Whether the storage has this session. If the storage is full, blocked or too small, it does not have it: the session
   * then lasts only as long as the pages are open or, on a server, as the request. After a sign-out, `isKept` says
   * whether the storage has removed the session.
   */
  readonly isKept: boolean
}

/** The result of a step of signing in. */
export interface SignInOutcome {
  /** `needsSecondFactor` if the sign-in needs another step, and otherwise `signedIn`. */
  readonly state: SessionState
  readonly user: SdkUser
  /** Value of the header `x-mfa-auth-token` for later calls, if the sign-in requested it with `createMfaToken`. */
  readonly mfaToken?: string
}

/** The options of a session. */
export interface SessionOptions<Api extends Caller = Caller> {
  /** The transport or client to sign in through. It needs an `environmentId`; its credential is not used. */
  api: Api
  /** Where the session is stored; see {@link localStorageAdapter}. @default localStorageAdapter() */
  storage?: StorageAdapter | undefined
  /**
   * Whether the environment stores the token in a cookie that scripts cannot read. Calls are then sent with
   * `credentials: 'include'`, and the session has only the user and the time of expiry.
   * @default false
   */
  cookies?: boolean | undefined
  /** The key in the storage. @default 'latchkey.session.' and the environment's id */
  key?: string | undefined
}

/** The option of functions that wait. */
export interface Abortable {
  /** Ends the wait: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined
}

/** The session of a person, and the credential of their calls. {@link createSession} creates one. */
export interface Session<Api extends Caller = Caller> extends SessionSnapshot {
  /** The transport or client that the session signs in through. */
  readonly api: Api
  /** The credential for `createTransport({ auth: session.auth })` or `api.with({ auth: session.auth })`. */
  readonly auth: Auth
  /** Resolves when the session has read its storage; it reads a synchronous storage at once. Never rejects. */
  readonly ready: Promise<void>
  /** Whether the session is still reading its storage. Until it has finished, its state is `signedOut`. */
  readonly isLoading: boolean
  /**
   * Calls the listener after each change: a sign-in, a sign-out or a refresh, here or in another tab. Listeners may
   * call the session.
   *
   * @returns A function that removes the listener.
   */
  onChange(listener: (snapshot: SessionSnapshot) => void): () => void
  /**
   * Returns the current token, and refreshes it first if it is about to expire. Returns undefined when nobody is signed
   * in, or when the token is in a cookie that scripts cannot read.
   *
   * @throws what {@link Session.refresh} throws.
   */
  accessToken(options?: Abortable): Promise<string | undefined>
  /**
   * Reads a shared storage again, because a server of the site may have signed the person in or out by its cookies. A
   * page does so by itself when the person comes back to it. This sends no request. If the storage cannot be read, the
   * session stays as it is. Never rejects.
   */
  reload(): Promise<void>
  /**
   * Gets new tokens for the session, once for all tabs. It does nothing when nobody is signed in.
   *
   * @throws {@link ApiError} with status 401 when the service has ended the session; the person is then signed out.
   * @throws {@link SignInError} `other_user` when the answer is another user's session; the person is then signed out.
   * @throws {@link ConnectionError}, {@link TimeoutError} and {@link ResponseParseError}; the session stays, and tries
   *   again later.
   */
  refresh(options?: Abortable): Promise<void>
  /**
   * Starts a session with the tokens in the reply of a call. The sign-in functions use it.
   *
   * If the reply has no token, the service has set a cookie. If the browser does not send that cookie, the first call,
   * `refresh` or `proceed` that needs it rejects with a {@link SignInError} `no_cookie`, and nobody is signed in.
   *
   * @param call - Calls an operation, and passes it these options.
   * @throws what the call throws.
   * @throws what `cookieStorage` throws if it cannot store the session. The session then lasts as long as the page is
   *   open, or as the request. Other storages do not throw; {@link SessionSnapshot.isKept} is then false.
   * @throws {@link ResponseParseError} when the reply has no usable session; the current session stays.
   * @example await session.signIn((options) => externalAuth.signIn(api, { body: { jwt } }, options))
   */
  signIn(call: (options: CallOptions) => Call<SessionReply, unknown>, options?: Abortable): Promise<SignInOutcome>
  /**
   * Starts a session from the reply of a sign-in that happened elsewhere: on a server, or with `mock.signIn(user)` in a
   * test. The session is stored, reported to listeners and other tabs, and refreshed like any other.
   *
   * @param reply - Token, user and expiry: the reply of any sign-in.
   * @throws {@link TypeError} when the reply has no token; with `cookies: true` it needs none.
   * @throws {@link ResponseParseError} when the reply has no user of this environment.
   * @throws what `cookieStorage` throws, as in {@link Session.signIn}.
   * @example await session.adopt(await mock.signIn(user))
   */
  adopt(reply: SignInReply): Promise<SignInOutcome>
  /**
   * Continues the session with the tokens in the reply of a call, such as `profile.update`, `walletSignIn.link` and the
   * operations of `mfa`. No other refresh runs meanwhile. If the reply has no token, the session keeps its current one.
   *
   * @param call - Calls an operation, and passes it these options. It is called again when the service has refused the
   *   token and the refresh brings another one. If the refresh is refused, too, the session has ended.
   * @throws what the call or the refresh throws.
   * @throws {@link SignInError} `no_session` when nobody is signed in, `session_ended` when the session ended before
   *   the reply came.
   * @throws what `cookieStorage` throws, as in {@link Session.signIn}. The change itself has been made.
   * @example await session.proceed((options) => profile.update(api, { body: { firstName: 'Ada' } }, options))
   */
  proceed(call: (options: CallOptions) => Call<SessionReply, unknown>, options?: Abortable): Promise<SignInOutcome>
  /**
   * Ends the session at once, in all tabs, and then revokes it at the service.
   *
   * @param options - `revoke: false` does not revoke the session at the service.
   * @throws {@link ConnectionError} and other errors of a call when the service cannot revoke the session. The session
   *   has ended in this browser nevertheless.
   */
  signOut(options?: Abortable & { revoke?: boolean }): Promise<void>
  /** Stops the timer and leaves the other tabs' channel. The stored session stays. */
  close(): void
}
