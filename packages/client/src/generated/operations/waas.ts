// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Embedded wallets whose key is shared: generating the key, and signing with it.
 *
 * @module waas
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { CreateWaasAccountRequest, ErrorBody, ExportWaasWalletPrivateKeyRequest, ImportWaasPrivateKeyRequest, OpenRoomResponse, OpenRoomResponseForReshare, OpenRoomResponseWithServerKeygenIds, OtherStatus, ReshareRequest, SdkUser, SignMessageWithWaasRequest, UnprocessableEntity, UpdateWaasWalletSettingsRequest, UpdateWaasWalletSettingsResponse } from './schemas.ts'

/** The input of {@link createAccount}. */
export interface CreateAccountInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The wallet whose key is to be generated, and the parties of the user. */
  body: CreateWaasAccountRequest
}

/** The refusals of {@link createAccount}; `body` narrows by `status`. */
export type CreateAccountError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Generate the key of a new embedded wallet
 *
 * Opens a room in which the parties of the signed-in user and of the service generate a key together, at the relay
 * of the settings (`sdk.waas.relayUrl`). No party ever has the whole key of an EVM or BTC wallet; the key of an
 * ed25519 wallet is dealt by the service, so that it can be exported as a seed. The wallet exists when the last
 * party has acknowledged the key, and not before: then it appears in the profile and in all lists, with
 * `walletId` as its id, and `wallet.created` fires once. A room that is left changes nothing. It can be used for
 * ten minutes, by the session that opened it.
 *
 * The key of EVM is at `m/44/60/0/0/0` below the group key, that of BTC at `m/84/0/0/0/0` (`native_segwit`) or
 * `m/86/0/0/0/0` (`taproot`), and that of the others is the group key itself. `addressType` is required on BTC and
 * refused elsewhere, with 400 `validation_failed`.
 *
 * With `accept: text/event-stream` the reply is a stream of events: `room_created` with the same fields at once, and
 * `ceremony_complete` with `walletId` and `accountAddress`, or `error` with `error` and `code`, when the room ends.
 * It ends with the life of the room at the latest.
 *
 * One key is generated at a time: while another room of the user for the chain is open, the call is 400
 * `lock_timeout`, unless `skipLock` is set. Fails with 422 `no_compatible_wallet_service_enabled` where wallets of
 * the version `V3` are not active, `invalid_embedded_wallet_chains_configuration` for a chain that the settings
 * leave out, `invalid_key_shares_length` for a number of `clientKeygenIds` that the scheme does not have or an id
 * that is repeated, and `too_many_embedded_wallets_per_chain_for_user` if the user has a wallet on the chain, or
 * five where the settings have `waas.allowMultipleWaasWalletsPerChain`. A user can have 100 rooms open; the next
 * is 429 `too_many_requests`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateAccountInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `lock_timeout`, `too_many_requests`, `no_compatible_wallet_service_enabled`,
 *   `invalid_embedded_wallet_chains_configuration`, `too_many_embedded_wallets_per_chain_for_user`,
 *   `invalid_key_shares_length`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await waas.createAccount(client, {
 *   body: {
 *     chain: 'EVM',
 *     clientKeygenIds: ['5aSEJHsQnRRtd7p2kFRzmVVJCPyf2RU2iuHD1pTJQb8x'],
 *     thresholdSignatureScheme: 'TWO_OF_TWO',
 *   },
 * })
 * ```
 */
export const createAccount: (client: Caller, input: CreateAccountInput, options?: CallOptions) => Call<OpenRoomResponseWithServerKeygenIds, CreateAccountError> =
  /*#__PURE__*/ operation('waas.createAccount POST sdk/{environmentId}/waas/create')

/** The input of {@link exportPrivateKey}. */
export interface ExportPrivateKeyInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
  headers?: {
    /**
     * Proof of a second factor in this session, as the `mfa` operations, `passkeys.register` and `passkeys.signIn` give it
     * for `createMfaToken`. Each operation says when it is needed: if the environment's settings require it for the
     * action, or if factors are added, read or deleted in a session whose own proof is more than ten minutes old.
     */
    'x-mfa-auth-token'?: string | undefined
  } | undefined
  /** Who gets the private key. */
  body: ExportWaasWalletPrivateKeyRequest
}

/** The refusals of {@link exportPrivateKey}; `body` narrows by `status`. */
export type ExportPrivateKeyError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Open a room to export the private key
 *
 * Opens a room in which the service sends its shares to `exportId`, a party of the user that holds a share now,
 * sealed so that only this party opens them. The user's device puts the key together: hex on `EVM`, wallet import
 * format on `BTC`, base58 of seed and public key on `SVM`, `suiprivkey` on `SUI`, and the seed in hex on `TON`. The
 * shares stay good. Once the shares of the service have left, `wallet.exported` is fired, and if the settings ask
 * for it, the user gets an e-mail.
 *
 * An `exportId` that is no present party of the user, and an `addressType` that the wallet does not have, are 422
 * `invalid_update`. If the settings turn exports off, or a policy does, it is 403 `policy_denied`. If the settings ask for a second
 * factor for the action `wallet.waas.export`, the header `x-mfa-auth-token` has the proof, without which it is 403
 * `mfa_required`. A wallet of somebody else, and one whose key is not in shares, are 404.
 *
 * With `accept: text/event-stream` the reply is a stream of events, as that of `waas.createAccount` is.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`, `headers`, `body`; see {@link ExportPrivateKeyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`, `mfa_required`;
 *   404 `not_found`; 415 `unsupported_media_type`; 422 `invalid_update`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await waas.exportPrivateKey(client, { walletId, body: { exportId: '9sQ3mVbK7tYpLxWnRfHdZcUaEjGgTqSyXvMkBhNrC4D2' } })
 * ```
 */
export const exportPrivateKey: (client: Caller, input: ExportPrivateKeyInput, options?: CallOptions) => Call<OpenRoomResponseWithServerKeygenIds, ExportPrivateKeyError> =
  /*#__PURE__*/ operation('waas.exportPrivateKey POST sdk/{environmentId}/waas/{walletId}/privateKey/export')

/** The input of {@link getByAddress}. */
export interface GetByAddressInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Address of a wallet on its chain. At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  walletAddress: string
}

