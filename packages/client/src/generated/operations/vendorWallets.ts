// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Embedded wallets whose key a custody vendor holds for the user.
 *
 * @module vendorWallets
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { CreateEmbeddedWalletsRequest, CreateWalletAccountRequest, DeleteEmbeddedWalletsRequest, EmbeddedWalletChainEnum, ErrorBody, ExportEmbeddedWalletResponse, ForbiddenWithErrorAndPayload, OtherStatus, RegisterEmbeddedWalletSessionKeyResponse, RegisterSessionKeyRequest, Unlisted, UnprocessableEntity, UpgradeEmbeddedWalletToV2Request, VendorCreateWalletAccountsRequestBody, VendorDeleteEmbeddedWalletsRequestBody, VerifyResponse } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The wallets to create. */
  body: CreateEmbeddedWalletsRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create embedded wallets for the signed-in user
 *
 * Creates wallets at once, without a room. `turnkey` creates wallets of the generation `V1`, `turnkeyhd` of `V2` and
 * `dynamicWaas` of `V3`. Each entry is a sub-organization at the custody vendor, with the passkey of the
 * attestation. Wallets without one cannot stamp requests until `walletRecovery.completePasskeyRecovery` adds a
 * passkey. The key of a `V3` wallet is put into shares, and the service stores the share of the user, until
 * `keyShares.recover` hands it over. All entries are created, or none.
 *
 * The reply has the profile with the wallets and new tokens of the session. Fires `wallet.created` for each wallet.
 * The passkey signs in nobody and is no second factor.
 *
 * Fails with 422 `provider_not_available` without an enabled provider of embedded wallets,
 * `no_compatible_wallet_service_enabled` for a generation that is not active here,
 * `invalid_embedded_wallet_chains_configuration` for a chain that the settings leave out, and
 * `too_many_embedded_wallets_per_chain_for_user` for a chain on which the user has a wallet, or five where the
 * settings have `waas.allowMultipleWaasWalletsPerChain`. An attestation that does not verify is
 * `other_verify_failure`, one for `dynamicWaas` is `wallet_not_support_passkey`, and a passkey of another user is
 * `duplicate_exists`. A session key that is not a P-256 key is `invalid_session_public_key`, and one for `V1` is
 * `no_hd_wallet_found`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403; 415 `unsupported_media_type`; 422
 *   `provider_not_available`, `other_verify_failure`, `wallet_not_support_passkey`,
 *   `no_compatible_wallet_service_enabled`, `duplicate_exists`, `invalid_embedded_wallet_chains_configuration`,
 *   `no_hd_wallet_found`, `too_many_embedded_wallets_per_chain_for_user`, `invalid_session_public_key`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await vendorWallets.create(client, { body: { embeddedWallets: [{ embeddedWalletProvider: 'turnkeyhd', chains: ['EVM', 'SOL'] }] } })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<VerifyResponse, CreateError> =
  /*#__PURE__*/ operation('vendorWallets.create POST sdk/{environmentId}/users/embeddedWallets')

/** The input of {@link createAccount}. */
export interface CreateAccountInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The stamped request to add a chain to a wallet. */
  body: CreateWalletAccountRequest
}

