// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Wallets that the service makes for users and keeps the keys of.
 *
 * @module embeddedWallets
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { CreateUserEmbeddedWalletsFromFrameRequest, CreateUserEmbeddedWalletsRequest, EmbeddedWalletVersionEnum, ErrorBody, OtherStatus, Unlisted, UnprocessableEntity, UserResponse } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The user who gets wallets, and the chains. */
  body: CreateUserEmbeddedWalletsRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create embedded wallets for a user
 *
 * Creates the missing embedded wallets of the user that `identifier` names, one on each of the chains, and answers
 * 200 if all existed and 201 if one was created. Without `chains` or `chain`, the chains are those enabled in the
 * settings, otherwise EVM. If no user has the `email`, the `phoneNumber`, the `externalUserId` of the environment's
 * issuer or the `socialAccountId`, a user is created, who finds the wallets at the first sign-in with it. It is
 * stored as verified, since the caller vouches for it. An existing user's `email` that was not verified becomes
 * verified, too. Pending profile changes of other users to a value verified in this way end. An `id`, in lower case,
 * and a `socialUsername` name existing users only. Fires `user.created` for a new user, then `wallet.created` for
 * each wallet.
 *
 * Keys are derived from a separate secret for each user (BIP-39, then BIP-32 or SLIP-10), and no reply contains
 * them. The wallets are listed like all others, but nobody can sign in with them. Fails with 422
 * `provider_not_available` if no provider of embedded wallets is enabled, `no_compatible_wallet_service_enabled` if
 * the enabled one creates its wallets only in the browser, and `invalid_embedded_wallet_chains_configuration` for a
 * chain on which the settings create no wallets. A user who cannot be found is `invalid_user`, and so is a username
 * that several users have. An invalid identifier is `invalid_email`, `invalid_phone`, `invalid_external_auth` (no
 * issuer in the settings), or `provider_not_available` (no `socialProvider` that has accounts).
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_email`, `provider_not_available`, `invalid_user`,
 *   `no_compatible_wallet_service_enabled`, `invalid_phone`, `invalid_embedded_wallet_chains_configuration`,
 *   `invalid_external_auth`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await embeddedWallets.create(client, { body: { identifier: 'ada@example.com', type: 'email', chains: ['EVM'] } })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<UserResponse, CreateError> =
  /*#__PURE__*/ operation('embeddedWallets.create POST environments/{environmentId}/embeddedWallets')

/** The input of {@link createFromFrame}. */
export interface CreateFromFrameInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The user who gets wallets, and the chains. */
  body: CreateUserEmbeddedWalletsFromFrameRequest
}

/** The refusals of {@link createFromFrame}; `body` narrows by `status`. */
export type CreateFromFrameError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create embedded wallets for a Farcaster user
 *
 * Does the same as `embeddedWallets.create` for the user with the e-mail address and the Farcaster account. The
 * server of a frame calls it and vouches for both. A user who has one of them gets the other, and an unverified
 * address becomes verified. If no user has either, a user is created who can sign in with both. The profile shows
 * the address unless it already shows another one. Fires `user.created`, `user.social.linked` and `wallet.created`
 * for what is new.
 *
 * Fails with 422 `provider_not_available` if no provider of embedded wallets is enabled,
 * `no_compatible_wallet_service_enabled` if the enabled one creates its wallets only in the browser, and
 * `invalid_embedded_wallet_chains_configuration` for a chain on which the settings create no wallets. An address and
 * an account of two different users, and an `fid` that is not a positive integer, are `invalid_user`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateFromFrameInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `provider_not_available`, `invalid_user`, `no_compatible_wallet_service_enabled`,
 *   `invalid_embedded_wallet_chains_configuration`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await embeddedWallets.createFromFrame(client, { body: { email: 'ada@example.com', fid: 3621, chains: ['EVM'] } })
 * ```
 */
export const createFromFrame: (client: Caller, input: CreateFromFrameInput, options?: CallOptions) => Call<UserResponse, CreateFromFrameError> =
  /*#__PURE__*/ operation('embeddedWallets.createFromFrame POST environments/{environmentId}/embeddedWallets/frame')

/** The input of {@link listVersions}. */
export interface ListVersionsInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link listVersions}; `body` narrows by `status`. */
export type ListVersionsError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the active versions of embedded wallets
 *
 * Lists the versions of embedded wallets that the service can create in the environment now, the earliest first.
 * They follow from the enabled provider of embedded wallets: `V1` from the custody vendor, also `V2` if the settings
 * have session keys or `V2` as the default, and `V3` from the service itself. The list is empty without an enabled
 * provider, and with one that creates its wallets in the browser.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListVersionsInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const list = await embeddedWallets.listVersions(client)
 * ```
 */
export const listVersions: (client: Caller, input?: ListVersionsInput, options?: CallOptions) => Call<Array<EmbeddedWalletVersionEnum | Unlisted>, ListVersionsError> =
  /*#__PURE__*/ operation('embeddedWallets.listVersions GET environments/{environmentId}/embeddedWalletVersions')
