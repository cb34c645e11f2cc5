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

/** What {@link create} takes. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string
  /** Who gets wallets, and on which chains. */
  body: CreateUserEmbeddedWalletsRequest
}

/** How {@link create} may be refused; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create embedded wallets for a user
 *
 * Sees to it that the user whom `identifier` names has an embedded wallet on each of the chains, and answers 200 where all
 * existed, 201 where one was made. Without `chains` or `chain` they are those enabled in the settings, otherwise EVM.
 *
 * An `email`, a `phoneNumber`, an `externalUserId` of the environment's issuer and a `socialAccountId` that nobody here has make a
 * new user, who finds the wallets at the first sign-in with it: it counts as verified, since the caller vouches for it. So does
 * from then on an `email` that its user was only given before. Changes of profile to what is verified that way, begun by
 * others, end. An `id`, in lower case, and a `socialUsername` name existing users only. Fires `user.created` for a new user, then
 * `wallet.created` for each wallet.
 *
 * Keys are derived for each user from a secret of the user's own (BIP-39, then BIP-32 or SLIP-10), and no reply holds them. The
 * wallets show wherever wallets do; nobody signs in with them.
 *
 * Fails with 422 `provider_not_available` where no provider of embedded wallets is enabled, `no_compatible_wallet_service_enabled`
 * where the enabled one makes its wallets in the browser alone, and `invalid_embedded_wallet_chains_configuration` for a chain
 * that the settings do not make wallets on.
 * A user who cannot be found is `invalid_user`, also a username that several have; `invalid_email`, `invalid_phone`,
 * `invalid_external_auth` without an issuer in the settings, and `provider_not_available` without a `socialProvider` that has
 * accounts say what is wrong with the identifier.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call alone.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_email`, `provider_not_available`, `invalid_user`,
 *   `no_compatible_wallet_service_enabled`, `invalid_phone`, `invalid_embedded_wallet_chains_configuration`,
 *   `invalid_external_auth`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when no answer is had.
 * @example
 * ```ts
 * const reply = await embeddedWallets.create(client, { body: { identifier: 'ada@example.com', type: 'email', chains: ['EVM'] } })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<UserResponse, CreateError> =
  /*#__PURE__*/ operation('embeddedWallets.create POST environments/{environmentId}/embeddedWallets')

/** What {@link createFromFrame} takes. */
export interface CreateFromFrameInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string
  /** Who gets wallets, and on which chains. */
  body: CreateUserEmbeddedWalletsFromFrameRequest
}

/** How {@link createFromFrame} may be refused; `body` narrows by `status`. */
export type CreateFromFrameError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create embedded wallets for a Farcaster user
 *
 * Does the same as `embeddedWallets.create` for whoever has the e-mail address and the Farcaster account; it is
 * called by the
 * server behind a frame, which vouches for both. A user who has one of them gets the other, an address that the user was only
 * given is verified, and where nobody has either a user is made who can sign in with both. The profile shows the address
 * unless it shows another one. Fires `user.created`, `user.social.linked` and `wallet.created` for what is new.
 *
 * Fails with 422 `provider_not_available` where no provider of embedded wallets is enabled, `no_compatible_wallet_service_enabled`
 * where the enabled one makes its wallets in the browser alone, and `invalid_embedded_wallet_chains_configuration` for a chain
 * that the settings do not make wallets on.
 * An address and an account that belong to two users, and an `fid` that is no positive whole number, are `invalid_user`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateFromFrameInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call alone.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `provider_not_available`, `invalid_user`, `no_compatible_wallet_service_enabled`,
 *   `invalid_embedded_wallet_chains_configuration`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when no answer is had.
 * @example
 * ```ts
 * const reply = await embeddedWallets.createFromFrame(client, { body: { email: 'ada@example.com', fid: 3621, chains: ['EVM'] } })
 * ```
 */
export const createFromFrame: (client: Caller, input: CreateFromFrameInput, options?: CallOptions) => Call<UserResponse, CreateFromFrameError> =
  /*#__PURE__*/ operation('embeddedWallets.createFromFrame POST environments/{environmentId}/embeddedWallets/frame')

/** What {@link listVersions} takes. */
export interface ListVersionsInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string
}

/** How {@link listVersions} may be refused; `body` narrows by `status`. */
export type ListVersionsError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the active generations of embedded wallets
 *
 * Lists the generations of embedded wallets that the service can make in the environment now, the earliest first. They follow
 * from the enabled provider of embedded wallets: `V1` from the custody vendor, with `V2` where the settings have session keys or
 * name it as the default, and `V3` from the service itself. The list is empty without an enabled provider, and with one that
 * makes its wallets in the browser.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListVersionsInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call alone.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when no answer is had.
 * @example
 * ```ts
 * const list = await embeddedWallets.listVersions(client)
 * ```
 */
export const listVersions: (client: Caller, input?: ListVersionsInput, options?: CallOptions) => Call<Array<EmbeddedWalletVersionEnum | Unlisted>, ListVersionsError> =
  /*#__PURE__*/ operation('embeddedWallets.listVersions GET environments/{environmentId}/embeddedWalletVersions')
