import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import type { KeyShareBackup } from '../../store/keyShareRecords.ts'
import type { WalletKeySet } from '../../store/roomRecords.ts'
import { clientIdsOf } from '../keySets/keySets.ts'
import { type AnyWallet, anyWallet, putProperties, type SharedWallet } from '../keySets/sharedWallets.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { touchUser } from '../users/users.ts'
import { assertBackupLocation, backupsOf, markedBackupsOf, newBackup, presentBackup, shareCountOf } from './backups.ts'

type Schemas = components['schemas']
type Entry = Schemas['BackupKeySharesToLocationsWithUserIdRequestLocations']

/**
 * Records where shares of a user are backed up. They show in the wallet's properties from then on.
 *
 * @returns The backups, in the order of the entries.
 * @throws {@link DomainError} `invalidKeySharesLength`, `keyShareBackedUp`, `invalidUpdate`, `validationFailed`
 */
export function markBackups(
  backend: Backend,
  { wallet, keySet }: SharedWallet,
  entries: readonly Entry[],
): KeyShareBackup[] {
  assert(entries.length > 0, 'invalidKeySharesLength')
  for (const entry of entries) assertEntry(backend, keySet, entry)
  for (const { location } of entries) {
    const count = entries.filter((entry) => entry.location === location).length
    assert(count <= shareCountOf(keySet), 'invalidKeySharesLength')
  }
  const backups = entries.map((entry) => markBackup(backend, keySet, entry))
  showBackups(backend, wallet, keySet)
  return backups
}

/**
 * The same for a wallet that a server created and its user has not taken over.
 *
 * @throws {@link DomainError} what {@link markBackups} throws, and `keyShareBackedUp` for another wallet
 */
export function markBackupsOfPregenerated(
  backend: Backend,
  shared: SharedWallet,
  entries: readonly Entry[],
): KeyShareBackup[] {
  assert(shared.wallet.properties?.claimed === false, 'keyShareBackedUp', {
    message: 'The shares of this wallet are with its user.',
  })
  return markBackups(backend, shared, entries)
}

/** Records that the user of a wallet that a server created has taken it over. */
export function claimWallet(backend: Backend, { wallet }: SharedWallet): void {
  const { properties, userId } = wallet
  if (properties?.claimed !== false) return
  backend.store.wallets.put({ ...wallet, properties: { ...properties, claimed: true } })
  touchUser(backend, userId)
}

/** Shows the recorded backups in the wallet's properties. */
function showBackups(backend: Backend, { id }: AnyWallet, keySet: WalletKeySet): void {
  const wallet = anyWallet(backend, id)
  if (!wallet) return
  const keyShares = markedBackupsOf(backend, keySet).map(presentBackup)
  putProperties(backend, wallet, { ...wallet.properties, keyShares })
  if (wallet.userId !== undefined) touchUser(backend, wallet.userId)
}

/** Forgets all backups of a key set, since the shares in them no longer sign. */
export function forgetBackups(backend: Backend, { wallet, keySet }: SharedWallet<AnyWallet>): void {
  for (const { id } of backupsOf(backend, keySet)) backend.store.keyShareBackups.delete(id)
  showBackups(backend, wallet, keySet)
}

function assertEntry(
  backend: Backend,
  keySet: WalletKeySet,
  { location, keygenId, thresholdSignatureScheme }: Entry,
): void {
  assertBackupLocation(backend, keySet, location)
  const isParty = keygenId === undefined || clientIdsOf(keySet).includes(keygenId)
  assert(isParty, 'invalidUpdate', { message: 'The user holds no share of this party.' })
  const isScheme = thresholdSignatureScheme === undefined || thresholdSignatureScheme === keySet.keySet.scheme
  assert(isScheme, 'invalidUpdate', { message: 'The key of the wallet is shared in another scheme.' })
}

function markBackup(backend: Backend, keySet: WalletKeySet, entry: Entry): KeyShareBackup {
  const { store, clock } = backend
  const { location, keygenId, externalKeyShareId } = entry
  const stored = storedBackup(backend, keySet, entry)
  if (stored) makeRoom(backend, keySet, entry)
  else assertRoom(backend, keySet, entry)
  return store.keyShareBackups.put({
    ...newBackup(backend, keySet, externalKeyShareId ?? backend.newId()),
    location,
    passwordEncrypted: false,
    ...stored,
    ...defined({ keygenId }),
    markedAt: clock.iso(),
  })
}

/** The share that the service stored, or copied to a drive, if the entry names one. */
function storedBackup(
  { store }: Backend,
  keySet: WalletKeySet,
  { location, externalKeyShareId }: Entry,
): KeyShareBackup | undefined {
  const named =
    externalKeyShareId === undefined
      ? undefined
      : store.keyShareBackups.find('byExternalId', [keySet.id, externalKeyShareId])
  const isStored = named?.location === location
  assert(named === undefined || isStored, 'invalidKeySharesLength', {
    message: 'The named share is at another location.',
  })
  assert(location !== 'service' || isStored, 'invalidKeySharesLength', {
    message: 'Name a share that `keyShares.backUp` has stored for this wallet.',
  })
  assert(named?.markedAt === undefined, 'keyShareBackedUp')
  return named
}

/** Deletes the backup that a stored share replaces: that of the same party, or the oldest of a full location. */
function makeRoom(backend: Backend, keySet: WalletKeySet, { location, keygenId }: Entry): void {
  const present = markedBackupsOf(backend, keySet).filter((backup) => backup.location === location)
  const ofParty = present.find((backup) => keygenId !== undefined && backup.keygenId === keygenId)
  const oldest = present.length >= shareCountOf(keySet) ? present[0] : undefined
  const replaced = ofParty ?? oldest
  if (replaced) backend.store.keyShareBackups.delete(replaced.id)
}

/** @throws {@link DomainError} `keyShareBackedUp` */
function assertRoom(backend: Backend, keySet: WalletKeySet, { location, keygenId }: Entry): void {
  const present = markedBackupsOf(backend, keySet).filter((backup) => backup.location === location)
  const isParty = keygenId !== undefined && present.some((backup) => backup.keygenId === keygenId)
  assert(!isParty && present.length < shareCountOf(keySet), 'keyShareBackedUp')
}
