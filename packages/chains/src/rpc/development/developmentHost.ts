import type { ChainBackend } from '../../backend.ts'

/**
 * Lets an EVM chain mine a block each time this many milliseconds of the clock have passed, or ends that. It is part of
 * the transaction.
 *
 * @param settingsId - The id of the chain's settings.
 */
export type ScheduleMining = (settingsId: string, intervalMs: number | undefined) => void

/** The parts of the chains' owner that the methods of development nodes need: they change its time, too. */
export interface DevelopmentHost {
  /** Runs work as one transaction. */
  transact<T>(work: (backend: ChainBackend, scheduleMining: ScheduleMining) => T): T | Promise<T>
  /** The one clock, of the chains and of everything beside them. */
  readonly clock: {
    /** In epoch milliseconds. */
    now(): number
    /** @param instant - In epoch milliseconds, or ISO 8601. */
    set(instant: number | string): Promise<void>
    advance(span: { readonly seconds: number }): Promise<void>
    freeze(): void
    resume(): void
  }
  readonly chain: {
    /** Mines blocks with the transactions that wait. @param input.blocks - @default 1 */
    mine(input: { readonly networkId: number; readonly blocks?: number }): Promise<void>
    /** Says whether transactions are mined as they come. Turned on, it mines those that wait. */
    setAutomine(isEnabled: boolean, networkId: number): Promise<void>
  }
  /** Tells its nodes from those of another host. */
  readonly hostId: string
}
