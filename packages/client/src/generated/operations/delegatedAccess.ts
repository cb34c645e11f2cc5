// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * The right of an environment's own server to sign with wallets of users.
 *
 * @module delegatedAccess
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { DelegatedAccessEncryptionPublicKeyResponse, DelegatedAccessEncryptionPublicKeysUnifiedResponse, DelegatedShareDeliveryRequest, DelegatedShareDeliveryResponse, ErrorBody, OpenRoomResponse, OtherStatus, RevokeDelegatedAccessRequest, RevokeDelegatedAccessResponse, UnprocessableEntity, WaasDelegateSignMessageRequest, WaasDelegationCredentialsRequest, WaasDelegationCredentialsResponse } from './schemas.ts'

/** The input of {@link createKey}. */
export interface CreateKeyInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A public key of the environment's own server. */
  body: WaasDelegationCredentialsRequest
}

/** The refusals of {@link createKey}; `body` narrows by `status`. */
export type CreateKeyError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Add a key that shares are sealed to
 *
 * Adds an RSA public key of the environment's own server. From then on devices seal shares to it, and to no earlier
 * one; what was sealed to an earlier key stays as it is. `kid` is the thumbprint of the key (RFC 7638). A text that
 * is no RSA public key, a key below 2048 bits, an unknown `alg` and the `type` `service` are 422 `invalid_update`. A
 * key that was added before is `duplicate_exists`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateKeyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `duplicate_exists`, `invalid_update`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await delegatedAccess.createKey(client, {
 *   body: {
 *     publicKey: 'LS0tLS1CRUdJTiBQVUJMSUMgS0VZLS0tLS0KTUlJQklqQU5CZ2txaGtpRzl3MEJBUUVGQUFPQ0FROEFNSUlCQ2dLQ0FRRUF2Q25lcnZCTFprOTZmV0NjOG92LwppcFJqd0xmeGgyV0JVbFVtK0tGc2xPcDk3SGt4NGRyY3lKWktZYVJ6VnJZazVROU9KNG5IVG82OVdjbTZ0L0E3CjRLdFRZOXBjWFR3eDY4QXl5R1d2c1E5SUVXZTZkbGIwMmpHOUxzSVo2U3pHRERLM0lVNlJEUk9tMURLSmJXeSsKNU5ObFBGUEtnU29RaDJaRGdSSFN5Q3M2YksySFpsRGdOR3d3YWxRaGlZWGk4YURMQWhST2RXQVBvdm5uQ3crZgpwL1JqeWFMUE1OWmdzVFcrUDdHZkZQakR2d3pNeCtiVFhXSjJXN2MvSzZWdmVVR3BmQVlTTFZBWkwyZ1ZocExqCkVtcW1SVDAzNXVWRURDRFhpd0dzTFB1aDZjbDJ6b3dId1gyaTZOLzhNQ0hYVDIzYkI3TWFlVXowS2NpdTVCQngKN3dJREFRQUIKLS0tLS1FTkQgUFVCTElDIEtFWS0tLS0tCg==',
 *   },
 * })
 * ```
 */
export const createKey: (client: Caller, input: CreateKeyInput, options?: CallOptions) => Call<WaasDelegationCredentialsResponse, CreateKeyError> =
  /*#__PURE__*/ operation('delegatedAccess.createKey POST environments/{environmentId}/waas/delegatedAccess/encryptionPublicKeys')

/** The input of {@link remove}. */
export interface DeleteInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete the delegated access to a wallet
 *
 * Ends the right of the environment's own server to sign with a wallet, as `delegatedAccess.revoke` does it. A
 * wallet without delegated access is 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await delegatedAccess.delete(client, { walletId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('delegatedAccess.delete DELETE environments/{environmentId}/waas/{walletId}/delegatedAccess e')

/** The input of {@link deliver}. */
export interface DeliverInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
  /** A share that the user's device has sealed to the environment's own server. */
  body: DelegatedShareDeliveryRequest
}

/** The refusals of {@link deliver}; `body` narrows by `status`. */
export type DeliverError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Deliver a share to the environment's own server
 *
 * Completes a delegation. Before it, `waas.reshare` with `delegateToProjectEnvironment` gives the wallet a share for
 * the environment's own server, which the device seals to the key of `delegatedAccess.getCurrentKey`. The service
 * makes a wallet API key and seals it to the same key. The webhooks of the environment get both envelopes in
 * `wallet.delegation.created`, and nobody else does; the service stores a hash of the wallet API key. While no
 * enabled webhook takes the event the delivery is `queued`, and it is sent when one does.
 *
 * The same envelope again is answered in the same way. Without such a share, or once it was revoked, the call is 400
 * `bad_request`, and an envelope that cannot be one is `validation_failed`. Another envelope for the same share, one
 * of another `alg`, one that is sealed to another key than the present one, and a wallet whose user has denied
 * delegated access are 422 `invalid_update`. Where the settings do not enable delegated access, or the environment
 * has no key, it is `provider_not_available`. A wallet of another user is 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`, `body`; see {@link DeliverInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`, `bad_request`; 401 `unauthorized`; 403 `missing_scope`;
 *   404 `not_found`; 415 `unsupported_media_type`; 422 `provider_not_available`, `invalid_update`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await delegatedAccess.deliver(client, {
 *   walletId,
 *   body: {
 *     encryptedDelegatedShare: {
 *       alg: 'HYBRID-RSA-AES-256',
 *       iv: 'c2l4dGVlbiBjaGFy',
 *       ct: 'bm90IGEgcmVhbCBjaXBoZXJ0ZXh0',
 *       tag: 'MTYgYnl0ZXMgb2YgdGFnIQ',
 *       ek: 'AwoRGB8mLTQ7QklQV15lbHN6gYiPlp2kq7K5wMfO1dzj6vH4_wYNFBsiKTA3PkVMU1phaG92fYSLkpmgp661vMPK0djf5u30-wIJEBceJSwzOkFIT1ZdZGtyeYCHjpWco6qxuL_GzdTb4unw9_4FDBMaISgvNj1ES1JZYGdudXyDipGYn6attLvCydDX3uXs8_oBCA8WHSQrMjlAR05VXGNqcXh_ho2Um6KpsLe-xczT2uHo7_b9BAsSGSAnLjU8Q0pRWF9mbXR7gomQl56lrLO6wcjP1t3k6_L5AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK-2vcTL0tng5-71_A',
 *     },
 *   },
 * })
 * ```
 */
export const deliver: (client: Caller, input: DeliverInput, options?: CallOptions) => Call<DelegatedShareDeliveryResponse, DeliverError> =
  /*#__PURE__*/ operation('delegatedAccess.deliver POST sdk/{environmentId}/waas/{walletId}/delegatedAccess/delivery')

/** The input of {@link getCurrentKey}. */
export interface GetCurrentKeyInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link getCurrentKey}; `body` narrows by `status`. */
export type GetCurrentKeyError =
  | ApiError<401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the key that a device seals a share to
 *
 * Answers the newest key of the environment. Without one, the call is 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link GetCurrentKeyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await delegatedAccess.getCurrentKey(client)
 * ```
 */
export const getCurrentKey: (client: Caller, input?: GetCurrentKeyInput, options?: CallOptions) => Call<DelegatedAccessEncryptionPublicKeyResponse, GetCurrentKeyError> =
  /*#__PURE__*/ operation('delegatedAccess.getCurrentKey GET sdk/{environmentId}/waas/delegatedAccess/encryptionPublicKey')

/** The input of {@link getKey}. */
export interface GetKeyInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of a key that shares are sealed to. A UUID. */
  keyId: string
}

/** The refusals of {@link getKey}; `body` narrows by `status`. */
export type GetKeyError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get a key that shares are sealed to
 *
 * Answers one key of the environment, the present one or an earlier one.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `keyId`; see {@link GetKeyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await delegatedAccess.getKey(client, { keyId })
 * ```
 */
