import { defined } from '@latchkey/base/defined'
import { keySetOf } from '../../domain/keySets/keySets.ts'
import { type BackupPassword, openShare, sealShare } from './embeddedBackup.ts'
import { callService, createSession, type Service } from './embeddedDevice.ts'
import { createWalletDevice, type WalletDevice } from './walletDevice.ts'

/** Encrypts the shares of a device, and backs them up with the service. */
export async function backUp(device: WalletDevice, secret: BackupPassword): Promise<void> {
  device.ownParty()
  const { walletId: id, chain, address, publicKey, addressType, key } = device.facts
  const scheme = device.parties[0]?.share.keySet.scheme
  const wallet = { id, chain, address, publicKey, scheme, ...defined({ addressType }) }
  const backups: string[] = []
  for (const party of device.parties)
    backups.push(await sealShare(device.service.world.random, { party, wallet, derivation: key.derivation }, secret))
  await storeBackups(device, backups)
}

/** Another device of the user, with a session of its own and the shares from their backup. */
export async function recover(device: WalletDevice, secret: BackupPassword): Promise<WalletDevice> {
  const { service, facts } = device
  const { walletId } = facts
  if (device.parties.length > 0 && !hasBackup(service, walletId)) await backUp(device, secret)
  const tokenOf = createSession(service, facts.userId)
  const path = `${facts.base}/${walletId}/keyShares/recover`
  const { keyShares } = await callService(service, path, { token: await tokenOf(), body: {} })
  const backups = backupsIn(keyShares as RecoveredShares)
  const parties = await Promise.all(backups.map((backup) => openShare(backup, walletId, secret.password)))
  return createWalletDevice(service, facts, { tokenOf, parties })
}

/** Stores the backups of parties, in their order, and marks where they are. */
async function storeBackups(
  { call, parties }: WalletDevice,
  encryptedAccountCredentials: readonly string[],
): Promise<void> {
  const { keyShares } = await call('keyShares/backup', { encryptedAccountCredentials, passwordEncrypted: true })
  const locations = (keyShares as { externalKeyShareId: string }[]).map(({ externalKeyShareId }, index) => ({
    location: 'service',
    externalKeyShareId,
    keygenId: parties[index]?.identity.keygenId,
  }))
  await call('keyShares/backup/locations', { locations })
}

type RecoveredShares = readonly { readonly encryptedAccountCredential?: string }[]

/** The backups that the service has returned. @throws Error when there is none */
function backupsIn(keyShares: RecoveredShares): string[] {
  const backups = keyShares.flatMap(({ encryptedAccountCredential }) => encryptedAccountCredential ?? [])
  if (backups.length === 0) throw new Error('The service has no backup of this wallet: call "backUp()" in time.')
  return backups
}

/** Whether the service has a backup of a wallet that counts. */
function hasBackup({ world }: Service, walletId: string): boolean {
  const store = world.store.reader
  const keySet = keySetOf({ store }, walletId)
  return (
    keySet !== undefined && [...store.keyShareBackups.scan('byKeySet', [keySet.id])].some(({ markedAt }) => markedAt)
  )
}