/** The refusals of {@link createAccount}; `body` narrows by `status`. */
export type CreateAccountError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Add a chain to an embedded wallet
 *
 * Creates the wallet of one more chain below the same secret, as the stamped request says. The request is that of
 * `vendorWallets.getAccountRequest`, with its keys in any order: it is valid once and for five minutes. The stamp is of a passkey
 * of the wallet, of its API key or of a session key. The reply has the profile with the wallet and new tokens of the
 * session. Fires `wallet.created`.
 *
 * A body that the service did not write for this user, or that has expired or was used, is 422
 * `invalid_verification`, a wrong stamp is `other_verify_failure`, and a chain that the user has got since is
 * `wallet_account_exists_for_chain`. A user without a wallet at the custody vendor gets 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateAccountInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403; 404; 415
 *   `unsupported_media_type`; 422 `invalid_verification`, `other_verify_failure`,
 *   `wallet_account_exists_for_chain`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await vendorWallets.createAccount(client, { body: { vendorSignedRequest } })
 * ```
 */
export const createAccount: (client: Caller, input: CreateAccountInput, options?: CallOptions) => Call<VerifyResponse, CreateAccountError> =
  /*#__PURE__*/ operation('vendorWallets.createAccount POST sdk/{environmentId}/users/embeddedWallets/walletAccounts')

/** The input of {@link remove}. */
export interface DeleteInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The stamped request to delete wallets. An empty object is like no body. */
  body?: DeleteEmbeddedWalletsRequest | undefined
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Delete embedded wallets for good
 *
 * Destroys the keys that a stamped request names, with all wallets of them, deleted ones as well. The request is
 * that of `vendorWallets.getDeleteRequest`, with its keys in any order: it is valid once, for five minutes, and for the wallet
 * that it was written for. The stamp is of a passkey of the wallet, of its API key or of a session key. Fires
 * `wallet.deleted` for each wallet. The tokens of the session stay; refresh it to see the change.
 *
 * Without a body the oldest wallets of the user are destroyed, if no passkey was ever attached to them, since
 * nothing could stamp then. Otherwise a missing body is 422 `other_verify_failure`. A body that the service did not
 * write, or that has expired or was used, is 422 `invalid_verification`. A wrong stamp is `other_verify_failure`. A
 * user without wallets at the custody vendor gets 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403; 404; 415
 *   `unsupported_media_type`; 422 `invalid_verification`, `other_verify_failure`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await vendorWallets.delete(client, { body: { vendorSignedRequest } })
 * ```
 */
export const remove: (client: Caller, input?: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('vendorWallets.delete DELETE sdk/{environmentId}/users/embeddedWallets e')

/** The input of {@link getAccountRequest}. */
export interface GetAccountRequestInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query: {
    /** The chain to add. */
    chain: EmbeddedWalletChainEnum | Unlisted
  }
}

/** The refusals of {@link getAccountRequest}; `body` narrows by `status`. */
export type GetAccountRequestError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Get the request to add a chain to an embedded wallet
 *
 * Writes a request to add accounts of a chain to the oldest wallet of the generation `V2`. Stamp the text of
 * `JSON.stringify` over the reply, and send it with `vendorWallets.createAccount` within five minutes.
 *
 * A user without a wallet at the custody vendor gets 404. Without one of the generation `V2` the call is 422
 * `no_hd_wallet_found`, for a chain on which the user has an embedded wallet `wallet_account_exists_for_chain`, and
 * for a chain that the settings leave out `invalid_embedded_wallet_chains_configuration`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link GetAccountRequestInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 422
 *   `invalid_embedded_wallet_chains_configuration`, `no_hd_wallet_found`, `wallet_account_exists_for_chain`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const vendorCreateWalletAccountsRequestBody = await vendorWallets.getAccountRequest(client, { query: { chain: 'SOL' } })
 * ```
 */
export const getAccountRequest: (client: Caller, input: GetAccountRequestInput, options?: CallOptions) => Call<VendorCreateWalletAccountsRequestBody, GetAccountRequestError> =
  /*#__PURE__*/ operation('vendorWallets.getAccountRequest GET sdk/{environmentId}/users/embeddedWallets/walletAccounts/createRequest')

/** The input of {@link getDeleteRequest}. */
export interface GetDeleteRequestInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
}

/** The refusals of {@link getDeleteRequest}; `body` narrows by `status`. */
export type GetDeleteRequestError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the request to delete an embedded wallet
 *
 * Writes a request to destroy the key of a wallet at the custody vendor. In the generation `V2` the key is that of
 * all chains. Stamp the text of `JSON.stringify` over the reply, and send it with `vendorWallets.delete` within five
 * minutes. A wallet of another user, a deleted one and one whose key is in shares are 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`; see {@link GetDeleteRequestInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const vendorDeleteEmbeddedWalletsRequestBody = await vendorWallets.getDeleteRequest(client, { walletId })
 * ```
 */
export const getDeleteRequest: (client: Caller, input: GetDeleteRequestInput, options?: CallOptions) => Call<VendorDeleteEmbeddedWalletsRequestBody, GetDeleteRequestError> =
  /*#__PURE__*/ operation('vendorWallets.getDeleteRequest GET sdk/{environmentId}/users/embeddedWallets/{walletId}/deleteRequest')

/** The input of {@link getDeleteRequestLegacy}. */
export interface GetDeleteRequestLegacyInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link getDeleteRequestLegacy}; `body` narrows by `status`. */
export type GetDeleteRequestLegacyError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the request to delete the oldest embedded wallet
 *
 * Writes a request to destroy the oldest key of the user at the custody vendor. Use
 * `vendorWallets.getDeleteRequest`, which names the wallet. A user without such a wallet gets 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link GetDeleteRequestLegacyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const vendorDeleteEmbeddedWalletsRequestBody = await vendorWallets.getDeleteRequestLegacy(client)
 * ```
 * @deprecated See above for what to call instead.
 */
export const getDeleteRequestLegacy: (client: Caller, input?: GetDeleteRequestLegacyInput, options?: CallOptions) => Call<VendorDeleteEmbeddedWalletsRequestBody, GetDeleteRequestLegacyError> =
  /*#__PURE__*/ operation('vendorWallets.getDeleteRequestLegacy GET sdk/{environmentId}/users/embeddedWallets/deleteRequest')

/** The input of {@link getExportBundle}. */
export interface GetExportBundleInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
  /** Id of the activity at the custody vendor. A UUID. */
  activityId: string
}

