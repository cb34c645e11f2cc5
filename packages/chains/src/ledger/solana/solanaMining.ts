import { readBase64, toBase64 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import {
  readSolanaTransaction,
  type SolanaTransaction,
  writeSolanaTransaction,
} from '../../codecs/solanaTransactions.ts'
import type { WaitingTransaction } from '../../records.ts'
import { RpcError } from '../../rpc/jsonRpc.ts'
import type { Execution } from './execute.ts'
import { keyOf } from './solanaAccounts.ts'
import {
  addBlock,
  type LandedDraft,
  runNext,
  signatureOf,
  simulate,
  type SolanaBackend,
  submit,
} from './solanaLedger.ts'
import { isAutomined, waitingTransactions } from './solanaPending.ts'

/** How many transactions may wait on one cluster, as many as common nodes send again. */
const poolLimit = 10_000

/** The compute units that the transactions of a block may ask for. */
const blockUnits = 60_000_000

/**
 * Takes a transaction whose signatures have been checked: it lands at once, or waits while nothing lands by itself. One
 * that waits already does nothing.
 *
 * @throws {@link RpcError} when too many wait
 */
export function accept(backend: SolanaBackend, networkId: number, transaction: SolanaTransaction): void {
  if (isAutomined(backend, networkId)) {
    submit(backend, networkId, transaction)
    return
  }
  const { pendingSolanaTransactions: pool } = backend.store
  const hash = signatureOf(transaction)
  if (pool.find('byHash', [networkId, hash])) return
  if (pool.count('byHash', [networkId]) >= poolLimit)
    throw new RpcError(-32_005, `Node is behind: ${poolLimit} transactions wait for a block`)
  const { executions } = simulate(backend, networkId, { transactions: [transaction] })
  const [payment] = executions[0]?.transfers ?? []
  const [feePayer = ''] = transaction.signers
  pool.insert({
    ...newRecord(backend),
    networkId,
    hash,
    account: keyOf(feePayer),
    ...defined({ to: payment?.to }),
    value: payment?.kind === 'native' ? payment.amount : '0',
    raw: toBase64(writeSolanaTransaction(transaction)),
  })
}

interface Candidate {
  readonly waiting: WaitingTransaction
  readonly transaction: SolanaTransaction
  /** At the time at which it is chosen: the price of its compute units decides. */
  readonly execution: Execution
}

/**
 * Puts the transactions that wait into the next block, as many as it has compute units for. Who pays more for a compute
 * unit comes first, and those who pay the same in the order in which they came. One that cannot land any more is
 * forgotten, as nodes do.
 *
 * @returns Whether there were any; otherwise there is no new block
 */
export function mineWaiting(backend: SolanaBackend, networkId: number): boolean {
  const drafts: LandedDraft[] = []
  let unitsLeft = blockUnits
  for (const { waiting, transaction, execution } of candidatesOf(backend, networkId)) {
    const units = execution.budget?.unitLimit ?? 0
    if (units > unitsLeft) continue
    backend.store.pendingSolanaTransactions.delete(waiting.id)
    const { draft } = runNext(backend, networkId, transaction)
    if (!draft) continue
    unitsLeft -= units
    drafts.push(draft)
  }
  if (drafts.length > 0) addBlock(backend, networkId, drafts)
  return drafts.length > 0
}

function candidatesOf(backend: SolanaBackend, networkId: number): Candidate[] {
  const priceOf = ({ execution }: Candidate) => execution.budget?.unitPrice ?? 0n
  return waitingTransactions(backend, networkId)
    .flatMap((waiting) => {
      const transaction = readSolanaTransaction(readBase64(waiting.raw) ?? new Uint8Array())
      const [execution] = transaction ? simulate(backend, networkId, { transactions: [transaction] }).executions : []
      return transaction && execution ? [{ waiting, transaction, execution }] : []
    })
    .toSorted((left, right) => {
      const difference = priceOf(right) - priceOf(left)
      return difference === 0n ? 0 : Number(difference > 0n) * 2 - 1
    })
}
