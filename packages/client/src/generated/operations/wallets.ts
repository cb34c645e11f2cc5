// Written by `pnpm generate` from spec/. Edit spec/ instead.
import type { CallOptions, Caller } from '../../createTransport.ts'
import type { ApiError } from '../../errors.ts'
import { type Call, operation } from '../../operation.ts'
import type { CreateWalletRequest, ErrorBody, OtherStatus, UnprocessableEntity, UserWalletsResponse, Wallet } from './schemas.ts'

/** What {@link create} takes. */
export interface CreateInput {
  /**
   * The environment that the call acts in.
   * @default the client's `environmentId`
   */
  environmentId?: string
  /** Id of the user. */
  userId: string
  body: CreateWalletRequest
}

/** How {@link create} may be refused; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Link an external wallet to a user
 *
 * Links a wallet that the user holds elsewhere and fires `wallet.linked`; the user can then sign in with it and
 * sees it among the `verifiedCredentials`. Nothing is signed: the caller vouches that the wallet is the user's.
 * Fails with 422 `provider_not_available` for the provider `embeddedWallet`, `linked_embedded_wallet` when the
 * user has an embedded wallet, `invalid_chain_address_match` when the address is none of the chain,
 * `reassign_wallet_error` when another user has the wallet, and `duplicate_exists` when this user has it already.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids and body of the request; see {@link CreateInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 401, 403, 404, 415, 422, 429, 500.
 * @example await wallets.create(client, { environmentId, userId, body })
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<Wallet, CreateError> =
  /*#__PURE__*/ operation('wallets.create POST environments/{environmentId}/users/{userId}/wallets')

/** What {@link get} takes. */
export interface GetInput {
  /**
   * The environment that the call acts in.
   * @default the client's `environmentId`
   */
  environmentId?: string
  /** Id of the wallet. */
  walletId: string
}

/** How {@link get} may be refused; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get a wallet
 *
 * Returns one wallet of any user of the environment. A wallet that was unlinked, or that belongs to another
 * environment, is a 404 without a body.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids of the request; see {@link GetInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 401, 403, 404, 429, 500.
 * @example await wallets.get(client, { environmentId, walletId })
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<Wallet, GetError> =
  /*#__PURE__*/ operation('wallets.get GET environments/{environmentId}/wallets/{walletId}')

/** What {@link listByUser} takes. */
export interface ListByUserInput {
  /**
   * The environment that the call acts in.
   * @default the client's `environmentId`
   */
  environmentId?: string
  /** Id of the user. */
  userId: string
}

/** How {@link listByUser} may be refused; `body` narrows by `status`. */
export type ListByUserError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the wallets of a user
 *
 * Lists the wallets linked to the user, external and embedded, the earliest linked first and without pages. An
 * unknown user is a 404 without a body; a user without wallets has an empty list.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids of the request; see {@link ListByUserInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 401, 403, 404, 429, 500.
 * @example await wallets.listByUser(client, { environmentId, userId })
 */
export const listByUser: (client: Caller, input: ListByUserInput, options?: CallOptions) => Call<UserWalletsResponse, ListByUserError> =
  /*#__PURE__*/ operation('wallets.listByUser GET environments/{environmentId}/users/{userId}/wallets')
