// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Refreshing, checking and ending the session of an end user.
 *
 * @module sessions
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, ForbiddenWithErrorAndPayload, OtherStatus, RevokeAllSessionsResponse, Session, VerifyResponse } from './schemas.ts'

/** The input of {@link check}. */
export interface CheckInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link check}; `body` narrows by `status`. */
export type CheckError =
  | ApiError<401 | 429 | 500, ErrorBody>
  | ApiError<400 | 403 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Check whether the session is valid
 *
 * Answers 204 if the credential is a valid session of this environment and 401 otherwise. The signature, the expiry,
 * the session and the user are checked, so a token that verifies with the JWK set may still fail here, because its
 * session was revoked or its user was deleted. A session that waits for its second factor is valid. Nothing changes,
 * not even the expiry.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link CheckInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await sessions.check(client)
 * ```
 */
export const check: (client: Caller, input?: CheckInput, options?: CallOptions) => Call<undefined, CheckError> =
  /*#__PURE__*/ operation('sessions.check GET sdk/{environmentId}/session e')

/** The input of {@link get}. */
export interface GetInput {
  /** Id of the user. A UUID. */
  userId: string
  /** Id of the session. A UUID. */
  sessionId: string
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get a session of a user
 *
 * Returns one sign-in of a user: when and where it began, and since when it is revoked. The `revokedAt` of an
 * expired session that was not revoked is null. The id of another user's session, or of a user or session of another
 * environment, is 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `userId`, `sessionId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const session = await sessions.get(client, { userId, sessionId })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<Session, GetError> =
  /*#__PURE__*/ operation('sessions.get GET users/{userId}/sessions/{sessionId}')

/** The input of {@link refresh}. */
export interface RefreshInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link refresh}; `body` narrows by `status`. */
export type RefreshError =
  | ApiError<401 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Refresh the session token
 *
 * Returns new tokens for the same session. The token of the call is retired: it stays valid for ten seconds, so that
 * a second tab is not signed out, and is refused with 401 `token_revoked` afterwards. A tab that refreshes with it
 * within these seconds gets the current tokens. A later refresh with a retired token is treated as theft and ends
 * the session for everybody who has its tokens. A token that was replaced because a second factor was proved is
 * refused at once.
 *
 * The claims, missing fields, lists and scope are the current ones, and gates, allowlists and screening are evaluated
 * again. A user that they now refuse gets 403 and no new token.
 *
 * An expired token is 401 `token_expired`, a revoked session 401 `session_revoked`, the token of a deleted user 401
 * `unauthorized`: none of them can be refreshed, and the person has to sign in again. In cookie mode the cookie is
 * set again, and the `Origin` must be one that the environment allows. The only event is `user.session.revoked`, if
 * the session ends.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link RefreshInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`, `token_expired`, `token_revoked`, `session_revoked`; 403; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await sessions.refresh(client)
 * ```
 */
export const refresh: (client: Caller, input?: RefreshInput, options?: CallOptions) => Call<VerifyResponse, RefreshError> =
  /*#__PURE__*/ operation('sessions.refresh POST sdk/{environmentId}/refresh')

/** The input of {@link revoke}. */
export interface RevokeInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link revoke}; `body` narrows by `status`. */
export type RevokeError =
  | ApiError<401 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * End the session
 *
 * Ends the session that the credential belongs to, and no other session of the user. From then on every token of the
 * session is refused everywhere with 401 `session_revoked`, a second call of this operation included, and the
 * session has `revokedAt`. In cookie mode the cookie is cleared, and the `Origin` must be one that the environment
 * allows. Fires `user.session.revoked`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link RevokeInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`, `session_revoked`; 403; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await sessions.revoke(client)
 * ```
 */
export const revoke: (client: Caller, input?: RevokeInput, options?: CallOptions) => Call<undefined, RevokeError> =
  /*#__PURE__*/ operation('sessions.revoke POST sdk/{environmentId}/revoke e')

/** The input of {@link revokeAll}. */
export interface RevokeAllInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link revokeAll}; `body` narrows by `status`. */
export type RevokeAllError =
  | ApiError<401 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Revoke all sessions of an environment
 *
 * Ends every session of the environment that began before the call. The work is queued, so the reply does not wait
 * for it; it is done within moments. Sessions that begin afterwards, and those of other environments, stay. Each
 * session that ends fires `admin.user.session.revoked`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link RevokeAllInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await sessions.revokeAll(client)
 * ```
 */
export const revokeAll: (client: Caller, input?: RevokeAllInput, options?: CallOptions) => Call<RevokeAllSessionsResponse, RevokeAllError> =
  /*#__PURE__*/ operation('sessions.revokeAll POST environments/{environmentId}/users/sessions/revoke')

/** The input of {@link revokeById}. */
export interface RevokeByIdInput {
  /** Id of the session. A UUID. */
  sessionId: string
}

/** The refusals of {@link revokeById}; `body` narrows by `status`. */
export type RevokeByIdError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Revoke a session
 *
 * Ends a session for good. From then on each of its tokens is refused everywhere with 401 `session_revoked`, and it
 * cannot be refreshed; other sessions of the user continue. A session that has already ended stays as it is, with
 * its first `revokedAt`. Fires `admin.user.session.revoked`, once. A session of another environment is 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `sessionId`; see {@link RevokeByIdInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`, `session_revoked`; 403
 *   `missing_scope`; 404 `not_found`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const session = await sessions.revokeById(client, { sessionId })
 * ```
 */
export const revokeById: (client: Caller, input: RevokeByIdInput, options?: CallOptions) => Call<Session, RevokeByIdError> =
  /*#__PURE__*/ operation('sessions.revokeById PUT sessions/{sessionId}/revoke')
