// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * What the embedded wallets of an environment sign.
 *
 * @module waasPolicies
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, OtherStatus, UnprocessableEntity, WaasPolicyCreateRequest, WaasPolicyDeleteRequest, WaasPolicyResponse, WaasPolicyUpdateRequest } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** New rules of the policy. */
  body: WaasPolicyCreateRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Add rules to the policy of embedded wallets
 *
 * Adds rules to the policy of the environment, and creates the policy with the first ones. They apply to every
 * request from then on; rooms that are open already go on.
 *
 * A request is judged by what it does, and not by its outermost call: by every address that gets value or power,
 * also inside of batches, user operations, typed data and authorizations. A matching `deny` rule wins. Once a chain
 * (and network) has an `allow` rule, every address and every call has to be allowed by one, and what cannot be
 * decoded is refused. Personal messages pass, digests without a `context` that explains them do not. A refusal is
 * 403 `policy_denied` and fires `waas.policy.violation`.
 *
 * Fails with 422 `invalid_update` for an address that is none of the chain, networks on a chain that has one, an
 * ABI that does not parse, a `functionName` that it does not have, constraints without a function, beyond its
 * arguments, with a value that is not of the argument's type, or with an operator of order on anything but
 * integers, and for a `ruleId` that is used already. No rule is added then.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_update`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await waasPolicies.create(client, {
 *   body: {
 *     rulesToAdd: [
 *       {
 *         name: 'Pay the shop',
 *         ruleType: 'allow',
 *         addresses: ['0x52908400098527886E0F7030069857D2E4169EE7'],
 *         chain: 'EVM',
 *         chainIds: [8453],
 *         valueLimit: {
 *           asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
 *           maxPerCall: '25000000',
 *           totalLimit: '100000000',
 *         },
 *       },
 *     ],
 *   },
 * })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<WaasPolicyResponse, CreateError> =
  /*#__PURE__*/ operation('waasPolicies.create POST environments/{environmentId}/waas/policies')

/** The input of {@link remove}. */
export interface DeleteInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Rules to delete. */
  body: WaasPolicyDeleteRequest
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Delete rules of the policy of embedded wallets
 *
 * Deletes the rules with these ids, and what was counted for their limits. The policy stays when the last rule is
 * gone; it restricts nothing then. Fails with 422 `invalid_update` for an id that the policy does not have. No rule
 * is deleted then.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_update`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await waasPolicies.delete(client, { body: { ruleIdsToDelete: ['01938c5e-8b02-7d4e-9f0a-1b2c3d4e5f11'] } })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<WaasPolicyResponse, DeleteError> =
  /*#__PURE__*/ operation('waasPolicies.delete DELETE environments/{environmentId}/waas/policies')

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
  | ApiError<401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the policy of embedded wallets
 *
 * Returns the rules by which the embedded wallets of the environment sign. An environment that never had a rule is
 * 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await waasPolicies.get(client)
 * ```
 */
export const get: (client: Caller, input?: GetInput, options?: CallOptions) => Call<WaasPolicyResponse, GetError> =
  /*#__PURE__*/ operation('waasPolicies.get GET environments/{environmentId}/waas/policies')

/** The input of {@link update}. */
export interface UpdateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Rules that replace those with the same `ruleId`. */
  body: WaasPolicyUpdateRequest
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Replace rules of the policy of embedded wallets
 *
 * Replaces the rules with these ids. What wallets have spent under a rule stays counted. Fails with 422
 * `invalid_update` for a rule without an id, an id that the policy does not have or that is given twice, and as
 * `waasPolicies.create`. No rule is changed then.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_update`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await waasPolicies.update(client, {
 *   body: {
 *     rulesToUpdate: [
 *       {
 *         ruleId,
 *         name: 'Pay the shop',
 *         ruleType: 'allow',
 *         addresses: ['0x52908400098527886E0F7030069857D2E4169EE7'],
 *         chain: 'EVM',
 *         chainIds: [8453],
 *         valueLimit: {
 *           asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
 *           maxPerCall: '25000000',
 *           totalLimit: '200000000',
 *         },
 *       },
 *     ],
 *   },
 * })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<WaasPolicyResponse, UpdateError> =
  /*#__PURE__*/ operation('waasPolicies.update PUT environments/{environmentId}/waas/policies')

export { remove as delete }
