import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { Export, Job } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { issuedUrl } from '../shared/issuedNames.ts'
import { scheduleJob } from '../shared/jobs.ts'
import { missing } from '../shared/missingRecords.ts'
import { exportRows, toCsv } from './exportRows.ts'

type Schemas = components['schemas']

/** How long an export waits before it starts, and then takes, in milliseconds. */
const stepMs = 1_000
const linkLifetimeMs = 60_000

/** An export as replies show it. */
export function presentExport(backend: Backend, record: Export): Schemas['Export'] {
  const { id, environmentId, format, model, status, createdAt, startedAt, completedAt, error } = record
  const downloadUrl = issuedUrl(backend, `/api/v0/environments/${environmentId}/exports/${id}/download`)
  return {
    id,
    format,
    model,
    status,
    createdAt,
    startedAt: startedAt ?? null,
    completedAt: completedAt ?? null,
    ...defined({ downloadUrl: status === 'completed' ? downloadUrl : undefined, error }),
  }
}

/** Schedules an export. */
export function startExport(backend: Backend, environmentId: string, fields: Schemas['ExportCreateRequest']): Export {
  const { format, model } = fields
  const record = backend.store.exports.insert({
    ...newRecord(backend),
    environmentId,
    format,
    model,
    status: 'pending',
  })
  scheduleJob(backend, { kind: 'exports.run', subjectId: record.id, inMs: stepMs })
  return record
}

/** Runs an export in two steps: the first reads the rows, the second makes the file available. */
export async function runExport(backend: Backend, { subjectId }: Job): Promise<void> {
  const { store, clock, outside } = backend
  const record = store.exports.get(subjectId)
  if (record?.status !== 'pending') return
  if (record.startedAt) {
    store.exports.put({ ...record, status: 'completed', completedAt: clock.iso() })
    return
  }
  const error = outside.files.reserve(record.id)
  if (error !== undefined) {
    store.exports.put({ ...record, status: 'failed', startedAt: clock.iso(), error })
    return
  }
  const chunks: string[] = []
  for await (const chunk of toCsv(exportRows[record.model](backend, record.environmentId))) chunks.push(chunk)
  store.exports.put({ ...record, startedAt: clock.iso(), chunks })
  scheduleJob(backend, { kind: 'exports.run', subjectId, inMs: stepMs })
}

/**
 * A signed URL of the file that works for a minute.
 *
 * @throws {@link DomainError} `recordNotFound` while there is no file
 */
export function signDownload({ outside }: Backend, { id, status }: Export): string {
  assert(status === 'completed', 'recordNotFound', missing('file'))
  return outside.files.downloadUrl(id, linkLifetimeMs)
}

/** The file of an export. @throws {@link DomainError} `recordNotFound` without one */
export function exportFile({ store }: Backend, exportId: string): { chunks: readonly string[]; filename: string } {
  const record = store.exports.get(exportId)
  assert(record?.chunks, 'recordNotFound', missing('file'))
  return { chunks: record.chunks, filename: `${record.model}-${exportId}.csv` }
}
