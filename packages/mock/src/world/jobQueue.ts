import { instantOf } from '@latchkey/base/clock'
import type { Job } from '../store/records.ts'
import type { World } from './world.ts'

/** The maximum number of webhooks in an environment. */
const maximumTogether = 10

/** The jobs of a world in the order of their due times. */
export interface JobQueue {
  isDue(job: Job): boolean
  /** The job that runs next, now or later. */
  next(): Job | undefined
  /**
   * The jobs that are due next. Successive deliveries to different webhooks run together, so that a slow receiver does
   * not delay the others.
   */
  nextRound(): Job[]
}

/** @param isWaiting - Whether a job waits after a failed commit. */
export function createJobQueue(world: World, isWaiting: (jobId: string) => boolean): JobQueue {
  const isDue = (job: Job) => instantOf(job.dueAt) <= world.clock.now()
  const receiverOf = (job: Job) => world.store.reader.webhookDeliveries.get(job.subjectId)?.webhookId

  /** The jobs in their order, without those that wait after a failed commit, and later messages to their webhooks. */
  function* runnable(): Generator<Job, undefined> {
    const waitingReceivers = new Set<string>()
    for (const job of world.store.reader.jobs.scan('byDueAt', [])) {
      const receiver = receiverOf(job)
      if (receiver !== undefined && waitingReceivers.has(receiver)) continue
      if (!isWaiting(job.id)) yield job
      else if (receiver !== undefined) waitingReceivers.add(receiver)
    }
  }

  return {
    isDue,
    next: () => runnable().next().value,
    nextRound() {
      const round: Job[] = []
      const receivers = new Set<string>()
      for (const job of runnable()) {
        if (!isDue(job) || round.length === maximumTogether) break
        const receiver = receiverOf(job)
        if (receiver === undefined) return round.length > 0 ? round : [job]
        // The next message to a webhook waits for the result of this one.
        if (receivers.has(receiver)) break
        receivers.add(receiver)
        round.push(job)
      }
      return round
    },
  }
}
