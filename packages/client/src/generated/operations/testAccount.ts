// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * An address and a number with a fixed code, for end-to-end tests in a sandbox.
 *
 * @module testAccount
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, OtherStatus, TestAccountResponse, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Create the test account
 *
 * Creates a test account: an address and a number that belong to nobody, with a random code of six digits that stays
 * the same. End-to-end tests and reviewers sign in with it through `emailSignIn` and `smsSignIn` like everybody:
 * they request a code, nothing is sent, and the fixed code fits. Wrong codes are counted as usual. The providers
 * `emailOnly` and `sms` have to be enabled for it.
 *
 * An environment has one test account. A second call is 422 `duplicate_exists`: delete the account first to get
 * another code. A live environment is 422 `invalid_update`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 422 `duplicate_exists`, `invalid_update`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await testAccount.create(client)
 * ```
 */
export const create: (client: Caller, input?: CreateInput, options?: CallOptions) => Call<TestAccountResponse, CreateError> =
  /*#__PURE__*/ operation('testAccount.create POST environments/{environmentId}/test/account')

/** The input of {@link remove}. */
export interface DeleteInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<400 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Delete the test account
 *
 * Deletes the fixed code, also for sign-ins that have begun with it. The address and the number are then like any
 * others. The user who signed in with them stays, including sessions. 404 without a body if there is no test
 * account, 422 `invalid_update` in a live environment.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404; 422 `invalid_update`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await testAccount.delete(client)
 * ```
 */
export const remove: (client: Caller, input?: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('testAccount.delete DELETE environments/{environmentId}/test/account e')

/** The input of {@link get}. */
export interface GetInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<400 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Get the test account
 *
 * Returns the e-mail address and phone number of the environment's test account, with the code that always fits
 * them. 404 without a body if there is none. Test accounts exist in sandbox environments only; in a live environment
 * the call is 422 `invalid_update`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404; 422 `invalid_update`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await testAccount.get(client)
 * ```
 */
export const get: (client: Caller, input?: GetInput, options?: CallOptions) => Call<TestAccountResponse, GetError> =
  /*#__PURE__*/ operation('testAccount.get GET environments/{environmentId}/test/account')

export { remove as delete }
