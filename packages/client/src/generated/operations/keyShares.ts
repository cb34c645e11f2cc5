// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Backups of the shares that users hold of the keys of embedded wallets.
 *
 * @module keyShares
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { BackupKeySharesToLocationRequest, BackupKeySharesToLocationResponse, BackupKeySharesToLocationsRequest, BackupKeySharesToLocationsResponse, BackupKeySharesToLocationsWithUserIdRequest, BackupMultipleClientKeySharesRequest, BackupMultipleClientKeySharesResponse, ErrorBody, ForbiddenWithErrorAndPayload, GeneratedTokenResponse, OtherStatus, RecoverMultipleClientKeySharesRequest, RecoverMultipleClientKeySharesResponse, UnprocessableEntity } from './schemas.ts'

/** The input of {@link backUp}. */
export interface BackUpInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
  /** Encrypted key shares to store. */
  body: BackupMultipleClientKeySharesRequest
}

/** The refusals of {@link backUp}; `body` narrows by `status`. */
export type BackUpError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Store encrypted key shares
 *
 * Stores shares that the user's device has encrypted. The service never opens them. A share counts as backed up once
 * `keyShares.markLocations` names its `externalKeyShareId` at the location `service`; until then no other reply
 * shows it. The service keeps as many unmarked shares of a wallet as the user holds shares: further ones replace the
 * oldest.
 *
 * More shares than the user holds, or none, are 422 `invalid_key_shares_length`. If the settings list backup options
 * without `service`, or ask for a passcode and `passwordEncrypted` is false, it is 422 `invalid_update`. A wallet of
 * somebody else, and one whose key is not in shares, is 404. Also takes the token of `keyShares.getToken`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`, `body`; see {@link BackUpInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `invalid_update`, `invalid_key_shares_length`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await keyShares.backUp(client, {
 *   walletId,
 *   body: {
 *     encryptedAccountCredentials: ['eyJ2IjoxLCJrZGYiOiJQQktERjItU0hBLTI1NiJ9'],
 *     passwordEncrypted: true,
 *   },
 * })
 * ```
 */
export const backUp: (client: Caller, input: BackUpInput, options?: CallOptions) => Call<BackupMultipleClientKeySharesResponse, BackUpError> =
  /*#__PURE__*/ operation('keyShares.backUp POST sdk/{environmentId}/waas/{walletId}/keyShares/backup')

/** The input of {@link backUpToCloudDrive}. */
export interface BackUpToCloudDriveInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
}

/** The refusals of {@link backUpToCloudDrive}; `body` narrows by `status`. */
export type BackUpToCloudDriveError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Copy encrypted key shares to the user's cloud drive
 *
 * Copies the shares that `keyShares.backUp` stored last into a file of the user's cloud drive. The service writes
 * with the access token of a linked account of a provider that has drives, such as `google`, so the provider's
 * setting has to ask for a scope that lets applications write files. The file `key-shares-<walletId>.json` is
 * replaced if it exists. The service keeps no second copy: users read their own drive. As with `keyShares.backUp`,
 * the copies count once `keyShares.markLocations` names them, at the location `cloudDrive`.
 *
 * If the user has linked no such account, or its access token has expired or lacks the scope, it is 400
 * `bad_request`. If no encrypted share is stored, it is 422 `invalid_key_shares_length`, and if the settings list
 * backup options without `cloudDrive`, `invalid_update`. A wallet of somebody else is 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`; see {@link BackUpToCloudDriveInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`, `bad_request`; 401 `unauthorized`; 403 `missing_scope`;
 *   404 `not_found`; 422 `invalid_update`, `invalid_key_shares_length`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await keyShares.backUpToCloudDrive(client, { walletId })
 * ```
 */
export const backUpToCloudDrive: (client: Caller, input: BackUpToCloudDriveInput, options?: CallOptions) => Call<BackupMultipleClientKeySharesResponse, BackUpToCloudDriveError> =
  /*#__PURE__*/ operation('keyShares.backUpToCloudDrive POST sdk/{environmentId}/waas/{walletId}/keyShares/backup/cloudDrive')

/** The input of {@link getToken}. */
export interface GetTokenInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link getToken}; `body` narrows by `status`. */
export type GetTokenError =
  | ApiError<401 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Get a token for backups
 *
 * Returns a JWT for `keyShares.backUp` and `keyShares.recover`, and for nothing else. An application can hand it to
 * the code that encrypts key shares, which then needs no session token. It is valid for one minute, as often as
 * needed, and ends with the session and with the session's present token. Its `typ` is `backup+jwt`, its scope
 * `keyShares:backup`. It is sent like a session token.
 *
 * Without an enabled provider that keeps keys in shares (`V3`), the call is 422 `provider_not_available` or
 * `no_compatible_wallet_service_enabled`. A session that waits for its second factor is 403 `mfa_required`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link GetTokenInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `mfa_required`; 422 `provider_not_available`,
 *   `no_compatible_wallet_service_enabled`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await keyShares.getToken(client)
 * ```
 */
export const getToken: (client: Caller, input?: GetTokenInput, options?: CallOptions) => Call<GeneratedTokenResponse, GetTokenError> =
  /*#__PURE__*/ operation('keyShares.getToken GET sdk/{environmentId}/waas/keyShares/backup/token')

/** The input of {@link markLocation}. */
export interface MarkLocationInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
  /** A place of a backup. */
  body: BackupKeySharesToLocationRequest
}