/** The refusals of {@link getByAddress}; `body` narrows by `status`. */
export type GetByAddressError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the profile with one embedded wallet
 *
 * Returns the signed-in user as `profile.get` does, with only one credential: that of the embedded wallet with the
 * address, whose key is shared. Any other address is 404, also that of another user's wallet.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletAddress`; see {@link GetByAddressInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const sdkUser = await waas.getByAddress(client, { walletAddress })
 * ```
 */
export const getByAddress: (client: Caller, input: GetByAddressInput, options?: CallOptions) => Call<SdkUser, GetByAddressError> =
  /*#__PURE__*/ operation('waas.getByAddress GET sdk/{environmentId}/waas/byWalletAddress/{walletAddress}')

/** The input of {@link importPrivateKey}. */
export interface ImportPrivateKeyInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The wallet that a private key is imported for. */
  body: ImportWaasPrivateKeyRequest
}

/** The refusals of {@link importPrivateKey}; `body` narrows by `status`. */
export type ImportPrivateKeyError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Open a room to import a private key
 *
 * Opens a room in which the user's device deals a private key that it has: each party gets a share, and the service
 * never sees the key. The wallet exists once the shares are acknowledged. It has the address of the key itself, so
 * its path is `m`; on `BTC` that is the native SegWit address. Chains, limits and their refusals are those of
 * `waas.createAccount`. Fires `wallet.created`.
 *
 * With `legacyWalletId` the key is that of an embedded wallet of the user whose key the service keeps whole. That
 * wallet becomes one of `V3` and keeps its id, address, name and credential; no event is fired. A wallet whose key
 * is in shares already, and one on another chain, are 422 `invalid_update`; a wallet of somebody else is 404.
 *
 * If the address of the dealt key is linked already, the relay answers the device with 422
 * `embedded_wallet_address_already_linked`; if it is not that of `legacyWalletId`, with `other_verify_failure`. Then
 * nothing is stored.
 *
 * With `accept: text/event-stream` the reply is a stream of events, as that of `waas.createAccount` is.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link ImportPrivateKeyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `other_verify_failure`, `invalid_update`,
 *   `embedded_wallet_address_already_linked`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await waas.importPrivateKey(client, {
 *   body: {
 *     chain: 'EVM',
 *     clientKeygenIds: ['9sQ3mVbK7tYpLxWnRfHdZcUaEjGgTqSyXvMkBhNrC4D2'],
 *     thresholdSignatureScheme: 'TWO_OF_TWO',
 *   },
 * })
 * ```
 */
export const importPrivateKey: (client: Caller, input: ImportPrivateKeyInput, options?: CallOptions) => Call<OpenRoomResponseWithServerKeygenIds, ImportPrivateKeyError> =
  /*#__PURE__*/ operation('waas.importPrivateKey POST sdk/{environmentId}/waas/privateKey/import')

/** The input of {@link refresh}. */
export interface RefreshInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
  headers?: {
    /**
     * Proof of a second factor in this session, as the `mfa` operations, `passkeys.register` and `passkeys.signIn` give it
     * for `createMfaToken`. Each operation says when it is needed: if the environment's settings require it for the
     * action, or if factors are added, read or deleted in a session whose own proof is more than ten minutes old.
     */
    'x-mfa-auth-token'?: string | undefined
  } | undefined
}

