import type { EvmTransaction } from '../codecs/evmTransactions.ts'
import { addressOf } from '../ledger/accounts.ts'
import { highestPriceOf } from '../ledger/evm/gas.ts'
import { readWaiting } from '../ledger/evm/waiting.ts'
import { pendingNonceOf, pendingTransactions } from '../ledger/pending.ts'
import type { EvmChain, EvmMethod } from './evmChain.ts'
import { pendingShape, quantity } from './evmShapes.ts'

/** By sender and nonce. */
type Transactions<T> = Record<string, Record<string, T>>

/** The transactions that wait: those that the next block can have, and those behind a missing nonce. */
interface Pool<T> {
  readonly pending: Transactions<T>
  readonly queued: Transactions<T>
}

function poolOf<T>({ backend, networkId }: EvmChain, show: (transaction: EvmTransaction) => T): Pool<T> {
  const pool: Pool<T> = { pending: {}, queued: {} }
  const nextNonces = new Map<string, number>()
  for (const waiting of pendingTransactions(backend, networkId)) {
    const { account, nonce } = waiting
    const next = nextNonces.get(account) ?? pendingNonceOf(backend, { account, networkId })
    nextNonces.set(account, next)
    const transactions = nonce < next ? pool.pending : pool.queued
    const ofSender = (transactions[addressOf(account)] ??= {})
    ofSender[nonce] = show(readWaiting(waiting))
  }
  return pool
}

const countOf = (transactions: Transactions<unknown>) =>
  quantity(Object.values(transactions).reduce((sum, ofSender) => sum + Object.keys(ofSender).length, 0))

/** A transaction in words, as nodes write it for people. */
function summaryOf(transaction: EvmTransaction): string {
  const { to = 'contract creation', value, gas } = transaction
  return `${to}: ${value} wei + ${gas} gas × ${highestPriceOf(transaction)} wei`
}

/** The methods that show the transactions that wait for a block. */
export const poolMethods: Readonly<Record<string, EvmMethod>> = {
  txpool_status(chain) {
    const { pending, queued } = poolOf(chain, () => true)
    return { pending: countOf(pending), queued: countOf(queued) }
  },
  txpool_content: (chain) => poolOf(chain, pendingShape),
  txpool_inspect: (chain) => poolOf(chain, summaryOf),
}
