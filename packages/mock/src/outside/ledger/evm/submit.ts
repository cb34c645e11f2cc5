import type { OutsideBackend } from '../../../backend.ts'
import { type EvmTransaction, readEvmTransaction, TransactionFormatError } from '../../../crypto/evmTransactions.ts'
import type { LedgerTransaction } from '../../../store/ledgerRecords.ts'
import { RpcError } from '../../rpc/jsonRpc.ts'
import { accountAt, type AccountState } from '../accounts.ts'
import { accountOf } from './execution.ts'
import { baseFee, blockGasLimit, gasPriceOf, intrinsicGas } from './gas.ts'
import { runTransaction } from './runTransaction.ts'

/** The code with which nodes refuse a transaction. */
const refused = -32_000

/**
 * Accepts a signed transaction, runs it and puts it into a block.
 *
 * @param raw - `0x` and hex.
 * @throws {@link RpcError} with the texts of common nodes, which libraries recognise
 */
export function submitTransaction(backend: OutsideBackend, networkId: number, raw: string): LedgerTransaction {
  let transaction: EvmTransaction
  try {
    transaction = readEvmTransaction(raw)
  } catch (error) {
    if (error instanceof TransactionFormatError) throw new RpcError(refused, error.message)
    throw error
  }
  const sender = accountAt(backend, { account: accountOf(transaction.from), networkId })
  for (const check of checks) {
    const problem = check(transaction, sender, networkId)
    if (problem !== undefined) throw new RpcError(refused, problem)
  }
  return runTransaction(backend, networkId, transaction)
}

type Check = (transaction: EvmTransaction, sender: AccountState, networkId: number) => string | undefined

/** In the order of common nodes. */
const checks: readonly Check[] = [
  ({ chainId }) =>
    chainId === undefined ? 'only replay-protected (EIP-155) transactions allowed over RPC' : undefined,
  ({ chainId }, _, networkId) =>
    chainId === networkId ? undefined : `invalid chain id for signer: have ${chainId} want ${networkId}`,
  ({ authorizationList, to }) => {
    if (!authorizationList) return undefined
    if (to === undefined) return 'EIP-7702 transaction cannot be used to create contract'
    return authorizationList.length === 0 ? 'EIP-7702 transaction with empty auth list' : undefined
  },
  ({ gas }) => (gas > blockGasLimit ? 'exceeds block gas limit' : undefined),
  ({ maxFeePerGas, maxPriorityFeePerGas }) =>
    maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined && maxPriorityFeePerGas > maxFeePerGas
      ? `max priority fee per gas higher than max fee per gas: maxPriorityFeePerGas: ${maxPriorityFeePerGas}, maxFeePerGas: ${maxFeePerGas}`
      : undefined,
  ({ from, nonce }, sender) => {
    if (nonce < sender.nonce) return `nonce too low: address ${from}, tx: ${nonce} state: ${sender.nonce}`
    return nonce > sender.nonce ? `nonce too high: address ${from}, tx: ${nonce} state: ${sender.nonce}` : undefined
  },
  ({ maxFeePerGas, gasPrice }) => {
    const limit = maxFeePerGas ?? gasPrice ?? 0n
    return limit < baseFee
      ? `max fee per gas less than block base fee: maxFeePerGas: ${limit}, baseFee: ${baseFee}`
      : undefined
  },
  (transaction, { balance }) => {
    const wanted = transaction.gas * gasPriceLimit(transaction) + transaction.value
    return balance < wanted
      ? `insufficient funds for gas * price + value: address ${transaction.from} have ${balance} want ${wanted}`
      : undefined
  },
  (transaction) => {
    const needed = intrinsicGas({ ...transaction, isCreation: transaction.to === undefined })
    return transaction.gas < needed
      ? `intrinsic gas too low: gas ${transaction.gas}, minimum needed ${needed}`
      : undefined
  },
]

/** The highest price that the sender has agreed to. */
const gasPriceLimit = (transaction: EvmTransaction) => transaction.maxFeePerGas ?? gasPriceOf(transaction)
