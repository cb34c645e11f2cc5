import type { ChainBackend } from '../../backend.ts'
import type { EvmTransaction } from '../../codecs/evmTransactions.ts'
import type { LedgerTransaction, PendingTransaction } from '../../records.ts'
import { accountAt } from '../accounts.ts'
import { isAutomined, pendingTransactions } from '../pending.ts'
import { addTransactions, type TransactionDraft } from '../transactions.ts'
import { bundleGasOf, takeBundle } from './bundles.ts'
import { evmDetailsOf } from './details.ts'
import { gasPriceOf, highestPriceOf } from './gas.ts'
import { runTransaction } from './runTransaction.ts'
import { type BlockRules, nextRules, problemOf, senderOf } from './transactionChecks.ts'
import { readWaiting } from './waiting.ts'

/**
 * Puts a transaction that the node has accepted into the next block. On a chain with automine, those that waited for its
 * nonce are behind it.
 */
export function mineTransaction(
  backend: ChainBackend,
  networkId: number,
  transaction: EvmTransaction,
): LedgerTransaction {
  const drafts = [runTransaction(backend, networkId, transaction)]
  if (isAutomined(backend, networkId)) runWaiting(backend, networkId, drafts)
  const [mined] = addBlock(backend, networkId, drafts)
  return mined as LedgerTransaction
}

/**
 * Puts what waits into the next block, as much as it has gas for: transactions, and bundles of user operations. One that
 * the chain does not take any more is forgotten, as nodes do; one behind a missing nonce, or below the base fee, goes on
 * waiting.
 *
 * @returns Whether there were any; otherwise there is no new block
 */
export function mineWaiting(backend: ChainBackend, networkId: number): boolean {
  const drafts: TransactionDraft[] = []
  runWaiting(backend, networkId, drafts)
  runBundles(backend, networkId, drafts)
  if (drafts.length > 0) addBlock(backend, networkId, drafts)
  return drafts.length > 0
}

/** The next transaction of a sender that waits. */
interface Candidate {
  readonly pending: PendingTransaction
  readonly transaction: EvmTransaction
  /** Paid per unit of gas, in wei. */
  readonly price: bigint
  /** Its position among all that wait, by the time at which they came. */
  readonly arrival: number
}

/** The waiting transactions of each sender, the lowest nonce first. */
function queuesOf(backend: ChainBackend, networkId: number): PendingTransaction[][] {
  const bySender = new Map<string, PendingTransaction[]>()
  for (const pending of pendingTransactions(backend, networkId))
    bySender.set(pending.account, [...(bySender.get(pending.account) ?? []), pending])
  return [...bySender.values()].map((queue) => queue.toSorted((a, b) => a.nonce - b.nonce))
}

/** Runs transactions that wait behind those of a block: who pays more comes first, but a sender's in their order. */
function runWaiting(backend: ChainBackend, networkId: number, drafts: TransactionDraft[]): void {
  const arrivals = new Map(pendingTransactions(backend, networkId).map(({ id }, index) => [id, index]))
  const queues = queuesOf(backend, networkId)
  const rules = nextRules(backend, networkId)
  const candidateOf = ([pending]: readonly PendingTransaction[]): Candidate | undefined => {
    if (!pending) return undefined
    const transaction = readWaiting(pending)
    const price = gasPriceOf(transaction, rules.baseFee)
    return { pending, transaction, price, arrival: arrivals.get(pending.id) ?? 0 }
  }
  const candidates = new Map(queues.map((queue) => [queue, candidateOf(queue)]))
  let gasLeft = gasLeftIn(drafts, rules)
  for (;;) {
    const [queue, candidate] = best(candidates) ?? []
    if (!queue || !candidate) return
    const { pending, transaction } = candidate
    const sender = accountAt(backend, senderOf(transaction, networkId))
    // The rest of this sender waits for an earlier nonce, or for a block with more room or a lower base fee.
    const isTooLow = highestPriceOf(transaction) < rules.baseFee
    if (pending.nonce > sender.nonce || transaction.gas > gasLeft || isTooLow) {
      candidates.delete(queue)
      continue
    }
    backend.store.pendingTransactions.delete(pending.id)
    queue.shift()
    candidates.set(queue, candidateOf(queue))
    if (problemOf(transaction, sender, rules) !== undefined) continue
    const draft = runTransaction(backend, networkId, transaction)
    gasLeft -= BigInt(evmDetailsOf(draft).gasUsed)
    drafts.push(draft)
  }
}

/** Runs bundles of the user operations that wait, behind the transactions of a block. */
function runBundles(backend: ChainBackend, networkId: number, drafts: TransactionDraft[]): void {
  const rules = nextRules(backend, networkId)
  const gas = bundleGasOf({ backend, networkId })
  while (gasLeftIn(drafts, rules) >= gas) {
    const bundle = takeBundle({ backend, networkId })
    if (!bundle) return
    drafts.push(runTransaction(backend, networkId, bundle))
  }
}

/** The gas that a block has besides these transactions. */
const gasLeftIn = (drafts: readonly TransactionDraft[], { gasLimit }: BlockRules): bigint =>
  drafts.reduce((gas, draft) => gas - BigInt(evmDetailsOf(draft).gasUsed), gasLimit)

/** The candidate with the highest price; the first to come among equal ones. */
function best<Q>(candidates: ReadonlyMap<Q, Candidate | undefined>): [Q, Candidate] | undefined {
  let found: [Q, Candidate] | undefined
  for (const [queue, candidate] of candidates)
    if (candidate && (!found || isBefore(candidate, found[1]))) found = [queue, candidate]
  return found
}

function isBefore(a: Candidate, b: Candidate): boolean {
  return a.price === b.price ? a.arrival < b.arrival : a.price > b.price
}

/** Makes a block of transactions that have run. */
function addBlock(
  backend: ChainBackend,
  networkId: number,
  drafts: readonly TransactionDraft[],
): readonly LedgerTransaction[] {
  return addTransactions(backend, { family: 'eip155', networkId }, positioned(drafts))
}

/** Writes the positions of transactions in a block: among themselves, in its gas and in its logs. */
export function positioned(drafts: readonly TransactionDraft[]): TransactionDraft[] {
  let [gasUsed, firstLogIndex] = [0n, 0]
  return drafts.map((draft, index) => {
    const details = evmDetailsOf(draft)
    gasUsed += BigInt(details.gasUsed)
    const position = { index, cumulativeGasUsed: gasUsed.toString(), firstLogIndex }
    firstLogIndex += details.logs.length
    return { ...draft, details: { ...details, position } }
  })
}
