// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Rooms that are opened in advance, in which the parties of an embedded wallet meet.
 *
 * @module waasRooms
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { CreateRoomsRequest, CreateRoomsResponse, CreateRoomsWithoutWalletIdRequest, CreateRoomsWithoutWalletIdResponse, ErrorBody, OtherStatus } from './schemas.ts'

/** The input of {@link createRooms}. */
export interface CreateRoomsInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
  /** Which rooms to open for a wallet. */
  body: CreateRoomsRequest
}

/** The refusals of {@link createRooms}; `body` narrows by `status`. */
export type CreateRoomsError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Open rooms for an embedded wallet in advance
 *
 * Opens up to 20 rooms for a wallet of the signed-in user, five without `roomCount`. Each can be used once within
 * ten minutes: a later call names it in `roomId`. Signing takes rooms of the type `threshold`, and what all parties
 * take part in those of the type `full`. A wallet of another user, one that is deleted and one whose key is not
 * shared are 404. A user can have 100 rooms open; more are 429 `too_many_requests`, and none of the call is opened.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`, `body`; see {@link CreateRoomsInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await waasRooms.createRooms(client, { walletId, body: { roomType: 'threshold', roomCount: 2 } })
 * ```
 */
export const createRooms: (client: Caller, input: CreateRoomsInput, options?: CallOptions) => Call<CreateRoomsResponse, CreateRoomsError> =
  /*#__PURE__*/ operation('waasRooms.createRooms POST sdk/{environmentId}/waas/{walletId}/createRooms')

/** The input of {@link createWithoutWallet}. */
export interface CreateWithoutWalletInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Which rooms to open before there is a wallet. */
  body: CreateRoomsWithoutWalletIdRequest
}

/** The refusals of {@link createWithoutWallet}; `body` narrows by `status`. */
export type CreateWithoutWalletError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Open rooms before there is a wallet
 *
 * Opens rooms as `waasRooms.createRooms` does, for any wallet of the signed-in user that has the scheme when the
 * room is used.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateWithoutWalletInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await waasRooms.createWithoutWallet(client, { body: { roomType: 'threshold', thresholdSignatureScheme: 'TWO_OF_TWO', roomCount: 1 } })
 * ```
 */
export const createWithoutWallet: (client: Caller, input: CreateWithoutWalletInput, options?: CallOptions) => Call<CreateRoomsWithoutWalletIdResponse, CreateWithoutWalletError> =
  /*#__PURE__*/ operation('waasRooms.createWithoutWallet POST sdk/{environmentId}/waas/createRooms')
