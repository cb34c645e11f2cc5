import { checkCustomHostname } from './domain/customHostnames.ts'
import { runExport } from './domain/exports.ts'
import { revokeAllSessions } from './domain/sessions.ts'
import { deliverWebhookMessage } from './domain/webhookDelivery.ts'
import { instantOf, setTimer } from './effects/clock.ts'
import type { Job, JobKind } from './store/records.ts'
import { transact, type World } from './world.ts'

/** What each kind of job does. A job was taken off the queue before it runs; one that has to run again schedules itself. */
const handlers: Record<JobKind, (world: World, job: Job) => Promise<void>> = {
  'customHostnames.check': checkCustomHostname,
  'exports.run': runExport,
  'sessions.revokeAll': revokeAllSessions,
  'webhooks.deliver': deliverWebhookMessage,
  'webhooks.redeliver': deliverWebhookMessage,
}

export interface JobRunner {
  /** Notes that something was committed: what is due now runs soon, what is due later has its timer. */
  wake(): void
  /** Runs what is due, in order, until nothing is. */
  settle(): Promise<void>
  /** Moves the clock forward from due time to due time, so that each job finds the time it was waiting for. */
  advance(milliseconds: number): Promise<void>
}

/** Runs the jobs of a world in the order in which they fall due, one at a time. */
export function createJobRunner(world: World): JobRunner {
  let running: Promise<void> | undefined
  let woken = false
  let cancelTimer: (() => void) | undefined

  const next = () => world.store.reader.jobs.page('byDueAt', [], { offset: 0, limit: 1 })[0]
  const isDue = (job: Job) => instantOf(job.dueAt) <= world.clock.now()

  async function drain() {
    for (let job = next(); job && isDue(job); job = next()) {
      const taken: Job = job
      const isOurs = await transact(world, ({ store }) => store.jobs.delete(taken.id) !== undefined)
      if (!isOurs) continue
      try {
        await handlers[taken.kind](world, taken)
      } catch (error) {
        world.report(error)
      }
    }
  }

  function settle(): Promise<void> {
    running ??= drain().finally(() => {
      running = undefined
      arm()
    })
    return running
  }

  /** On a running clock the next job has a timer; on a frozen one it waits to be reached. */
  function arm() {
    cancelTimer?.()
    const job = next()
    if (!job) return
    if (isDue(job)) void settle()
    else if (world.clock.running) cancelTimer = setTimer(() => void settle(), instantOf(job.dueAt) - world.clock.now())
  }

  return {
    async settle() {
      // What one pass commits may be due at once.
      let job: Job | undefined
      do {
        await settle()
        job = next()
      } while (job && isDue(job))
    },
    wake() {
      if (woken || running) return
      woken = true
      // After the transaction's caller has its answer.
      queueMicrotask(() => {
        woken = false
        if (!running) arm()
      })
    },
    async advance(milliseconds) {
      const end = world.clock.now() + milliseconds
      await settle()
      for (let job = next(); job && instantOf(job.dueAt) <= end; job = next()) {
        world.clock.advance(Math.max(0, instantOf(job.dueAt) - world.clock.now()))
        await settle()
      }
      world.clock.advance(Math.max(0, end - world.clock.now()))
      await settle()
    },
  }
}
