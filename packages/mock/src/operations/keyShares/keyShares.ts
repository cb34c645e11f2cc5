import { assertSharedKeys } from '../../domain/embeddedWallets/versions.ts'
import { copyToCloudDrive } from '../../domain/flows/keys/cloudDrive.ts'
import { type SharedWallet, sharedWalletOf } from '../../domain/keySets/sharedWallets.ts'
import { presentBackup, recoverShares, storeShares } from '../../domain/keyShares/backups.ts'
import { issueBackupToken } from '../../domain/keyShares/backupTokens.ts'
import { claimWallet, markBackups, markBackupsOfPregenerated } from '../../domain/keyShares/marks.ts'
import { inEnvironment } from '../../domain/shared/recordGuards.ts'
import type { KeyShareBackup } from '../../store/keyShareRecords.ts'
import type { ResourceOperations } from '../operation.ts'

export const keyShares = {
  async getToken({ backend, caller }) {
    assertSharedKeys(backend, caller.user.environmentId)
    return { status: 200, body: { token: await issueBackupToken(backend, caller.session) } }
  },

  backUp({ backend, params, body, caller }) {
    const { keySet } = sharedWalletOf(backend, caller.user, params.walletId)
    return { status: 201, body: { keyShares: storeShares(backend, keySet, body).map(presentBackup) } }
  },

  backUpToCloudDrive({ backend, params, caller }) {
    const wallet = sharedWalletOf(backend, caller.user, params.walletId)
    return { status: 201, body: { keyShares: copyToCloudDrive(backend, caller.user, wallet).map(presentBackup) } }
  },

  markLocation({ backend, params, body: { location }, caller }) {
    markBackups(backend, sharedWalletOf(backend, caller.user, params.walletId), [{ location }])
    return { status: 201, body: { message: 'The location is recorded.', walletId: params.walletId, location } }
  },

  markLocations({ backend, params, body, caller }) {
    const wallet = sharedWalletOf(backend, caller.user, params.walletId)
    return reply(wallet, markBackups(backend, wallet, body.locations))
  },

  async recover({ backend, params, body, caller }) {
    const shared = sharedWalletOf(backend, caller.user, params.walletId)
    claimWallet(backend, shared)
    return { status: 200, body: { keyShares: await recoverShares(backend, shared.keySet, body?.keyShareIds) } }
  },

  markLocationsForPregenerated({ backend, params, body: { userId, locations } }) {
    const user = inEnvironment(backend.store.users.get(userId), params.environmentId, 'user')
    const wallet = sharedWalletOf(backend, user, params.walletId)
    return reply(wallet, markBackupsOfPregenerated(backend, wallet, locations))
  },
} satisfies ResourceOperations<'keyShares'>

function reply({ wallet }: SharedWallet, backups: readonly KeyShareBackup[]) {
  return {
    status: 201 as const,
    body: {
      message: 'The locations are recorded.',
      walletId: wallet.id,
      locationsWithKeyShares: backups.map(({ id, location, externalKeyShareId }) => ({
        location,
        keyShareId: id,
        externalKeyShareId,
      })),
    },
  }
}
