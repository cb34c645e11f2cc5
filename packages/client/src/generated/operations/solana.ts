// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Transactions of Solana: their compute budget, and who pays their fee.
 *
 * @module solana
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, OtherStatus, SolanaTransactionOptimizationRequest, SolanaTransactionOptimizationResponse, SponsorSVMTransactionRequest, SponsorSVMTransactionResponse } from './schemas.ts'

/** The input of {@link optimize}. */
export interface OptimizeInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A transaction and the wallet that signs it. */
  body: SolanaTransactionOptimizationRequest
}

/** The refusals of {@link optimize}; `body` narrows by `status`. */
export type OptimizeError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Set the compute budget of a Solana transaction
 *
 * Adds a limit of compute units and a price for them to a transaction of the user's wallet, so that it lands soon.
 * The limit is a tenth above what the instructions need. The price is the median of what transactions of the last
 * 150 slots have paid, and at least 1000 millionths of a lamport. A limit or a price that the transaction sets
 * itself stays.
 *
 * A transaction that changes loses its signatures, because they sign the former message. The network is the one
 * that has issued the blockhash, otherwise the first one of Solana that the environment enables. Versions `legacy`
 * and 0 are read.
 *
 * Fails with 404 for an address that is not a wallet of the user. Fails with 400 for bytes that are not a
 * transaction, an address that does not sign it, a lookup table that does not exist, and a transaction that is too
 * large for the instructions. Fires no event.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link OptimizeInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await solana.optimize(client, {
 *   body: {
 *     transaction: 'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAED5jUsIhUZldlC2OILg/FoS91h2UMXJ7SG5D1/7X/tcCpx+9U9nLqHH9YlEvnNBHJddV9qxS9zqozAoTAWfEpkrQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA0MSElF0byCBIly7n0AGs2iiPkS/6/zskdmH46GsslloBAgIAAQwCAAAAQEtMAAAAAAA=',
 *     address: 'GVdoCAG6Q4uEGhhcjKXouWLcwjPWtiwyQcAKMoJt2YFj',
 *   },
 * })
 * ```
 */
export const optimize: (client: Caller, input: OptimizeInput, options?: CallOptions) => Call<SolanaTransactionOptimizationResponse, OptimizeError> =
  /*#__PURE__*/ operation('solana.optimize POST sdk/{environmentId}/solana/optimizeTransaction')

/** The input of {@link sponsor}. */
export interface SponsorInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A transaction whose fee somebody else is to pay. */
  body: SponsorSVMTransactionRequest
}

/** The refusals of {@link sponsor}; `body` narrows by `status`. */
export type SponsorError =
  | ApiError<400 | 415 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<401 | 403 | 405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Let the environment pay the fee of a Solana transaction
 *
 * Replaces the account that pays the fee by the sponsor of the environment, and signs as the sponsor. The other
 * signers sign the result. Signatures that the transaction has already are removed, because they sign the former
 * message, unless the sponsor pays for it already. No credential is needed.
 *
 * The sponsor pays the fee and nothing else. Fails with 400 for a transaction that could do more: an instruction
 * that names the sponsor among its accounts or in its data, a lookup table that does not exist, a durable nonce, a
 * fee above 1 000 000 lamports, no other signer. Fails with 400, too, for a transaction that would fail now, for
 * bytes that are not a transaction, and where the setting `svmGasSponsorshipEnabled` is not on. Fires no event.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link SponsorInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404; 415 `unsupported_media_type`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await solana.sponsor(client, {
 *   body: {
 *     transaction: 'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAED5jUsIhUZldlC2OILg/FoS91h2UMXJ7SG5D1/7X/tcCpx+9U9nLqHH9YlEvnNBHJddV9qxS9zqozAoTAWfEpkrQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA0MSElF0byCBIly7n0AGs2iiPkS/6/zskdmH46GsslloBAgIAAQwCAAAAQEtMAAAAAAA=',
 *   },
 * })
 * ```
 */
export const sponsor: (client: Caller, input: SponsorInput, options?: CallOptions) => Call<SponsorSVMTransactionResponse, SponsorError> =
  /*#__PURE__*/ operation('solana.sponsor POST sdk/{environmentId}/solana/sponsorTransaction')
