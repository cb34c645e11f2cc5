import { defined } from '@latchkey/base/defined'
import type { EvmTransaction } from '../codecs/evmTransactions.ts'
import type { CallEnd, TracedCall } from '../ledger/evm/callTrace.ts'
import { intrinsicGas } from '../ledger/evm/gas.ts'
import type { Executed } from '../ledger/evm/runTransaction.ts'
import type { CallRequest } from './evmParams.ts'
import { quantity } from './evmShapes.ts'

/** The options of the call tracer. */
export interface FrameOptions {
  /** Whether inner calls are left out. */
  readonly onlyTopCall: boolean
  readonly withLog: boolean
}

/** A transaction that has run, or a call as the transaction that it would be. */
export interface Traced {
  readonly transaction: CallRequest & Pick<EvmTransaction, 'gas'>
  readonly executed: Pick<Executed, 'outcome' | 'isOutOfGas' | 'gasUsed'> & Partial<Pick<Executed, 'contractAddress'>>
  readonly calls: readonly TracedCall[]
}

/** The call of a transaction as the call tracer of common nodes shows it. */
export function callFrame({ transaction, executed, calls }: Traced, options: FrameOptions): object {
  const { from, to, value, data, gas } = transaction
  const { outcome, isOutOfGas, gasUsed, contractAddress } = executed
  const isCreation = to === undefined
  const [outermost] = calls
  const end: CallEnd = { ...outcome, gasUsed, ...(isOutOfGas && { success: false, reason: 'out of gas' }) }
  const left = gas - intrinsicGas({ ...transaction, isCreation })
  const inner = isCreation ? calls : (outermost?.calls ?? [])
  return {
    from,
    gas: quantity(gas),
    gasUsed: quantity(gasUsed),
    ...defined({ to: to ?? contractAddress }),
    input: data,
    ...endShape(end, isOutOfGas),
    ...defined({
      calls: inner.length > 0 && !options.onlyTopCall ? inner.map((call) => frameOf(call, left, options)) : undefined,
    }),
    ...logsShape(isCreation ? [] : (outermost?.logs ?? []), end, options),
    value: quantity(value),
    type: isCreation ? 'CREATE' : 'CALL',
  }
}

/** @param gas - The gas that its caller had, since no gas is counted between calls. */
function frameOf(call: TracedCall, gas: bigint, options: FrameOptions): object {
  const { from, to, value, data, type = 'CALL', end, calls, logs } = call
  return {
    from,
    gas: quantity(gas),
    gasUsed: quantity(end.gasUsed),
    to,
    input: data,
    ...endShape(end, false),
    ...defined({ calls: calls.length > 0 ? calls.map((inner) => frameOf(inner, gas, options)) : undefined }),
    ...logsShape(logs, end, options),
    value: quantity(value),
    type,
  }
}

/** The answer of a call, or why it failed. */
function endShape({ success, data, reason }: CallEnd, isOutOfGas: boolean): object {
  const output = data === '0x' || isOutOfGas ? {} : { output: data }
  if (success) return output
  const isRevert = !isOutOfGas && reason !== 'insufficient balance for transfer'
  if (!isRevert) return { ...output, error: reason }
  return { ...output, error: 'execution reverted', ...defined({ revertReason: reason }) }
}

/** A call that failed has no logs. */
function logsShape(logs: TracedCall['logs'], { success }: CallEnd, { withLog }: FrameOptions): object {
  if (!withLog || !success || logs.length === 0) return {}
  return {
    logs: logs.map(({ address, topics, data, position }) => ({ address, topics, data, position: quantity(position) })),
  }
}
