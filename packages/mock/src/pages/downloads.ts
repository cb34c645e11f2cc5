import type { Reply } from '@latchkey/base/reply'
import { exportFile } from '../domain/exports/exports.ts'
import type { WorldBackend } from '../domain/shared/backend.ts'
import { assertDownloadLink } from '../outside/files.ts'

/**
 * The file of an export, for a caller with a signed link.
 *
 * @throws {@link DomainError} `forbidden` for an invalid or expired link, `recordNotFound`
 */
export function answerDownload(backend: WorldBackend, exportId: string, search: URLSearchParams): Reply {
  assertDownloadLink(backend, exportId, search)
  const { chunks, filename } = exportFile(backend, exportId)
  return {
    status: 200,
    chunks,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${filename}"`,
    },
  }
}