/** The refusals of {@link markLocation}; `body` narrows by `status`. */
export type MarkLocationError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Record one place of a backup
 *
 * Records that a share of the user is backed up at a location; no share is stored. From then on the location shows
 * in `keyShares` of the wallet's properties. The refusals are those of `keyShares.markLocations`, with one entry
 * that has nothing but a location. So `service` is always 422 `invalid_key_shares_length`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`, `body`; see {@link MarkLocationInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `invalid_key_shares_length`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await keyShares.markLocation(client, { walletId, body: { location: 'external' } })
 * ```
 */
export const markLocation: (client: Caller, input: MarkLocationInput, options?: CallOptions) => Call<BackupKeySharesToLocationResponse, MarkLocationError> =
  /*#__PURE__*/ operation('keyShares.markLocation POST sdk/{environmentId}/waas/{walletId}/keyShares/backup/location')

/** The input of {@link markLocations}. */
export interface MarkLocationsInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
  /** Places of backups. */
  body: BackupKeySharesToLocationsRequest
}

/** The refusals of {@link markLocations}; `body` narrows by `status`. */
export type MarkLocationsError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Record the places of backups
 *
 * Records where shares of the user are backed up; no share is stored. From then on each shows in `keyShares` of the
 * wallet's properties and in `keyShares.recover`. All entries are recorded, or none.
 *
 * An entry at `service` names the `externalKeyShareId` of a share that `keyShares.backUp` stored; an unknown one,
 * or none, is 422 `invalid_key_shares_length`. At `cloudDrive` it may name a copy of `keyShares.backUpToCloudDrive`,
 * and elsewhere any UUID by which the application finds the share. Without one, the service makes an id. A share
 * that is recorded already is 422 `key_share_already_backed_up`.
 *
 * A location holds as many backups as the user holds shares. A stored share that is recorded beyond that replaces
 * the one with the same `keygenId`, or the oldest. An entry that names no stored share is then 422
 * `key_share_already_backed_up`. A location that the settings' `backupOptions` leave out, a `keygenId` that is not
 * the user's, and another `thresholdSignatureScheme` than that of the wallet are 422 `invalid_update`; so is
 * `delegated`, unless a share was delivered to the environment. A wallet of somebody else is 404. The next refresh,
 * reshare or import forgets all backups, since they hold shares that no longer work.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`, `body`; see {@link MarkLocationsInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `invalid_update`, `key_share_already_backed_up`, `invalid_key_shares_length`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await keyShares.markLocations(client, { walletId, body: { locations: [{ location: 'service', externalKeyShareId }] } })
 * ```
 */
export const markLocations: (client: Caller, input: MarkLocationsInput, options?: CallOptions) => Call<BackupKeySharesToLocationsResponse, MarkLocationsError> =
  /*#__PURE__*/ operation('keyShares.markLocations POST sdk/{environmentId}/waas/{walletId}/keyShares/backup/locations')

/** The input of {@link markLocationsForPregenerated}. */
export interface MarkLocationsForPregeneratedInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
  /** Places of backups of a wallet that was created before its user took it over. */
  body: BackupKeySharesToLocationsWithUserIdRequest
}

/** The refusals of {@link markLocationsForPregenerated}; `body` narrows by `status`. */
export type MarkLocationsForPregeneratedError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Record the places of backups of a pre-generated wallet
 *
 * Does for a server what `keyShares.markLocations` does for a user, for a wallet that a server created before its
 * user took it over. The refusals are the same. In addition, a wallet that its user has taken over or made is 422
 * `key_share_already_backed_up`. An unknown user, and a wallet of another user than
 * `userId`, are 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`, `body`; see {@link MarkLocationsForPregeneratedInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `key_share_already_backed_up`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await keyShares.markLocationsForPregenerated(client, { walletId, body: { userId, locations: [{ location: 'external', externalKeyShareId }] } })
 * ```
 */
export const markLocationsForPregenerated: (client: Caller, input: MarkLocationsForPregeneratedInput, options?: CallOptions) => Call<BackupKeySharesToLocationsResponse, MarkLocationsForPregeneratedError> =
  /*#__PURE__*/ operation('keyShares.markLocationsForPregenerated POST environments/{environmentId}/waas/{walletId}/keyShares/backup/locations')

/** The input of {@link recover}. */
export interface RecoverInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
  /** Which backups to recover. */
  body?: RecoverMultipleClientKeySharesRequest | undefined
}

/** The refusals of {@link recover}; `body` narrows by `status`. */
export type RecoverError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Recover key shares
 *
 * Returns the recorded backups of the user's shares, the earliest first, so that another device of the user can sign
 * with the wallet. Those that the service stores come with the ciphertext, which the device opens with the user's
 * password; the others are where the application put them. `keyShareIds` narrows the result; ids of other wallets
 * and unknown ids are ignored. A wallet of somebody else is 404. Also takes the token of `keyShares.getToken`.
 *
 * If a server created the wallet, the service has stored the user's share without a password: JSON with `identity`
 * and `share`. The first recovery sets `claimed` in the wallet's properties.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`, `body`; see {@link RecoverInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await keyShares.recover(client, { walletId, body: { keyShareIds: ['01938c5e-8b02-7d4e-9f0a-1b2c3d4e5f01'] } })
 * ```
 */
export const recover: (client: Caller, input: RecoverInput, options?: CallOptions) => Call<RecoverMultipleClientKeySharesResponse, RecoverError> =
  /*#__PURE__*/ operation('keyShares.recover POST sdk/{environmentId}/waas/{walletId}/keyShares/recover')
