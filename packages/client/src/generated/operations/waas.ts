// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Embedded wallets whose key is shared: generating the key, and signing with it.
 *
 * @module waas
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { CreateWaasAccountRequest, ErrorBody, OpenRoomResponseWithServerKeygenIds, OtherStatus, UnprocessableEntity } from './schemas.ts'

/** What {@link createAccount} takes. */
export interface CreateAccountInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string
  /** The wallet whose key is to be generated, and the parties of the user. */
  body: CreateWaasAccountRequest
}

/** How {@link createAccount} may be refused; `body` narrows by `status`. */
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
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call alone.
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
