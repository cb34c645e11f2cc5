import { serializeEvmTransaction } from '../codecs/evmTransactions.ts'
import { type Block, blockOf, latestBlock, nextBaseFee } from '../ledger/blocks.ts'
import { blobBaseFee, suggestedTip } from '../ledger/evm/gas.ts'
import { recordedTransaction } from '../ledger/evm/recordedTransaction.ts'
import { sendTransaction } from '../ledger/evm/submit.ts'
import { readWaiting } from '../ledger/evm/waiting.ts'
import { transactionOf } from '../ledger/transactions.ts'
import type { LedgerTransaction } from '../records.ts'
import { blockMethods } from './evmBlockMethods.ts'
import { bundlerMethods } from './evmBundler.ts'
import type { EvmChain, EvmMethod } from './evmChain.ts'
import { filterMethods } from './evmFilters.ts'
import { logsBetween } from './evmLogs.ts'
import { readData, readHash, readLogFilter } from './evmParams.ts'
import { paymasterMethods } from './evmPaymaster.ts'
import { poolMethods } from './evmPoolMethods.ts'
import { pendingShape, quantity, receiptShape, transactionShape } from './evmShapes.ts'
import { stateMethods } from './evmStateMethods.ts'
import { feeHistory } from './feeHistory.ts'
import { RpcError } from './jsonRpc.ts'
import { traceMethods } from './traceMethods.ts'

const networkOf = ({ networkId }: EvmChain) => ({ family: 'eip155', networkId })

/** Shows a transaction with its block; `null` for a hash that the chain does not have. */
function showTransaction<T>(
  chain: EvmChain,
  hash: unknown,
  shape: (transaction: LedgerTransaction, block: Block) => T,
): T | null {
  const transaction = transactionOf(chain.backend, networkOf(chain), readHash(hash))
  const block = transaction && blockOf(chain.backend, networkOf(chain), transaction.blockNumber)
  return transaction && block ? shape(transaction, block) : null
}

const rawShape = (record: LedgerTransaction) => serializeEvmTransaction(recordedTransaction(record))

const wouldWait = 'the transaction was not accepted, since it would wait for a block: send it by eth_sendRawTransaction'

/** The JSON-RPC of an EVM chain. A method that is not here is answered with -32601, `eth_fillTransaction` among them. */
export const evmMethods: Readonly<Record<string, EvmMethod>> = {
  ...bundlerMethods,
  ...paymasterMethods,
  web3_clientVersion: () => 'latchkey-mock',
  net_version: ({ networkId }) => String(networkId),
  net_listening: () => true,
  eth_chainId: ({ networkId }) => quantity(networkId),
  eth_syncing: () => false,
  // The node has no keys: wallets sign.
  eth_accounts: () => [],
  eth_blockNumber: (chain) => quantity(latestBlock(chain.backend, networkOf(chain)).number),
  eth_gasPrice: ({ backend, networkId }) => quantity(nextBaseFee(backend, networkId) + suggestedTip),
  eth_maxPriorityFeePerGas: () => quantity(suggestedTip),
  eth_blobBaseFee: () => quantity(blobBaseFee),
  eth_feeHistory: feeHistory,
  ...stateMethods,
  ...blockMethods,
  ...poolMethods,
  ...traceMethods,
  eth_getTransactionByHash(chain, [hash]) {
    const { backend, networkId } = chain
    const pending = backend.store.pendingTransactions.find('byHash', [networkId, readHash(hash)])
    return pending ? pendingShape(readWaiting(pending)) : showTransaction(chain, hash, transactionShape)
  },
  eth_getRawTransactionByHash(chain, [hash]) {
    const { backend, networkId } = chain
    const pending = backend.store.pendingTransactions.find('byHash', [networkId, readHash(hash)])
    return pending ? pending.raw : showTransaction(chain, hash, rawShape)
  },
  eth_getTransactionReceipt: (chain, [hash]) => showTransaction(chain, hash, receiptShape),
  eth_getLogs: (chain, [filter]) => logsBetween(chain, undefined, readLogFilter(filter)),
  ...filterMethods,
  eth_sendRawTransaction: ({ backend, networkId }, [raw]) => sendTransaction(backend, networkId, readData(raw)),
  eth_sendRawTransactionSync(chain, [raw]) {
    const hash = sendTransaction(chain.backend, chain.networkId, readData(raw))
    const receipt = showTransaction(chain, hash, receiptShape)
    if (receipt) return receipt
    // The error undoes the sending, so that nothing is left of it.
    throw new RpcError(-32_000, wouldWait)
  },
}
