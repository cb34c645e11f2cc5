import { checkCustomHostname } from './domain/sessions/customHostnames.ts'
import { runExport } from './domain/exports/exports.ts'
import { revokeAllSessions } from './domain/sessions/sessions.ts'
import { checkSsoProvider } from './domain/providers/ssoProviders.ts'
import { deliverWebhookMessage } from './domain/webhooks/webhookDelivery.ts'
import { forgetMessages } from './domain/webhooks/webhookRetention.ts'
import { instantOf, setTimer } from './effects/clock.ts'
import type { Job, JobKind } from './store/records.ts'
import { transact, type World } from './world.ts'

/**
 * What each kind of job does. A job was taken off the queue before it runs; one that has to run again schedules itself.
 * `turn` resolves when the jobs that run with it, and were due before it, are through.
 */
const handlers: Record<JobKind, (world: World, job: Job, turn: Promise<void>) => Promise<void>> = {
  'customHostnames.check': checkCustomHostname,
  'exports.run': runExport,
  'sessions.revokeAll': revokeAllSessions,
  'ssoProviders.check': checkSsoProvider,
  'webhooks.deliver': deliverWebhookMessage,
  'webhooks.redeliver': deliverWebhookMessage,
  'webhookMessages.forget': async (world, { subjectId }) =>
    transact(world, (backend) => forgetMessages(backend, subjectId)),
}

/** As many as one environment has webhooks. */
const maximumTogether = 10

export interface JobRunner {
  /** Notes that something was committed: what is due now runs soon, what is due later has its timer. */
  wake(): void
  /** Runs what is due, in order, until nothing is. */
  settle(): Promise<void>
  /** Moves the clock forward from due time to due time, so that each job finds the time it was waiting for. */
  advance(milliseconds: number): Promise<void>
}

/** Runs the jobs of a world in the order in which they fall due: one at a time, but for deliveries to different webhooks. */
export function createJobRunner(world: World): JobRunner {
  let running: Promise<void> | undefined
  let woken = false
  let cancelTimer: (() => void) | undefined

  const next = () => world.store.reader.jobs.page('byDueAt', [], { offset: 0, limit: 1 })[0]
  const isDue = (job: Job) => instantOf(job.dueAt) <= world.clock.now()

  async function drain() {
    for (let round = nextRound(); round.length > 0; round = nextRound()) {
      const taken = await transact(world, ({ store }) => round.filter(({ id }) => store.jobs.delete(id) !== undefined))
      let turn = Promise.resolve()
      for (const job of taken) {
        const before = turn
        turn = run(job, before).then(() => before)
      }
      await turn
    }
  }

  /** What is due next. Deliveries that follow each other go to their webhooks together, so that a slow receiver does not keep others waiting. */
  function nextRound(): Job[] {
    const round: Job[] = []
    const receivers = new Set<string>()
    for (const job of world.store.reader.jobs.page('byDueAt', [], { offset: 0, limit: maximumTogether })) {
      if (!isDue(job)) break
      const receiver = world.store.reader.webhookDeliveries.get(job.subjectId)?.webhookId
      if (receiver === undefined) return round.length > 0 ? round : [job]
      // The next message to a webhook waits for what becomes of this one.
      if (receivers.has(receiver)) break
      receivers.add(receiver)
      round.push(job)
    }
    return round
  }

  async function run(job: Job, turn: Promise<void>): Promise<void> {
    try {
      await handlers[job.kind](world, job, turn)
    } catch (error) {
      world.report(error)
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
