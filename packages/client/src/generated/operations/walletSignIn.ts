// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Signing in with a message that a wallet has signed, and linking, moving and selecting wallets.
 *
 * @module walletSignIn
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, ForbiddenWithErrorAndPayload, OtherStatus, PrefetchRequest, UnprocessableEntity, UserWalletSelectionRequest, VerifyRequest, VerifyResponse, VerifyUnlinkRequest } from './schemas.ts'

/** The input of {@link link}. */
export interface LinkInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A message, the signature that a wallet gave for it, and the wallet. */
  body: VerifyRequest
}

/** The refusals of {@link link}; `body` narrows by `status`. */
export type LinkError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Link a wallet to the signed-in user
 *
 * Adds a wallet to the signed-in user, who can sign in with it from then on. The wallet is proved as in
 * `walletSignIn.verify`, with the same refusals, but without a CAPTCHA, since there is a session. The session
 * continues; the reply has tokens with the new wallet and the same expiry, and the selected wallet stays the same.
 * If the user already has the wallet, nothing changes.
 *
 * A wallet of another user is 422 `reassign_wallet_confirm`. The refusal does not use the nonce up, so that the same
 * body can be sent to `walletSignIn.transfer` once the person has confirmed. If the environment's settings turn
 * `confirmWalletTransfers` off, the wallet is moved at once, with the refusals of a transfer. If they turn
 * `multiWallet` off, a second wallet is 422 `invalid_update`. If the environment screens wallets, a sanctioned one
 * is 403 `screening_blocked`, and the check is stored with the user. A session that waits for its second factor is
 * 403 `mfa_required`. Fires `wallet.linked`, or `wallet.transferred` if the wallet is moved.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link LinkInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `mfa_required`; 415
 *   `unsupported_media_type`; 422 `reassign_wallet_confirm`, `invalid_update`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await walletSignIn.link(client, { body: signedRequest })
 * ```
 */
export const link: (client: Caller, input: LinkInput, options?: CallOptions) => Call<VerifyResponse, LinkError> =
  /*#__PURE__*/ operation('walletSignIn.link POST sdk/{environmentId}/verify/link')

/** The input of {@link prefetch}. */
export interface PrefetchInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A wallet that will probably sign in. */
  body: PrefetchRequest
}

/** The refusals of {@link prefetch}; `body` narrows by `status`. */
export type PrefetchError =
  | ApiError<400 | 415 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<401 | 403 | 405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Announce a wallet that is about to sign in
 *
 * Lets the service look up data about a wallet that has connected and will probably sign in, such as its name in a
 * name service. The call has no visible effect: the sign-in answers the same without it, and no visit is recorded.
 * An address that does not exist on the chain is 400 `bad_request`; an unknown environment is a 404 without a body.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link PrefetchInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`, `bad_request`; 404; 415 `unsupported_media_type`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await walletSignIn.prefetch(client, { body: { chain: 'EVM', publicWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7' } })
 * ```
 */
export const prefetch: (client: Caller, input: PrefetchInput, options?: CallOptions) => Call<undefined, PrefetchError> =
  /*#__PURE__*/ operation('walletSignIn.prefetch POST sdk/{environmentId}/prefetch e')

/** The input of {@link select}. */
export interface SelectInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The wallet to select. */
  body: UserWalletSelectionRequest
}

/** The refusals of {@link select}; `body` narrows by `status`. */
export type SelectError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Select the wallet that the user acts with
 *
 * Makes one of the user's wallets the selected one: its `lastSelectedAt` becomes the current time,
 * `verified_account` of this session's tokens is this wallet, and the administration shows it as the user's wallet.
 * The session continues; the reply has tokens with these claims and the same expiry. Nothing is signed. A later
 * refresh keeps the choice; other sessions keep theirs.
 *
 * A text that is not an id, and an id that is not of one of the user's wallets, are 422 `invalid_wallet_id`. A
 * session that waits for its second factor is 403 `mfa_required`. Fires no event.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link SelectInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `mfa_required`; 415
 *   `unsupported_media_type`; 422 `invalid_wallet_id`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await walletSignIn.select(client, { body: { walletId } })
 * ```
 */
export const select: (client: Caller, input: SelectInput, options?: CallOptions) => Call<VerifyResponse, SelectError> =
  /*#__PURE__*/ operation('walletSignIn.select PUT sdk/{environmentId}/users/wallets/selection')

/** The input of {@link transfer}. */
export interface TransferInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A message, the signature that a wallet gave for it, and the wallet. */
  body: VerifyRequest
}

/** The refusals of {@link transfer}; `body` narrows by `status`. */
export type TransferError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Move another user's wallet to the signed-in user
 *
 * Moves a wallet from another user to the signed-in user: the session proves the new user, the signature the former
 * one. The wallet is proved as in `walletSignIn.link`, whose refusal `reassign_wallet_confirm` asks for this call;
 * the same body can be sent as long as its nonce is valid. A wallet that nobody has is linked; if the user already
 * has it, nothing changes. Wallet and credential keep their ids. The credential's `previous_users` names its former
 * users, the latest last. Sessions of the former user that began with it continue with that user's latest other
 * credential.
 *
 * 422 `reassign_wallet_error` for an embedded wallet, and if the former user would be left without a credential to
 * sign in with, unless `skipEmptyAccountCheck` is set; that user then stays, but cannot sign in.
 * `blocked_user_cannot_transfer_wallet` if gates or allowlists refuse the former user, and if a second factor
 * protects that user, whether or not the wallet is the last credential. Everything else that `walletSignIn.link`
 * refuses is refused here, too. Fires `wallet.transferred`, or `wallet.linked` for a wallet that nobody had.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link TransferInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403; 415 `unsupported_media_type`; 422
 *   `reassign_wallet_error`, `reassign_wallet_confirm`, `blocked_user_cannot_transfer_wallet`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await walletSignIn.transfer(client, { body: signedRequest })
 * ```
 */
export const transfer: (client: Caller, input: TransferInput, options?: CallOptions) => Call<VerifyResponse, TransferError> =
  /*#__PURE__*/ operation('walletSignIn.transfer POST sdk/{environmentId}/verify/transfer')

/** The input of {@link unlink}. */
export interface UnlinkInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  headers?: {
    /**
     * Proof of a second factor in this session, as the `mfa` operations, `passkeys.register` and `passkeys.signIn` give it
     * for `createMfaToken`. Each operation says when it is needed: if the environment's settings require it for the
     * action, or if factors are added, read or deleted in a session whose own proof is more than ten minutes old.
     */
    'x-mfa-auth-token'?: string | undefined
  } | undefined
  /** The credential to unlink, and the wallet to select afterwards. */
  body: VerifyUnlinkRequest
}

/** The refusals of {@link unlink}; `body` narrows by `status`. */
export type UnlinkError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Unlink a wallet or another credential
 *
 * Removes one credential from the signed-in user. A wallet has the id of its credential and is named by `walletId`
 * or `verifiedCredentialId`; any other credential, such as an e-mail address or a social account, by
 * `verifiedCredentialId`. The misspelt `verifiedCrentialId` means the same. The session continues; the reply has
 * tokens without the credential and with the same expiry.
 *
 * Sessions that began with the credential continue with the user's latest other one, or, in the session of the call,
 * with the wallet that `primaryWalletId` names, which becomes the selected one. An e-mail address or phone number is
 * also removed from the profile if the profile shows it; so is an address that only the unlinked account has proved.
 * One that the environment requires cannot be removed. An unlinked wallet belongs to nobody: signing in with it creates another
 * user. Unlinking the credential of a passkey deletes the passkey and its device, by the rules of `passkeys.delete`:
 * it needs a fresh proof of the second factor, and the last second factor is 400 `bad_request` if the environment
 * requires one. An e-mail address needs the proof, too, if codes by e-mail are a second factor. Without the proof
 * the call is 403 `mfa_required`; a token that is unknown, expired, used or another session's is 401.
 *
 * Fails with 422:
 *
 * - `invalid_unlink_request` unless exactly one credential of the user is named (several fields must have the same
 *   id), if `walletId` names a credential that is not a wallet, and for an embedded wallet,
 * - `forbidden_unlink_request` for a wallet if the settings turn `multiWalletUnlinkDisabled` on,
 * - `cannot_delete_last_sign_in_verified_credential` for the last credential with which the user can sign in,
 * - `email_cannot_be_null` for the last proof of an address that the environment requires, `invalid_update` for that of
 *   a number,
 * - `invalid_wallet_id` for a primary wallet that is not another wallet of the user.
 *
 * A session that waits for its second factor is 403 `mfa_required`. Fires `wallet.unlinked` for a wallet,
 * `user.social.unlinked` for a social account, and `user.updated` if the profile changes.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `headers`, `body`; see {@link UnlinkInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`, `bad_request`; 401 `unauthorized`; 403 `mfa_required`; 415
 *   `unsupported_media_type`; 422 `email_cannot_be_null`, `forbidden_unlink_request`, `invalid_unlink_request`,
 *   `invalid_wallet_id`, `invalid_update`, `cannot_delete_last_sign_in_verified_credential`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await walletSignIn.unlink(client, { body: { walletId } })
 * ```
 */
export const unlink: (client: Caller, input: UnlinkInput, options?: CallOptions) => Call<VerifyResponse, UnlinkError> =
  /*#__PURE__*/ operation('walletSignIn.unlink POST sdk/{environmentId}/verify/unlink')

/** The input of {@link verify}. */
export interface VerifyInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A message, the signature that a wallet gave for it, and the wallet. */
  body: VerifyRequest
}

/** The refusals of {@link verify}; `body` narrows by `status`. */
export type VerifyError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Sign in with a signed message
 *
 * Verifies that a wallet has signed a sign-in message, and signs its owner in. All chains of `ChainEnum` are
 * supported, each with its own message, signature and address:
 *
 * - `EVM`, `ETH`: EIP-4361 text, signed as EIP-191 says; contract wallets by ERC-6492 and ERC-1271.
 * - `SOL`, `ECLIPSE`, `BTC`, `COSMOS`, `SUI`, `TRON`, `ALGO`, `FLOW`, `SPARK`: the same text with the name of the
 *   chain in its first line (CAIP-122), signed as wallets of the chain sign messages.
 * - `APTOS`: that text (AIP-116), or the text that the wallet composes (AIP-62); then either the message in it is a
 *   sign-in text, with which the lines of the wallet agree, or its lines `address`, `application`, `chainId` and
 *   `nonce` are all there.
 * - `STARK`: SNIP-12 typed data of revision 1, whose message has `domain`, `nonce` and `issuedAt`, and may have
 *   `address`, `uri`, `chainId`, `expirationTime` and `notBefore`.
 * - `TON`: the `domain`, `timestamp` and `payload` of a TON Connect proof as JSON; the payload is the nonce.
 *
 * The claims of the message have to be right for this call. Its domain is the host of the request's `Origin`, if
 * there is one, and the host of one of the allowed origins, if the environment lists any. Its URI has the same host,
 * and the scheme of that `Origin`. Its network is one of the chain's networks that the environment knows, enabled or
 * not, and the same as `network`; a Bitcoin address is one of that network. Its text is well-formed Unicode. It was
 * issued in the last ten minutes, or at most a minute ahead of the service's clock, is already valid and has not
 * expired. Its nonce is from `nonces.create` in this environment, has not expired, and was not used before: the
 * sign-in uses it up. If a claim is wrong, the answer is 422 `invalid_verification`, with a sentence that names the
 * claim. So is a text that is not a sign-in message of the chain, a missing `captchaToken` if the environment asks
 * for a CAPTCHA, a chain that the environment has turned off, and a wallet that may not be used to sign in.
 *
 * Fails with 422:
 *
 * - `other_verify_failure` for a wrong signature, and for a message that names another address,
 * - `unsupported_signature` for a real kind of signature that is not supported,
 * - `wallet_not_deployed` for a contract wallet without code whose signature does not contain its deployment,
 * - `invalid_chain_address_match` for an address that is not valid on the chain,
 * - `provider_not_available` for an embedded wallet.
 *
 * A refusal does not use the nonce up.
 *
 * The user is the one who has the wallet; if no user has the address, a user is created with the wallet. Gates and
 * allowlists are evaluated with the wallet before anything is stored, and so is the screening: a sanctioned wallet
 * is 403 `screening_blocked`, no user is created, and the check is stored until a user has the address. The wallet
 * becomes the user's selected wallet, and the session's claims name it. `additionalWalletAddresses` are stored
 * unchanged. Everything else is as in `oauth.verify`: `newUser`, the open step for MFA, cookies. A new user fires
 * `user.created`, the session `user.session.created`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link VerifyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 403; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `invalid_verification`, `wallet_not_deployed`, `provider_not_available`, `other_verify_failure`,
 *   `invalid_chain_address_match`, `unsupported_signature`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await walletSignIn.verify(client, { body: signedRequest })
 * ```
 */
export const verify: (client: Caller, input: VerifyInput, options?: CallOptions) => Call<VerifyResponse, VerifyError> =
  /*#__PURE__*/ operation('walletSignIn.verify POST sdk/{environmentId}/verify')
