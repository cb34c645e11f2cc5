// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Access to wallets at the custody vendor by e-mail, and replacing their passkeys.
 *
 * @module walletRecovery
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { CompletePasskeyRecoveryRequest, ErrorBody, ForbiddenWithErrorAndPayload, InitEmailAuthRequest, InitEmailAuthResponse, InitPasskeyRecoveryRequest, InitPasskeyRecoveryResponse, OtherStatus, UnprocessableEntity, UpdateRecoveryEmailRequest, VerifyResponse } from './schemas.ts'

/** The input of {@link completePasskeyRecovery}. */
export interface CompletePasskeyRecoveryInput {
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
  /** The new passkey. */
  body: CompletePasskeyRecoveryRequest
}

/** The refusals of {@link completePasskeyRecovery}; `body` narrows by `status`. */
export type CompletePasskeyRecoveryError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Replace the passkey of an embedded wallet
 *
 * Replaces the passkeys of a wallet by a new one. The challenge of the new passkey is a signature by the key of the
 * e-mail over `vendorRecoveryUserId`. The session that began the recovery can take any other challenge in the first
 * 15 minutes after its sign-in. Stamps of the former passkeys and API keys are refused from then on, and the
 * passkeys are deleted. The recovery address is told of it. The reply has new tokens of the session. Fires
 * `user.passkeyRecovery.completed`.
 *
 * Without a started recovery, or more than 15 minutes after it, the call is 422 `invalid_verification`. A challenge
 * or an attestation that does not verify is `other_verify_failure`, and a passkey that is registered already is
 * `duplicate_exists`. For an embedded wallet that is not at the custody vendor it is `wallet_not_support_passkey`. A
 * user who can prove a second factor must have done so in the last ten minutes, or send it in `x-mfa-auth-token`. A
 * wallet of another user and an unknown one are 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `headers`, `body`; see {@link CompletePasskeyRecoveryInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403; 404; 415
 *   `unsupported_media_type`; 422 `invalid_verification`, `other_verify_failure`, `wallet_not_support_passkey`,
 *   `duplicate_exists`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await walletRecovery.completePasskeyRecovery(client, { body: newPasskey })
 * ```
 */
export const completePasskeyRecovery: (client: Caller, input: CompletePasskeyRecoveryInput, options?: CallOptions) => Call<VerifyResponse, CompletePasskeyRecoveryError> =
  /*#__PURE__*/ operation('walletRecovery.completePasskeyRecovery PUT sdk/{environmentId}/users/embeddedWallets/passkeyRecovery')

/** The input of {@link startEmailAuth}. */
export interface StartEmailAuthInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The wallet, and who can open the e-mail. */
  body: InitEmailAuthRequest
}

/** The refusals of {@link startEmailAuth}; `body` narrows by `status`. */
export type StartEmailAuthError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Send an API key for an embedded wallet by e-mail
 *
 * Sends a new API key of a wallet to its recovery address: the verified e-mail address of the user, or the one that
 * `walletRecovery.updateEmail` has set. The key is in a bundle, which only the target key opens (HPKE: DHKEM of
 * P-256, HKDF-SHA-256, AES-256-GCM, `info` is the text `custody credential`): base64url of the encapsulated key and
 * the ciphertext of the 32 bytes of a P-256 private key. It stamps requests for 15 minutes. Each call sends another
 * key.
 *
 * Fails with 422 `email_recovery_disabled` where the settings turn recovery by e-mail off
 * (`embeddedWallets.emailRecoveryEnabled`), and `recovery_email_unavailable_or_invalid` without a recovery address.
 * A target key that is no P-256 key is 400 `validation_failed`. A wallet of another user, an unknown one and one
 * that is not at the custody vendor are 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link StartEmailAuthInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403; 404; 415
 *   `unsupported_media_type`; 422 `recovery_email_unavailable_or_invalid`, `email_recovery_disabled`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await walletRecovery.startEmailAuth(client, {
 *   body: {
 *     walletId,
 *     vendorEmailAuthTargetPublicKey: '02a1633cafcc01ebfb6d78e39f687a1f0995c62fc95f51ead10a02ee0be551b5dc',
 *   },
 * })
 * ```
 */
export const startEmailAuth: (client: Caller, input: StartEmailAuthInput, options?: CallOptions) => Call<InitEmailAuthResponse, StartEmailAuthError> =
  /*#__PURE__*/ operation('walletRecovery.startEmailAuth POST sdk/{environmentId}/users/embeddedWallets/emailAuth')

/** The input of {@link startPasskeyRecovery}. */
export interface StartPasskeyRecoveryInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The wallet, and who can open the e-mail. */
  body: InitPasskeyRecoveryRequest
}