/** The refusals of {@link refresh}; `body` narrows by `status`. */
export type RefreshError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Open a room to refresh the key shares
 *
 * Opens a room in which all parties renew their shares. Key, address and scheme stay. Once the new shares are
 * acknowledged, the old ones no longer sign, recorded backups are forgotten, and `shouldRefreshOnNextSignOn` is
 * cleared. A room that is abandoned before that changes nothing.
 *
 * The share of delegated access need not take part: the delegation ends, and `revokeOnNextSignOn` is cleared. This
 * is 403 `policy_denied` under a policy with `blockRevocation`.
 *
 * If the settings ask for a second factor for the action `wallet.waas.refresh`, the header `x-mfa-auth-token` has
 * the proof, without which it is 403 `mfa_required`. A wallet of somebody else, and one whose key is not in shares,
 * are 404.
 *
 * With `accept: text/event-stream` the reply is a stream of events, as that of `waas.createAccount` is.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`, `headers`; see {@link RefreshInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`, `mfa_required`;
 *   404 `not_found`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await waas.refresh(client, { walletId })
 * ```
 */
export const refresh: (client: Caller, input: RefreshInput, options?: CallOptions) => Call<OpenRoomResponseWithServerKeygenIds, RefreshError> =
  /*#__PURE__*/ operation('waas.refresh POST sdk/{environmentId}/waas/{walletId}/refresh')

/** The input of {@link reshare}. */
export interface ReshareInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
  headers?: {
    /**
     * Proof of a second factor in this session, as the `mfa` operations, `passkeys.register` and `passkeys.signIn` give it
     * for `createMfaToken`. Each operation says when it is needed: if the environment's settings require it for the
     * action, or if factors are added, read or deleted in a session whose own proof is more than ten minutes old.
     */
    'x-mfa-auth-token'?: string | undefined
  } | undefined
  /** The parties that share the key from then on. */
  body: ReshareRequest
}

/** The refusals of {@link reshare}; `body` narrows by `status`. */
export type ReshareError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Open a room to share the key among other parties
 *
 * Opens a room in which present parties deal the key to new ones: other devices of the user, another scheme, or
 * both. Key and address stay. `clientKeygenIds` are the parties of the user afterwards; those who hold a share now
 * may be among them. Once the new shares are acknowledged, the old ones no longer sign, recorded backups are
 * forgotten, and `reshareOnNextSignOn`, `revokeOnNextSignOn` and `shouldRefreshOnNextSignOn` are cleared. A room that
 * is abandoned before that changes nothing.
 *
 * If the number of ids is not that of the new scheme, or an id is repeated, it is 422 `invalid_key_shares_length`.
 * An `oldThresholdSignatureScheme` that the wallet does not have, and a change from `THREE_OF_FIVE` to `TWO_OF_TWO`,
 * are 422 `invalid_update`.
 *
 * With `delegateToProjectEnvironment` the last of the ids is a share for the environment's own server. That needs
 * `delegatedAccess` in the settings, otherwise it is 422 `provider_not_available`. If the user has denied it, or the
 * new scheme is `TWO_OF_TWO`, it is 422 `invalid_update`. `revokeDelegation` takes that share away; where a policy
 * blocks that, it is 403 `policy_denied`. Both
 * together are 400. For a wallet with such a share one of them has to be set, otherwise it is 422 `invalid_update`.
 *
 * If the settings ask for a second factor for the action `wallet.waas.reshare`, the header `x-mfa-auth-token` has
 * the proof, without which it is 403 `mfa_required`. A wallet of somebody else, and one whose key is not in shares,
 * are 404.
 *
 * With `accept: text/event-stream` the reply is a stream of events, as that of `waas.createAccount` is.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`, `headers`, `body`; see {@link ReshareInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`, `mfa_required`;
 *   404 `not_found`; 415 `unsupported_media_type`; 422 `provider_not_available`, `invalid_update`,
 *   `invalid_key_shares_length`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await waas.reshare(client, {
 *   walletId,
 *   body: {
 *     clientKeygenIds: ['9sQ3mVbK7tYpLxWnRfHdZcUaEjGgTqSyXvMkBhNrC4D2', '6nRtYpLxWbKmVcQzHdJfGsUaEtTgNqSyXvMkBhWrC4D2'],
 *     oldThresholdSignatureScheme: 'TWO_OF_TWO',
 *     newThresholdSignatureScheme: 'TWO_OF_THREE',
 *   },
 * })
 * ```
 */
export const reshare: (client: Caller, input: ReshareInput, options?: CallOptions) => Call<OpenRoomResponseForReshare, ReshareError> =
  /*#__PURE__*/ operation('waas.reshare POST sdk/{environmentId}/waas/{walletId}/reshare')

/** The input of {@link signMessage}. */
export interface SignMessageInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
  headers?: {
    /**
     * Proof of a second factor in this session, as the `mfa` operations, `passkeys.register` and `passkeys.signIn` give it
     * for `createMfaToken`. Each operation says when it is needed: if the environment's settings require it for the
     * action, or if factors are added, read or deleted in a session whose own proof is more than ten minutes old.
     */
    'x-mfa-auth-token'?: string | undefined
  } | undefined
  /** What is to be signed, and what it says. */
  body: SignMessageWithWaasRequest
}

