import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { KeyShareBackup } from '../../store/keyShareRecords.ts'
import type { WalletKeySet } from '../../store/roomRecords.ts'
import { delegationOf } from '../delegation/delegations.ts'
import { clientIdsOf } from '../keySets/keySets.ts'
import { sealingOf } from '../keySets/sealing.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { sdkSettingsOf } from '../shared/settings.ts'

type Schemas = components['schemas']
type Location = Schemas['WaasBackupOptionsEnum']
type StoredShares = Schemas['BackupMultipleClientKeySharesRequest']

/** A backup as replies show it. */
export function presentBackup({
  id,
  location,
  passwordEncrypted,
  externalKeyShareId,
}: KeyShareBackup): Schemas['WalletKeyShareInfo'] {
  return { id, backupLocation: location, passwordEncrypted, externalKeyShareId }
}

/** The backups of a key set's shares, the earliest first. */
export function backupsOf({ store }: Pick<Backend, 'store'>, keySet: Pick<WalletKeySet, 'id'>): KeyShareBackup[] {
  return [...store.keyShareBackups.scan('byKeySet', [keySet.id])]
}

/** The backups that are recorded: the shares that can be recovered. The earliest comes first. */
export function markedBackupsOf(backend: Pick<Backend, 'store'>, keySet: Pick<WalletKeySet, 'id'>): KeyShareBackup[] {
  return backupsOf(backend, keySet)
    .filter(({ markedAt }) => markedAt !== undefined)
    .sort((a, b) => compareTexts(a.markedAt, b.markedAt))
}

function compareTexts(a = '', b = ''): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** How many shares the user holds: as many backups fit into each location. */
export function shareCountOf(keySet: WalletKeySet): number {
  return clientIdsOf(keySet).length
}

/**
 * Stores shares that the user's device has encrypted. They do not count before they are marked.
 *
 * @throws {@link DomainError} `invalidKeySharesLength` for none, or more than the user holds; `invalidUpdate` where the
 * settings leave the service out, or ask for a passcode
 */
export function storeShares(
  backend: Backend,
  keySet: WalletKeySet,
  { encryptedAccountCredentials: ciphertexts, passwordEncrypted }: StoredShares,
): KeyShareBackup[] {
  const count = shareCountOf(keySet)
  assert(ciphertexts.length > 0 && ciphertexts.length <= count, 'invalidKeySharesLength')
  assertBackupLocation(backend, keySet, 'service')
  const isPasscodeRequired = sdkSettingsOf(backend, keySet.environmentId).waas?.passcodeRequired === true
  assert(passwordEncrypted || !isPasscodeRequired, 'invalidUpdate', {
    message: 'Shares are locked with a passcode here.',
  })
  return addUnmarked(
    backend,
    keySet,
    ciphertexts.map((ciphertext) => ({ location: 'service', ciphertext, passwordEncrypted })),
  )
}

/**
 * Adds backups that are not marked yet. A location keeps as many of those as the user holds shares, the newest ones.
 */
export function addUnmarked(
  backend: Backend,
  keySet: WalletKeySet,
  backups: readonly Pick<KeyShareBackup, 'location' | 'ciphertext' | 'passwordEncrypted'>[],
): KeyShareBackup[] {
  const { store, newId } = backend
  const added = backups.map((fields) =>
    store.keyShareBackups.insert({ ...newBackup(backend, keySet, newId()), ...fields }),
  )
  for (const location of new Set(backups.map((backup) => backup.location))) {
    const unmarked = backupsOf(backend, keySet).filter(
      (backup) => backup.location === location && backup.markedAt === undefined,
    )
    for (const { id } of unmarked.slice(0, -shareCountOf(keySet))) store.keyShareBackups.delete(id)
  }
  return added
}

export function newBackup(
  backend: Backend,
  { id: keySetId, environmentId }: WalletKeySet,
  externalKeyShareId: string,
): Pick<KeyShareBackup, 'id' | 'createdAt' | 'environmentId' | 'keySetId' | 'externalKeyShareId'> {
  return { ...newRecord(backend), environmentId, keySetId, externalKeyShareId }
}

/**
 * Refuses a location that the settings leave out. Settings without a list allow every location. `delegated` needs a share
 * that was delivered to the environment.
 *
 * @throws {@link DomainError} `invalidUpdate`
 */
export function assertBackupLocation(
  backend: Backend,
  { environmentId, walletId }: Pick<WalletKeySet, 'environmentId' | 'walletId'>,
  location: Location,
): void {
  const options = sdkSettingsOf(backend, environmentId).waas?.backupOptions
  assert(options === undefined || options.includes(location), 'invalidUpdate', {
    message: 'The settings of the environment leave out this location.',
  })
  const isDelivered = location !== 'delegated' || delegationOf(backend, walletId)?.deliveredAt !== undefined
  assert(isDelivered, 'invalidUpdate', { message: 'No share was delivered to the environment.' })
}

/** The recorded backups, all of them or those with these ids. Ids of other wallets are ignored. */
export async function recoverShares(
  backend: Backend,
  keySet: WalletKeySet,
  ids: readonly string[] = [],
): Promise<Schemas['WalletKeyShareInfoWithEncryptedAccountCredential'][]> {
  const { open } = await sealingOf(backend)
  return markedBackupsOf(backend, keySet)
    .filter(({ id }) => ids.length === 0 || ids.includes(id))
    .map(({ ciphertext, sealedShare, ...backup }) => {
      const text = sealedShare === undefined ? ciphertext : JSON.stringify(open(sealedShare))
      return { ...presentBackup(backup), ...defined({ encryptedAccountCredential: text }) }
    })
}
