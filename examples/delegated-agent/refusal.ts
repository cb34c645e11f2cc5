import { isApiError, isLatchkeyError } from '@latchkey/client'
import { WebhookError } from '@latchkey/client/webhooks'
import { BaseError, InsufficientFundsError } from 'viem'

/** A request that the backend refuses. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor([status, code, message]: readonly [status: number, code: string, message: string], cause?: unknown) {
    super(message, { cause })
    this.status = status
    this.code = code
  }
}

export const refusals = {
  unauthorized: [401, 'unauthorized', 'The key of the caller is missing or wrong.'],
  walletUnknown: [404, 'wallet_unknown', 'No user has delegated access to this wallet.'],
  delegationEnded: [403, 'delegation_ended', 'The access to this wallet has ended.'],
  policyDenied: [403, 'policy_denied', 'A policy of the environment forbids this payment.'],
  envelopeUnreadable: [422, 'envelope_unreadable', 'The envelopes are not for the key of this backend.'],
  chainUnsupported: [422, 'chain_unsupported', 'This backend pays with wallets of EVM chains only.'],
  insufficientFunds: [422, 'insufficient_funds', 'The wallet does not have the amount and the fee.'],
  sellerUnknown: [403, 'seller_unknown', 'This backend buys from the sellers on its list only.'],
  priceTooHigh: [422, 'price_too_high', 'The seller asks for more than the caller wants to pay.'],
  sellerFailed: [502, 'seller_failed', 'The seller did not deliver. Look at the wallet first.'],
  serviceFailed: [502, 'service_failed', 'The wallet service did not sign. Nothing was paid.'],
  chainFailed: [502, 'chain_failed', 'The chain did not confirm that it took the payment. Look at the wallet first.'],
} as const

/** An expected error as a refusal; any other error stays as it is. */
export function toRefusal(error: unknown): unknown {
  // viem wraps what the account throws.
  const cause = error instanceof BaseError ? (error.walk(isLatchkeyError) ?? error) : error
  if (cause instanceof WebhookError) return new Refusal([400, cause.code, cause.message], cause)
  if (isApiError(cause) && cause.code === 'wallet_api_key_invalid') return new Refusal(refusals.delegationEnded, cause)
  if (isApiError(cause) && cause.code === 'policy_denied') return new Refusal(refusals.policyDenied, cause)
  if (isLatchkeyError(cause)) return new Refusal(refusals.serviceFailed, cause)
  if (!(cause instanceof BaseError)) return cause
  const isPoor = cause.walk((reason) => reason instanceof InsufficientFundsError) !== null
  return new Refusal(isPoor ? refusals.insufficientFunds : refusals.chainFailed, cause)
}
