import { OutsideFailure, Unanswered } from '@latchkey/base/questions'
import { mineAtInterval } from '../domain/chains/intervalMining.ts'
import { runExport } from '../domain/exports/exports.ts'
import { checkSsoProvider } from '../domain/providers/ssoProviders.ts'
import { continueOrder } from '../domain/ramps/orders.ts'
import { expireRoom } from '../domain/rooms/rooms.ts'
import { checkCustomHostname } from '../domain/sessions/customHostnames.ts'
import { revokeAllSessions } from '../domain/sessions/sessions.ts'
import type { Backend } from '../domain/shared/backend.ts'
import { lookForTransaction } from '../domain/walletTransactions/sentTransactions.ts'
import { forgetMessages } from '../domain/webhooks/webhookRetention.ts'
import type { Job, JobKind } from '../store/records.ts'
import { attemptDelivery, type Conclusion } from './webhookDelivery.ts'
import { transact, type World } from './world.ts'

/** Jobs that call a webhook, which no transaction can wait for. */
type DeliveryKind = 'webhooks.deliver' | 'webhooks.redeliver'

/**
 * The functions of the other kinds of jobs. Each runs in the transaction that removes the job from the queue, so a
 * crash leaves the job undone and queued. A job that has to run again schedules itself.
 */
const handlers: Record<Exclude<JobKind, DeliveryKind>, (backend: Backend, job: Job) => void | Promise<void>> = {
  'chains.mine': mineAtInterval,
  'chains.watch': lookForTransaction,
  'customHostnames.check': checkCustomHostname,
  'exchangeTransfers.settle': ({ outside }, { subjectId }) => outside.exchanges.settle(subjectId, outside.chains.pay),
  'exports.run': runExport,
  'rampOrders.continue': (backend, { subjectId }) => continueOrder(backend, subjectId),
  'rooms.expire': (backend, { subjectId }) => expireRoom(backend, subjectId),
  'sessions.revokeAll': revokeAllSessions,
  'ssoProviders.check': checkSsoProvider,
  'webhookMessages.forget': (backend, { subjectId }) => forgetMessages(backend, subjectId),
}

const isDelivery = (kind: JobKind): kind is DeliveryKind => !(kind in handlers)

/**
 * Runs a job, and removes it from the queue in the same transaction.
 *
 * @param turn - Resolves when the response of a receiver may be recorded, so that simultaneous deliveries are recorded
 * in order, whichever receiver answers first.
 * @throws Error of the commit, such as {@link StateNotKept}: the job has had no effect, and is still in the queue
 */
type ExecuteJob = (job: Job, turn: Promise<void>) => Promise<void>

/**
 * Creates the function that runs jobs. An error of a rule ends its job, since it would happen again, and is reported.
 */
export function createJobExecution(world: World): ExecuteJob {
  /** The answers of receivers that are not recorded yet, so that a failed commit does not send the message again. */
  const answers = new WeakMap<Job, Conclusion>()

  return async (job, turn) => {
    const { id, kind } = job
    if (!isDelivery(kind))
      return perform(job, (backend) => (backend.store.jobs.delete(id) ? handlers[kind](backend, job) : undefined))
    const conclude = answers.get(job) ?? (await attemptDelivery(world, job))
    answers.set(job, conclude)
    await turn
    return perform(job, (backend) => {
      backend.store.jobs.delete(id)
      conclude(backend)
    })
  }

  async function perform(job: Job, rule: (backend: Backend) => void | Promise<void>): Promise<void> {
    let thrown: { readonly error: unknown } | undefined
    try {
      await transact(world, async (backend) => {
        thrown = undefined
        try {
          await rule(backend)
        } catch (error) {
          // The answer is still to come, or may come at another time: the job stays.
          if (error instanceof Unanswered || error instanceof OutsideFailure) throw error
          thrown = { error }
          // In the same transaction as the lasting writes of the failed rule, so that they are not made twice.
          backend.outsideUndo(({ store }) => void store.jobs.delete(job.id))
          throw error
        }
      })
    } catch (error) {
      const isEnded = thrown?.error === error && !world.store.reader.jobs.has(job.id)
      if (!isEnded) throw error
      world.report(new Error(`The job ${job.kind} has failed. It has ended, and does not run again.`, { cause: error }))
    }
  }
}
