import { newRecord } from '@latchkey/base/newRecord'
import type { ChainBackend } from '../../backend.ts'
import type { EvmTransaction } from '../../codecs/evmTransactions.ts'
import type { LedgerTransaction } from '../../records.ts'
import { accountAt } from '../accounts.ts'
import { isAutomined, pendingNonceOf } from '../pending.ts'
import { accountOf } from './execution.ts'
import { mineTransaction, mineWaiting } from './mining.ts'
import {
  assertDeployable,
  costOf,
  nextRules,
  offersMore,
  problemOf,
  readTransaction,
  refusal,
  senderOf,
} from './transactionChecks.ts'
import { readWaiting, writeUnsigned } from './waiting.ts'

/** How many transactions may wait on one chain, as in common nodes. */
const poolLimit = 6144
/** How many transactions of one sender may wait behind a missing nonce, as in common nodes. */
const queueLimit = 64

/**
 * Accepts a signed transaction, runs it and puts it into a block.
 *
 * @param raw - `0x` and hex.
 * @throws {@link RpcError} with the texts of common nodes, which libraries recognise
 */
export function submitTransaction(backend: ChainBackend, networkId: number, raw: string): LedgerTransaction {
  return acceptTransaction(backend, networkId, readTransaction(raw))
}

/**
 * The same for a transaction that has been read.
 *
 * @throws {@link RpcError} as {@link submitTransaction}
 */
export function acceptTransaction(
  backend: ChainBackend,
  networkId: number,
  transaction: EvmTransaction,
): LedgerTransaction {
  const { from, nonce } = transaction
  const sender = accountAt(backend, senderOf(transaction, networkId))
  const problem = problemOf(transaction, sender, nextRules(backend, networkId))
  if (problem !== undefined) throw refusal(problem)
  if (nonce > sender.nonce) throw refusal(`nonce too high: address ${from}, tx: ${nonce} state: ${sender.nonce}`)
  assertDeployable(backend, networkId, transaction)
  return mineTransaction(backend, networkId, transaction)
}

/**
 * Accepts a signed transaction, as a node does: runs it at once, or lets it wait while nothing is mined by itself or an
 * earlier nonce of its sender is missing. It replaces a waiting one of the same sender and nonce if it offers a tenth
 * more.
 *
 * @returns Its hash.
 * @throws {@link RpcError} as {@link submitTransaction}
 */
export function sendTransaction(backend: ChainBackend, networkId: number, raw: string): string {
  return send(backend, networkId, { transaction: readTransaction(raw), raw })
}

/**
 * The same for a transaction that nobody has signed.
 *
 * @throws {@link RpcError} as {@link submitTransaction}
 */
export function sendUnsigned(backend: ChainBackend, networkId: number, transaction: EvmTransaction): string {
  return send(backend, networkId, { transaction, raw: writeUnsigned(transaction) })
}

function send(backend: ChainBackend, networkId: number, { transaction, raw }: SentTransaction): string {
  const { account } = senderOf(transaction, networkId)
  const isNext = transaction.nonce <= accountAt(backend, { account, networkId }).nonce
  const isAutomatic = isAutomined(backend, networkId)
  if (isAutomatic && isNext && backend.store.pendingTransactions.count('byNonce', [account, networkId]) === 0)
    return acceptTransaction(backend, networkId, transaction).hash
  addToPool(backend, networkId, { transaction, raw })
  // One block at most: its undoing is noted for all that a transaction of the store writes.
  if (isAutomatic) mineWaiting(backend, networkId)
  return transaction.hash
}

interface SentTransaction {
  readonly transaction: EvmTransaction
  readonly raw: string
}

/** @throws {@link RpcError} as {@link submitTransaction} */
function addToPool(backend: ChainBackend, networkId: number, { transaction, raw }: SentTransaction): void {
  const { pendingTransactions } = backend.store
  const { hash, from, nonce, to, value } = transaction
  if (pendingTransactions.find('byHash', [networkId, hash])) throw refusal('already known')
  const sender = senderOf(transaction, networkId)
  const waiting = [...pendingTransactions.scan('byNonce', [sender.account, networkId])]
  const replaced = waiting.find((each) => BigInt(each.nonce) === nonce)
  const next = pendingNonceOf(backend, sender)
  // Those behind a missing nonce may never be mined.
  const reserving = waiting.filter((each) => each !== replaced && each.nonce < next)
  const reserved = reserving.reduce((sum, { cost }) => sum + BigInt(cost), 0n)
  const state = accountAt(backend, sender)
  const problem = problemOf(transaction, { ...state, balance: state.balance - reserved }, nextRules(backend, networkId))
  if (problem !== undefined) throw refusal(problem)
  assertDeployable(backend, networkId, transaction)
  if (replaced && !offersMore(transaction, readWaiting(replaced))) throw refusal('replacement transaction underpriced')
  if (!replaced) {
    const queued = waiting.filter((each) => each.nonce > next).length
    if (nonce > next && queued >= queueLimit)
      throw refusal(`txpool is full: ${queueLimit} transactions of ${from} wait for the nonce ${next}`)
    if (pendingTransactions.count('byHash', [networkId]) >= poolLimit) throw refusal('txpool is full')
  }
  pendingTransactions.put({
    ...(replaced ?? newRecord(backend)),
    networkId,
    hash,
    account: sender.account,
    nonce: Number(nonce),
    to: to === undefined ? undefined : accountOf(to),
    value: value.toString(),
    cost: costOf(transaction).toString(),
    raw,
  })
}
