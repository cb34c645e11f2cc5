import type { DriveRefusal } from '../../../effects/outside.ts'
import type { KeyShareBackup } from '../../../store/keyShareRecords.ts'
import type { Credential, User } from '../../../store/records.ts'
import type { SharedWallet } from '../../keySets/sharedWallets.ts'
import { addUnmarked, assertBackupLocation, backupsOf, shareCountOf } from '../../keyShares/backups.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert, DomainError } from '../../shared/errors.ts'

const refusals: Record<DriveRefusal, string> = {
  token_invalid: 'The access token of the linked account has expired. Sign in with the account again.',
  scope_missing: 'The user has not allowed the application to write files. Ask the provider for a scope that does.',
}

/**
 * Copies the newest encrypted shares into a file of the user's cloud drive. The copies do not count before they are
 * marked.
 *
 * @throws {@link DomainError} `badRequest` without a linked account whose drive opens, `invalidKeySharesLength` without
 * a stored share, `invalidUpdate` where the settings leave drives out
 */
export function copyToCloudDrive(backend: Backend, user: User, { wallet, keySet }: SharedWallet): KeyShareBackup[] {
  assertBackupLocation(backend, keySet, 'cloudDrive')
  const stored = backupsOf(backend, keySet)
    .filter(({ ciphertext }) => ciphertext !== undefined)
    .slice(-shareCountOf(keySet))
  assert(stored.length > 0, 'invalidKeySharesLength', { message: 'Store an encrypted share first.' })
  const copies = addUnmarked(
    backend,
    keySet,
    stored.map(({ passwordEncrypted }) => ({ location: 'cloudDrive', passwordEncrypted })),
  )
  const content = JSON.stringify({
    walletId: wallet.id,
    keyShares: copies.map(({ id, externalKeyShareId, passwordEncrypted }, i) => ({
      id,
      externalKeyShareId,
      passwordEncrypted,
      encryptedAccountCredential: stored[i]?.ciphertext,
    })),
  })
  writeToDrive(backend, user, { name: `key-shares-${wallet.id}.json`, content })
  return copies
}

/** Writes a file into the first drive of the user that opens. @throws {@link DomainError} `badRequest` */
function writeToDrive(backend: Backend, { id: userId }: User, file: { name: string; content: string }): void {
  const accounts = [...backend.store.credentials.scan('byUser', [userId])].filter(hasDrive(backend))
  let refusal: string | undefined
  for (const { provider, accessToken = '' } of accounts) {
    const reason = provider && backend.outside.drives.write(provider, { ...file, accessToken })
    if (reason === undefined) return
    refusal = refusals[reason]
  }
  throw new DomainError('badRequest', {
    message: refusal ?? 'The user has linked no account of a provider that has cloud drives.',
  })
}

function hasDrive({ outside }: Backend): (credential: Credential) => boolean {
  return ({ format, provider }) => format === 'oauth' && provider !== undefined && outside.drives.hasDrives(provider)
}
