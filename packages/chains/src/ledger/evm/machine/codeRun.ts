import type { StoredChange } from '@latchkey/store/store'
import type { Transfer } from '../../../chains.ts'
import type { EvmTransaction, Hex } from '../../../codecs/evmTransactions.ts'
import type { EvmLog } from '../abi.ts'
import type { BlockContext, TouchedPlace } from '../callContext.ts'
import type { TraceStep } from '../callTrace.ts'

/** A call of bytecode, or the creation of a contract. */
export interface CodeRun {
  readonly networkId: number
  readonly block: BlockContext
  readonly origin: Hex
  /** Wei per unit of gas. */
  readonly gasPrice: bigint
  readonly from: Hex
  /** The contract, which has the value already; absent where one is created. */
  readonly to?: Hex
  readonly value: bigint
  /** Of the call, or the code that creates a contract. */
  readonly data: Hex
  readonly gas: bigint
  /** Of a creation by CREATE2. */
  readonly salt?: Hex
  /** Whether the nonce of the sender was raised for this creation already. */
  readonly isNonceTaken?: boolean
  readonly accessList?: EvmTransaction['accessList']
}

/** A slot in the storage of a contract. */
export interface UsedSlot {
  readonly address: Hex
  readonly slot: Hex
}

/** The outcome of a run. */
export interface CodeResult {
  readonly success: boolean
  /** The data that the code returns or reverts with; the code of a contract that it has created. */
  readonly data: Hex
  /** Why it failed, unless the data says so. */
  readonly reason?: string
  readonly gasUsed: bigint
  /** Given back at the end of the transaction, within a limit. */
  readonly gasRefund: bigint
  readonly logs: readonly EvmLog[]
  readonly transfers: readonly Transfer[]
  readonly called: readonly Hex[]
  readonly unknownCode: readonly Hex[]
  /** The slots of bytecode that were read or written. */
  readonly slots: readonly UsedSlot[]
  /** The places in native tokens that were read or written. */
  readonly touched: readonly TouchedPlace[]
  /** The inner calls, as they began and ended. */
  readonly steps: readonly TraceStep[]
  /** The writes to the ledger. */
  readonly changes: readonly StoredChange[]
}
