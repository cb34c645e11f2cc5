import { newRecord } from '@latchkey/base/newRecord'
import type { OutsideBackend } from '../domain/shared/backend.ts'
import type { Files } from '../effects/outside.ts'
import { outsideUrls } from './addresses.ts'
import { assertSignedLink, signLink } from './signedLinks.ts'

/** The storage of files, as the service sees it. */
export function files(backend: OutsideBackend): Files {
  return {
    reserve: () => takeRefusal(backend),
    downloadUrl: (fileId, lifetimeMs) =>
      `${outsideUrls(backend).download(fileId)}?${signLink(backend, ['download', fileId], lifetimeMs)}`,
  }
}

/** Makes the storage refuse the next file with this reason. */
export function refuseNextFile(backend: OutsideBackend, reason: string): void {
  backend.store.exportFailures.put({ ...newRecord(backend), reason })
}

/**
 * Checks a download link.
 *
 * @throws {@link DomainError} `forbidden` if the signature is wrong or the link has expired
 */
export function assertDownloadLink(backend: OutsideBackend, fileId: string, search: URLSearchParams): void {
  assertSignedLink(backend, ['download', fileId], { search, what: 'the download' })
}

function takeRefusal({ store }: OutsideBackend): string | undefined {
  const [refusal] = store.exportFailures.page('byCreatedAt', [], { offset: 0, limit: 1 })
  if (refusal) store.exportFailures.delete(refusal.id)
  return refusal?.reason
}
