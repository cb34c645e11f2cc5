import { kindOf, LatchkeyError, type LatchkeyErrorDetails } from './errors.ts'

/**
 * Why a ceremony of an embedded wallet failed. The type lists the reasons of this package. A refusal of the relay has
 * the relay's code as its reason, and another engine has its own reasons.
 */
export type CeremonyErrorReason =
  /** The relay does not speak the protocol of the engine. */
  | 'relay_unsupported'
  /** The relay's plan of the room differs from the requested ceremony. */
  | 'plan_refused'
  /** This device has no share of the wallet. */
  | 'share_missing'
  /** The share on this device was renewed elsewhere. */
  | 'share_outdated'
  /** The new key is not the requested one, such as the imported one. */
  | 'key_mismatch'
  /** The password is wrong, or the backup is damaged or of another wallet. */
  | 'wrong_password'
  /** The backup is not in the format of this package. */
  | 'backup_malformed'
  /** The service accepted the call, but its reply is not one of the operation. */
  | 'reply_malformed'
  /** The storage of the device could not be read or written. */
  | 'storage_failed'
  /** The engine cannot sign such a message, or does not support the call. */
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

/** The optional fields of a {@link CeremonyError}. */
export interface CeremonyErrorDetails extends LatchkeyErrorDetails {
  /** Id of the room. */
  room?: string | undefined
  /** The step of the ceremony that failed, counted from 0. */
  step?: number | undefined
}

/**
 * A ceremony of an embedded wallet failed on this side, or was refused by the relay. A refusal by the service itself is
 * an ApiError, and a relay that cannot be reached is a ConnectionError, as for any call.
 *
 * The error never contains a share, a key, a message or a password.
 */
export class CeremonyError extends LatchkeyError {
  /** The cause as a code, for programs. */
  readonly reason: CeremonyErrorReason
  /** Id of the room; absent if there is no room, as with a backup. */
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
 * Whether an error is a {@link CeremonyError}, even one from another copy of this package.
 *
 * @example if (isCeremonyError(error) && error.reason === 'share_missing') askForPassword()
 */
export function isCeremonyError(error: unknown): error is CeremonyError {
  return kindOf(error) === 'CeremonyError'
}
