// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Rules on what wallets must hold, judged at sign-in and refresh.
 *
 * @module gates
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, Gate, GateCreateRequest, GatesResponse, GateUpdateRequest, OtherStatus, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** What a new gate needs. */
  body: GateCreateRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create a gate
 *
 * Creates a gate that is not enabled: it has no effect until `gates.enable` is called. A person passes the gate if
 * each of its rules holds for one of their wallets. Outcome `siteAccess`, or `scope` without a scope to add, refuses
 * people who do not pass; `block` refuses people who pass. With each outcome but `block`, the gate's `scope` is added
 * to the session token of people who pass; with `block` a `scope` is stored and has no effect. Fails with 422:
 *
 * - `gate_exists` when another gate of the environment has the name,
 * - `nft_token_gating_not_supported_for_chain` when a rule names a chain other than `EVM`, `ETH` and `SOL`, whose
 *   holdings cannot be read,
 * - `invalid_gate` when there are no rules, the name is blank, a contract address is not valid on its chain, an
 *   amount is less than 1, or a rule about a fungible token names a `tokenId`.
 *
 * A `scope` that is not a single word, or is one that the service itself grants (`user:basic`,
 * `requiresAdditionalAuth`), is 422 `invalid_scopes`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_scopes`, `nft_token_gating_not_supported_for_chain`, `invalid_gate`,
 *   `gate_exists`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const gate = await gates.create(client, {
 *   body: {
 *     name: 'Collectors',
 *     outcome: 'scope',
 *     scope: 'collector',
 *     rules: [
 *       {
 *         type: 'nft',
 *         address: { networkId: 1, contractAddress: '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D' },
 *         chain: 'EVM',
 *         filter: { tokenId: '0x1a4', amount: 1 },
 *       },
 *     ],
 *   },
 * })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<Gate, CreateError> =
  /*#__PURE__*/ operation('gates.create POST environments/{environmentId}/gates')

/** The input of {@link remove}. */
export interface DeleteInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the gate. A UUID. */
  gateId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete a gate
 *
 * Deletes the gate, enabled or not. It has no effect from the next sign-in or refresh on; session tokens with its
 * scope keep it until they are refreshed. Deleting it again is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `gateId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await gates.delete(client, { gateId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('gates.delete DELETE environments/{environmentId}/gates/{gateId} e')

/** The input of {@link disable}. */
export interface DisableInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the gate. A UUID. */
  gateId: string
}

/** The refusals of {@link disable}; `body` narrows by `status`. */
export type DisableError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Disable a gate
 *
 * Turns the gate off and sets `enabledAt` to null: sign-ins and refreshes ignore it, and refreshed session tokens
 * lose the scope that it gave. Its rules are kept for the next time it is enabled. Disabling a gate that is not
 * enabled changes nothing.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `gateId`; see {@link DisableInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const gate = await gates.disable(client, { gateId })
 * ```
 */
export const disable: (client: Caller, input: DisableInput, options?: CallOptions) => Call<Gate, DisableError> =
  /*#__PURE__*/ operation('gates.disable PUT environments/{environmentId}/gates/{gateId}/disable')

/** The input of {@link enable}. */
export interface EnableInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the gate. A UUID. */
  gateId: string
}

/** The refusals of {@link enable}; `body` narrows by `status`. */
export type EnableError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Enable a gate
 *
 * Turns the gate on: from now on each sign-in and each refresh checks its rules. Existing sessions are not ended;
 * the gate is checked at their next refresh. Enabling an enabled gate changes nothing and keeps the first
 * `enabledAt`. Fails with 422 `invalid_gate` when the gate has no rules.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `gateId`; see {@link EnableInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const gate = await gates.enable(client, { gateId })
 * ```
 */
export const enable: (client: Caller, input: EnableInput, options?: CallOptions) => Call<Gate, EnableError> =
  /*#__PURE__*/ operation('gates.enable PUT environments/{environmentId}/gates/{gateId}/enable')

/** The input of {@link get}. */
export interface GetInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the gate. A UUID. */
  gateId: string
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get a gate
 *
 * Returns one gate with its rules and its state. A gate of another environment is a 404, like one that does not
 * exist.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `gateId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const gate = await gates.get(client, { gateId })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<Gate, GetError> =
  /*#__PURE__*/ operation('gates.get GET environments/{environmentId}/gates/{gateId}')

/** The input of {@link list}. */
export interface ListInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the gates of an environment
 *
 * Returns every gate of the environment, enabled or not, oldest first and in one reply. `enabledAt` is null while
 * a gate is not enabled.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await gates.list(client)
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => Call<GatesResponse, ListError> =
  /*#__PURE__*/ operation('gates.list GET environments/{environmentId}/gates')

/** The input of {@link update}. */
export interface UpdateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the gate. A UUID. */
  gateId: string
  /** The fields of a gate to change; those left out stay. */
  body: GateUpdateRequest
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Update a gate
 *
 * Changes the fields in the body and keeps the others; `rules` is replaced as a whole. The gate stays enabled or
 * disabled, and the new rules of an enabled gate apply from the next sign-in or refresh on. Session tokens that were
 * issued before keep their scope until they are refreshed. Fails with 422 `gate_exists`,
 * `nft_token_gating_not_supported_for_chain`, `invalid_gate` or `invalid_scopes` as in `gates.create`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `gateId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `invalid_scopes`, `nft_token_gating_not_supported_for_chain`, `invalid_gate`,
 *   `gate_exists`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const gate = await gates.update(client, {
 *   gateId,
 *   body: {
 *     name: 'Collectors of two',
 *     rules: [
 *       {
 *         type: 'nft',
 *         address: { networkId: 1, contractAddress: '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D' },
 *         chain: 'EVM',
 *         filter: { amount: 2 },
 *       },
 *     ],
 *   },
 * })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<Gate, UpdateError> =
  /*#__PURE__*/ operation('gates.update PUT environments/{environmentId}/gates/{gateId}')

export { remove as delete }
