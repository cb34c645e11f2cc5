// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * What an embedded wallet signs, for a time.
 *
 * @module signaturePolicies
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, OtherStatus, WaasWalletSignaturePolicyTmpCreateRequest, WaasWalletSignaturePolicyTmpResponse } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
  /** What a wallet signs for some time. */
  body: WaasWalletSignaturePolicyTmpCreateRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Limit what a wallet signs, for a time
 *
 * Lets the wallet pay only these addresses, and only so much of these assets in one request, for `timeLimit`
 * seconds. The policy of the environment has to allow a request as well. Several policies of a wallet add to each
 * other: a payment has to fit one of them. What cannot be decoded is refused. When the last policy has expired, the
 * wallet is as if it had never had one.
 *
 * A rule for another chain than the wallet's, and an address that is none of the chain, are 400
 * `validation_failed`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await signaturePolicies.create(client, {
 *   walletId,
 *   body: {
 *     policyContent: [
 *       {
 *         chain: 'EVM',
 *         toAddresses: ['0x52908400098527886E0F7030069857D2E4169EE7'],
 *         valueLimits: [{ asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', maxPerCall: '25000000' }],
 *       },
 *     ],
 *     timeLimit: 3600,
 *   },
 * })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<WaasWalletSignaturePolicyTmpResponse, CreateError> =
  /*#__PURE__*/ operation('signaturePolicies.create POST environments/{environmentId}/waas/{walletId}/signaturePolicy')

/** The input of {@link remove}. */
export interface DeleteInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
  /** Id of the signature policy. A UUID. */
  policyId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete a signature policy of a wallet
 *
 * Ends a signature policy before its time, and returns it as it was. One that has expired is 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`, `policyId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await signaturePolicies.delete(client, { walletId, policyId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<WaasWalletSignaturePolicyTmpResponse, DeleteError> =
  /*#__PURE__*/ operation('signaturePolicies.delete DELETE environments/{environmentId}/waas/{walletId}/signaturePolicy/{policyId}')

/** The input of {@link get}. */
export interface GetInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
  /** Id of the signature policy. A UUID. */
  policyId: string
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get a signature policy of a wallet
 *
 * Returns a signature policy. One that has expired is 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`, `policyId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await signaturePolicies.get(client, { walletId, policyId })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<WaasWalletSignaturePolicyTmpResponse, GetError> =
  /*#__PURE__*/ operation('signaturePolicies.get GET environments/{environmentId}/waas/{walletId}/signaturePolicy/{policyId}')

/** The input of {@link list}. */
export interface ListInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the signature policies of a wallet
 *
 * Returns the signature policies of an embedded wallet that have not expired, oldest first. A wallet whose key is
 * not in shares, and one of another environment, are 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const list = await signaturePolicies.list(client, { walletId })
 * ```
 */
export const list: (client: Caller, input: ListInput, options?: CallOptions) => Call<Array<WaasWalletSignaturePolicyTmpResponse>, ListError> =
  /*#__PURE__*/ operation('signaturePolicies.list GET environments/{environmentId}/waas/{walletId}/signaturePolicy')

/** The input of {@link update}. */
export interface UpdateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
  /** Id of the signature policy. A UUID. */
  policyId: string
  /** What a wallet signs for some time. */
  body: WaasWalletSignaturePolicyTmpCreateRequest
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Replace a signature policy of a wallet
 *
 * Replaces the rules of a signature policy, and lets it end `timeLimit` seconds from now. The refusals are those of
 * `signaturePolicies.create`. One that has expired is 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`, `policyId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await signaturePolicies.update(client, {
 *   walletId,
 *   policyId,
 *   body: {
 *     policyContent: [
 *       {
 *         chain: 'EVM',
 *         toAddresses: ['0x52908400098527886E0F7030069857D2E4169EE7'],
 *         valueLimits: [{ asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', maxPerCall: '25000000' }],
 *       },
 *     ],
 *     timeLimit: 3600,
 *   },
 * })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<WaasWalletSignaturePolicyTmpResponse, UpdateError> =
  /*#__PURE__*/ operation('signaturePolicies.update PUT environments/{environmentId}/waas/{walletId}/signaturePolicy/{policyId}')

export { remove as delete }
