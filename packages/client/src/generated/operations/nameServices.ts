// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Names on a chain below which an environment gives names to its users.
 *
 * @module nameServices
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ChainEnum, ErrorBody, NameServiceCreateRequest, NameServiceResponse, NameServiceSigningMessage, NameServiceSigningMessageRequest, OtherStatus, Unlisted, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The chain, as wallets name it. */
  chainName: ChainEnum | Unlisted
  /** The name, and the proof that its owner lets the environment use it. */
  body: NameServiceCreateRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Give names below a name that you own
 *
 * Adds a name service, by the signature of the latest text that `nameServices.createMessage` wrote for the same
 * address and name. The signature is verified over exactly that text, also for contract wallets, and the chain is
 * asked whether the name belongs to the address. The name service is off until `nameServices.enable` is called. An
 * environment has one per chain.
 *
 * Supported are EVM chains with names of ENS, under `.eth` or any domain of the DNS, Solana with `.sol`, Sui with
 * `.sui` and Algorand with `.algo`. The name has ASCII letters, digits and hyphens, since its owner signs it in a
 * text of ASCII. A chain whose name service is not supported is 422 `provider_not_available`. Fails with 422:
 *
 * - `invalid_chain_address_match` when the address is not valid on the chain,
 * - `invalid_custom_hostname` when the name is invalid; the sentence names the label or the character,
 * - `duplicate_exists` when the chain already has a name service,
 * - `invalid_verification` when no message was created for the address and the name in this environment, or it has
 *   expired or was used,
 * - `other_verify_failure` when the signature is wrong,
 * - `unsupported_signature` and `wallet_not_deployed` as in sign-ins,
 * - `invalid_wallet_address` when the name belongs to another address.
 *
 * After a refusal the text stays valid.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `chainName`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_verification`, `wallet_not_deployed`, `provider_not_available`,
 *   `other_verify_failure`, `invalid_wallet_address`, `duplicate_exists`, `invalid_custom_hostname`,
 *   `invalid_chain_address_match`, `unsupported_signature`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await nameServices.create(client, { chainName: 'EVM', body: signedName })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<NameServiceResponse, CreateError> =
  /*#__PURE__*/ operation('nameServices.create POST environments/{environmentId}/nameService/{chainName}')

/** The input of {@link createMessage}. */
export interface CreateMessageInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The chain, as wallets name it. */
  chainName: ChainEnum | Unlisted
  /** The name and address for the text. */
  body: NameServiceSigningMessageRequest
}

/** The refusals of {@link createMessage}; `body` narrows by `status`. */
export type CreateMessageError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Write the text that a name's owner has to sign
 *
 * Writes a text for `nameServices.create`: on EVM chains a message of EIP-4361, elsewhere one of CAIP-122 with the
 * chain's own addresses and network. It is valid once, for ten minutes, in this environment, and only for this
 * address and name; a new text for the same ones replaces it. `uri` is the web page that asks for the signature,
 * whose host the text names; another kind of URI is a 400. A chain whose name service is not supported is 422
 * `provider_not_available`. Fails with 422 `invalid_chain_address_match` when the address is not valid on the chain,
 * and `invalid_custom_hostname` when the name is invalid, or too long to have names below it. `nameServices.create`
 * checks whether the name belongs to the address.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `chainName`, `body`; see {@link CreateMessageInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `provider_not_available`, `invalid_custom_hostname`,
 *   `invalid_chain_address_match`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const nameServiceSigningMessage = await nameServices.createMessage(client, {
 *   chainName: 'EVM',
 *   body: {
 *     address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
 *     domain: 'example.eth',
 *     uri: 'https://admin.example.com/names',
 *   },
 * })
 * ```
 */
export const createMessage: (client: Caller, input: CreateMessageInput, options?: CallOptions) => Call<NameServiceSigningMessage, CreateMessageError> =
  /*#__PURE__*/ operation('nameServices.createMessage POST environments/{environmentId}/nameService/{chainName}/signingMessage')

/** The input of {@link remove}. */
export interface DeleteInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The chain, as wallets name it. */
  chainName: ChainEnum | Unlisted
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Delete the name service of a chain
 *
 * Deletes the name service and the names that users got below its name, on the chain, too. The owner keeps the name
 * itself. A chain whose name service is not supported is 422 `provider_not_available`. Deleting it again is a 404
 * without a body.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `chainName`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 422
 *   `provider_not_available`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await nameServices.delete(client, { chainName: 'EVM' })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('nameServices.delete DELETE environments/{environmentId}/nameService/{chainName} e')

/** The input of {@link disable}. */
export interface DisableInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The chain, as wallets name it. */
  chainName: ChainEnum | Unlisted
}

/** The refusals of {@link disable}; `body` narrows by `status`. */
export type DisableError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Stop giving names to users
 *
 * Gives no more names. Users keep the names that they have, and the settings no longer show the environment's name.
 * A chain whose name service is not supported is 422 `provider_not_available`. Disabling a disabled name service
 * changes nothing.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `chainName`; see {@link DisableInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 422
 *   `provider_not_available`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await nameServices.disable(client, { chainName: 'EVM' })
 * ```
 */
export const disable: (client: Caller, input: DisableInput, options?: CallOptions) => Call<NameServiceResponse, DisableError> =
  /*#__PURE__*/ operation('nameServices.disable PUT environments/{environmentId}/nameService/{chainName}/disable')

/** The input of {@link enable}. */
export interface EnableInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The chain, as wallets name it. */
  chainName: ChainEnum | Unlisted
}

/** The refusals of {@link enable}; `body` narrows by `status`. */
export type EnableError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Begin to give names to users
 *
 * From now on, a user with a wallet of the chain gets a name when signing in or linking one: a label before the
 * environment's name. The label is the username if that is valid and free, otherwise a random one. A user gets one
 * such name, once. It is shown as `name_service` with the wallet's credential and in session tokens. For EVM,
 * clients read the environment's name from the settings as `sdk.nameService`. The chain is asked again: 422
 * `invalid_wallet_address` when the name now belongs to another address. A chain whose name service is not supported
 * is 422 `provider_not_available`. Enabling an enabled name service changes nothing and keeps the first `enabledAt`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `chainName`; see {@link EnableInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 422
 *   `provider_not_available`, `invalid_wallet_address`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await nameServices.enable(client, { chainName: 'EVM' })
 * ```
 */
export const enable: (client: Caller, input: EnableInput, options?: CallOptions) => Call<NameServiceResponse, EnableError> =
  /*#__PURE__*/ operation('nameServices.enable PUT environments/{environmentId}/nameService/{chainName}/enable')

/** The input of {@link get}. */
export interface GetInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The chain, as wallets name it. */
  chainName: ChainEnum | Unlisted
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Get the name service of a chain
 *
 * Returns the name below which the environment gives names to users with wallets of the chain. `ETH` means the same
 * as `EVM` here. A chain whose name service is not supported is 422 `provider_not_available`. Without a name service
 * on the chain the call is a 404 without a body.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `chainName`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 422
 *   `provider_not_available`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await nameServices.get(client, { chainName: 'EVM' })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<NameServiceResponse, GetError> =
  /*#__PURE__*/ operation('nameServices.get GET environments/{environmentId}/nameService/{chainName}')

export { remove as delete }
