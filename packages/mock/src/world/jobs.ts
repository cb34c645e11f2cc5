import { instantOf, setTimer } from '@latchkey/base/clock'
import type { Job } from '../store/records.ts'
import { createJobQueue } from './jobQueue.ts'
import { createJobRetries } from './jobRetries.ts'
import { createJobRounds } from './jobRounds.ts'
import type { World } from './world.ts'

export interface JobRunner {
  /** Called after a commit: runs soon what is due now, and sets a timer for the next job. */
  wake(): void
  /**
   * Runs the jobs that are due, in order, until none is left.
   *
   * @throws Error of a commit, such as `StateNotKept`: its job is due, and runs again by itself
   */
  settle(): Promise<void>
  /**
   * Moves the clock forward from due time to due time, so that each job runs at its own.
   *
   * @throws Error of a commit. The clock stops at the due time of its job.
   */
  advance(milliseconds: number): Promise<void>
  /**
   * When the next job is due, in epoch milliseconds. `undefined` if there is none, and for one in the future of a frozen
   * clock.
   */
  nextDueAt(): number | undefined
  /** Stops running jobs by itself. */
  stop(): void
}

/**
 * Arranges that `settle` is called at an instant of the mock's clock; `undefined` cancels that. The last call counts.
 */
export type Schedule = (dueAt: number | undefined) => void

/**
 * Runs the jobs of a world in the order of their due times: one at a time, but for deliveries to different webhooks. A
 * job whose commit failed runs again after a second, then later and later; the others do not wait for it.
 *
 * @param schedule - How a host calls back when the next job is due. @default a timer of the platform
 */
export function createJobRunner(world: World, schedule?: Schedule): JobRunner {
  const queue = createJobQueue(world, (jobId) => retries.isWaiting(jobId))
  const retries = createJobRetries((jobId) => {
    const job = world.store.reader.jobs.get(jobId)
    return job !== undefined && queue.isDue(job)
  })
  const runRounds = createJobRounds(world, { queue, retries })
  let running: Promise<void> | undefined
  let woken = false
  let stopped = false
  let cancelTimer: (() => void) | undefined

  function scheduleByTimer(dueAt: number | undefined) {
    cancelTimer?.()
    if (dueAt === undefined) return
    const wait = dueAt - world.clock.now()
    if (wait <= 0) void runDue()
    else cancelTimer = setTimer(() => void runDue(), wait)
  }

  function nextDueAt(): number | undefined {
    const job = queue.next()
    const retryInMs = retries.nextInMs()
    const instants = [
      ...(job && (world.clock.running || queue.isDue(job)) ? [instantOf(job.dueAt)] : []),
      ...(retryInMs === undefined ? [] : [world.clock.now() + retryInMs]),
    ]
    return instants.length === 0 ? undefined : Math.min(...instants)
  }

  function arm() {
    if (!stopped) (schedule ?? scheduleByTimer)(nextDueAt())
  }

  function runDue(): Promise<void> {
    running ??= runRounds().finally(() => {
      running = undefined
      arm()
    })
    return running
  }

  async function settle(): Promise<void> {
    // The caller asks for all due jobs now, even those that wait.
    retries.hurry()
    // A job may commit another one that is due at once.
    let job: Job | undefined
    do {
      await runDue()
      job = queue.next()
    } while (job && queue.isDue(job))
    const failure = retries.failure()
    if (failure) throw failure.error
  }

  return {
    nextDueAt,
    stop() {
      stopped = true
      cancelTimer?.()
    },
    settle,
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
      const { clock } = world
      const end = clock.now() + milliseconds
      await settle()
      for (let job = queue.next(); job && instantOf(job.dueAt) <= end; job = queue.next()) {
        clock.advance(Math.max(0, instantOf(job.dueAt) - clock.now()))
        await settle()
      }
      clock.advance(Math.max(0, end - clock.now()))
      await settle()
    },
  }
}
