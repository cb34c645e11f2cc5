import { kindOf, LatchkeyError, type LatchkeyErrorDetails } from './errors.ts'

/**
 * Why a ceremony of an embedded wallet failed. Reasons of this package are listed; those of the relay are its codes, and
 * those of another engine are what that engine gives.
 */
export type CeremonyErrorReason =
  /** The relay does not speak the protocol of the engine. */
  | 'relay_unsupported'
  /** The relay's plan of the room is not what was asked for. */
  | 'plan_refused'
  /** This device has no share of the wallet. */
  | 'share_missing'
  /** The share on this device was renewed elsewhere. */
  | 'share_outdated'
  /** The key that was made is not the one that was asked for, such as the imported one. */
  | 'key_mismatch'
  /** The password is wrong, or the backup is damaged or of another wallet. */
  | 'wrong_password'
  /** The backup is not in the format of this package. */
  | 'backup_malformed'
  /** The storage of the device could not be read or written. */
  | 'storage_failed'
  /** The engine cannot sign such a message, or cannot do what was asked for. */
  | 'unsupported'
  /** The private key is not in the format of the chain. */
  | 'invalid_private_key_format'
  /** The ceremony has ended, and this device missed its end. */
  | 'room_ended'
  | 'not_found'
  | 'conflict'
  | 'room_expired'
  | 'other_verify_failure'
  | (string & {})

/** What {@link CeremonyError} may have beside its reason. */
export interface CeremonyErrorDetails extends LatchkeyErrorDetails {
  room?: string
  step?: number
}

/**
 * A ceremony of an embedded wallet failed on this side, or was refused by the relay. A refusal by the service itself is
 * an ApiError, and a relay that cannot be reached is a ConnectionError, as for any call.
 *
 * It never holds a share, a key, a message or a password.
 */
export class CeremonyError extends LatchkeyError {
  /** The cause as a code, for programs. */
  readonly reason: CeremonyErrorReason
  /** Id of the room; absent where there is none, as with a backup. */
  declare readonly room?: string
  /** The step of the ceremony that failed, counted from 0; absent before the first one. */
  declare readonly step?: number

  constructor(reason: CeremonyErrorReason, message: string, details: CeremonyErrorDetails = {}) {
    super(message, details)
    this.reason = reason
    if (details.room !== undefined) this.room = details.room
    if (details.step !== undefined) this.step = details.step
  }

  override get name(): string {
    return 'CeremonyError'
  }
}

/**
 * Tells whether a ceremony failed, also when the error comes from another copy of this package.
 *
 * @example if (isCeremonyError(error) && error.reason === 'share_missing') askForPassword()
 */
export function isCeremonyError(error: unknown): error is CeremonyError {
  return kindOf(error) === 'CeremonyError'
}