export const getKey: (client: Caller, input: GetKeyInput, options?: CallOptions) => Call<DelegatedAccessEncryptionPublicKeyResponse, GetKeyError> =
  /*#__PURE__*/ operation('delegatedAccess.getKey GET environments/{environmentId}/waas/delegatedAccess/encryptionPublicKeys/{keyId}')

/** The input of {@link listKeys}. */
export interface ListKeysInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query?: {
    /**
     * Whether all keys are listed.
     * @default false
     */
    includeAll?: boolean | undefined
  } | undefined
}

/** The refusals of {@link listKeys}; `body` narrows by `status`. */
export type ListKeysError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the keys that shares are sealed to
 *
 * Answers the newest key in `key`, to which devices seal shares at present, or with `includeAll` every key in
 * `keys`, the newest first. Without a key, `key` is 404 and `keys` is empty.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link ListKeysInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await delegatedAccess.listKeys(client)
 * ```
 */
export const listKeys: (client: Caller, input?: ListKeysInput, options?: CallOptions) => Call<DelegatedAccessEncryptionPublicKeysUnifiedResponse, ListKeysError> =
  /*#__PURE__*/ operation('delegatedAccess.listKeys GET environments/{environmentId}/waas/delegatedAccess/encryptionPublicKeys')

/** The input of {@link revoke}. */
export interface RevokeInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The wallets that the environment's own server gives back. */
  body: RevokeDelegatedAccessRequest
}

/** The refusals of {@link revoke}; `body` narrows by `status`. */
export type RevokeError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Revoke the delegated access to wallets
 *
 * Ends the right of the environment's own server to sign with up to 100 wallets, each for itself: the call is 200
 * even if all of them fail. A wallet of another environment, and one without delegated access, fails. The wallet API
 * key ends at once, rooms that it has opened fail, the share of the server takes part in no ceremony any more, and
 * `revokeOnNextSignOn` in the settings of the wallet asks the user's device to share the key anew. Fires
 * `wallet.delegation.revoked` for each.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link RevokeInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await delegatedAccess.revoke(client, { body: { walletIds: ['01938c70-1c2d-7e3f-8a4b-5c6d7e8f9a0c'] } })
 * ```
 */