/** The refusals of {@link startPasskeyRecovery}; `body` narrows by `status`. */
export type StartPasskeyRecoveryError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Start to replace the passkey of an embedded wallet
 *
 * Sends a key to the recovery address of a wallet, in a bundle as `walletRecovery.startEmailAuth` does, with which
 * `walletRecovery.completePasskeyRecovery` replaces the passkey in the next 15 minutes. A new start ends the one
 * before. Fires `user.passkeyRecovery.started`.
 *
 * Fails with 422 `email_recovery_disabled` where the settings turn recovery off
 * (`embeddedWallets.emailRecoveryEnabled` or `passkeyEmbeddedWalletRecoveryEnabled`),
 * `recovery_email_unavailable_or_invalid` without a recovery address, and `wallet_not_support_passkey` for an
 * embedded wallet that is not at the custody vendor. A target key that is no P-256 key is 400 `validation_failed`. A
 * wallet of another user and an unknown one are 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link StartPasskeyRecoveryInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403; 404; 415
 *   `unsupported_media_type`; 422 `wallet_not_support_passkey`, `recovery_email_unavailable_or_invalid`,
 *   `email_recovery_disabled`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await walletRecovery.startPasskeyRecovery(client, {
 *   body: {
 *     walletId,
 *     vendorRecoveryTargetPublicKey: '02a1633cafcc01ebfb6d78e39f687a1f0995c62fc95f51ead10a02ee0be551b5dc',
 *   },
 * })
 * ```
 */
export const startPasskeyRecovery: (client: Caller, input: StartPasskeyRecoveryInput, options?: CallOptions) => Call<InitPasskeyRecoveryResponse, StartPasskeyRecoveryError> =
  /*#__PURE__*/ operation('walletRecovery.startPasskeyRecovery POST sdk/{environmentId}/users/embeddedWallets/passkeyRecovery')

/** The input of {@link updateEmail}. */
export interface UpdateEmailInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The stamped request to change the recovery address. */
  body: UpdateRecoveryEmailRequest
}

/** The refusals of {@link updateEmail}; `body` narrows by `status`. */
export type UpdateEmailError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Change the recovery address of an embedded wallet
 *
 * Sets the e-mail address to which the bundles of recovery go. The client writes the request to the custody vendor:
 * JSON with `type` `ACTIVITY_TYPE_UPDATE_USER`, `timestampMs`, `organizationId` (the sub-organization of the
 * wallet), and `parameters` with `userId` (`vendorUserId`) and `userEmail`. It is valid once, for five minutes from
 * `timestampMs`, and stamped as in `vendorWallets.delete`. The profile does not change.
 *
 * A request of another form or time, or one that was used, is 422 `invalid_verification`, a wrong stamp is
 * `other_verify_failure`, and an address that is none is `recovery_email_unavailable_or_invalid`. A sub-organization
 * that is not the user's is 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link UpdateEmailInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 415
 *   `unsupported_media_type`; 422 `invalid_verification`, `other_verify_failure`,
 *   `recovery_email_unavailable_or_invalid`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await walletRecovery.updateEmail(client, { body: { vendorSignedRequest } })
 * ```
 */
export const updateEmail: (client: Caller, input: UpdateEmailInput, options?: CallOptions) => Call<undefined, UpdateEmailError> =
  /*#__PURE__*/ operation('walletRecovery.updateEmail PUT sdk/{environmentId}/users/embeddedWallets/recoveryEmail e')
