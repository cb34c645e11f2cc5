// Written by `pnpm generate` from spec/. Edit spec/ instead.
import type { CallOptions, Caller } from '../../createTransport.ts'
import type { ApiError } from '../../errors.ts'
import { type Call, operation } from '../../operation.ts'
import type { ErrorBody, ForbiddenWithErrorAndPayload, OtherStatus, UnprocessableEntity, VerifyResponse } from './schemas.ts'

/** What {@link check} takes. */
export interface CheckInput {
  /**
   * The environment that the call acts in.
   * @default the client's `environmentId`
   */
  environmentId?: string
}

/** How {@link check} may be refused; `body` narrows by `status`. */
export type CheckError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 415 | 422 | OtherStatus, unknown>

/**
 * Check whether the session is valid
 *
 * Answers 204 if the credential is a valid session of this environment and 401 otherwise. The signature, the
 * expiry, the session and the user are looked at, so a token that verifies by the JWK set alone may still fail
 * here: its session was revoked or its user is gone. Nothing changes; the expiry is not moved.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids of the request; see {@link CheckInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 401, 403, 404, 429, 500.
 * @example await sessions.check(client, { environmentId })
 */
export const check: (client: Caller, input?: CheckInput, options?: CallOptions) => Call<undefined, CheckError> =
  /*#__PURE__*/ operation('sessions.check GET sdk/{environmentId}/session e')

/** What {@link refresh} takes. */
export interface RefreshInput {
  /**
   * The environment that the call acts in.
   * @default the client's `environmentId`
   */
  environmentId?: string
}

/** How {@link refresh} may be refused; `body` narrows by `status`. */
export type RefreshError =
  | ApiError<400 | 401 | 404 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 415 | OtherStatus, unknown>

/**
 * Refresh the session token
 *
 * Answers with new tokens for the same session; the token that came with the call is retired and refused from
 * then on with 401 `token_revoked`. The user is read anew: the claims, missing fields, lists and scope are those
 * of this moment, and gates and allowlists are evaluated again. Whoever they refuse by now gets 403 and no new
 * token.
 *
 * An expired token is 401 `token_expired`, a revoked session 401 `session_revoked`, the token of a deleted user
 * 401 `unauthorized`: none of them can be refreshed, the person signs in again. In cookie mode the cookie is set
 * anew, and an `Origin` that the environment allows is needed. No event fires.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids of the request; see {@link RefreshInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 401, 403, 404, 422, 429, 500.
 * @example await sessions.refresh(client, { environmentId })
 */
export const refresh: (client: Caller, input?: RefreshInput, options?: CallOptions) => Call<VerifyResponse, RefreshError> =
  /*#__PURE__*/ operation('sessions.refresh POST sdk/{environmentId}/refresh')

/** What {@link revoke} takes. */
export interface RevokeInput {
  /**
   * The environment that the call acts in.
   * @default the client's `environmentId`
   */
  environmentId?: string
}

/** How {@link revoke} may be refused; `body` narrows by `status`. */
export type RevokeError =
  | ApiError<400 | 401 | 404 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 415 | OtherStatus, unknown>

/**
 * End the session
 *
 * Ends the session that the credential belongs to, and no other session of the user. From then on every token of
 * the session is refused everywhere with 401 `session_revoked`, a second call of this operation included, and
 * the session carries `revokedAt`. In cookie mode the cookie is cleared, and an `Origin` that the environment
 * allows is needed. Fires `user.session.revoked`.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids of the request; see {@link RevokeInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 401, 403, 404, 422, 429, 500.
 * @example await sessions.revoke(client, { environmentId })
 */
export const revoke: (client: Caller, input?: RevokeInput, options?: CallOptions) => Call<undefined, RevokeError> =
  /*#__PURE__*/ operation('sessions.revoke POST sdk/{environmentId}/revoke e')
