import { toBase58, utf8 } from '@latchkey/base/bytes'
import { instantOf } from '@latchkey/base/clock'
import { sha256 } from '@noble/hashes/sha2.js'
import type { ChainBackend } from '../../backend.ts'
import { latestBlock, type Network } from '../blocks.ts'

/** How long a slot takes, in milliseconds. */
export const slotMs = 400

/** How many slots a blockhash lives. */
export const blockhashLife = 150

/** Slots in an epoch. */
export const slotsInEpoch = 432_000

/** The first slot of Solana's main network, in milliseconds since the Unix epoch. */
export const firstSlotAt = instantOf('2020-03-16T14:29:00Z')

type SlotBackend = {
  readonly store: Parameters<typeof latestBlock>[0]['store']
  readonly clock: ChainBackend['clock']
}

export function solanaNetwork(networkId: number): Network {
  return { family: 'solana', networkId }
}

/**
 * The present slot of a cluster. Slots pass with the clock, and each transaction takes one more, so that the same
 * transfer can be sent twice while the clock stands still.
 */
export function currentSlot({ store, clock }: SlotBackend, networkId: number): number {
  return slotsPassed(clock.now()) + latestBlock({ store }, solanaNetwork(networkId)).number
}

/** How many slots have passed until an instant, without those of transactions. */
export function slotsPassed(instant: number): number {
  return Math.max(0, Math.floor((instant - firstSlotAt) / slotMs))
}

/** The blockhash of a slot: it follows from the cluster and the slot, so nothing has to be kept. */
export function blockhashOf(networkId: number, slot: number): string {
  return toBase58(sha256(utf8(`solana:${networkId}:${slot}`)))
}

/** The slot of a blockhash that is still valid. */
export function slotOfBlockhash(backend: SlotBackend, networkId: number, blockhash: string): number | undefined {
  const latest = currentSlot(backend, networkId)
  for (let slot = latest; slot >= Math.max(0, latest - blockhashLife); slot--)
    if (blockhashOf(networkId, slot) === blockhash) return slot
  return undefined
}

/** When a transaction landed, in seconds since the Unix epoch, as nodes count. */
export function blockTime(createdAt: string): number {
  return Math.floor(instantOf(createdAt) / 1000)
}
