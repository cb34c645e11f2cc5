import { type EvmTransaction, readEvmTransaction, TransactionFormatError } from '../../../crypto/evmTransactions.ts'
import type { OutsideBackend } from '../../../domain/shared/backend.ts'
import { newRecord } from '../../../domain/shared/backend.ts'
import type { LedgerTransaction } from '../../../store/ledgerRecords.ts'
import { RpcError } from '../../rpc/jsonRpc.ts'
import { accountAt, type AccountState } from '../accounts.ts'
import { isAutomined, pendingNonceOf, pendingTransactions } from '../pending.ts'
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
  return acceptTransaction(backend, networkId, readTransaction(raw))
}

/**
 * The same for a transaction that has been read, or that nobody has signed.
 *
 * @throws {@link RpcError} as {@link submitTransaction}
 */
export function acceptTransaction(
  backend: OutsideBackend,
  networkId: number,
  transaction: EvmTransaction,
): LedgerTransaction {
  const problem = problemOf(transaction, accountAt(backend, senderAccountOf(transaction, networkId)), networkId)
  if (problem !== undefined) throw new RpcError(refused, problem)
  return runTransaction(backend, networkId, transaction)
}

/**
 * Accepts a signed transaction, as a node does: runs it at once, or lets it wait while nothing is mined by itself. It
 * replaces a waiting one of the same sender and nonce if it offers a tenth more.
 *
 * @returns Its hash.
 * @throws {@link RpcError} as {@link submitTransaction}
 */
export function sendTransaction(backend: OutsideBackend, networkId: number, raw: string): string {
  if (isAutomined(backend, networkId)) return submitTransaction(backend, networkId, raw).hash
  const { store } = backend
  const transaction = readTransaction(raw)
  const { hash, nonce, to, value } = transaction
  if (store.pendingTransactions.find('byHash', [networkId, hash])) throw new RpcError(refused, 'already known')
  const senderAccount = senderAccountOf(transaction, networkId)
  const waiting = [...store.pendingTransactions.scan('byNonce', [senderAccount.account, networkId])]
  const replaced = waiting.find((each) => each.nonce === Number(nonce))
  const reserved = waiting.reduce((sum, each) => (each === replaced ? sum : sum + BigInt(each.cost)), 0n)
  const problem = problemOf(
    transaction,
    {
      nonce: replaced?.nonce ?? pendingNonceOf(backend, senderAccount),
      balance: accountAt(backend, senderAccount).balance - reserved,
    },
    networkId,
  )
  if (problem !== undefined) throw new RpcError(refused, problem)
  if (replaced && !offersMore(transaction, readTransaction(replaced.raw)))
    throw new RpcError(refused, 'replacement transaction underpriced')
  store.pendingTransactions.put({
    ...(replaced ?? newRecord(backend)),
    networkId,
    hash,
    account: senderAccount.account,
    nonce: Number(nonce),
    to: to === undefined ? undefined : accountOf(to),
    value: value.toString(),
    cost: costOf(transaction).toString(),
    raw,
  })
  return hash
}

/**
 * Mines the transactions that wait, each in a block of its own. One that the chain does not take any more is forgotten,
 * as nodes do; one behind a missing nonce goes on waiting.
 *
 * @returns How many blocks were made.
 */
export function minePending(backend: OutsideBackend, networkId: number): number {
  let mined = 0
  for (const { id, nonce, raw } of pendingTransactions(backend, networkId)) {
    const transaction = readTransaction(raw)
    const sender = accountAt(backend, senderAccountOf(transaction, networkId))
    if (nonce > sender.nonce) continue
    backend.store.pendingTransactions.delete(id)
    if (problemOf(transaction, sender, networkId) !== undefined) continue
    runTransaction(backend, networkId, transaction)
    mined += 1
  }
  return mined
}

/** @throws {@link RpcError} for a text that is not a signed transaction */
export function readTransaction(raw: string): EvmTransaction {
  try {
    return readEvmTransaction(raw)
  } catch (error) {
    if (error instanceof TransactionFormatError) throw new RpcError(refused, error.message)
    throw error
  }
}

const senderAccountOf = ({ from }: EvmTransaction, networkId: number) => ({ account: accountOf(from), networkId })

/** Why a node refuses a transaction of this sender. */
function problemOf(transaction: EvmTransaction, sender: AccountState, networkId: number): string | undefined {
  for (const check of checks) {
    const problem = check(transaction, sender, networkId)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** Whether all prices of a replacement are at least a tenth higher, as nodes ask. */
function offersMore(replacement: EvmTransaction, replaced: EvmTransaction): boolean {
  const tipOf = (transaction: EvmTransaction) => transaction.maxPriorityFeePerGas ?? gasPriceLimit(transaction)
  return [gasPriceLimit, tipOf].every((priceOf) => priceOf(replacement) * 10n >= priceOf(replaced) * 11n)
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
    const wanted = costOf(transaction)
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

const costOf = (transaction: EvmTransaction) => transaction.gas * gasPriceLimit(transaction) + transaction.value
