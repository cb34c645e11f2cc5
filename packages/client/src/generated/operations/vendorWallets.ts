// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Embedded wallets whose key a custody vendor holds for the user.
 *
 * @module vendorWallets
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { CreateEmbeddedWalletsRequest, ErrorBody, ForbiddenWithErrorAndPayload, OtherStatus, RegisterEmbeddedWalletSessionKeyResponse, RegisterSessionKeyRequest, UnprocessableEntity, UpgradeEmbeddedWalletToV2Request, VerifyResponse } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string
  headers?: {
    /**
     * Proof of a second factor in this session, as the `mfa` operations, `passkeys.register` and `passkeys.signIn` give it
     * for `createMfaToken`. Each operation says when it is needed: if the environment's settings require it for the
     * action, or if factors are added, read or deleted in a session whose own proof is more than ten minutes old.
     */
    'x-mfa-auth-token'?: string
  }
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
 * A user who can prove a second factor must have done so in the last ten minutes, or send it in `x-mfa-auth-token`,
 * to add a passkey; otherwise the call is 403 `mfa_required`.
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
 * @param input - `environmentId`, `headers`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `mfa_required`; 415
 *   `unsupported_media_type`; 422 `provider_not_available`, `other_verify_failure`, `wallet_not_support_passkey`,
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

/** The input of {@link registerSessionKey}. */
export interface RegisterSessionKeyInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string
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
  environmentId?: string
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
  environmentId?: string
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
  environmentId?: string
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
