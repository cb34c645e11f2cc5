import { newRecord } from '@latchkey/base/newRecord'
import type { Job, JobKind } from '../../store/records.ts'
import type { Backend } from './backend.ts'

/** Schedules a job. Jobs run when they are due, in that order. */
export function scheduleJob(
  backend: Backend,
  { kind, subjectId, inMs, attempt = 1 }: { kind: JobKind; subjectId: string; inMs: number; attempt?: number },
): Job {
  const { store, clock } = backend
  return store.jobs.put({ ...newRecord(backend), kind, subjectId, attempt, dueAt: clock.isoIn(inMs) })
}

/** Deletes all scheduled jobs of a record. */
export function cancelJobs({ store }: Backend, subjectId: string) {
  for (const job of store.jobs.scan('bySubject', [subjectId])) store.jobs.delete(job.id)
}