/** The refusals of {@link signMessage}; `body` narrows by `status`. */
export type SignMessageError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Sign with an embedded wallet
 *
 * Opens a room in which the parties of a wallet of the signed-in user sign. The service computes what is signed from
 * `message`, and its parties sign nothing else:
 *
 * - EVM: an unsigned transaction, serialized as `0x` and hex, or a text: its Keccak-256. With `isFormatted` a digest
 *   of 32 bytes in hex.
 * - SVM, SUI, TON: bytes in hex, or a text in UTF-8. With `isFormatted` always hex.
 * - BTC: a PSBT in base64, of which the first input of the wallet without a signature is signed, or a text for
 *   BIP-322. With `isFormatted` a digest of 32 bytes in hex.
 *
 * What `context` has must say the same as the bytes that are signed; otherwise, and for a message that cannot be
 * read, the call is 400 `validation_failed`. `roomId` names a room of `waasRooms`; one that is used, expired,
 * `full`, of another user or for another wallet is 400 `bad_request`. A wallet of another user, one that is deleted
 * and one whose key is not shared are 404.
 *
 * A request that a signature policy of the wallet (`signaturePolicies`) or the policy of the environment
 * (`waasPolicies`) refuses is 403 `policy_denied`, and `waas.policy.violation` fires. No room is opened then. What a
 * request moves under a limit is reserved until its room ends.
 *
 * If the settings require a second factor for `wallet.waas.sign`, the header `x-mfa-auth-token` proves it. A token
 * for a single use is used up when the room is opened. When the parties have signed, and the service has verified
 * the signature, `wallet.signature` fires, without the signature. The user gets an e-mail about a transaction where
 * the settings have `security.notifications.waasSignedTransaction`.
 *
 * With `accept: text/event-stream` the reply is a stream of events: `room_created` with the same fields at once, and
 * `ceremony_complete` with `walletId` and `accountAddress`, or `error` with `error` and `code`, when the room ends.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`, `headers`, `body`; see {@link SignMessageInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`, `bad_request`; 401 `unauthorized`; 403 `missing_scope`;
 *   404 `not_found`; 415 `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await waas.signMessage(client, {
 *   walletId,
 *   body: {
 *     message: '0x526bb8d86d4fe452ad23671070412c2b00322f8a82123e9d503861bc07324a4a',
 *     isFormatted: true,
 *     context: { evmMessage: 'Welcome aboard', domain: 'app.example.com' },
 *   },
 * })
 * ```
 */
export const signMessage: (client: Caller, input: SignMessageInput, options?: CallOptions) => Call<OpenRoomResponse, SignMessageError> =
  /*#__PURE__*/ operation('waas.signMessage POST sdk/{environmentId}/waas/{walletId}/signMessage')

/** The input of {@link updateSettings}. */
export interface UpdateSettingsInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
  /** Settings of an embedded wallet that its user changes. */
  body: UpdateWaasWalletSettingsRequest
}

/** The refusals of {@link updateSettings}; `body` narrows by `status`. */
export type UpdateSettingsError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Change the settings of an embedded wallet
 *
 * Says whether the user refuses that the application signs with the wallet on their behalf. The profile shows the
 * settings with the wallet. Where the environment requires delegated access, a refusal is 422 `invalid_update`. A
 * wallet of another user, one that is deleted and one whose key is not shared are 404. Fires no event.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`, `body`; see {@link UpdateSettingsInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `invalid_update`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await waas.updateSettings(client, { walletId, body: { hasDeniedDelegatedAccess: true } })
 * ```
 */
export const updateSettings: (client: Caller, input: UpdateSettingsInput, options?: CallOptions) => Call<UpdateWaasWalletSettingsResponse, UpdateSettingsError> =
  /*#__PURE__*/ operation('waas.updateSettings PUT sdk/{environmentId}/waas/{walletId}/settings')
