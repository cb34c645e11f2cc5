import { newRecord } from '@latchkey/base/newRecord'
import type { ProviderName } from '../domain/providers/providerCatalogue.ts'
import type { OutsideBackend, OutsideReadStore } from '../domain/shared/backend.ts'
import type { DriveRefusal, Drives } from '../effects/outside.ts'
import type { DriveFile, IdpToken } from '../store/outsideRecords.ts'

/** The identity providers whose accounts have a drive, each with the scopes that let an application write to it. */
const writingScopes: Partial<Record<ProviderName, readonly string[]>> = {
  google: [
    'https://www.googleapis.com/auth/drive',
    'https://www.googleapis.com/auth/drive.file',
    'https://www.googleapis.com/auth/drive.appdata',
  ],
  microsoft: ['Files.ReadWrite', 'Files.ReadWrite.All', 'Files.ReadWrite.AppFolder'],
}

/** A file in a person's drive. */
export type DriveFileView = Pick<DriveFile, 'id' | 'createdAt' | 'accountId' | 'name' | 'content'>

/** The drives of the identity providers, as the service sees them. */
export function drives(backend: OutsideBackend): Drives {
  return {
    hasDrives: (provider) => writingScopes[provider] !== undefined,
    write(provider, { accessToken, name, content }) {
      const token = openedBy(backend, provider, accessToken)
      if (typeof token === 'string') return token
      const { accountId } = token
      const former = backend.store.driveFiles.find('byName', [provider, accountId, name])
      if (former) backend.store.driveFiles.put({ ...former, content })
      else backend.store.driveFiles.insert({ ...newRecord(backend), provider, accountId, name, content })
      return undefined
    },
  }
}

/** The files in the drives of a provider's people, the earliest first. */
export function driveFilesOf(
  { store }: { readonly store: Pick<OutsideReadStore, 'driveFiles'> },
  provider: ProviderName,
): DriveFileView[] {
  return [...store.driveFiles.scan('byProvider', [provider])].map(({ id, createdAt, accountId, name, content }) => ({
    id,
    createdAt,
    accountId,
    name,
    content,
  }))
}

/** The files that an application may read with an access token, or the reason of the refusal. */
export function driveFilesFor(
  backend: OutsideBackend,
  provider: ProviderName,
  accessToken: string,
): DriveFileView[] | DriveRefusal {
  const token = openedBy(backend, provider, accessToken)
  if (typeof token === 'string') return token
  return driveFilesOf(backend, provider).filter(({ accountId }) => accountId === token.accountId)
}

/** The access token, if it opens the drive of its account. */
function openedBy(
  { store, clock }: OutsideBackend,
  provider: ProviderName,
  accessToken: string,
): IdpToken | DriveRefusal {
  const token = store.idpTokens.find('byToken', [provider, accessToken])
  if (!token || token.expiresAt <= clock.iso()) return 'token_invalid'
  const granted = new Set(token.scope?.split(' '))
  return writingScopes[provider]?.some((scope) => granted.has(scope)) ? token : 'scope_missing'
}
