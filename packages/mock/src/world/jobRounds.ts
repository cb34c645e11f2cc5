import { StateNotKept } from '@latchkey/store/persistence'
import type { Job } from '../store/records.ts'
import type { JobQueue } from './jobQueue.ts'
import type { JobRetries } from './jobRetries.ts'
import { createJobExecution } from './jobRules.ts'
import type { World } from './world.ts'

interface JobSources {
  readonly queue: Pick<JobQueue, 'nextRound'>
  readonly retries: Pick<JobRetries, 'forget' | 'postpone'>
}

/** @returns A function that runs the jobs that are due, round after round, until none is left. It never throws. */
export function createJobRounds(world: World, { queue, retries }: JobSources): () => Promise<void> {
  const execute = createJobExecution(world)

  async function run(job: Job, turn: Promise<void>): Promise<void> {
    try {
      await execute(job, turn)
      retries.forget(job.id)
    } catch (error) {
      retries.postpone(job.id, error)
      // The keeper of the state reports its own failures.
      if (!(error instanceof StateNotKept)) world.report(error)
    }
  }

  return async () => {
    for (let round = queue.nextRound(); round.length > 0; round = queue.nextRound()) {
      let turn = Promise.resolve()
      for (const job of round) {
        const before = turn
        turn = run(job, before).then(() => before)
      }
      await turn
    }
  }
}
