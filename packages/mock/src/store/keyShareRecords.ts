import type { Entity } from '@latchkey/store/entity'
/** Records of the backups of key shares. */
import type { components } from '@latchkey/types'

type Schemas = components['schemas']

/** A backup of one share of a user, and its location. */
export interface KeyShareBackup extends Entity {
  readonly environmentId: string
  readonly keySetId: string
  readonly location: Schemas['WaasBackupOptionsEnum']
  /** Id of the share in its storage, a UUID. */
  readonly externalKeyShareId: string
  /** The party that holds the share, if the device has named it. */
  readonly keygenId?: string
  /** Of a share that the service stores. */
  readonly ciphertext?: string
  /** Of a share that the service itself made for a user who has no device yet: sealed JSON of party and share. */
  readonly sealedShare?: string
  readonly passwordEncrypted: boolean
  /** When it was recorded. Until then it does not count. */
  readonly markedAt?: string
}
