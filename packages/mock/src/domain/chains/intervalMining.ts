import { instantOf } from '@latchkey/base/clock'
import type { Job } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { cancelJobs, scheduleJob } from '../shared/jobs.ts'

/** Lets an EVM chain mine a block each time this many milliseconds of the clock have passed, or ends that. */
export function scheduleMining(backend: Backend, settingsId: string, intervalMs: number | undefined): void {
  cancelJobs(backend, settingsId)
  if (intervalMs !== undefined) scheduleJob(backend, { kind: 'chains.mine', subjectId: settingsId, inMs: intervalMs })
}

/** Mines a block, and schedules the next one. Blocks that a stopped process has missed are not made up for. */
export async function mineAtInterval(backend: Backend, { subjectId, dueAt }: Job): Promise<void> {
  const intervalMs = await backend.outside.chains.mineAtInterval(subjectId)
  if (intervalMs === undefined) return
  const lateMs = backend.clock.now() - instantOf(dueAt)
  scheduleJob(backend, {
    kind: 'chains.mine',
    subjectId,
    inMs: lateMs < intervalMs ? intervalMs - lateMs : intervalMs,
  })
}
