import { openBackup as open } from '@latchkey/device/backup'
import { CeremonyError } from '../shared/ceremonyError.ts'

/** The password that encrypts a share, and how it is hashed. */
export interface BackupPassword {
  readonly password: string
  /** How often PBKDF2 hashes. The backup names the number, so that it can be opened later. @default 600000 */
  readonly iterations?: number
}

/**
 * Decrypts a backup.
 *
 * @throws {@link CeremonyError} `wrong_password`, `backup_malformed`
 */
export function openBackup(json: string, walletId: string, password: string): Promise<string> {
  return open(json, walletId, { password, fail: (reason, message) => new CeremonyError(reason, message) })
}
