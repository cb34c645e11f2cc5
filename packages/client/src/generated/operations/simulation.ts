// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * What a transaction would do, and whether a site is malicious.
 *
 * @module simulation
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, OtherStatus, ScanWebsiteUrlRequest, ScanWebsiteUrlResponse, SimulateEVMTransactionRequest, SimulateSVMTransactionRequest, SimulateTransactionResponse, SimulateUserOpRequest, UnprocessableEntity } from './schemas.ts'

/** The input of {@link scanUrl}. */
export interface ScanUrlInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The site to check. */
  body: ScanWebsiteUrlRequest
}

/** The refusals of {@link scanUrl}; `body` narrows by `status`. */
export type ScanUrlError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Check whether a site is malicious
 *
 * Looks up the site of a URL among those that are reported as malicious. A report about a host applies to its paths
 * and to the hosts below it. `isMalicious` is null if the reports are contradictory, and false for a site that
 * nobody has reported. Without a scheme the URL is one of https. Fires no event.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link ScanUrlInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await simulation.scanUrl(client, { body: { url: 'https://airdrop.example.com/claim' } })
 * ```
 */
export const scanUrl: (client: Caller, input: ScanUrlInput, options?: CallOptions) => Call<ScanWebsiteUrlResponse, ScanUrlError> =
  /*#__PURE__*/ operation('simulation.scanUrl POST sdk/{environmentId}/scan/websiteUrl')

/** The input of {@link simulateSvmTransaction}. */
export interface SimulateSvmTransactionInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Transactions of Solana that somebody is asked to sign. */
  body: SimulateSVMTransactionRequest
}

/** The refusals of {@link simulateSvmTransaction}; `body` narrows by `status`. */
export type SimulateSvmTransactionError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Show what transactions of Solana would do
 *
 * Runs one to ten transactions one after the other as they would run now, whatever their blockhashes and signatures
 * are, and undoes them. The reply has what would leave the account and what would come, who else takes part, and
 * what others could spend from its token accounts afterwards. Fees are left out. The rent of a new account leaves
 * its payer.
 *
 * `chain` is the cluster: `mainnet`, `devnet`, or its number. `validation.result` is found as for
 * `simulation.simulateTransaction`; of the transactions after one that fails, nothing is shown.
 *
 * A text that is neither base64 nor base58 of a transaction is a 400. A cluster that does not exist is 422
 * `unable_to_fetch_balances`, and an environment whose settings turn simulation off answers 422
 * `provider_not_available`. An unknown environment is a 404. Nothing is kept and no event is fired.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link SimulateSvmTransactionInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `provider_not_available`, `unable_to_fetch_balances`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await simulation.simulateSvmTransaction(client, {
 *   body: {
 *     chain: 'devnet',
 *     transactions: [
 *       'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAED5jUsIhUZldlC2OILg/FoS91h2UMXJ7SG5D1/7X/tcCpx+9U9nLqHH9YlEvnNBHJddV9qxS9zqozAoTAWfEpkrQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA0MSElF0byCBIly7n0AGs2iiPkS/6/zskdmH46GsslloBAgIAAQwCAAAAQEtMAAAAAAA=',
 *     ],
 *     accountAddress: 'GVdoCAG6Q4uEGhhcjKXouWLcwjPWtiwyQcAKMoJt2YFj',
 *     domain: 'app.example.com',
 *     method: 'signAndSendTransaction',
 *   },
 * })
 * ```
 */
export const simulateSvmTransaction: (client: Caller, input: SimulateSvmTransactionInput, options?: CallOptions) => Call<SimulateTransactionResponse, SimulateSvmTransactionError> =
  /*#__PURE__*/ operation('simulation.simulateSvmTransaction POST sdk/{environmentId}/solana/simulateTransaction')

/** The input of {@link simulateTransaction}. */
export interface SimulateTransactionInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A transaction of an EVM chain. */
  body: SimulateEVMTransactionRequest
}

/** The refusals of {@link simulateTransaction}; `body` narrows by `status`. */
export type SimulateTransactionError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Show what a transaction of an EVM chain would do
 *
 * Runs a transaction as it would run now, without its signature and fee, and undoes it. The reply has what would leave
 * the sender and what would come, who else takes part, and what others could spend from the sender afterwards.
 *
 * `validation.result` is `Malicious` if an address that takes part, or the site in `domain`, is reported as malicious;
 * otherwise `Error` if the transaction would fail, with the reason; otherwise `Warning` for an approval without a
 * limit, for data sent to an address whose code nobody knows, and for a site about which the reports contradict each
 * other; otherwise `Benign`.
 *
 * An address of another chain is 422 `invalid_chain_address_match`, a network that the environment does not know 422
 * `unable_to_fetch_balances`, and an environment whose settings turn simulation off answers 422
 * `provider_not_available`. An unknown environment is a 404. Nothing is kept and no event is fired.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link SimulateTransactionInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `provider_not_available`, `unable_to_fetch_balances`, `invalid_chain_address_match`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await simulation.simulateTransaction(client, {
 *   body: {
 *     chainId: '84532',
 *     from: '0x52908400098527886E0F7030069857D2E4169EE7',
 *     to: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
 *     value: '100000000000000000',
 *     data: '0x',
 *     domain: 'app.example.com',
 *   },
 * })
 * ```
 */
export const simulateTransaction: (client: Caller, input: SimulateTransactionInput, options?: CallOptions) => Call<SimulateTransactionResponse, SimulateTransactionError> =
  /*#__PURE__*/ operation('simulation.simulateTransaction POST sdk/{environmentId}/evm/simulateTransaction')

/** The input of {@link simulateUserOperation}. */
export interface SimulateUserOperationInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A user operation (ERC-4337). */
  body: SimulateUserOpRequest
}

/** The refusals of {@link simulateUserOperation}; `body` narrows by `status`. */
export type SimulateUserOperationError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Show what a user operation would do
 *
 * Runs a user operation (ERC-4337) through its entry point as it would run now, without its signature and fee, and
 * undoes it. The reply is as that of `simulation.simulateTransaction`, for the account that sends the operation. An
 * operation that the entry point refuses is an `Error`, with the reason. The failures are the same.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link SimulateUserOperationInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 415 `unsupported_media_type`; 422; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await simulation.simulateUserOperation(client, {
 *   body: {
 *     chainId: '84532',
 *     entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
 *     value: '0',
 *     operation: {
 *       sender: '0x52908400098527886E0F7030069857D2E4169EE7',
 *       nonce: '0x0',
 *       callData: '0x',
 *       callGasLimit: '0x186a0',
 *       verificationGasLimit: '0x186a0',
 *       preVerificationGas: '0xc350',
 *       maxFeePerGas: '0x77359400',
 *       maxPriorityFeePerGas: '0x3b9aca00',
 *       signature: '0x',
 *     },
 *   },
 * })
 * ```
 */
export const simulateUserOperation: (client: Caller, input: SimulateUserOperationInput, options?: CallOptions) => Call<SimulateTransactionResponse, SimulateUserOperationError> =
  /*#__PURE__*/ operation('simulation.simulateUserOperation POST sdk/{environmentId}/evm/simulateUserOp')
