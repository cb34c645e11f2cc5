import type { OutsideBackend } from '../../backend.ts'

/** An EVM chain in one transaction. */
export interface EvmChain {
  readonly backend: OutsideBackend
  readonly networkId: number
}
