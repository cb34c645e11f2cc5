import { readBase64, toBase64, utf8 } from '@latchkey/base/bytes'
import { parseJson } from '@latchkey/base/parseJson'
import type { Hex } from '@latchkey/chains/codecs/evmTransactions'
/** The messages of x402 in version 2, of the scheme `exact` on EVM chains. */
import * as z from 'zod'

const hexOf = (pattern: RegExp) => z.custom<Hex>((value) => typeof value === 'string' && pattern.test(value))
const address = hexOf(/^0x[\da-f]{40}$/i).transform((text) => text.toLowerCase() as Hex)
const highest = 2n ** 256n - 1n
/** A number of at most 32 bytes: decimal, or hex. */
const whole = z
  .string()
  .regex(/^(?:\d{1,78}|0x[\da-f]{1,64})$/i)
  .transform((text) => BigInt(text))
  .refine((number) => number <= highest)

/** A way to pay. Amounts are in the smallest unit of the asset. */
export const paymentRequirements = z.object({
  scheme: z.string(),
  /** `eip155` and the id of the chain (CAIP-2). */
  network: z.string(),
  amount: whole,
  /** The contract of the token. */
  asset: address,
  payTo: address,
  maxTimeoutSeconds: z.number().positive(),
  /** The name and version in the domain of the token's typed data. */
  extra: z.looseObject({ name: z.string().optional(), version: z.string().optional() }).nullish(),
})
export type PaymentRequirements = z.infer<typeof paymentRequirements>

/** A payment as its payer has signed it (ERC-3009). */
const authorized = z.object({
  signature: hexOf(/^0x([\da-f]{2})*$/i),
  authorization: z.object({
    from: address,
    to: address,
    value: whole,
    validAfter: whole,
    validBefore: whole,
    nonce: hexOf(/^0x[\da-f]{64}$/i),
  }),
})
export type AuthorizedPayment = z.infer<typeof authorized>

export const paymentPayload = z.object({
  x402Version: z.literal(2),
  resource: z.looseObject({ url: z.string() }).nullish(),
  accepted: paymentRequirements,
  payload: authorized,
})
export type PaymentPayload = z.infer<typeof paymentPayload>

/** Writes a message for a header: JSON in base64. */
export const toHeader = (message: object): string => toBase64(utf8(JSON.stringify(message)))

/** Reads a message of a header; `undefined` for what is no JSON in base64. */
export function readHeader(text: string): unknown {
  const bytes = readBase64(text)
  try {
    return bytes && parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** The codes of failures: those of the specification, and for what it does not name those of its `@x402/evm`. */
export const reasons = {
  version: 'invalid_x402_version',
  payload: 'invalid_payload',
  requirements: 'invalid_payment_requirements',
  scheme: 'unsupported_scheme',
  network: 'invalid_network',
  domain: 'invalid_exact_evm_missing_eip712_domain',
  tokenName: 'invalid_exact_evm_token_name_mismatch',
  tokenVersion: 'invalid_exact_evm_token_version_mismatch',
  token: 'invalid_exact_evm_eip3009_not_supported',
  recipient: 'invalid_exact_evm_payload_recipient_mismatch',
  validBefore: 'invalid_exact_evm_payload_authorization_valid_before',
  validAfter: 'invalid_exact_evm_payload_authorization_valid_after',
  value: 'invalid_exact_evm_payload_authorization_value',
  signature: 'invalid_exact_evm_payload_signature',
  used: 'invalid_exact_evm_nonce_already_used',
  funds: 'insufficient_funds',
  transaction: 'invalid_transaction_state',
} as const
export type Reason = (typeof reasons)[keyof typeof reasons]

/** Why a payment is refused. */
export interface Problem {
  readonly reason: Reason
  /** As a sentence. */
  readonly message: string
  /** The address of the payer, if the payment names one. */
  readonly payer?: string
}
