// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Secrets of embedded wallets that their provider creates in the browser.
 *
 * @module walletSecrets
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { EmbeddedWalletAuthToken, EmbeddedWalletAuthType, EmbeddedWalletPasscodeClaimRequest, EmbeddedWalletSecret, ErrorBody, ForbiddenWithErrorAndPayload, OtherStatus, Unlisted, UnprocessableEntity, VerifyResponse } from './schemas.ts'

/** The input of {@link claim}. */
export interface ClaimInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The wallet to claim. */
  body: EmbeddedWalletPasscodeClaimRequest
}

/** The refusals of {@link claim}; `body` narrows by `status`. */
export type ClaimError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Claim a wallet that was made for the user
 *
 * Records that the user has taken over a wallet that was made before their first sign-in: the properties of the
 * wallet say `claimed`. The reply has new tokens of the session. A claimed wallet can be claimed again, which
 * changes nothing else. Where another provider than the one in the browser is enabled, the call is 422
 * `invalid_mpc_environment`. A wallet that is not the user's or not of this provider is 422 `invalid_wallet_id`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link ClaimInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403; 415 `unsupported_media_type`; 422
 *   `invalid_mpc_environment`, `invalid_wallet_id`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await walletSecrets.claim(client, { body: { walletId } })
 * ```
 */
export const claim: (client: Caller, input: ClaimInput, options?: CallOptions) => Call<VerifyResponse, ClaimError> =
  /*#__PURE__*/ operation('walletSecrets.claim PUT sdk/{environmentId}/users/embeddedWallets/passcode/claim')

/** The input of {@link getAuthToken}. */
export interface GetAuthTokenInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query?: {
    /** What the token is for; its scope is `wallets:` and this. There is one kind, which is the default. */
    type?: EmbeddedWalletAuthType | Unlisted | undefined
  } | undefined
}

/** The refusals of {@link getAuthToken}; `body` narrows by `status`. */
export type GetAuthTokenError =
  | ApiError<400 | 401 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Get a token for the provider of wallets in the browser
 *
 * Issues a JWT for the provider of embedded wallets that creates them in the browser, by multi-party computation.
 * The provider verifies it with the keys of `jwks.get`. It is valid for one minute, has the type `mpc+jwt` and the
 * scope `wallets:mpc`, and opens no operation of the service. Where another provider is enabled, or none, the call
 * is 422 `invalid_mpc_environment`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link GetAuthTokenInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403; 422 `invalid_mpc_environment`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const embeddedWalletAuthToken = await walletSecrets.getAuthToken(client)
 * ```
 */
export const getAuthToken: (client: Caller, input?: GetAuthTokenInput, options?: CallOptions) => Call<EmbeddedWalletAuthToken, GetAuthTokenError> =
  /*#__PURE__*/ operation('walletSecrets.getAuthToken GET sdk/{environmentId}/users/embeddedWallets/authToken')

/** The input of {@link getBackup}. */
export interface GetBackupInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link getBackup}; `body` narrows by `status`. */
export type GetBackupError =
  | ApiError<401 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<400 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Get the backup secret of a wallet of the browser
 *
 * Returns the secret that encrypts the backup of the share of the user. The service makes it at the first call, and
 * answers the same from then on. The wallet is the oldest one that the user linked, or a server gave the user, with
 * the provider `embeddedWallet`. Where another provider than the one in the browser is enabled, the call is 422
 * `invalid_mpc_environment`. A user without such a wallet gets 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link GetBackupInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403; 404; 422 `invalid_mpc_environment`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const embeddedWalletSecret = await walletSecrets.getBackup(client)
 * ```
 */
export const getBackup: (client: Caller, input?: GetBackupInput, options?: CallOptions) => Call<EmbeddedWalletSecret, GetBackupError> =
  /*#__PURE__*/ operation('walletSecrets.getBackup GET sdk/{environmentId}/users/embeddedWallets/backup')

/** The input of {@link getPasscode}. */
export interface GetPasscodeInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link getPasscode}; `body` narrows by `status`. */
export type GetPasscodeError =
  | ApiError<401 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<400 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Get the passcode of a wallet of the browser
 *
 * Returns the passcode that encrypts the share of the user on the device. The service makes it at the first call,
 * and answers the same from then on. The wallet is the oldest one that the user linked, or a server gave the user,
 * with the provider `embeddedWallet`. Where another provider than the one in the browser is enabled, the call is 422
 * `invalid_mpc_environment`. A user without such a wallet gets 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link GetPasscodeInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403; 404; 422 `invalid_mpc_environment`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const embeddedWalletSecret = await walletSecrets.getPasscode(client)
 * ```
 */
export const getPasscode: (client: Caller, input?: GetPasscodeInput, options?: CallOptions) => Call<EmbeddedWalletSecret, GetPasscodeError> =
  /*#__PURE__*/ operation('walletSecrets.getPasscode GET sdk/{environmentId}/users/embeddedWallets/passcode')