export const revoke: (client: Caller, input: RevokeInput, options?: CallOptions) => Call<RevokeDelegatedAccessResponse, RevokeError> =
  /*#__PURE__*/ operation('delegatedAccess.revoke POST environments/{environmentId}/waas/delegatedAccess/revoke')

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
    /** The wallet API key, from the envelope in `wallet.delegation.created`. */
    'x-wallet-api-key'?: string | undefined
  } | undefined
  /** What is to be signed. */
  body: WaasDelegateSignMessageRequest
}

/** The refusals of {@link signMessage}; `body` narrows by `status`. */
export type SignMessageError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Sign with the wallet of a user who has delegated access
 *
 * Opens a room in which the environment's own server signs with the wallet of a user, with its share and one of the
 * service. It takes both: an API token with the scope, and in `x-wallet-api-key` the wallet API key of the
 * delegation. Without a valid one, for another wallet, or after the delegation has ended, the call is 401
 * `wallet_api_key_invalid`. A member's token is 403 `forbidden`.
 *
 * The service computes what is signed as for `waas.signMessage`, with the same refusals, and the same policies apply.
 * No second factor is asked for. When the parties have signed, `wallet.signature` fires with `by: delegate`. With
 * `accept: text/event-stream` the reply is a stream of events, as of `waas.signMessage`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`, `headers`, `body`; see {@link SignMessageInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`, `forbidden`; 404
 *   `not_found`; 415 `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await delegatedAccess.signMessage(client, {
 *   walletId,
 *   body: {
 *     message: '0x526bb8d86d4fe452ad23671070412c2b00322f8a82123e9d503861bc07324a4a',
 *     isFormatted: true,
 *   },
 * })
 * ```
 */
export const signMessage: (client: Caller, input: SignMessageInput, options?: CallOptions) => Call<OpenRoomResponse, SignMessageError> =
  /*#__PURE__*/ operation('delegatedAccess.signMessage POST environments/{environmentId}/waas/{walletId}/delegatedAccess/signMessage')

export { remove as delete }
