import { type Block, blockOf } from '../ledger/blocks.ts'
import { contextOf } from '../ledger/evm/blockContext.ts'
import { createCallTrace } from '../ledger/evm/callTrace.ts'
import { recordedTransaction } from '../ledger/evm/recordedTransaction.ts'
import { executeTransaction } from '../ledger/evm/runTransaction.ts'
import { transactionOf, transactionsIn } from '../ledger/transactions.ts'
import type { LedgerTransaction } from '../records.ts'
import { evmTrace } from './evmCalls.ts'
import type { EvmChain, EvmMethod } from './evmChain.ts'
import { findBlock } from './evmLogs.ts'
import { type BlockId, readBlockId, readHash, readObject } from './evmParams.ts'
import { atBlock, beforeBlock } from './evmState.ts'
import { RpcError } from './jsonRpc.ts'
import { callFrame, type FrameOptions } from './traceShapes.ts'

const tracerProblem =
  'the only tracer of this chain is callTracer, since it runs no bytecode whose steps it could show. \
To trace the steps of a contract, attach a real node: mock.chain.attach(networkId, url).'

interface TraceConfig extends FrameOptions {
  readonly stateOverrides?: unknown
  readonly blockOverrides?: unknown
}

/** @throws {@link RpcError} for another tracer */
function readConfig(value: unknown): TraceConfig {
  const config = value === undefined || value === null ? {} : readObject(value, 'trace config')
  const { tracer, tracerConfig, stateOverrides, blockOverrides } = config
  if (tracer !== 'callTracer') throw new RpcError(-32_000, tracerProblem)
  const { onlyTopCall, withLog } = tracerConfig === undefined ? {} : readObject(tracerConfig, 'tracerConfig')
  return { onlyTopCall: onlyTopCall === true, withLog: withLog === true, stateOverrides, blockOverrides }
}

const networkOf = ({ networkId }: EvmChain) => ({ family: 'eip155', networkId })

/** The trace of one transaction of a block. */
interface TransactionTrace {
  readonly txHash: string
  readonly result: object
}

/** Runs the transactions of a block again, on the state before it, up to one of them, and traces them. */
function traceBlock(
  chain: EvmChain,
  { block, until }: { readonly block: Block; readonly until?: LedgerTransaction },
  options: FrameOptions,
): readonly TransactionTrace[] {
  const transactions = transactionsIn(chain.backend, networkOf(chain), block.number)
  const last = until ? transactions.findIndex(({ id }) => id === until.id) : transactions.length - 1
  return beforeBlock(chain, block, () =>
    transactions.slice(0, last + 1).map((record) => {
      const { watcher, calls } = createCallTrace()
      const transaction = recordedTransaction(record)
      const executed = executeTransaction({ ...chain, block: contextOf(block), watcher }, transaction)
      return { txHash: record.hash, result: callFrame({ transaction, executed, calls }, options) }
    }),
  )
}

/** @throws {@link RpcError} for a hash that the chain does not have */
function traceTransaction(chain: EvmChain, [hash, config]: readonly unknown[]): object {
  const options = readConfig(config)
  const until = transactionOf(chain.backend, networkOf(chain), readHash(hash))
  const block = until && blockOf(chain.backend, networkOf(chain), until.blockNumber)
  if (!until || !block) throw new RpcError(-32_000, 'transaction not found')
  return traceBlock(chain, { block, until }, options).at(-1)?.result as object
}

function traceWholeBlock(chain: EvmChain, id: BlockId, config: unknown): readonly TransactionTrace[] {
  const options = readConfig(config)
  const block = findBlock(chain, id)
  if (!block) throw new RpcError(-32_000, 'block not found')
  return traceBlock(chain, { block }, options)
}

/** The methods that show the calls of transactions and of calls, inner ones included. */
export const traceMethods: Readonly<Record<string, EvmMethod>> = {
  debug_traceCall(chain, [call, id, config]) {
    const { stateOverrides: state, blockOverrides: block, ...options } = readConfig(config)
    return atBlock(chain, readBlockId(id), (at) => evmTrace(at, { call, state, block }, options))
  },
  debug_traceTransaction: traceTransaction,
  debug_traceBlockByNumber: (chain, [id, config]) => traceWholeBlock(chain, readBlockId(id), config),
  debug_traceBlockByHash: (chain, [hash, config]) => traceWholeBlock(chain, readHash(hash), config),
}
