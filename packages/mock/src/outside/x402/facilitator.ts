import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { Hex } from '@latchkey/chains/codecs/evmTransactions'
import { businessSecret } from '@latchkey/chains/ledger/businessPayments'
import { describedToken } from '@latchkey/chains/ledger/chainTokens'
import { nextBlock } from '@latchkey/chains/ledger/evm/blockContext'
import { accountOf } from '@latchkey/chains/ledger/evm/execution'
import { callFromBusiness, evmAddressOf } from '@latchkey/chains/ledger/evm/payOnEvm'
import { runCall } from '@latchkey/chains/ledger/evm/runTransaction'
import { authorizationReverts } from '@latchkey/chains/ledger/evm/tokenAuthorizations'
import { isFiatToken, versionOf } from '@latchkey/chains/ledger/evm/tokenDomain'
import { undone } from '@latchkey/chains/ledger/undone'
import { toChecksumAddress } from '@latchkey/crypto/ethereumAddress'
/** The simulated facilitator of x402: it checks signed payments against the ledger, and sends them. */
import * as AbiFunction from 'ox/AbiFunction'
import type { OutsideBackend } from '../../domain/shared/backend.ts'
import type { SettledPayment } from '../../store/outsideRecords.ts'
import type { AuthorizedPayment, PaymentPayload, PaymentRequirements, Problem } from './messages.ts'
import { reasons } from './messages.ts'

/** A payment, and what it has to be. */
export interface Payment {
  readonly networkId: number
  readonly payload: PaymentPayload
  readonly requirements: PaymentRequirements
}

/** The seconds that a payment has to be valid for, so that it does not expire on its way. As in `@x402/evm`. */
const marginSeconds = 6n

const transferWithAuthorization = AbiFunction.from(
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
)

const secret = () => businessSecret('x402 facilitator')

/** The address that sends the payments, which is the same on every chain. */
export const facilitatorAddress = (): string => evmAddressOf(secret())

function callDataOf({ signature, authorization }: AuthorizedPayment): Hex {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  return AbiFunction.encodeData(transferWithAuthorization, [from, to, value, validAfter, validBefore, nonce, signature])
}

/** Checks a payment. @returns Why it would fail; `undefined` if it would be paid */
export function problemOf(backend: OutsideBackend, payment: Payment): Problem | undefined {
  const { authorization } = payment.payload.payload
  const payer = toChecksumAddress(authorization.from)
  for (const check of checks) {
    const problem = check(backend, payment)
    if (problem) return { ...problem, payer }
  }
  return undefined
}

type Check = (backend: OutsideBackend, payment: Payment) => Problem | undefined

/** In the order in which facilitators look. */
const checks: readonly Check[] = [tokenProblem, signatureProblem, termsProblem, timeProblem, transferProblem]

/** The token has to take signed transfers, and the requirements have to name the domain that it has. */
function tokenProblem(backend: OutsideBackend, { networkId, requirements }: Payment): Problem | undefined {
  const { asset, extra } = requirements
  const token = describedToken(backend, accountOf(asset), networkId)
  if (!token || !isFiatToken(token))
    return { reason: reasons.token, message: `The token ${asset} takes no signed transfers (ERC-3009).` }
  if (extra?.name === undefined || extra.version === undefined)
    return { reason: reasons.domain, message: "`extra` has to have the `name` and `version` of the token's domain." }
  const { name, nameOnChain = name } = token
  if (extra.name !== nameOnChain)
    return { reason: reasons.tokenName, message: `The name of the token is "${nameOnChain}", not "${extra.name}".` }
  if (extra.version !== versionOf(token))
    return { reason: reasons.tokenVersion, message: `The token has version ${versionOf(token)}, not ${extra.version}.` }
  return undefined
}

/** Runs the payment on the ledger, and undoes it. @returns The text with which the token refuses it */
function refusalOf(backend: OutsideBackend, { networkId, payload, requirements }: Payment): string | undefined {
  const call = { from: facilitatorAddress().toLowerCase() as Hex, to: requirements.asset, value: 0n }
  return undone(backend, () => {
    const outcome = runCall({ backend, networkId }, { ...call, data: callDataOf(payload.payload) })
    return outcome.success ? undefined : (outcome.reason ?? 'The token refuses the transfer.')
  })
}

function signatureProblem(backend: OutsideBackend, payment: Payment): Problem | undefined {
  if (refusalOf(backend, payment) !== authorizationReverts.signature) return undefined
  return { reason: reasons.signature, message: 'The payer has not signed this payment.' }
}

function termsProblem(_: OutsideBackend, { payload, requirements }: Payment): Problem | undefined {
  const { to, value } = payload.payload.authorization
  const { payTo, amount } = requirements
  if (to !== payTo)
    return { reason: reasons.recipient, message: `The payment goes to ${to}, and has to go to ${payTo}.` }
  if (value !== amount)
    return { reason: reasons.value, message: `The payment is of ${value}, and has to be of exactly ${amount}.` }
  return undefined
}

function timeProblem(backend: OutsideBackend, { networkId, payload }: Payment): Problem | undefined {
  const { validAfter, validBefore } = payload.payload.authorization
  const { time } = nextBlock(backend, networkId)
  if (validBefore < time + marginSeconds)
    return { reason: reasons.validBefore, message: `The payment expires at ${validBefore}, and it is ${time}.` }
  if (validAfter >= time)
    return { reason: reasons.validAfter, message: `The payment is valid after ${validAfter}, and it is ${time}.` }
  return undefined
}

function transferProblem(backend: OutsideBackend, payment: Payment): Problem | undefined {
  const refusal = refusalOf(backend, payment)
  if (refusal === undefined) return undefined
  if (refusal === authorizationReverts.used)
    return { reason: reasons.used, message: 'A payment with this nonce was made or canceled already.' }
  if (refusal.includes('exceeds balance'))
    return { reason: reasons.funds, message: 'The payer does not have the amount.' }
  return { reason: reasons.transaction, message: refusal }
}

/**
 * Sends a payment, and keeps that it was made.
 *
 * @returns The payment; why it failed if it did, and then nothing was moved
 */
export function settle(backend: OutsideBackend, payment: Payment): SettledPayment | Problem {
  const problem = problemOf(backend, payment)
  if (problem) return problem
  const { networkId, payload, requirements } = payment
  const { asset, payTo, amount } = requirements
  const payer = toChecksumAddress(payload.payload.authorization.from)
  const call = { networkId, to: asset, value: 0n, data: callDataOf(payload.payload) }
  const { hash, status } = callFromBusiness(backend, call, secret())
  if (status !== 'success') return { reason: reasons.transaction, message: 'The transaction has failed.', payer }
  return backend.store.settledPayments.insert({
    ...newRecord(backend),
    networkId,
    asset: toChecksumAddress(asset),
    amount: amount.toString(),
    payer,
    payTo: toChecksumAddress(payTo),
    transactionHash: hash,
    ...defined({ resource: payload.resource?.url }),
  })
}
