import type { Entity } from '@latchkey/store/entity'
/** Records of sign-ins: codes, challenges, factors and pending proofs. */
import type { components } from '@latchkey/types'

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
  readonly redirectUrl?: string | undefined
  readonly ssoProviderId?: string | undefined
  readonly expiresAt: string
  /** Set by the provider's redirect: the provider's code, or its error. */
  readonly code?: string | undefined
  readonly error?: string | undefined
  /** The redirect URI of the authorize call, which the code exchange must repeat (RFC 6749, 4.1.3). */
  readonly providerRedirectUrl?: string
  readonly usedAt?: string
  /** The session that the code gave. A code that comes a second time ends it. */
  readonly sessionId?: string
}

/** A code that was sent to an address or number. Entering it proves control of the address or number. */
export interface Verification extends Entity {
  readonly environmentId: string
  readonly channel: 'email' | 'sms'
  /** Unique among valid codes: the address in lower case, or the number in E.164. */
  readonly key: string
  /** As it was entered. */
  readonly address: string
  /** SHA-256 of the code with the id, hex. Absent once the code is invalid; the record stays for its limits. */
  readonly codeHash?: string | undefined
  readonly expiresAt: string
  /** Wrong codes so far. */
  readonly attempts: number
  /** When codes were sent, oldest first. */
  readonly sentAt: readonly string[]
  /** Set for a change of profile: the user who began it, and who is the only one who can finish it. */
  readonly userId?: string | undefined
  readonly isoCountryCode?: string
  readonly phoneCountryCode?: string
}

/** The wrong codes of the last 24 hours for an address or number, over all its codes. */
export interface WrongCodes extends Entity {
  readonly environmentId: string
  readonly channel: Verification['channel']
  /** As in {@link Verification}. */
  readonly key: string
  /** Oldest first. */
  readonly triedAt: readonly string[]
  /** When the latest wrong code stops counting. */
  readonly expiresAt: string
}

/** An e-mail address and phone number with a fixed code, for reviewers and end-to-end tests. */
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
  /** Signature counter of the authenticator's latest answer. */
  readonly counter: number
  /** Whether the authenticator may copy the key to other devices. This never changes for a key. */
  readonly isBackupEligible: boolean
  readonly transports?: readonly Schemas['PasskeyTransport'][]
  /** Model of the authenticator, a UUID; absent if it does not say. */
  readonly aaguid?: string
  readonly rpId: string
  readonly origin: string
  readonly userAgent?: string
  readonly alias?: string
  readonly updatedAt: string
  /** Whether it secures embedded wallets and proves nothing else: it neither signs in nor is a second factor. */
  readonly forWallets?: true
}

/** A challenge that an authenticator signs once. */
export interface PasskeyChallenge extends Entity {
  readonly environmentId: string
  readonly challenge: string
  readonly purpose: 'registration' | 'authentication' | 'signIn'
  /** Absent for a sign-in. */
  readonly userId?: string | undefined
  readonly rpId: string
  readonly expiresAt: string
  /** Of a registration as second factor: the new device. */
  readonly mfaDeviceId?: string | undefined
}

/** A second factor of a user. A passkey's key is in its {@link Passkey} record. */
export interface MfaDevice extends Entity {
  readonly environmentId: string
  readonly userId: string
  readonly type: Schemas['MfaDeviceType']
  readonly verifiedAt?: string
  readonly isDefault: boolean
  /** TOTP: the shared secret, base32. */
  readonly secret?: string
  /** TOTP: the latest time step that was accepted (RFC 6238, section 5.2). */
  readonly lastStep?: number
  readonly passkeyId?: string
}

/** Consecutive wrong second factors of a user, of any kind. */
export interface MfaAttempts extends Entity {
  readonly environmentId: string
  readonly userId: string
  readonly failures: number
  /** Until then further attempts are refused. */
  readonly lockedUntil?: string
}

/** A recovery code. It is readable until the user confirms that it is stored safely; then only the hash remains. */
export interface RecoveryCode extends Entity {
  readonly environmentId: string
  readonly userId: string
  /** SHA-256 of the code, hex. */
  readonly hash: string
  readonly code?: string
  readonly usedAt?: string
}

/** Proof of a second factor, for actions that require it again. */
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

/** Two users of one person, who has proved it, until they are merged. */
export interface PendingMerge extends Entity {
  readonly environmentId: string
  /** The user who stays. */
  readonly userId: string
  /** The user whose credentials move. */
  readonly fromUserId: string
  /** The session of the proof. */
  readonly sessionId: string
  /** Channel of the other user's address or number that was proved. */
  readonly channel: Verification['channel']
  readonly key: string
  readonly expiresAt: string
}

/** One sign-in by messenger, from the widget's page until its result is fetched. */
export interface MessengerAttempt extends Entity {
  readonly environmentId: string
  readonly state: string
  readonly account: {
    readonly id: string
    readonly username?: string | undefined
    readonly firstName?: string | undefined
    readonly lastName?: string | undefined
    readonly photoUrl?: string | undefined
  }
  /** The messenger's signature, which is accepted once. */
  readonly hash: string
  readonly expiresAt: string
  readonly usedAt?: string
}

/** An event that an application reported with `events.publish`. */
export interface TrackedEvent extends Entity {
  readonly environmentId: string
  readonly anonymousId: string
  readonly event: string
  readonly properties: Readonly<Record<string, unknown>>
}

/** The settings that a client reported about itself with `sdkSettings.report`. */
export interface ReportedSettings extends Entity {
  readonly environmentId: string
  readonly settings: Readonly<Record<string, unknown>>
}
