import { newRecord } from '@latchkey/base/newRecord'
import { OutsideFailure } from '@latchkey/base/questions'
import type { Job } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { cancelJobs, scheduleJob } from '../shared/jobs.ts'
import { activityOf } from './activity.ts'

/** How long after the first look the second one is, in milliseconds. Each later wait is twice as long. */
const firstWaitMs = 1000
/** How often a transaction is looked for: for a day and a half. */
const maximumAttempts = 17

interface SentHash {
  readonly networkId: number
  readonly hash: string
}

/** Looks for a transaction that was sent to a real node, until it is in a block. */
export function watchTransaction(backend: Backend, { networkId, hash }: SentHash): void {
  const { store } = backend
  if (store.sentTransactions.find('byHash', [networkId, hash])) return
  // The events of those that were mined have been written.
  for (const { id, transaction } of store.sentTransactions.all()) if (transaction) store.sentTransactions.delete(id)
  const { id } = store.sentTransactions.insert({ ...newRecord(backend), networkId, hash })
  scheduleJob(backend, { kind: 'chains.watch', subjectId: id, inMs: 0 })
}

/** Looks for a transaction at once, if it is watched and still waits: a client has its receipt. */
export function lookAtOnce(backend: Backend, { networkId, hash }: SentHash): void {
  const sent = backend.store.sentTransactions.find('byHash', [networkId, hash])
  if (!sent || sent.transaction) return
  cancelJobs(backend, sent.id)
  scheduleJob(backend, { kind: 'chains.watch', subjectId: sent.id, inMs: 0 })
}

/** Notes a transaction that is in a block and touches a wallet of the service, or looks for it later once more. */
export function lookForTransaction(backend: Backend, { subjectId, attempt }: Job): void {
  const { store } = backend
  const sent = store.sentTransactions.get(subjectId)
  if (!sent) return
  const transaction = minedTransaction(backend, sent)
  if (transaction === 'waiting' && attempt < maximumAttempts) {
    const inMs = firstWaitMs * 2 ** (attempt - 1)
    scheduleJob(backend, { kind: 'chains.watch', subjectId, inMs, attempt: attempt + 1 })
  } else if (typeof transaction === 'object') store.sentTransactions.put({ ...sent, transaction })
  else store.sentTransactions.delete(subjectId)
}

/**
 * A transaction that is in a block; `undefined` if it touches no wallet of the service, or its node was detached. A node
 * that fails may answer later.
 */
function minedTransaction(backend: Backend, { networkId, hash }: SentHash) {
  try {
    const transaction = backend.outside.chains.sentTransaction(networkId, hash)
    if (typeof transaction !== 'object') return transaction
    // The event asks the same questions at the commit, where a failure would keep the job.
    return activityOf(backend, transaction).length > 0 ? transaction : undefined
  } catch (error) {
    if (error instanceof OutsideFailure) return 'waiting'
    throw error
  }
}
