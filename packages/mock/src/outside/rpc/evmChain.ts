import type { OutsideBackend } from '../../domain/shared/backend.ts'

/** An EVM chain in one transaction. */
export interface EvmChain {
  readonly backend: OutsideBackend
  readonly networkId: number
}