/** The refusals of {@link getExportBundle}; `body` narrows by `status`. */
export type GetExportBundleError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the sealed key of an export
 *
 * Hands out the key that an activity at the custody vendor has exported, sealed to the target key of the activity.
 * Each activity hands it out once, and for five minutes. Fires `wallet.exported`; the wallet stays. A mail reports
 * it where the settings say so (`security.notifications.waasPrivateKeyExport`).
 *
 * Where the settings turn exports off (`waas.exportDisabled`), the call is 403 `policy_denied`. An activity that is
 * unknown, used, expired, or of another wallet or user is 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`, `activityId`; see {@link GetExportBundleInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await vendorWallets.getExportBundle(client, { walletId, activityId })
 * ```
 */
export const getExportBundle: (client: Caller, input: GetExportBundleInput, options?: CallOptions) => Call<ExportEmbeddedWalletResponse, GetExportBundleError> =
  /*#__PURE__*/ operation('vendorWallets.getExportBundle GET sdk/{environmentId}/users/embeddedWallets/{walletId}/activities/{activityId}/export')

/** The input of {@link registerSessionKey}. */
export interface RegisterSessionKeyInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A key that signs for the session. */
  body: RegisterSessionKeyRequest
}

/** The refusals of {@link registerSessionKey}; `body` narrows by `status`. */
export type RegisterSessionKeyError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Register the key of the session
 *
 * Registers a key of the client that stamps requests for wallets of the generation `V2`, while the session lasts and
 * for the `sessionKeyDuration` of the settings, otherwise until the tokens of the session expire. The claim
 * `session_public_key` names it from the next refresh on. The same key again gets the same answer.
 *
 * While the session has a key, registered or from its sign-in, another one needs its signature in
 * `prevSessionKeySignature`; without it, or with a wrong one, the call is 422 `other_verify_failure`. A key that is
 * no P-256 key is 422 `invalid_session_public_key`, and a `walletId` that is not the user's is `invalid_wallet_id`.
 * Without a wallet of the generation `V2` the call is 422 `no_hd_wallet_found`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link RegisterSessionKeyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `other_verify_failure`, `invalid_wallet_id`, `no_hd_wallet_found`,
 *   `invalid_session_public_key`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await vendorWallets.registerSessionKey(client, { body: { publicKey: '02a1633cafcc01ebfb6d78e39f687a1f0995c62fc95f51ead10a02ee0be551b5dc' } })
 * ```
 */
export const registerSessionKey: (client: Caller, input: RegisterSessionKeyInput, options?: CallOptions) => Call<RegisterEmbeddedWalletSessionKeyResponse, RegisterSessionKeyError> =
  /*#__PURE__*/ operation('vendorWallets.registerSessionKey POST sdk/{environmentId}/users/embeddedWallets/sessionKey')

/** The input of {@link restore}. */
export interface RestoreInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
}

/** The refusals of {@link restore}; `body` narrows by `status`. */
export type RestoreError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Restore an embedded wallet
 *
 * Gives a wallet back that the user deleted with `vendorWallets.softDelete` in the last 30 days, with id, address
 * and credential. Fires `wallet.created`. A wallet that the administration deleted, one that was deleted longer ago,
 * one of another user and an unknown one are 404. If the user has got another embedded wallet on the chain, the call
 * is 422 `wallet_account_exists_for_chain`, and `reassign_wallet_error` if somebody has linked the address.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`; see {@link RestoreInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 422
 *   `reassign_wallet_error`, `wallet_account_exists_for_chain`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await vendorWallets.restore(client, { walletId })
 * ```
 */
export const restore: (client: Caller, input: RestoreInput, options?: CallOptions) => Call<undefined, RestoreError> =
  /*#__PURE__*/ operation('vendorWallets.restore PUT sdk/{environmentId}/users/embeddedWallets/{walletId}/restore e')

/** The input of {@link softDelete}. */
export interface SoftDeleteInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
}

/** The refusals of {@link softDelete}; `body` narrows by `status`. */
export type SoftDeleteError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete an embedded wallet that can be restored
 *
 * Deletes an embedded wallet of any generation. For 30 days the user can restore it with `vendorWallets.restore`,
 * and the administration can recover it as long as the user exists. Fires `wallet.deleted`. A wallet of another
 * user, an unknown one, one that is deleted and one that is not embedded are 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`; see {@link SoftDeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await vendorWallets.softDelete(client, { walletId })
 * ```
 */
export const softDelete: (client: Caller, input: SoftDeleteInput, options?: CallOptions) => Call<undefined, SoftDeleteError> =
  /*#__PURE__*/ operation('vendorWallets.softDelete DELETE sdk/{environmentId}/users/embeddedWallets/{walletId}/softDelete e')

/** The input of {@link upgrade}. */
export interface UpgradeInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** What the wallets get with the new generation. */
  body: UpgradeEmbeddedWalletToV2Request
}

/** The refusals of {@link upgrade}; `body` narrows by `status`. */
export type UpgradeError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Upgrade embedded wallets to the second generation
 *
 * Makes all wallets of the generation `V1` wallets of `V2`. Ids, addresses and passkeys stay. A `sessionPublicKey`
 * is registered as by `vendorWallets.registerSessionKey`. The reply has new tokens of the session.
 *
 * Fails with 422 `no_v1_embedded_wallet_found` if the user has none, and `no_compatible_wallet_service_enabled`
 * where `V2` is not active. A key that is no P-256 key is `invalid_session_public_key`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link UpgradeInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `no_compatible_wallet_service_enabled`, `invalid_session_public_key`,
 *   `no_v1_embedded_wallet_found`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await vendorWallets.upgrade(client, { body: { sessionPublicKey: '02a1633cafcc01ebfb6d78e39f687a1f0995c62fc95f51ead10a02ee0be551b5dc' } })
 * ```
 */
export const upgrade: (client: Caller, input: UpgradeInput, options?: CallOptions) => Call<VerifyResponse, UpgradeError> =
  /*#__PURE__*/ operation('vendorWallets.upgrade POST sdk/{environmentId}/users/embeddedWallets/upgradeToV2')

export { remove as delete }
