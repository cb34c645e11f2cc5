import { newRecord, type OutsideBackend } from '../backend.ts'
import type { Files } from '../effects/outside.ts'
import { outsidePaths } from './addresses.ts'
import { assertSignedLink, signLink } from './signedLinks.ts'

/** The storage of files as the service reaches it. */
export function files(backend: OutsideBackend): Files {
  return {
    reserve: () => takeRefusal(backend),
    downloadUrl: (fileId, lifetimeMs) =>
      `${backend.baseUrl}${outsidePaths.download(fileId)}?${signLink(backend, ['download', fileId], lifetimeMs)}`,
  }
}

/** Lets the storage refuse the next file with that reason. */
export function refuseNextFile(backend: OutsideBackend, reason: string): void {
  backend.store.exportFailures.put({ ...newRecord(backend), reason })
}

/**
 * Lets a download link through.
 *
 * @throws {@link DomainError} `forbidden` when the signature is not right or the time is over
 */
export function assertDownloadLink(backend: OutsideBackend, fileId: string, search: URLSearchParams): void {
  assertSignedLink(backend, ['download', fileId], { search, what: 'the download' })
}

function takeRefusal({ store }: OutsideBackend): string | undefined {
  const [refusal] = store.exportFailures.page('byCreatedAt', [], { offset: 0, limit: 1 })
  if (refusal) store.exportFailures.delete(refusal.id)
  return refusal?.reason
}
