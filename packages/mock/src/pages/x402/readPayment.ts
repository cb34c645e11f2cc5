import { isObject } from '@latchkey/base/isObject'
import { networkIdsOf } from '@latchkey/chains/networks'
import type { RpcWorld } from '@latchkey/chains/rpc/rpcWorld'
import type * as z from 'zod'
import { isCustomEvmNetwork } from '../../domain/chains/evmNetworks.ts'
import type { WorldBackend } from '../../domain/shared/backend.ts'
import type { Payment } from '../../outside/x402/facilitator.ts'
import { paymentPayload, paymentRequirements, type Problem, type Reason, reasons } from '../../outside/x402/messages.ts'

/** A payment, or why it cannot be one. */
export type ReadPayment = { readonly payment: Payment } | { readonly problem: Problem }

/** The parts of a world that tell which chains there are. */
export interface Chains extends Pick<RpcWorld, 'findNode'> {
  readonly backend: WorldBackend
}

const refuse = (reason: Reason, message: string) => ({ problem: { reason, message } })

/** Names the first field that is wrong. */
function faultOf({ issues: [issue] }: z.ZodError, whole: string): string {
  const path = [whole, ...(issue?.path ?? [])].join('.')
  return `\`${path}\` is missing or has another form.`
}

/** Reads what a payer sends, for requirements that are known to be right, or that a seller sends along. */
export function readPayment(chains: Chains, sent: unknown, asked: unknown): ReadPayment {
  const version = isObject(sent) ? sent.x402Version : undefined
  if (isObject(sent) && version !== 2)
    return refuse(reasons.version, `Version ${JSON.stringify(version)} of x402 is not served, but version 2 is.`)
  const requirements = paymentRequirements.safeParse(asked)
  if (!requirements.success) return refuse(reasons.requirements, faultOf(requirements.error, 'paymentRequirements'))
  const { scheme, network } = requirements.data
  if (scheme !== 'exact') return refuse(reasons.scheme, `The scheme "${scheme}" is not served, but "exact" is.`)
  const payload = paymentPayload.safeParse(sent)
  if (!payload.success) return refuse(reasons.payload, faultOf(payload.error, 'paymentPayload'))
  const { accepted } = payload.data
  if (accepted.scheme !== scheme || accepted.network !== network)
    return refuse(reasons.network, `The payment is for ${accepted.network}, and has to be for ${network}.`)
  const networkId = networkIdOf(chains, network)
  return typeof networkId === 'number'
    ? { payment: { networkId, payload: payload.data, requirements: requirements.data } }
    : refuse(reasons.network, networkId)
}

/** The number of a network by its name (CAIP-2), or why there are no payments on it. */
function networkIdOf({ backend, findNode }: Chains, network: string): number | string {
  const [, number = ''] = /^eip155:([1-9]\d{0,15})$/.exec(network) ?? []
  const networkId = Number(number)
  if (number === '' || !(networkIdsOf('EVM').includes(networkId) || isCustomEvmNetwork(backend, networkId)))
    return `The facilitator has no network ${network}.`
  const node = findNode({ family: 'eip155', networkId })
  return node ? `${node.name} is a real node, on which the simulated facilitator has no money for gas.` : networkId
}
