import { isObject } from '@latchkey/base/isObject'
import { parseJson } from '@latchkey/base/parseJson'
import type { Reply } from '@latchkey/base/reply'
import { tokenContracts } from '@latchkey/chains/ledger/chainTokens'
import { isFiatToken } from '@latchkey/chains/ledger/evm/tokenDomain'
import { toChecksumAddress } from '@latchkey/crypto/ethereumAddress'
import { assert } from '../../domain/shared/errors.ts'
import { facilitatorAddress, problemOf, settle } from '../../outside/x402/facilitator.ts'
import { type Problem, type Reason, reasons } from '../../outside/x402/messages.ts'
import { type Chains, readPayment, type ReadPayment } from './readPayment.ts'

/** Reasons that concern the form of a request: the reply is 400. */
const ofForm: ReadonlySet<Reason> = new Set([reasons.version, reasons.payload, reasons.requirements])
const statusOf = ({ reason }: Problem) => (ofForm.has(reason) ? 400 : 200)

/** The endpoints of a facilitator (x402, section 7), by their name. */
const endpoints: Readonly<Record<string, { readonly method: string; answer(chains: Chains, text: string): Reply }>> = {
  supported: { method: 'GET', answer: supported },
  verify: {
    method: 'POST',
    answer(chains, text) {
      const read = readBody(chains, text)
      const problem = 'problem' in read ? read.problem : problemOf(chains.backend, read.payment)
      if (problem) {
        const { reason: invalidReason, message: invalidMessage, payer } = problem
        return { status: statusOf(problem), body: { isValid: false, invalidReason, invalidMessage, payer } }
      }
      return { status: 200, body: { isValid: true, payer: payerOf(read) } }
    },
  },
  settle: {
    method: 'POST',
    answer(chains, text) {
      const read = readBody(chains, text)
      const outcome = 'problem' in read ? read.problem : settle(chains.backend, read.payment)
      const body = settlementOf(outcome, networkOf(text))
      return { status: 'reason' in outcome ? statusOf(outcome) : 200, body }
    },
  },
}

/** How a settlement went, as x402 writes it. @param network - Its name, as the caller wrote it. */
export function settlementOf(outcome: ReturnType<typeof settle>, network: string): object {
  if ('reason' in outcome) {
    const { reason: errorReason, message: errorMessage, payer } = outcome
    return { success: false, errorReason, errorMessage, payer, transaction: '', network }
  }
  const { payer, transactionHash: transaction, amount } = outcome
  return { success: true, payer, transaction, network, amount }
}

function supported({ backend, findNode }: Chains): Reply {
  const networks = tokenContracts(backend, 'EVM')
    .filter(isFiatToken)
    .filter(({ networkId }) => !findNode({ family: 'eip155', networkId }))
    .map(({ networkId }) => networkId)
  const kinds = [...new Set(networks)].map((networkId) => ({
    x402Version: 2,
    scheme: 'exact',
    network: `eip155:${networkId}`,
  }))
  return { status: 200, body: { kinds, extensions: [], signers: { 'eip155:*': [facilitatorAddress()] } } }
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const body = parseJson(text)
    return isObject(body) ? body : {}
  } catch {
    return {}
  }
}

function readBody(chains: Chains, text: string): ReadPayment {
  const { paymentPayload, paymentRequirements } = parse(text)
  return readPayment(chains, paymentPayload, paymentRequirements)
}

function networkOf(text: string): string {
  const { paymentRequirements } = parse(text)
  return isObject(paymentRequirements) ? String(paymentRequirements.network ?? '') : ''
}

const payerOf = (read: ReadPayment) =>
  'payment' in read ? toChecksumAddress(read.payment.payload.payload.authorization.from) : undefined

/** @throws {@link DomainError} `notFound`, `methodNotAllowed` */
export function answerFacilitator(
  chains: Chains,
  { method, path, text }: { readonly method: string; readonly path: readonly string[]; readonly text: string },
): Reply {
  const [name = '', ...rest] = path
  const endpoint = Object.hasOwn(endpoints, name) && rest.length === 0 ? endpoints[name] : undefined
  assert(endpoint, 'notFound')
  assert(method === endpoint.method, 'methodNotAllowed', { allow: `${endpoint.method}, OPTIONS` })
  return endpoint.answer(chains, text)
}
