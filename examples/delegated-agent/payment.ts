import { type Address, isAddress, parseEther } from 'viem'
import { Refusal } from './refusal.ts'

/** A caller's request to the agent. */
export interface Payment {
  /** The user's wallet. A UUID. */
  readonly walletId: string
  readonly to: Address
  /** In wei. */
  readonly value: bigint
}

const refuse = (message: string) => new Refusal([400, 'payment_malformed', message])

/** Reads the body of a request: `{ walletId, to, ether }`, with the amount as a text, such as `0.25`. */
export function readPayment(body: unknown): Payment {
  const { walletId, to, ether } = Object(body) as Record<string, unknown>
  if (typeof walletId !== 'string') throw refuse('"walletId" is missing.')
  if (typeof to !== 'string' || !isAddress(to)) throw refuse('"to" is not an address.')
  if (typeof ether !== 'string' || !/^\d{1,12}(\.\d{1,18})?$/.test(ether))
    throw refuse('"ether" is not an amount in ether, such as "0.25".')
  return { walletId, to, value: parseEther(ether) }
}
