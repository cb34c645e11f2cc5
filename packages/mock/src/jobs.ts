import type { Backend } from './backend.ts'
import { checkCustomHostname } from './domain/sessions/customHostnames.ts'
import { runExport } from './domain/exports/exports.ts'
import { revokeAllSessions } from './domain/sessions/sessions.ts'
import { checkSsoProvider } from './domain/providers/ssoProviders.ts'
import { deliverWebhookMessage } from './domain/webhooks/webhookDelivery.ts'
import { continueOrder } from './domain/ramps/orders.ts'
import { expireRoom } from './domain/rooms/rooms.ts'
import { forgetMessages } from './domain/webhooks/webhookRetention.ts'
import { instantOf, setTimer } from './effects/clock.ts'
import type { Job, JobKind } from './store/records.ts'
import { transact, type World } from './world.ts'

/** Jobs that call a webhook, which no transaction can wait for. They end by themselves. */
type DeliveryKind = 'webhooks.deliver' | 'webhooks.redeliver'

/**
 * What each other kind of job does, in the transaction that removes it from the queue: a crash leaves it undone and
 * queued. One that has to run again schedules itself.
 */
const handlers: Record<Exclude<JobKind, DeliveryKind>, (backend: Backend, job: Job) => void | Promise<void>> = {
  'customHostnames.check': checkCustomHostname,
  'exchangeTransfers.settle': ({ outside }, { subjectId }) => outside.exchanges.settle(subjectId),
  'exports.run': runExport,
  'rampOrders.continue': (backend, { subjectId }) => continueOrder(backend, subjectId),
  'rooms.expire': (backend, { subjectId }) => expireRoom(backend, subjectId),
  'sessions.revokeAll': revokeAllSessions,
  'ssoProviders.check': checkSsoProvider,
  'webhookMessages.forget': (backend, { subjectId }) => forgetMessages(backend, subjectId),
}

const isDelivery = (kind: JobKind): kind is DeliveryKind => !(kind in handlers)

/** The maximum number of webhooks in an environment. */
const maximumTogether = 10

export interface JobRunner {
  /** Called after a commit: runs soon what is due now, and sets a timer for the next job. */
  wake(): void
  /** Runs the jobs that are due, in order, until none is left. */
  settle(): Promise<void>
  /** Moves the clock forward from due time to due time, so that each job runs at its own. */
  advance(milliseconds: number): Promise<void>
  /**
   * When the next job is due, in epoch milliseconds. `undefined` if there is none, and for one in the future of a frozen
   * clock.
   */
  nextDueAt(): number | undefined
  /** Lets no job run by itself any more. */
  stop(): void
}

/** Sees to it that `settle` is called at an instant of the mock's clock, or not at all; the last call counts. */
export type Schedule = (dueAt: number | undefined) => void

/**
 * Runs the jobs of a world in the order of their due times: one at a time, but for deliveries to different webhooks.
 *
 * @param schedule - How a host calls back when the next job is due. @default a timer of the platform
 */
export function createJobRunner(world: World, schedule?: Schedule): JobRunner {
  let running: Promise<void> | undefined
  let woken = false
  let stopped = false
  let cancelTimer: (() => void) | undefined

  function scheduleByTimer(dueAt: number | undefined) {
    cancelTimer?.()
    if (dueAt === undefined) return
    const wait = dueAt - world.clock.now()
    if (wait <= 0) void settle()
    else cancelTimer = setTimer(() => void settle(), wait)
  }

  const next = () => world.store.reader.jobs.page('byDueAt', [], { offset: 0, limit: 1 })[0]
  const isDue = (job: Job) => instantOf(job.dueAt) <= world.clock.now()

  async function drain() {
    for (let round = nextRound(); round.length > 0; round = nextRound()) {
      let turn = Promise.resolve()
      for (const job of round) {
        const before = turn
        turn = run(job, before).then(() => before)
      }
      await turn
    }
  }

  /**
   * The jobs that are due next. Successive deliveries to different webhooks run together, so that a slow receiver does
   * not delay the others.
   */
  function nextRound(): Job[] {
    const round: Job[] = []
    const receivers = new Set<string>()
    for (const job of world.store.reader.jobs.page('byDueAt', [], { offset: 0, limit: maximumTogether })) {
      if (!isDue(job)) break
      const receiver = world.store.reader.webhookDeliveries.get(job.subjectId)?.webhookId
      if (receiver === undefined) return round.length > 0 ? round : [job]
      // The next message to a webhook waits for the result of this one.
      if (receivers.has(receiver)) break
      receivers.add(receiver)
      round.push(job)
    }
    return round
  }

  async function run(job: Job, turn: Promise<void>): Promise<void> {
    const { id, kind } = job
    try {
      if (isDelivery(kind)) await deliverWebhookMessage(world, job, turn)
      else
        await transact(world, (backend) => {
          if (backend.store.jobs.delete(id)) return handlers[kind](backend, job)
        })
    } catch (error) {
      world.report(error)
      // A job that fails would fail for ever.
      await transact(world, ({ store }) => void store.jobs.delete(id))
    }
  }

  function settle(): Promise<void> {
    running ??= drain().finally(() => {
      running = undefined
      arm()
    })
    return running
  }

  function nextDueAt(): number | undefined {
    const job = next()
    return job && (world.clock.running || isDue(job)) ? instantOf(job.dueAt) : undefined
  }

  function arm() {
    if (!stopped) (schedule ?? scheduleByTimer)(nextDueAt())
  }

  return {
    nextDueAt,
    stop() {
      stopped = true
      cancelTimer?.()
    },
    async settle() {
      // A job may commit another one that is due at once.
      let job: Job | undefined
      do {
        await settle()
        job = next()
      } while (job && isDue(job))
    },
    wake() {
      if (woken || running) return
      woken = true
      // After the caller of the transaction has its result.
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
