/** What is kept for ways to sign in: codes, challenges, factors and proofs under way. */
import type { components } from '@latchkey/types'
import type { Entity } from './records.ts'

type Schemas = components['schemas']

export interface Nonce extends Entity {
  readonly environmentId: string
  readonly expiresAt: string
}

/** One OAuth round trip, from its registration until its code is exchanged. */
export interface OAuthAttempt extends Entity {
  readonly environmentId: string
  readonly provider: Schemas['ProviderEnum']
  readonly state: string
  readonly redirectUrl?: string
  readonly ssoProviderId?: string
  readonly expiresAt: string
  /** Set by the provider's redirect: the provider's code, or its error. */
  readonly code?: string
  readonly error?: string
  /** The address the provider sent the browser back to, which the code exchange must repeat (RFC 6749, 4.1.3). */
  readonly providerRedirectUrl?: string
  readonly usedAt?: string
}

/** A code on its way to an address or number, which proves that whoever enters it reads what is sent there. */
export interface Verification extends Entity {
  readonly environmentId: string
  readonly channel: 'email' | 'sms'
  /** What is unique among live codes: the address in lower case, or the number in E.164. */
  readonly key: string
  /** As it was entered. */
  readonly address: string
  /** SHA-256 of the code with the id, hex. Absent once the code is dead; what counts for the address stays. */
  readonly codeHash?: string
  readonly expiresAt: string
  /** Wrong codes so far. */
  readonly attempts: number
  /** When codes were sent, oldest first. */
  readonly sentAt: readonly string[]
  /** Set for a change of profile: the user who began it, and who alone can finish it. */
  readonly userId?: string
  readonly isoCountryCode?: string
  readonly phoneCountryCode?: string
}

/** The wrong codes that were entered for an address or number within 24 hours, whichever of its codes they were tried on. */
export interface WrongCodes extends Entity {
  readonly environmentId: string
  readonly channel: Verification['channel']
  /** As in {@link Verification}. */
  readonly key: string
  /** Oldest first. */
  readonly triedAt: readonly string[]
  /** When the latest of them stops counting. */
  readonly expiresAt: string
}

/** An e-mail address and phone number with a code that always fits, for reviewers and end-to-end tests. */
export interface TestAccount extends Entity {
  readonly environmentId: string
  readonly email: string
  /** E.164. */
  readonly phoneNumber: string
  readonly code: string
}

/** The public half of a passkey (WebAuthn). Bytes are base64url. */
export interface Passkey extends Entity {
  readonly environmentId: string
  readonly userId: string
  readonly credentialId: string
  /** COSE key. */
  readonly publicKey: string
  /** Signature counter that the authenticator last told. */
  readonly counter: number
  /** Whether the authenticator may copy the key to other devices, which is decided when the key is made. */
  readonly isBackupEligible: boolean
  readonly transports?: readonly Schemas['PasskeyTransport'][]
  readonly rpId: string
  readonly origin: string
  readonly userAgent?: string
  readonly alias?: string
  readonly updatedAt: string
}

/** A challenge that an authenticator is to sign, once. */
export interface PasskeyChallenge extends Entity {
  readonly environmentId: string
  readonly challenge: string
  readonly purpose: 'registration' | 'authentication' | 'signIn'
  /** Absent for a sign-in. */
  readonly userId?: string
  readonly rpId: string
  readonly expiresAt: string
  /** Of a registration as second factor: the device that it makes. */
  readonly mfaDeviceId?: string
}

/** A second factor of a user. A passkey's key is in its {@link Passkey} record. */
export interface MfaDevice extends Entity {
  readonly environmentId: string
  readonly userId: string
  readonly type: Schemas['MfaDeviceType']
  readonly verifiedAt?: string
  readonly isDefault: boolean
  readonly alias?: string
  /** TOTP: the shared secret, base32. */
  readonly secret?: string
  /** TOTP: the latest time step that was accepted (RFC 6238, section 5.2). */
  readonly lastStep?: number
  readonly passkeyId?: string
}

/** Wrong second factors of a user in a row, whatever they were tried as. */
export interface MfaAttempts extends Entity {
  readonly environmentId: string
  readonly userId: string
  readonly failures: number
  /** Until when no more are taken. */
  readonly lockedUntil?: string
}

/** A recovery code; readable until the user has confirmed to have kept it, a hash from then on. */
export interface RecoveryCode extends Entity {
  readonly environmentId: string
  readonly userId: string
  /** SHA-256 of the code, hex. */
  readonly hash: string
  readonly code?: string
  readonly usedAt?: string
}

/** Proof of a second factor for actions that ask for it again. */
export interface MfaToken extends Entity {
  readonly environmentId: string
  readonly sessionId: string
  /** SHA-256 of the raw token, hex. */
  readonly hash: string
  readonly singleUse: boolean
  readonly expiresAt: string
}

/** Whether the members of an organization can use a kind of second factor. */
export interface OrganizationMfaSetting extends Entity {
  readonly organizationId: string
  readonly mfaDeviceType: Schemas['MfaDeviceType']
  readonly enabledAt: string | null
}

/** Two users whom one person has proved to be, until they are merged. */
export interface PendingMerge extends Entity {
  readonly environmentId: string
  /** Who stays. */
  readonly userId: string
  /** Whose credentials move. */
  readonly fromUserId: string
  /** Who proved it. */
  readonly sessionId: string
  /** The address or number that was proved to be the other user's. */
  readonly channel: Verification['channel']
  readonly key: string
  readonly expiresAt: string
}

/** One sign-in by a messenger, from the widget's page until its result is fetched. */
export interface MessengerAttempt extends Entity {
  readonly environmentId: string
  readonly state: string
  readonly account: {
    readonly id: string
    readonly username?: string
    readonly firstName?: string
    readonly lastName?: string
    readonly photoUrl?: string
  }
  /** The messenger's signature, which serves once. */
  readonly hash: string
  readonly expiresAt: string
  readonly usedAt?: string
}

/** What an application reported with `events.publish`. */
export interface TrackedEvent extends Entity {
  readonly environmentId: string
  readonly anonymousId: string
  readonly event: string
  readonly properties: Readonly<Record<string, unknown>>
}

/** What a client reported about itself with `sdkSettings.report`. */
export interface ReportedSettings extends Entity {
  readonly environmentId: string
  readonly settings: Readonly<Record<string, unknown>>
}
